import Basics
import Runs
import Workloads

extension ValueParser where Value == Bool {
  /// That a flag was given.
  static var given: ValueParser {
    ValueParser(placeholder: "", expectation: "", completion: .nothing, isList: true) {
      (_, _) throws(InvalidValue) in true
    }
  }
}

extension ValueParser {
  /// One of a few fixed words.
  package static func choice(_ choices: [(word: String, value: Value)]) -> ValueParser {
    let words = choices.map(\.word)
    let expectation = words.listed("or")
    return ValueParser(
      placeholder: words.joined(separator: "|"), expectation: expectation,
      completion: .words(words),
      read: { (text, _) throws(InvalidValue) in
        guard let match = choices.first(where: { $0.word == text }) else {
          throw InvalidValue(
            text, "expected \(expectation)\(Spelling.hint(for: text, among: words))")
        }
        return match.value
      })
  }

  /// One of the cases of a type.
  static func oneOf(_ cases: [Value]) -> ValueParser
  where Value: RawRepresentable, Value.RawValue == String {
    choice(cases.map { ($0.rawValue, $0) })
  }

  /// A list: elements between commas, and an option that may be given repeatedly.
  ///
  /// A comma that belongs to an element is written `\,`. An element that is named twice counts once.
  package static func list<Element: Hashable & Sendable>(
    of element: ValueParser<Element>
  ) -> ValueParser where Value == [Element] {
    list(
      placeholder: "\(element.placeholder),…",
      expectation: "\(element.expectation), or several between commas",
      completion: element.completion
    ) { (part, vocabulary) throws(InvalidValue) in [try element.read([part], vocabulary)] }
  }

  /// A list in which a part between commas may stand for several elements.
  static func list<Element: Hashable & Sendable>(
    placeholder: String, expectation: String, completion: Completion,
    elements: @escaping @Sendable (String, Vocabulary) throws(InvalidValue) -> [Element]
  ) -> ValueParser where Value == [Element] {
    ValueParser(
      placeholder: placeholder, expectation: expectation, completion: .list(of: completion),
      isList: true
    ) { (texts, vocabulary) throws(InvalidValue) in
      var all: [Element] = []
      for text in texts {
        for part in try text.commaSeparated(expected: expectation) {
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
  /// The path of a file; it is not opened here.
  package static var file: ValueParser {
    text("FILE", "the path of a file", completion: .files)
  }

  /// The path of a folder; it is not opened here.
  static var folder: ValueParser {
    text("DIR", "the path of a folder", completion: .folders)
  }

  /// Any text but none.
  static func text(
    _ placeholder: String, _ expectation: String, completion: Completion = .nothing
  ) -> ValueParser {
    ValueParser(placeholder, expectation, completion: completion) { $0.isEmpty ? nil : $0 }
  }
}

extension ValueParser where Value == [String] {
  /// The paths of folders, each a word of its own.
  static var folders: ValueParser {
    let folder = ValueParser<String>.folder
    return ValueParser(
      placeholder: folder.placeholder, expectation: folder.expectation,
      completion: folder.completion, isList: true
    ) { (texts, vocabulary) throws(InvalidValue) in
      var folders: [String] = []
      for text in texts { folders.append(try folder.read([text], vocabulary)) }
      return folders
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
  /// A non-negative number as people write it, `844` or `37.5`: digits, with at most one point among
  /// them. A sign, an exponent, hexadecimal digits and `nan` are refused rather than guessed at.
  init?(plain text: some StringProtocol) {
    let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.allSatisfy({ !$0.isEmpty && $0.isDecimal }) else { return nil }
    self.init(String(text))
  }
}

extension StringProtocol {
  /// Whether there is nothing in it but the digits from 0 to 9.
  fileprivate var isDecimal: Bool {
    utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
  }

  /// The number in the text, and what the unit behind it stands for: the first that the text ends with.
  private func measure(_ units: KeyValuePairs<String, Double>) -> (number: Double, unit: Double)? {
    guard let unit = units.first(where: { hasSuffix($0.key) }) else { return nil }
    return Double(plain: dropLast(unit.key.count)).map { ($0, unit.value) }
  }

  /// What the text measures in its unit.
  fileprivate func product(_ units: KeyValuePairs<String, Double>) -> Double? {
    measure(units).map { $0.number * $0.unit }
  }

  /// The same where it is whole: `2.5k` is, `0.0001k` is not.
  ///
  /// Of a decimal that is exact: the quotient is the double nearest to it, as the number was.
  fileprivate func whole(_ units: KeyValuePairs<String, Double>) -> Int? {
    guard let (number, unit) = measure(units) else { return nil }
    let whole = (number * unit).rounded()
    return whole / unit == number ? Int(exactly: whole) : nil
  }

  /// A percentage in thousandths of a percent: 1000 for `1%`.
  var thousandthsOfPercent: Int? { whole(["%": 1000]) }
}

extension ValueParser where Value == Int {
  /// A whole number, where `k` stands for thousand and `M` for million: `1000`, `100k`, `2.5M`. The
  /// most rows that a list has are also the most of anything else that is counted.
  static func count(_ placeholder: String, completion: Completion = .nothing) -> ValueParser {
    let most = Population.maximumRows
    return ValueParser(
      placeholder, "a whole number from 0 to \(most), such as 1000, 100k or 1M",
      completion: completion
    ) { $0.whole(["k": 1e3, "K": 1e3, "M": 1e6, "": 1]).flatMap { $0 <= most ? $0 : nil } }
  }
}

extension ValueParser where Value == UInt64 {
  /// A whole number of 64 bits.
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
      // In this order, because `s` ends all of them.
      let time = text.product(["ns": 1, "us": 1e3, "µs": 1e3, "ms": 1e6, "s": 1e9])
      return time.map { ($0 * 1000).rounded() / 1000 }.flatMap { $0 <= 1e9 ? $0 : nil }
    }
  }
}
