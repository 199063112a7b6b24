import Basics

/// Other ways to read a number: with separators of thousands, with a decimal comma, or in the quotes and dashes of
/// a word processor. They are what a refusal suggests, and why a list is refused that has more than one meaning.
enum Readings {
  /// The end of an error message: `; did you mean '1000' or '1'?`, or nothing.
  static func hint(_ words: [String]) -> String {
    words.isEmpty ? "" : "; did you mean \(words.map(\.inQuotes).listed("or"))?"
  }

  /// What `text`, which is no value, may have been meant to be; `isValue` says which texts are values.
  static func others(of text: String, where isValue: (String) -> Bool) -> [String] {
    let typed = Spelling.keyboard(text)
    let candidates = [
      typed, withoutThousands(typed), typed.replacing(",", with: ".", maxReplacements: 1),
      typed.replacing(/\.0+(?=$|[A-Za-z])/, with: ""),
    ]
    return candidates.compactMap { $0 }.unique.filter { $0 != text && isValue($0) }
  }

  /// `1,000,000`, `1.000k`, `1 000` or `1'000` without their separators; nil for any other text.
  static func withoutThousands(_ text: String) -> String? {
    let pattern = /[1-9][0-9]{0,2}([,._'’\u{20}\u{a0}\u{202f}])[0-9]{3}(\1[0-9]{3})*[A-Za-z]*/
    guard let separator = text.wholeMatch(of: pattern)?.output.1 else { return nil }
    return text.replacing(separator, with: "")
  }

  /// What numbers between commas may have been meant to be, if the commas may stand inside of numbers; nil for what
  /// can only be a list.
  static func others(ofList parts: [String]) -> [String]? {
    guard parts.count > 1 else { return nil }
    let decimal = withDecimalCommas(parts)
    let joined = withThousands(parts)
    let grouped = joined.count < parts.count ? joined.joined(separator: ",") : nil
    let isNoList = parts.contains { $0.hasPrefix("0") && $0.wholeMatch(of: /0|0[0-9].*/) != nil }
    guard isNoList || decimal != nil || (grouped != nil && !isList(parts)) else { return nil }
    return [grouped, decimal?.joined(separator: ",")].compactMap { $0 }
  }

  /// The numbers, where parts of three digits may go on with the one before: `1,000` as `1000`.
  private static func withThousands(_ parts: [String]) -> [String] {
    var numbers: [String] = []
    var mayGoOn = false
    for part in parts {
      let digits = part.prefix { $0.isNumber }.count
      let goesOn = mayGoOn && digits == 3 && !part.contains(".")
      if goesOn { numbers[numbers.count - 1] += part } else { numbers.append(part) }
      mayGoOn = digits == part.count && (goesOn || (digits <= 3 && !part.hasPrefix("0")))
    }
    return numbers
  }

  /// The numbers, where a comma stands before the decimals of a number with a unit: `0,5M` as `0.5M`; nil unless
  /// all short numbers without a unit are so followed.
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

  /// Whether the numbers are a list, although commas could separate thousands: one is written without them, or they
  /// ascend and are no single number, as 1,10,100, or all have three digits, as 100,200,500. Only the last may have a
  /// unit.
  private static func isList(_ parts: [String]) -> Bool {
    guard let last = parts.last, parts.dropLast().allSatisfy({ $0.isGroup }) else { return true }
    let digits = last.prefix { $0.isNumber }
    guard String(digits).isGroup, last.wholeMatch(of: /[0-9]+[A-Za-z]?/) != nil else { return true }
    let numbers = parts.compactMap(\.wholeCount)
    let ascends = zip(numbers, numbers.dropFirst()).allSatisfy(<)
    return ascends && (parts[0].count == 3 || parts.dropFirst().contains { $0.count < 3 })
  }
}

extension String {
  /// Whether the text may be the digits between two separators of thousands, or those before the first.
  fileprivate var isGroup: Bool { wholeMatch(of: /[0-9]{1,3}/) != nil }
}
