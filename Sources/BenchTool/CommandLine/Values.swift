import BenchBasics
import BenchRuns
import BenchWorkloads

package struct ValueFacts: Sendable {
  package enum Kind: Sendable { case input, output, word }

  var placeholder = ""
  /// A description that follows "expected" in error messages, such as `a length in points`.
  var expectation = ""
  var kind = Kind.word
}

package struct ParsingContext: Sendable {
  let option: String
  let vocabulary: Vocabulary

  func invalid(_ value: String, _ problem: String) -> RunFault {
    RunFault(.usage, "\(option) \(value.inQuotes): \(problem)")
  }
}

package struct ValueParser<Value: Sendable>: Sendable {
  typealias Parse<Input> = @Sendable (Input, ParsingContext) throws(RunFault) -> Value

  let facts: ValueFacts
  let parse: Parse<[String]>

  init(all facts: ValueFacts, parse: @escaping Parse<[String]>) {
    (self.facts, self.parse) = (facts, parse)
  }

  init(one facts: ValueFacts, parse: @escaping Parse<String>) {
    self.init(all: facts) { (texts, context) throws(RunFault) in
      guard texts.count == 1 else {
        throw context.invalid(
          texts[1], "the option is given twice, first with \(texts[0].inQuotes)")
      }
      return try parse(texts[0], context)
    }
  }

  init(
    _ placeholder: String, _ expectation: String, kind: ValueFacts.Kind = .word,
    convert: @escaping @Sendable (String) -> Value?
  ) {
    let facts = ValueFacts(placeholder: placeholder, expectation: expectation, kind: kind)
    self.init(one: facts) { (text, context) throws(RunFault) in
      if let value = convert(text) { return value }
      throw context.invalid(text, "expected \(expectation)")
    }
  }
}

extension ValueParser {
  package static func choice(
    _ choices: [(word: String, value: Value)], placeholder: String? = nil,
    expectation: String? = nil
  ) -> ValueParser {
    let words = choices.map(\.word)
    let facts = ValueFacts(
      placeholder: placeholder ?? words.joined(separator: "|"),
      expectation: expectation ?? words.listed("or"))
    return ValueParser(one: facts) { (text, context) throws(RunFault) in
      if let match = choices.first(where: { $0.word == text }) { return match.value }
      throw context.invalid(
        text, "expected \(words.listed("or"))\(Spelling.hint(for: text, among: words))")
    }
  }

  static func oneOf(_ cases: [Value]) -> ValueParser
  where Value: RawRepresentable, Value.RawValue == String {
    choice(cases.map { ($0.rawValue, $0) })
  }

  /// A comma inside an element is written as `\,`.
  package static func list<Element: Hashable & Sendable>(
    of element: ValueParser<Element>
  ) -> ValueParser where Value == [Element] {
    var facts = element.facts
    facts.placeholder += ",…"
    facts.expectation += ", or several separated by commas"
    return list(facts) { (part, context) throws(RunFault) in
      [try element.parse([part], context)]
    }
  }

  static func list<Element: Hashable & Sendable>(
    _ element: ValueFacts,
    elements: @escaping @Sendable (String, ParsingContext) throws(RunFault) -> [Element]
  ) -> ValueParser where Value == [Element] {
    ValueParser(all: element) { (texts, context) throws(RunFault) in
      var all: [Element] = []
      for text in texts {
        // NUL can't occur on a command line, so it can stand for an escaped comma while splitting.
        let parts = text.replacing("\\,", with: "\0").split(
          separator: ",", omittingEmptySubsequences: false)
        guard !parts.contains("") else {
          let problem = text.isEmpty ? "" : "an element is empty; "
          throw context.invalid(text, "\(problem)expected \(element.expectation)")
        }
        for part in parts {
          all += try elements(String(part.replacing("\0", with: ",")), context)
        }
      }
      return all.unique
    }
  }
}

extension [String] {
  var commaSeparated: String {
    map { $0.replacing(",", with: "\\,") }.joined(separator: ",")
  }
}

extension StringProtocol where SubSequence == Substring {
  fileprivate var number: Double? {
    wholeMatch(of: /[0-9]+(\.[0-9]+)?/) == nil ? nil : Double(self)
  }

  fileprivate func product(_ units: KeyValuePairs<String, Double>) -> Double? {
    guard let unit = units.first(where: { hasSuffix($0.key) }) else { return nil }
    return dropLast(unit.key.count).number.map { $0 * unit.value }
  }

  fileprivate var wholeCount: Int? {
    guard let parts = wholeMatch(of: /(0|[1-9][0-9]*)([kM]?)/)?.output else { return nil }
    let factor = ["k": 1000, "M": 1_000_000][parts.2] ?? 1
    let product = (Int(parts.1) ?? .max).multipliedReportingOverflow(by: factor)
    return product.overflow ? .max : product.partialValue
  }
}

extension Duration {
  var seconds: Double { self / .seconds(1) }
}

extension ValueParser {
  package static var file: ValueParser<String> { text("FILE", "the path of a file", .input) }

  static var folder: ValueParser<String> { text("DIR", "the path of a folder", .input) }

  static func text(
    _ placeholder: String, _ expectation: String, _ kind: ValueFacts.Kind = .word
  ) -> ValueParser<String> {
    ValueParser<String>(placeholder, expectation, kind: kind) { $0.isEmpty ? nil : $0 }
  }

  static func count(_ placeholder: String) -> ValueParser<Int> {
    let facts = ValueFacts(placeholder: placeholder, expectation: "a number such as 10k")
    return ValueParser<Int>(one: facts) { (text, context) throws(RunFault) in
      guard let count = text.wholeCount else {
        throw context.invalid(text, "expected \(facts.expectation)")
      }
      guard count <= Population.maximumRows else {
        throw context.invalid(text, "the limit is \(Population.maximumRows)")
      }
      return count
    }
  }

  static var hz: ValueParser<Int> {
    let range = FrameCosts.hzRange
    return ValueParser<Int>("N", "a whole number from \(range.lowerBound) to \(range.upperBound)") {
      $0.wholeMatch(of: /[0-9]+/).flatMap { Int($0.output) }.flatMap {
        range.contains($0) ? $0 : nil
      }
    }
  }

  static var seed: ValueParser<UInt64> {
    ValueParser<UInt64>("N", "a whole number from 0 to \(UInt64.max)") { text in
      text.wholeMatch(of: /[0-9]+/).flatMap { UInt64($0.output) }
    }
  }

  static var duration: ValueParser<Duration> {
    ValueParser<Duration>("TIME", "a time from 1ms to 1000h, such as 500ms, 5s or 2m") { text in
      // `ms` must come before `s`, because it also ends in `s`.
      let time = text.product(["ms": 1e6, "s": 1e9, "m": 60e9, "h": 3600e9])
      guard let nanoseconds = time?.rounded(), (1e6...3.6e15).contains(nanoseconds) else {
        return nil
      }
      return .nanoseconds(Int64(nanoseconds))
    }
  }

  static var screenLength: ValueParser<LayoutUnit> {
    let range = LayoutUnit(rawValue: Int64(1))...LayoutUnit(points: 1_000_000)
    return ValueParser<LayoutUnit>(
      "PT",
      "a length in points from \(range.lowerBound) to \(range.upperBound), such as 844 or 37.5"
    ) { text in
      guard let points = text.number, points <= 1_000_000 else { return nil }
      let length = LayoutUnit(rawValue: Int64((points * Double(LayoutUnit.perPoint)).rounded()))
      return range.contains(length) ? length : nil
    }
  }

  /// The percent sign is mandatory, because 0.05 alone could mean 0.05 % or 5 %.
  static var percentage: ValueParser<Double> {
    ValueParser<Double>("PCT", "a percentage from 0% to 1000%, such as 5%") { text in
      text.product(["%": 1]).flatMap { $0 <= 1000 ? $0 / 100 : nil }
    }
  }

  static var cost: ValueParser<Int64> {
    ValueParser<Int64>("TIME", "a time from 0ns to 1s in whole nanoseconds, such as 500ns or 30us")
    {
      // `s` must come last, because every other unit ends in it.
      let time = $0.product([
        "ns": 1, "us": 1e3, "\u{b5}s": 1e3, "\u{3bc}s": 1e3, "ms": 1e6, "s": 1e9,
      ])
      guard let time, abs(time - time.rounded()) < 1e-6, time <= Double(FrameCosts.maxNs) else {
        return nil
      }
      return Int64(time.rounded())
    }
  }
}
