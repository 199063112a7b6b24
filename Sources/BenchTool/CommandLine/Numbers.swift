import ListLayout
import Text
import Workloads

extension Double {
  /// A non-negative number as people write it, `844` or `37.5`: digits, with at most one point among
  /// them. A sign, an exponent, hexadecimal digits and `nan` are refused rather than guessed at.
  init?(plain text: some StringProtocol) {
    let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.allSatisfy({ !$0.isEmpty && $0.isDecimal }) else { return nil }
    self.init(String(text))
  }

  /// So many times the number, where that is whole: 1000 times 2.5, not 1000 times 0.0001.
  ///
  /// Of a decimal that is exact: the quotient is the double nearest to it, as the number was.
  func whole(times factor: Double) -> Int? {
    let whole = (self * factor).rounded()
    return whole / factor == self ? Int(exactly: whole) : nil
  }
}

extension StringProtocol {
  /// Whether there is nothing in it but the digits from 0 to 9.
  var isDecimal: Bool { utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } }

  /// The number in the text, and what the unit behind it stands for: the first that the text ends with.
  package func measure(
    _ units: KeyValuePairs<String, Double>
  ) -> (number: Double, unit: Double)? {
    guard let unit = units.first(where: { hasSuffix($0.key) }) else { return nil }
    return Double(plain: dropLast(unit.key.count)).map { ($0, unit.value) }
  }
}

extension ValueParser where Value == Int {
  /// The most rows that a list has, and the most of anything else that is counted.
  package static var maximumCount: Int { Population.maximumRows }

  /// A whole number, where `k` stands for thousand and `M` for million: `1000`, `100k`, `2.5M`.
  package static func count(
    placeholder: String, completion: Completion = .nothing
  ) -> ValueParser {
    ValueParser(
      placeholder: placeholder,
      expectation: "a whole number from 0 to \(maximumCount), such as 1000, 100k or 1M",
      completion: completion,
      convert: { text in
        guard let (number, unit) = text.measure(["k": 1e3, "K": 1e3, "M": 1e6, "": 1]),
          let count = number.whole(times: unit), count <= maximumCount
        else { return nil }
        return count
      }
    )
  }
}

extension ValueParser where Value == UInt64 {
  /// A whole number of 64 bits.
  package static var seed: ValueParser {
    ValueParser(
      placeholder: "N", expectation: "a whole number from 0 to \(UInt64.max)",
      convert: { $0.isDecimal ? UInt64($0) : nil }
    )
  }
}

extension ValueParser where Value == Duration {
  /// A time with its unit: `500ms`, `5s`, `2m`, `1.5h`; rounded to the nanosecond.
  package static var duration: ValueParser {
    ValueParser(
      placeholder: "TIME", expectation: "a time from 1ms to 1000h, such as 500ms, 5s or 2m",
      convert: { text in
        // In this order, because `s` also ends `ms`.
        let measure = text.measure(["ms": 1e6, "s": 1e9, "m": 60e9, "h": 3600e9])
        guard let nanoseconds = measure.map({ ($0.number * $0.unit).rounded() }),
          (1e6...3.6e15).contains(nanoseconds)
        else { return nil }
        return .nanoseconds(Int64(nanoseconds))
      }
    )
  }
}

extension ValueParser where Value == LayoutUnit {
  /// A length of the screen in points, more than nothing, rounded once to the nearest 1/64.
  package static var screenLength: ValueParser {
    let range = LayoutUnit(rawValue: Int64(1))...LayoutUnit(points: 1_000_000)
    return ValueParser(
      placeholder: "PT",
      expectation:
        "a length in points from \(range.lowerBound) to \(range.upperBound), such as 844 or 37.5",
      convert: { text in
        guard let points = Double(plain: text), points <= 1_000_000 else { return nil }
        let length = LayoutUnit(rawValue: Int64((points * Double(LayoutUnit.perPoint)).rounded()))
        return range.contains(length) ? length : nil
      }
    )
  }
}

/// A part of a whole, exact to a thousandth of a percent.
package struct Percentage: Hashable, Sendable, CustomStringConvertible {
  /// The part in thousandths of a percent: 1 % is 1000.
  package let thousandths: Int

  /// A percentage of so many thousandths of a percent.
  package init(thousandths: Int) { self.thousandths = thousandths }

  /// Reads `1%`, `2.5%` or `99.999%`; nil without the sign or with more decimals.
  package init?(_ text: String) {
    guard let (number, unit) = text.measure(["%": 1000]),
      let thousandths = number.whole(times: unit)
    else { return nil }
    self.init(thousandths: thousandths)
  }

  /// The part as a fraction: 0.01 for 1 %.
  package var fraction: Double { Double(thousandths) / 100_000 }

  /// As it is written on the command line: `1%`, `2.5%`.
  package var description: String { Percent.decimal(thousandths: thousandths) + "%" }
}

extension ValueParser where Value == Percentage {
  /// A percentage in a range. The sign is required: 0.05 could be meant as 5 %.
  package static func percentage(
    thousandths range: ClosedRange<Int>, such example: Int
  ) -> ValueParser {
    let least = Percentage(thousandths: range.lowerBound)
    let most = Percentage(thousandths: range.upperBound)
    let usual = Percentage(thousandths: example)
    return ValueParser(
      placeholder: "PCT", expectation: "a percentage from \(least) to \(most), such as \(usual)",
      convert: { text in
        Percentage(text).flatMap { range.contains($0.thousandths) ? $0 : nil }
      }
    )
  }
}
