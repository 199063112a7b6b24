import Foundation
import Testing

@testable import BenchMeasuring

@Suite("The fit of growth")
struct GrowthFitTests {
  private static let sizes = [1_000, 10_000, 100_000, 1_000_000]

  private func points(
    _ sizes: [Int] = sizes, cost: (Double) -> Double
  ) -> [GrowthPoint] {
    sizes.map { GrowthPoint(size: $0, cost: cost(Double($0))) }
  }

  private let costs: [(GrowthClass, (Double) -> Double)] = [
    (.constant, { _ in 7 }), (.logarithmic, { 3 * log2($0) }), (.linear, { 0.5 * $0 }),
    (.linearithmic, { 2 * $0 * log2($0) }),
  ]

  @Test("a step of 1.1 decides between all classes, at the lengths that verify --growth counts")
  func allClasses() throws {
    for (expected, cost) in costs {
      let fit = try GrowthFit(points([1_000, 32_000], cost: cost), step: 1.1)
      #expect(fit.best == expected && fit.compatible == [expected])
    }
  }

  @Test("a step of 2 decides between log n and n, but not between log n and a constant")
  func twoPairs() throws {
    let pairs: [[GrowthClass]] = [[.constant, .logarithmic], [.linear, .linearithmic]]
    for sizes in [[1_000, 32_000], Self.sizes] {
      for (expected, cost) in costs {
        let fit = try GrowthFit(points(sizes, cost: cost), step: 2)
        #expect(fit.best == expected)
        #expect(fit.compatible == pairs.first { $0.contains(expected) })
      }
    }
  }

  @Test("costs that grow faster than all classes are compatible with none")
  func quadratic() throws {
    let fit = try GrowthFit(points { $0 * $0 }, step: 2)
    #expect(fit.best == .linearithmic && fit.compatible.isEmpty)
    #expect(abs(fit.slope - 2) < 1e-12)
  }

  @Test("if the cost doubles once, at any size, the true class remains compatible")
  func oneStep() throws {
    for edge in [1_000.0, 10_000, 100_000] {
      let flat = try GrowthFit(points { $0 > edge ? 2 : 1 }, step: 2)
      #expect(flat.compatible.contains(.constant) && !flat.compatible.contains(.linear))
      let linear = try GrowthFit(points { $0 > edge ? 2 * $0 : $0 }, step: 2)
      #expect(linear.compatible.contains(.linear) && !linear.compatible.contains(.logarithmic))
    }
    // A larger step is growth.
    #expect(
      try !GrowthFit(points([1_000, 32_000]) { $0 > 1_000 ? 5 : 1 }, step: 2)
        .compatible.contains(.constant))
  }

  @Test("one wrong point of five does not change the class")
  func spoiltPoint() throws {
    let sizes = [1_000, 4_000, 16_000, 64_000, 256_000]
    for spoilt in sizes {
      let fit = try GrowthFit(points(sizes) { Int($0) == spoilt ? 20 * $0 : $0 }, step: 2)
      #expect([.linear, .linearithmic].contains(fit.best))
    }
  }

  @Test("the order of points does not matter, and a single row has a logarithm")
  func anyOrder() throws {
    let points = points([1, 2, 4, 8, 16]) { $0 }
    #expect(try GrowthFit(points, step: 2) == GrowthFit(points.reversed(), step: 2))
    #expect(try GrowthFit(points, step: 1).best == .linear)
  }

  @Test(
    "rejects sizes and costs that have no logarithm, and a single size",
    arguments: [
      ([], 1, .tooFewSizes), ([5, 5, 5], 1, .tooFewSizes), ([5, 0], 1, .notPositive),
      ([5, 6], 0, .notPositive), ([5, 6], .nan, .notFinite),
    ] as [([Int], Double, StatisticsError)])
  func refusals(sizes: [Int], cost: Double, error: StatisticsError) {
    #expect(throws: error) { try GrowthFit(points(sizes) { _ in cost }, step: 2) }
  }
}
