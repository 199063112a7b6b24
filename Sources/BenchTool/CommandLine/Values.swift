import Basics
import Runs
import Workloads

extension ValueParser {
  /// One of a few fixed words, which messages list; help may say something shorter.
  package static func choice(
    _ choices: [(word: String, value: Value)], placeholder: String? = nil,
    expectation: String? = nil
  ) -> ValueParser {
    let words = choices.map(\.word)
    let facts = ValueFacts(
      placeholder: placeholder ?? words.joined(separator: "|"),
      expectation: expectation ?? words.listed("or"), words: words)
    return ValueParser(one: facts) { (text, _) throws(InvalidValue) in
      if let match = choices.first(where: { $0.word == text }) { return match.value }
      throw InvalidValue(
        text, "expected \(words.listed("or"))\(Spelling.hint(for: text, among: words))")
    }
  }

  static func oneOf(_ cases: [Value]) -> ValueParser
  where Value: RawRepresentable, Value.RawValue == String {
    choice(cases.map { ($0.rawValue, $0) })
  }

  /// Elements between commas, of an option that may be given repeatedly; each counts once. A comma that
  /// belongs to an element is written `\,`.
  package static func list<Element: Hashable & Sendable>(
    of element: ValueParser<Element>
  ) -> ValueParser where Value == [Element] {
    var facts = element.facts
    facts.placeholder += ",…"
    facts.expectation += ", or several between commas"
    return list(facts) { (part, vocabulary) throws(InvalidValue) in
      [try element.read([part], vocabulary)]
    }
  }

  /// A list in which a part between commas may stand for several elements.
  static func list<Element: Hashable & Sendable>(
    _ element: ValueFacts,
    elements: @escaping @Sendable (String, Vocabulary) throws(InvalidValue) -> [Element]
  ) -> ValueParser where Value == [Element] {
    var facts = element
    facts.isList = true
    return ValueParser(facts) { (texts, vocabulary) throws(InvalidValue) in
      var all: [Element] = []
      for text in texts {
        for part in try text.commaSeparated(expected: element.expectation) {
          all += try elements(part, vocabulary)
        }
      }
      return all.unique
    }
  }
}

extension String {
  /// The parts between commas, with `\,` read as a comma; throws where one is empty.
  func commaSeparated(expected expectation: String) throws(InvalidValue) -> [String] {
    // What no command line holds stands for the commas of elements meanwhile.
    let parts = replacing("\\,", with: "\0").split(
      separator: ",", omittingEmptySubsequences: false)
    guard !parts.contains("") else {
      let problem = isEmpty ? "" : "an element is empty; "
      throw InvalidValue(self, "\(problem)expected \(expectation)")
    }
    return parts.map { String($0.replacing("\0", with: ",")) }
  }
}

extension [String] {
  /// The names as one text that reads back.
  var commaSeparated: String {
    map { $0.replacing(",", with: "\\,") }.joined(separator: ",")
  }
}

extension ValueParser where Value == String {
  package static var file: ValueParser {
    text("FILE", "the path of a file", .input)
  }

  static var folder: ValueParser {
    text("DIR", "the path of a folder", .input)
  }

  static func text(
    _ placeholder: String, _ expectation: String, _ kind: ValueFacts.Kind = .word
  ) -> ValueParser {
    ValueParser(placeholder, expectation, kind: kind) { $0.isEmpty ? nil : $0 }
  }
}

extension ValueParser where Value == [String] {
  static var folders: ValueParser {
    let folder = ValueParser<String>.folder
    var facts = folder.facts
    facts.isList = true
    return ValueParser(facts) { (texts, vocabulary) throws(InvalidValue) in
      for text in texts { _ = try folder.read([text], vocabulary) }
      return texts
    }
  }
}

extension ValueParser where Value == Shard {
  /// One of several equal parts of a run: `1/4` is the first of four.
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

extension Double {
  /// A non-negative number as people write it, `844` or `37.5`: a sign, an exponent, hexadecimal digits and
  /// `nan` are refused rather than guessed at.
  init?(plain text: some StringProtocol) {
    let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.allSatisfy({ !$0.isEmpty && $0.isDecimal }) else { return nil }
    self.init(String(text))
  }
}

extension StringProtocol {
  fileprivate var isDecimal: Bool {
    utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
  }

  /// The number in the text, and what the unit behind it stands for: the first that fits.
  private func measure(_ units: KeyValuePairs<String, Double>) -> (number: Double, unit: Double)? {
    guard let unit = units.first(where: { hasSuffix($0.key) }) else { return nil }
    return Double(plain: dropLast(unit.key.count)).map { ($0, unit.value) }
  }

  fileprivate func product(_ units: KeyValuePairs<String, Double>) -> Double? {
    measure(units).map { $0.number * $0.unit }
  }

  /// The same where it is whole, as `2.5k` is: the quotient is the double nearest to it, as the number was.
  fileprivate func whole(_ units: KeyValuePairs<String, Double>) -> Int? {
    guard let (number, unit) = measure(units) else { return nil }
    let whole = (number * unit).rounded()
    return whole / unit == number ? Int(exactly: whole) : nil
  }

  /// A percentage in thousandths of a percent: 1000 for `1%`.
  var thousandthsOfPercent: Int? { whole(["%": 1000]) }
}

extension String {
  /// The whole number in `1000`, `100k` or `2.5M`; nil for one that could be another where the point stands between
  /// thousands: `1.000`, `1.000k`.
  var wholeCount: Int? {
    wholeMatch(of: /[1-9][0-9]*\.[0-9]{2}0[A-Za-z]|[^.]*\.[^A-Za-z]*/) != nil
      ? nil : whole(["k": 1e3, "K": 1e3, "M": 1e6, "": 1])
  }
}

extension ValueParser where Value == Int {
  /// A whole number, `1000`, `100k` or `2.5M`, at most as large as a list may be.
  static func count(_ placeholder: String) -> ValueParser {
    let most = Population.maximumRows
    return ValueParser(
      placeholder, "a whole number from 0 to \(most), such as 1000, 100k or 1M"
    ) { $0.wholeCount.flatMap { $0 <= most ? $0 : nil } }
  }
}

extension ValueParser where Value == [Int] {
  /// Whole numbers between commas; refused where a comma could as well stand inside of a number.
  static func counts(_ placeholder: String) -> ValueParser {
    let list = ValueParser.list(of: .count(placeholder))
    return ValueParser(list.facts) { (texts, vocabulary) throws(InvalidValue) in
      let counts = try list.read(texts, vocabulary)
      for text in texts {
        let parts = text.split(separator: ",").map(String.init)
        guard let others = Readings.others(ofList: parts) else { continue }
        throw InvalidValue(
          text,
          others.isEmpty
            ? "0 cannot be in a list"
            : "a comma separates numbers\(Readings.hint(others)) For a list, repeat the option")
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
  /// A time with its unit: `500ms`, `5s`, `2m`, `1.5h`; rounded to the nanosecond.
  static var duration: ValueParser {
    ValueParser("TIME", "a time from 1ms to 1000h, such as 500ms, 5s or 2m") { text in
      // In this order, because `s` also ends `ms`.
      let time = text.product(["ms": 1e6, "s": 1e9, "m": 60e9, "h": 3600e9])
      guard let nanoseconds = time?.rounded(), (1e6...3.6e15).contains(nanoseconds) else {
        return nil
      }
      return .nanoseconds(Int64(nanoseconds))
    }
  }
}

extension ValueParser where Value == LayoutUnit {
  /// A length of the screen in points, more than nothing, rounded once to the nearest 1/64.
  static var screenLength: ValueParser {
    let range = LayoutUnit(rawValue: Int64(1))...LayoutUnit(points: 1_000_000)
    return ValueParser(
      "PT",
      "a length in points from \(range.lowerBound) to \(range.upperBound), such as 844 or 37.5"
    ) { text in
      guard let points = Double(plain: text), points <= 1_000_000 else { return nil }
      let length = LayoutUnit(rawValue: Int64((points * Double(LayoutUnit.perPoint)).rounded()))
      return range.contains(length) ? length : nil
    }
  }
}

extension ValueParser where Value == Double {
  /// A percentage in a range, as a share. The sign is required: 0.05 could be meant as 5 %.
  static func percentage(thousandths range: ClosedRange<Int>, such example: Int) -> ValueParser {
    let texts = [range.lowerBound, range.upperBound, example].map(Percent.decimal(thousandths:))
    return ValueParser(
      "PCT", "a percentage from \(texts[0])% to \(texts[1])%, such as \(texts[2])%"
    ) { text in
      text.thousandthsOfPercent.flatMap { range.contains($0) ? Double($0) / 100_000 : nil }
    }
  }

  /// A short time in nanoseconds: `0.5ns`, `5ns`, `1us`.
  static var nanoseconds: ValueParser {
    ValueParser("TIME", "a time from 0ns to 1s, such as 0.5ns, 20ns or 1us") { text in
      // In this order, because `s` ends all of them. Keyboards have the micro sign or the Greek letter.
      let time = text.product([
        "ns": 1, "us": 1e3, "\u{b5}s": 1e3, "\u{3bc}s": 1e3, "ms": 1e6, "s": 1e9,
      ])
      return time.map { ($0 * 1000).rounded() / 1000 }.flatMap { $0 <= 1e9 ? $0 : nil }
    }
  }
}
