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
