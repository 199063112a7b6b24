import Basics
import Runs
import Workloads

// MARK: Words, lists and paths

extension ValueParser {
  /// A parser for one of several fixed words, which error messages list.
  package static func choice(
    _ choices: [(word: String, value: Value)], placeholder: String? = nil,
    expectation: String? = nil
  ) -> ValueParser {
    let words = choices.map(\.word)
    let facts = ValueFacts(
      placeholder: placeholder ?? words.joined(separator: "|"),
      expectation: expectation ?? words.listed("or"), words: words)
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

  /// A parser that reads a comma-separated list and removes duplicates from it. The option may be repeated on
  /// the command line. A comma inside an element is written as `\,`.
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

  /// A parser for a comma-separated list in which each part can select several elements.
  static func list<Element: Hashable & Sendable>(
    _ element: ValueFacts,
    elements: @escaping @Sendable (String, ParsingContext) throws(RunFault) -> [Element]
  ) -> ValueParser where Value == [Element] {
    var facts = element
    facts.isList = true
    return ValueParser(all: facts) { (texts, context) throws(RunFault) in
      var all: [Element] = []
      for text in texts {
        // Escaped commas are replaced with NUL before the text is split, because no command line contains
        // NUL.
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
  /// The strings joined with commas. Commas inside a string are escaped, so that the parser of lists returns
  /// the same strings.
  var commaSeparated: String {
    map { $0.replacing(",", with: "\\,") }.joined(separator: ",")
  }
}

extension ValueParser where Value == String {
  package static var file: ValueParser { text("FILE", "the path of a file", .input) }

  static var folder: ValueParser { text("DIR", "the path of a folder", .input) }

  static func text(
    _ placeholder: String, _ expectation: String, _ kind: ValueFacts.Kind = .word
  ) -> ValueParser {
    ValueParser(placeholder, expectation, kind: kind) { $0.isEmpty ? nil : $0 }
  }
}

extension ValueParser where Value == [String] {
  /// A parser for the paths of folders, one per operand. A comma in an operand is part of the folder's name.
  static var folders: ValueParser {
    let folder = ValueParser<String>.folder
    var facts = folder.facts
    facts.isList = true
    return ValueParser(all: facts) { (texts, context) throws(RunFault) in
      for text in texts { _ = try folder.parse([text], context) }
      return texts
    }
  }
}

extension ValueParser where Value == Shard {
  /// A parser for one of several equal parts (shards) of a run, such as `1/4`, the first of four.
  static var shard: ValueParser {
    ValueParser("I/N", "I/N with I from 1 to N, such as 1/4") { text in
      let parts = text.split(separator: "/", omittingEmptySubsequences: false)
      let numbers = parts.compactMap { $0.isDecimal ? Int32($0) : nil }
      guard parts.count == 2, numbers.count == 2, numbers[0] >= 1, numbers[0] <= numbers[1] else {
        return nil
      }
      return Shard(index: Int(numbers[0]), count: Int(numbers[1]))
    }
  }
}

// MARK: Numbers

extension StringProtocol {
  /// Whether all characters are ASCII digits.
  var isDecimal: Bool {
    utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
  }

  /// The value of a text such as `844` or `37.5`; nil if the text has a sign, an exponent or any other
  /// character.
  fileprivate var number: Double? {
    let parts = split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    return parts.allSatisfy { !$0.isEmpty && $0.isDecimal } ? Double(self) : nil
  }

  /// The number before the unit in a text such as `5ms`, and the factor of the unit. The unit is the first
  /// element of `units` that is a suffix of the text.
  private func measure(_ units: KeyValuePairs<String, Double>) -> (number: Double, unit: Double)? {
    guard let unit = units.first(where: { hasSuffix($0.key) }) else { return nil }
    return dropLast(unit.key.count).number.map { ($0, unit.value) }
  }

  fileprivate func product(_ units: KeyValuePairs<String, Double>) -> Double? {
    measure(units).map { $0.number * $0.unit }
  }

  /// The number multiplied by the factor of its unit, such as 2500 for `2.5k`; nil if the product is not a
  /// whole number. Dividing the rounded product by the factor again detects rounding errors.
  private func wholeProduct(_ units: KeyValuePairs<String, Double>) -> Int? {
    guard let (number, unit) = measure(units) else { return nil }
    let whole = (number * unit).rounded()
    return whole / unit == number ? Int(exactly: whole) : nil
  }

  /// The percentage, in thousandths of a percent: 1000 for `1%`.
  var thousandthsOfPercent: Int? { wholeProduct(["%": 1000]) }

  /// The whole number in a text such as `1000`, `100k` or `2.5M`. The value is nil if a point could separate
  /// thousands, as in `1.000` and `1.000k`.
  var wholeCount: Int? {
    String(self).wholeMatch(of: /[1-9][0-9]*\.[0-9]{2}0[A-Za-z]|[^.]*\.[^A-Za-z]*/) != nil
      ? nil : wholeProduct(["k": 1e3, "K": 1e3, "M": 1e6, "": 1])
  }
}

extension ValueParser where Value == Int {
  /// A whole number such as `1000`, `100k` or `2.5M`, up to the maximum number of rows in a list.
  static func count(_ placeholder: String) -> ValueParser {
    let maximum = Population.maximumRows
    return ValueParser(
      placeholder, "a whole number from 0 to \(maximum), such as 1000, 100k or 1M"
    ) { $0.wholeCount.flatMap { $0 <= maximum ? $0 : nil } }
  }
}

extension ValueParser where Value == [Int] {
  /// A parser for a comma-separated list of whole numbers. The parser rejects a list if one of its commas
  /// could be part of a number.
  static func counts(_ placeholder: String) -> ValueParser {
    let list = ValueParser.list(of: .count(placeholder))
    return ValueParser(all: list.facts) { (texts, context) throws(RunFault) in
      let counts = try list.parse(texts, context)
      for text in texts {
        let parts = text.split(separator: ",").map(String.init)
        guard let found = AmbiguousNumbers.alternatives(toList: parts) else { continue }
        // Suggestions that the parser itself would reject are removed.
        let others = found.filter { other in
          let parts = other.split(separator: ",").map(String.init)
          return (try? list.parse([other], context)) != nil
            && AmbiguousNumbers.alternatives(toList: parts) == nil
        }
        let reason =
          if !others.isEmpty {
            "a comma separates numbers\(AmbiguousNumbers.hint(others)) For a list, repeat the "
              + "option"
          } else if parts.contains(where: { $0.hasPrefix("0") }) {
            "a list of numbers cannot contain 0"
          } else {
            "a comma separates numbers; for a list, repeat the option"
          }
        throw context.invalid(text, reason)
      }
      return counts
    }
  }
}

extension ValueParser where Value == UInt64 {
  static var seed: ValueParser {
    ValueParser("N", "a whole number from 0 to \(UInt64.max)") { $0.isDecimal ? UInt64($0) : nil }
  }
}

extension ValueParser where Value == Duration {
  /// A duration with its unit, such as `500ms`, `5s`, `2m` or `1.5h`, rounded to the nearest nanosecond.
  static var duration: ValueParser {
    ValueParser("TIME", "a time from 1ms to 1000h, such as 500ms, 5s or 2m") { text in
      // `ms` must come before `s`, because `ms` also ends with `s`.
      let time = text.product(["ms": 1e6, "s": 1e9, "m": 60e9, "h": 3600e9])
      guard let nanoseconds = time?.rounded(), (1e6...3.6e15).contains(nanoseconds) else {
        return nil
      }
      return .nanoseconds(Int64(nanoseconds))
    }
  }
}

extension Duration {
  var seconds: Double { self / .seconds(1) }
}

extension ValueParser where Value == LayoutUnit {
  /// A positive length in points, rounded to the nearest 1/64 pt.
  static var screenLength: ValueParser {
    let range = LayoutUnit(rawValue: Int64(1))...LayoutUnit(points: 1_000_000)
    return ValueParser(
      "PT",
      "a length in points from \(range.lowerBound) to \(range.upperBound), such as 844 or 37.5"
    ) { text in
      guard let points = text.number, points <= 1_000_000 else { return nil }
      let length = LayoutUnit(rawValue: Int64((points * Double(LayoutUnit.perPoint)).rounded()))
      return range.contains(length) ? length : nil
    }
  }
}

extension ValueParser where Value == Double {
  /// A percentage within a range, converted to a fraction of 1. The percent sign is required, because without
  /// a sign, 0.05 could mean either 0.05 % or 5 %.
  static func percentage(thousandths range: ClosedRange<Int>, such example: Int) -> ValueParser {
    let texts = [range.lowerBound, range.upperBound, example].map(Percent.decimal(thousandths:))
    return ValueParser(
      "PCT", "a percentage from \(texts[0])% to \(texts[1])%, such as \(texts[2])%"
    ) { text in
      text.thousandthsOfPercent.flatMap { range.contains($0) ? Double($0) / 100_000 : nil }
    }
  }

  /// A time such as `0.5ns`, `5ns` or `1us`, converted to nanoseconds. In `us`, the `u` may also be a micro
  /// sign or a Greek mu.
  static var nanoseconds: ValueParser {
    ValueParser("TIME", "a time from 0ns to 1s, such as 0.5ns, 20ns or 1us") { text in
      // `s` must be the last unit, because all other units end with `s`.
      let time = text.product([
        "ns": 1, "us": 1e3, "\u{b5}s": 1e3, "\u{3bc}s": 1e3, "ms": 1e6, "s": 1e9,
      ])
      return time.map { ($0 * 1000).rounded() / 1000 }.flatMap { $0 <= 1e9 ? $0 : nil }
    }
  }
}
