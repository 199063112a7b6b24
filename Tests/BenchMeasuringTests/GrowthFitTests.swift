import Foundation
import Testing

@testable import BenchMeasuring

@Suite("Growth fit")
struct GrowthFitTests {
  private func points(_ sizes: [Int], cost: (Double) -> Double) -> [GrowthPoint] {
    sizes.map { GrowthPoint(size: $0, cost: cost(Double($0))) }
  }

  private let costs: [(GrowthClass, (Double) -> Double)] = [
    (.constant, { _ in 7 }), (.logarithmic, { 3 * log2($0) }), (.linear, { 0.5 * $0 }),
    (.linearithmic, { 2 * $0 * log2($0) }),
  ]

  @Test(
    "A step of 1.1 separates all classes, and a step of 2 separates {1, log n} from {n, n log n}")
  func classes() throws {
    let pairs: [[GrowthClass]] = [[.constant, .logarithmic], [.linear, .linearithmic]]
    for sizes in [[1_000, 32_000], [32_000, 4_000, 1_000]] {
      for (expected, cost) in costs {
        let fit = try GrowthFit(points(sizes, cost: cost), step: 1.1)
        #expect(fit.best == expected && fit.compatible == [expected])
        let loose = try GrowthFit(points(sizes, cost: cost), step: 2)
        #expect(loose.compatible == pairs.first { $0.contains(expected) })
      }
    }
  }

  @Test("A step does not count as growth, and faster growth than n log n matches no class")
  func steps() throws {
    let flat = try GrowthFit(points([1_000, 32_000]) { $0 > 1_000 ? 2 : 1 }, step: 2)
    #expect(flat.compatible == [.constant, .logarithmic])
    let larger = try GrowthFit(points([1_000, 32_000]) { $0 > 1_000 ? 5 : 1 }, step: 2)
    #expect(!larger.compatible.contains(.constant))
    let quadratic = try GrowthFit(points([1_000, 32_000]) { $0 * $0 }, step: 2)
    #expect(quadratic.best == .linearithmic && quadratic.compatible.isEmpty)
    #expect(try GrowthFit(points([1, 16]) { $0 }, step: 1).best == .linear)
  }

  @Test(
    "A single size is rejected, as are sizes and costs with no logarithm",
    arguments: [
      ([], 1, .tooFewSizes), ([5, 5, 5], 1, .tooFewSizes), ([5, 0], 1, .notPositive),
      ([5, 6], 0, .notPositive), ([5, 6], .nan, .notFinite),
    ] as [([Int], Double, StatisticsError)])
  func refusals(sizes: [Int], cost: Double, error: StatisticsError) {
    #expect(throws: error) { try GrowthFit(points(sizes) { _ in cost }, step: 2) }
  }
}
