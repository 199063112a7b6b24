import Workloads

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
