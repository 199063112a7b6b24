import ListLayout

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
