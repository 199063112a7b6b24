import Measuring
import Testing

@Suite("A histogram of latencies")
struct HistogramTests {
  private func histogram(of values: [UInt64]) -> Histogram {
    values.reduce(into: Histogram()) { $0.add($1) }
  }

  /// Random values of every magnitude, with 1 to 64 bits.
  private func valuesOfAllMagnitudes(_ count: Int) -> [UInt64] {
    var generator = SplitMix64(seed: 1, purpose: "histogram")
    return (0..<count).map { _ in generator.next() >> UInt64(generator.below(64)) }
  }

  @Test("without values has no percentiles")
  func empty() {
    let histogram = Histogram()
    #expect([1, 50, 100].map(histogram.percentile) == [nil, nil, nil])
    #expect(histogram.maximum == nil && histogram.count == 0 && histogram.count(above: 0) == 0)
  }

  @Test("a single value is returned exactly, also at the limits of buckets and of the range")
  func loneValues() {
    let powers = (0..<64).map { UInt64(1) << UInt64($0) }
    for value in powers + powers.map({ $0 - 1 }) + powers.map({ $0 + $0 / 3 }) + [.max] {
      let histogram = histogram(of: [value])
      #expect([1, 50, 100].map(histogram.percentile) == [value, value, value])
      #expect(histogram.maximum == value && histogram.count(above: value) == 0)
    }
  }

  @Test("values below 256 are exact")
  func smallValues() {
    let histogram = histogram(of: Array(0..<256))
    for value in UInt64(0)..<256 {
      // The histogram contains each number from 0 to 255 once, so `value + 1` of the 256 numbers are at most
      // `value`.
      #expect(histogram.percentile(Double(value + 1) / 2.56) == value)
      #expect(histogram.count(above: value) == 255 - value)
    }
  }

  @Test("every percentile is the true one or up to 1/128 above it")
  func percentileError() throws {
    let values = valuesOfAllMagnitudes(5_000)
    let histogram = histogram(of: values)
    let sorted = values.sorted()
    for rank in 1...sorted.count {
      let truth = sorted[rank - 1]
      let reported = try #require(histogram.percentile(Double(rank) / 50))
      #expect(reported >= truth)
      #expect(reported - truth <= truth / 128)
    }
    #expect([100, 101].allSatisfy { histogram.percentile($0) == sorted.last })
    #expect(histogram.count == 5_000)
  }

  @Test("the count above a threshold misses only values within 1/128 of it")
  func countAbove() {
    let values = valuesOfAllMagnitudes(3_000)
    let histogram = histogram(of: values)
    for threshold in valuesOfAllMagnitudes(300) {
      let reported = Int(histogram.count(above: threshold))
      let (edge, overflow) = threshold.addingReportingOverflow(threshold / 128)
      #expect(reported <= values.count { $0 > threshold })
      #expect(reported >= values.count { $0 > (overflow ? .max : edge) })
    }
  }

  // In floating-point arithmetic, a rank such as 99.9 * 1,000 / 100 may come out as 999.0000000000001, but
  // must be 999.
  @Test(
    "rounding errors of binary fractions do not increase ranks",
    arguments: [10, 100, 1_000, 10_000])
  func ranks(count: Int) {
    let histogram = histogram(of: (1...count).map { $0 % 250 == 0 ? 250 : 0 })
    let zeros = count - count / 250
    for rank in 1...count {
      let expected: UInt64 = rank <= zeros ? 0 : 250
      #expect(histogram.percentile(Double(rank) / Double(count) * 100) == expected)
    }
  }
}
