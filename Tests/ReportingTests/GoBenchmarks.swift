/// Go's benchmark text, read as strictly as its specification allows: what a lenient reader would pass
/// over in silence is refused with its line.
///
/// Source: golang/proposal 14313-benchmark-format; golang/perf benchfmt/reader.go.
struct GoBenchmarks {
  /// A line that is none of the format's.
  struct Refusal: Error, Equatable {
    let line: Int
    let reason: String
  }

  /// A result.
  struct Result: Equatable {
    /// The first part of the name, without `Benchmark`.
    let base: String
    /// The other parts, `/key=value`, in their order.
    let labels: [String: String]
    let iterations: Int
    /// Values by their units.
    let values: [String: Double]
  }

  private(set) var configuration: [String: String] = [:]
  private(set) var units: [String: [String: String]] = [:]
  private(set) var results: [Result] = []

  init(_ text: String) throws(Refusal) {
    guard text.hasSuffix("\n") else { throw Refusal(line: 1, reason: "the last line has no end") }
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    where !line.isEmpty {
      guard let reason = take(String(line)) else { continue }
      throw Refusal(line: index + 1, reason: reason)
    }
  }

  /// Takes a line; says what is wrong with it.
  private mutating func take(_ line: String) -> String? {
    let words = line.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
    if line.contains(where: { $0.isWhitespace && $0 != " " }) {
      return "other white space than spaces"
    }
    let isUnit = words[0] == "Unit"
    guard isUnit || words[0].hasPrefix("Benchmark") else { return takeConfiguration(words) }
    if words.contains("") { return "more than one space between words" }
    return isUnit ? takeUnit(words) : takeResult(words)
  }

  private mutating func takeConfiguration(_ words: [String]) -> String? {
    let key = words[0].dropLast()
    guard words[0].hasSuffix(":"), words.count > 1, key.first?.isLowercase == true,
      !key.contains(where: { $0.isUppercase || $0 == ":" })
    else { return "no key in lower case with a value" }
    let value = words.dropFirst().joined(separator: " ")
    guard value.contains(where: { $0 != " " }) else { return "a key without a value" }
    guard configuration.updateValue(value, forKey: String(key)) == nil else {
      return "a key that is there already would part the results"
    }
    return results.isEmpty ? nil : "configuration after a result"
  }

  private mutating func takeUnit(_ words: [String]) -> String? {
    guard words.count > 2 else { return "a unit without metadata" }
    for word in words.dropFirst(2) {
      guard ["better=lower", "better=higher", "assume=exact", "assume=nothing"].contains(word)
      else { return "unknown metadata" }
      let pair = word.split(separator: "=").map(String.init)
      guard units[words[1], default: [:]].updateValue(pair[1], forKey: pair[0]) == nil else {
        return "metadata of the unit is there already"
      }
    }
    return nil
  }

  private mutating func takeResult(_ words: [String]) -> String? {
    let parts = words[0].dropFirst("Benchmark".count).split(
      separator: "/", omittingEmptySubsequences: false)
    guard let base = parts.first, base.first?.isUppercase == true else {
      return "a name that does not begin in upper case"
    }
    var labels: [String: String] = [:]
    for part in parts.dropFirst() {
      let pair = part.split(separator: "=", omittingEmptySubsequences: false).map(String.init)
      guard pair.count == 2, !pair[1].isEmpty, labels.updateValue(pair[1], forKey: pair[0]) == nil
      else { return "a part of the name is no key=value, or is there twice" }
    }
    if let last = parts.last, let dash = last.lastIndex(of: "-"),
      Int(last[last.index(after: dash)...]) != nil
    {
      return "a number at the end of the name is read as a number of processors"
    }
    guard words.count >= 4, words.count % 2 == 0, let iterations = Int(words[1]), iterations > 0
    else { return "no whole number of iterations, or values without units" }
    var values: [String: Double] = [:]
    for place in stride(from: 2, to: words.count, by: 2) {
      guard let value = Double(words[place]), value.isFinite,
        values.updateValue(value, forKey: words[place + 1]) == nil
      else { return "a value is no finite number, or its unit is there twice" }
    }
    results.append(
      Result(base: String(base), labels: labels, iterations: iterations, values: values))
    return nil
  }
}
