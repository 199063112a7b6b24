import Text

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
