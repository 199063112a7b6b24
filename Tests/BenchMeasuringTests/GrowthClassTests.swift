import BenchMeasuring
import Foundation
import Testing

@Suite("Growth classes")
struct GrowthClassTests {
  private func classes(
    exceededFrom first: Int, to last: Int, step: Double, cost: (Double) -> Double
  )
    -> [GrowthClass]
  {
    GrowthClass.allCases.filter {
      $0.isExceeded(
        from: (first, cost(Double(first))), to: (last, cost(Double(last))), step: step)
    }
  }

  @Test(
    "A cost exceeds all slower growth classes, but a step of 2 makes neighbouring classes equivalent"
  )
  func classes() {
    let costs: [(Double) -> Double] = [
      { _ in 7 }, { 3 * log2($0) }, { 0.5 * $0 }, { 2 * $0 * log2($0) },
    ]
    let slower: [GrowthClass] = [.constant, .logarithmic, .linear]
    for (place, cost) in costs.enumerated() {
      let exact = classes(exceededFrom: 1_000, to: 32_000, step: 1.1, cost: cost)
      #expect(exact == Array(slower.prefix(place)))
      let loose = classes(exceededFrom: 1_000, to: 32_000, step: 2, cost: cost)
      #expect(loose == Array(slower.prefix(place / 2 * 2)))
    }
    #expect(classes(exceededFrom: 1, to: 16, step: 1) { $0 } == [.constant, .logarithmic])
  }

  @Test("A single jump by the step factor isn't treated as growth, but a larger jump is")
  func steps() {
    func exceeded(_ last: Double) -> [GrowthClass] {
      classes(exceededFrom: 1_000, to: 32_000, step: 2) { $0 > 1_000 ? last : 1 }
    }
    #expect(exceeded(2) == [] && exceeded(2.9) == [.constant])
  }
}
