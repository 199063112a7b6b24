import Testing

@testable import Measuring

@Suite("The fit of growth")
struct GrowthFitTests {
  private static let sizes = [1_000, 10_000, 100_000, 1_000_000]

  /// Data points for a growth fit. The interval of each cost extends from (1 - `error`) to (1 + `error`)
  /// times the cost. If `error` is nil, the points have no interval.
  private func points(
    _ sizes: [Int] = sizes, error: Double? = 0, cost: (Double) -> Double
  ) -> [GrowthPoint] {
    sizes.map { size in
      let value = cost(Double(size))
      let interval = error.map { Interval(value * (1 - $0), value * (1 + $0)) }
      return GrowthPoint(
        size: size,
        cost: Estimate(value: value, interval: interval, confidence: 0.99, count: 50))
    }
  }

  /// The depth of a binary tree with `size` leaves: log2 of `size`, rounded up to a whole number.
  private func depth(_ size: Double) -> Double {
    Double(64 - (UInt64(size) - 1).leadingZeroBitCount)
  }

  @Test("exact costs decide between neighbouring classes")
  func exactCosts() throws {
    let sizes = [1 << 10, 1 << 13, 1 << 17, 1 << 20]
    let costs: [(GrowthClass, (Double) -> Double)] = [
      (.constant, { _ in 7 }), (.logarithmic, { 3 * depth($0) }),
      (.linear, { 0.5 * $0 }), (.linearithmic, { 2 * $0 * depth($0) }),
    ]
    for (expected, cost) in costs {
      let fit = try GrowthFit(points(sizes, cost: cost), step: 1.01)
      #expect(fit.best == expected && fit.compatible == [expected])
    }
  }

  @Test("times decide between log n and n, but not between log n and a constant")
  func times() throws {
    let logarithmic = try GrowthFit(points(error: 0.05, cost: depth))
    #expect(logarithmic.best == .logarithmic)
    #expect(logarithmic.compatible == [.constant, .logarithmic])
    let linear = try GrowthFit(points(error: 0.05) { 2 * $0 })
    #expect(linear.best == .linear && linear.compatible == [.linear, .linearithmic])
    // Quadratic costs are not compatible with any of the growth classes, such as linear or logarithmic. If
    // the costs have no intervals, every growth class counts as compatible.
    let quadratic = try GrowthFit(points(error: 0.01) { $0 * $0 })
    #expect(quadratic.best == .linearithmic && quadratic.compatible.isEmpty)
    let unknown = try GrowthFit(points(error: nil) { $0 })
    #expect(unknown.best == .linear && unknown.compatible == GrowthClass.allCases)
    #expect(unknown.slopes == nil)
  }

  // The slope between any two of the sizes 10, 100 and 1,000 is 1 in this test. If each cost may be wrong by
  // 10 %, the slope between neighbouring sizes may be wrong by ln(1.1 / 0.9) / ln 10 = 0.08715. The error of
  // the slope between 10 and 1,000 is at most half of 0.08715, so the median of the three slopes may be wrong
  // by 0.08715.
  @Test("the interval of the slope follows from the intervals of the points")
  func slope() throws {
    let fit = try GrowthFit(points([10, 100, 1_000], error: 0.1) { $0 / 3 })
    let interval = try #require(fit.slopes)
    #expect(abs(fit.slope - 1) < 1e-12)
    #expect(abs(interval.low - (1 - 0.08715)) < 1e-5)
    #expect(abs(interval.high - (1 + 0.08715)) < 1e-5)
  }

  @Test("if a cache limit doubles the cost from any size on, the true class remains compatible")
  func cacheStep() throws {
    for edge in [1_000.0, 10_000, 100_000] {
      let flat = try GrowthFit(points(error: 0.02) { $0 > edge ? 2 : 1 })
      #expect(flat.compatible.contains(.constant) && !flat.compatible.contains(.linear))
      let linear = try GrowthFit(points(error: 0.02) { $0 > edge ? 2 * $0 : $0 })
      #expect(linear.compatible.contains(.linear) && !linear.compatible.contains(.logarithmic))
    }
  }

  @Test("one wrong point of five does not change the class")
  func spoiltPoint() throws {
    let sizes = [1_000, 4_000, 16_000, 64_000, 256_000]
    for spoilt in sizes {
      let fit = try GrowthFit(points(sizes) { Int($0) == spoilt ? 20 * $0 : $0 })
      #expect([.linear, .linearithmic].contains(fit.best))
    }
  }

  @Test("the order of points does not matter, and a single row has a logarithm")
  func anyOrder() throws {
    let points = points([1, 2, 4, 8, 16]) { $0 }
    #expect(try GrowthFit(points) == GrowthFit(points.reversed()))
    #expect(try GrowthFit(points, step: 1).best == .linear)
  }

  @Test(
    "rejects sizes and costs that have no logarithm, and a single size",
    arguments: [
      ([], 1, .tooFewSizes), ([5, 5, 5], 1, .tooFewSizes), ([5, 0], 1, .notPositive),
      ([5, 6], 0, .notPositive), ([5, 6], .nan, .notFinite),
    ] as [([Int], Double, StatisticsError)])
  func refusals(sizes: [Int], cost: Double, error: StatisticsError) {
    #expect(throws: error) { try GrowthFit(points(sizes) { _ in cost }) }
  }
}
