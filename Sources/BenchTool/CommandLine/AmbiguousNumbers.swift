import Basics

/// Detects numbers with thousands separators, decimal commas or typographic quotes. The command-line parser
/// rejects a number such as `1,000`, and suggests what the user may have meant. The parser also rejects a
/// list of numbers if its commas could be thousands separators or decimal commas.
enum AmbiguousNumbers {
  /// The end of an error message, such as `; did you mean '1000' or '1'?`; empty if there are no suggestions.
  static func hint(_ words: [String]) -> String {
    words.isEmpty ? "" : "; did you mean \(words.map(\.inQuotes).listed("or"))?"
  }

  /// The valid values that the user may have meant by a rejected text.
  static func alternatives(to text: String, where isValue: (String) -> Bool) -> [String] {
    let typed = Spelling.keyboard(text)
    let candidates = [
      typed, withoutThousands(typed), typed.replacing(",", with: ".", maxReplacements: 1),
      typed.replacing(/\.0+(?=$|[A-Za-z])/, with: ""),
    ]
    return candidates.compactMap { $0 }.unique.filter { $0 != text && isValue($0) }
  }

  /// The text of a number such as `1,000,000`, `1.000k`, `1 000` or `1'000` without its thousands separators;
  /// nil for any other text.
  private static func withoutThousands(_ text: String) -> String? {
    let pattern = /[1-9][0-9]{0,2}([,._'’\u{20}\u{a0}\u{202f}])[0-9]{3}(\1[0-9]{3})*[A-Za-z]*/
    guard let separator = text.wholeMatch(of: pattern)?.output.1 else { return nil }
    return text.replacing(separator, with: "")
  }

  /// The texts that the user may have meant by the comma-separated `parts` if the parts are not a list; nil
  /// if the parts can only be a list.
  static func alternatives(toList parts: [String]) -> [String]? {
    guard parts.count > 1 else { return nil }
    let decimal = withDecimalCommas(parts)
    let joined = withThousands(parts)
    let grouped = joined.count < parts.count ? joined.joined(separator: ",") : nil
    let isNoList = parts.contains { $0.hasPrefix("0") && $0.wholeMatch(of: /0|0[0-9].*/) != nil }
    guard isNoList || decimal != nil || (grouped != nil && !isList(parts)) else { return nil }
    return [grouped, decimal?.joined(separator: ",")].compactMap { $0 }
  }

  /// Reads the commas between `parts` as thousands separators, so that `1,000` becomes `1000`.
  private static func withThousands(_ parts: [String]) -> [String] {
    var numbers: [String] = []
    var mayContinue = false
    for part in parts {
      let digits = part.prefix { $0.isNumber }.count
      let continues = mayContinue && digits == 3 && !part.contains(".")
      if continues { numbers[numbers.count - 1] += part } else { numbers.append(part) }
      mayContinue = digits == part.count && (continues || (digits <= 3 && !part.hasPrefix("0")))
    }
    return numbers
  }

  /// Reads the commas between `parts` as decimal separators, so that `0,5M` becomes `0.5M`. Returns nil if no
  /// comma can be a decimal separator, or if a number of one or two digits is not followed by a number with a
  /// unit.
  private static func withDecimalCommas(_ parts: [String]) -> [String]? {
    var numbers: [String] = []
    var rest = parts[...]
    while let part = rest.popFirst() {
      guard part.wholeMatch(of: /[0-9]{1,2}/) != nil else {
        numbers.append(part)
        continue
      }
      guard let next = rest.popFirst(), next.wholeMatch(of: /[0-9]+[A-Za-z]/) != nil,
        "\(part).\(next)".wholeCount != nil
      else { return nil }
      numbers.append("\(part).\(next)")
    }
    return numbers.count < parts.count ? numbers : nil
  }

  /// Whether numbers with commas between them are certainly a list and not one number with thousands
  /// separators. Numbers are a list if any of them has more than three digits, or if any number but the last
  /// has a unit. Ascending numbers are also a list if they cannot be a single number (1,10,100), or if all of
  /// them have three digits (100,200,500).
  private static func isList(_ parts: [String]) -> Bool {
    func isGroup(_ text: some StringProtocol) -> Bool {
      (1...3).contains(text.count) && text.isDecimal
    }
    guard let last = parts.last, parts.dropLast().allSatisfy({ isGroup($0) }) else { return true }
    let digits = last.prefix { $0.isNumber }
    guard isGroup(digits), last.wholeMatch(of: /[0-9]+[A-Za-z]?/) != nil else { return true }
    let numbers = parts.compactMap(\.wholeCount)
    let ascends = zip(numbers, numbers.dropFirst()).allSatisfy(<)
    return ascends && (parts[0].count == 3 || parts.dropFirst().contains { $0.count < 3 })
  }
}
