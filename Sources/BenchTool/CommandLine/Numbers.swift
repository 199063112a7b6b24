import ListLayout
import Text
import Workloads

/// A non-negative number as people write it, kept exactly: `844`, `37.5`, `0.01`.
///
/// Digits with at most one point among them, and at most 19 that matter. No sign, no exponent, no
/// hexadecimal, no `nan`: these are refused rather than guessed at.
package struct DecimalNumber: Hashable, Sendable {
  private let digits: UInt64
  private let divisor: UInt64

  /// Reads a number; nil when the text is not one or has too many digits.
  package init?(_ text: some StringProtocol) {
    let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    guard let whole = parts.first, !whole.isEmpty else { return nil }
    var fraction = parts.count > 1 ? parts[1] : ""
    guard parts.count == 1 || !fraction.isEmpty else { return nil }
    while fraction.last == "0" { fraction.removeLast() }
    var digits: UInt64 = 0
    var divisor: UInt64 = 1
    for byte in whole.utf8 {
      guard let sum = Self.append(byte, to: digits) else { return nil }
      digits = sum
    }
    for byte in fraction.utf8 {
      let (product, overflow) = divisor.multipliedReportingOverflow(by: 10)
      guard !overflow, let sum = Self.append(byte, to: digits) else { return nil }
      (digits, divisor) = (sum, product)
    }
    (self.digits, self.divisor) = (digits, divisor)
  }

  /// `factor` times the number, to the nearest whole one, ties upwards; nil beyond `UInt64`.
  package func rounded(times factor: UInt64) -> UInt64? {
    guard let (quotient, remainder) = scaled(by: factor) else { return nil }
    let isUp = remainder >= divisor - remainder
    let (sum, overflow) = quotient.addingReportingOverflow(isUp ? 1 : 0)
    return overflow ? nil : sum
  }

  /// `factor` times the number; nil when that is not whole or beyond `UInt64`.
  package func exactly(times factor: UInt64) -> UInt64? {
    guard let (quotient, remainder) = scaled(by: factor), remainder == 0 else { return nil }
    return quotient
  }

  private func scaled(by factor: UInt64) -> (quotient: UInt64, remainder: UInt64)? {
    let product = digits.multipliedFullWidth(by: factor)
    // The division traps exactly when the quotient does not fit, which is when this fails.
    guard product.high < divisor else { return nil }
    return divisor.dividingFullWidth(product)
  }

  private static func append(_ byte: UInt8, to digits: UInt64) -> UInt64? {
    guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
    let (product, overflow) = digits.multipliedReportingOverflow(by: 10)
    let (sum, carry) = product.addingReportingOverflow(UInt64(byte - UInt8(ascii: "0")))
    return overflow || carry ? nil : sum
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
        let factors: [Character: UInt64] = ["k": 1_000, "K": 1_000, "M": 1_000_000]
        let factor = text.last.flatMap { factors[$0] }
        let digits = factor == nil ? text[...] : text.dropLast()
        guard let number = DecimalNumber(digits)?.exactly(times: factor ?? 1),
          let count = Int(exactly: number), count <= maximumCount
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
      // A point is refused: 1.0 is no seed that anyone writes on purpose.
      convert: { $0.contains(".") ? nil : DecimalNumber($0)?.exactly(times: 1) }
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
        let units: [(suffix: String, nanoseconds: UInt64)] = [
          ("ms", 1_000_000), ("s", 1_000_000_000), ("m", 60_000_000_000), ("h", 3_600_000_000_000),
        ]
        guard let unit = units.first(where: { text.hasSuffix($0.suffix) }),
          let number = DecimalNumber(text.dropLast(unit.suffix.count)),
          let rounded = number.rounded(times: unit.nanoseconds),
          let nanoseconds = Int64(exactly: rounded)
        else { return nil }
        let duration = Duration.nanoseconds(nanoseconds)
        return (.milliseconds(1)...(.seconds(3_600_000))).contains(duration) ? duration : nil
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
        guard let units = DecimalNumber(text)?.rounded(times: UInt64(LayoutUnit.perPoint)),
          let rawValue = Int64(exactly: units)
        else { return nil }
        let length = LayoutUnit(rawValue: rawValue)
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
    guard text.hasSuffix("%"),
      let exact = DecimalNumber(text.dropLast())?.exactly(times: 1000),
      let thousandths = Int(exactly: exact)
    else { return nil }
    self.init(thousandths: thousandths)
  }

  /// The part as a fraction: 0.01 for 1 %.
  package var fraction: Double { Double(thousandths) / 100_000 }

  /// As it is written on the command line: `1%`, `2.5%`.
  package var description: String { Percent.decimal(thousandths: thousandths) + "%" }
}

extension ValueParser where Value == Percentage {
  /// A percentage in a range. The sign is required, so that nobody wonders whether 0.05 is 5 %.
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
