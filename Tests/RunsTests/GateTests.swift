import Measuring
import Testing

@testable import Runs

/// Evidence with a p-value of the test's choice against whatever bound.
struct Evidence: RatioEvidence {
  var ratio: Double
  var oneSided = 0.0

  var estimate: Estimate { Estimate(value: ratio, interval: nil, confidence: 0.95, count: 8) }
  func pValue(ifAtMost bound: Double) -> Double { ratio > bound ? oneSided : 1 - oneSided }
  func pValue(ifAtLeast bound: Double) -> Double { ratio < bound ? oneSided : 1 - oneSided }
}

@Suite("The gate")
struct GateTests {
  /// Binary fractions, so that a change of exactly a threshold is one.
  private let thresholds = Thresholds(relative: 0.25, absoluteNs: 2, confidence: 0.75)

  private func verdicts(_ cells: [(base: Double, head: Double, p: Double)]) throws -> [Verdict] {
    let thresholds = try #require(thresholds)
    let compared = cells.enumerated().map { place, cell in
      CellComparison(
        cell: .example(rows: place), baseNs: cell.base, headNs: cell.head,
        evidence: Evidence(ratio: cell.head / cell.base, oneSided: cell.p), thresholds: thresholds)
    }
    let judged = Gate(thresholds).judge(compared)
    return compared.map { cell in
      judged.first { $0.cell == cell.cell }?.verdict ?? .withheld
    }
  }

  @Test("a change counts only beyond the relative threshold", arguments: [1.0, -1])
  func relative(sign: Double) throws {
    func verdict(_ ratio: Double) throws -> Verdict? {
      try verdicts([sign > 0 ? (64, 64 * ratio, 0) : (64 * ratio, 64, 0)]).first
    }
    // At the threshold it is not beyond, and never certainly inside either.
    #expect(try verdict(1.25) == .unresolved)
    #expect(try verdict(1.26) == (sign > 0 ? .slower : .faster))
    #expect(try verdict(1) == .equivalent)
  }

  @Test("and beyond the absolute one, from either side", arguments: [1.0, -1])
  func absolute(sign: Double) throws {
    func verdict(_ short: Double, _ long: Double) throws -> Verdict? {
      try verdicts([sign > 0 ? (short, long, 0) : (long, short, 0)]).first
    }
    // Half as much again is 2 ns, and not beyond.
    #expect(try verdict(4, 6) == .unresolved)
    #expect(try verdict(4, 6.5) == (sign > 0 ? .slower : .faster))
    #expect(try verdict(1, 2.9) == .equivalent)
  }

  @Test("and only with a p-value of at most 1 - confidence")
  func evidence() throws {
    #expect(try verdicts([(64, 128, 0.125)]) == [.slower])
    #expect(try verdicts([(64, 128, 0.1251)]) == [.unresolved])
    #expect(try verdicts([(64, 64, 0.1251)]) == [.unresolved])
    // A time of 0 has no ratio, and is no trap.
    #expect(try verdicts([(0, 128, 0)]) == [.unresolved])
  }

  /// Two-sided 0.2, 0.08, 0.04: Holm makes them 0.2 (of 1), 0.16 (of 2) and 0.12 (of 3).
  @Test("corrected for the whole table")
  func holm() throws {
    #expect(
      try verdicts([(64, 128, 0.1), (64, 128, 0.04), (64, 32, 0.02)])
        == [.slower, .slower, .faster])
    // 0.24 of a single cell would do; of two it is 0.24 after 0.2 x 2.
    #expect(try verdicts([(64, 128, 0.12), (64, 128, 0.1)]) == [.unresolved, .unresolved])
    #expect(try verdicts([(64, 128, 0.12)]) == [.slower])
  }

  @Test("the worst come first")
  func order() throws {
    let thresholds = try #require(thresholds)
    let cells = [(2.0, 0.0), (1, 0), (3, 0), (0.5, 0), (1.5, 0.5)].enumerated().map { place, cell in
      CellComparison(
        cell: .example(rows: place), baseNs: 64, headNs: 64 * cell.0,
        evidence: Evidence(ratio: cell.0, oneSided: cell.1), thresholds: thresholds)
    }
    #expect(Gate(thresholds).judge(cells).map(\.cell.group.rows) == [2, 0, 4, 1, 3])
  }

  @Test("paired repetitions are evidence too")
  func paired() throws {
    let comparison = try ComparisonTests.comparison([60, 61, 62, 63, 64, 65])
    let thresholds = try #require(thresholds)
    let cell = CellComparison(
      cell: .example(rows: 1), baseNs: 100, headNs: 162, evidence: comparison,
      thresholds: thresholds)
    #expect(cell.pValue == comparison.pValue(Margin(0.25)) && cell.pValue < 0.001)
    #expect(cell.margin == Margin(0.25))
    #expect(Gate(thresholds).judge([cell]).map(\.verdict) == [.slower])
  }

  @Test("thresholds are refused when they mean nothing, and have a name when they are named ones")
  func values() {
    #expect(Thresholds(relative: -0.1, absoluteNs: 1, confidence: 0.9) == nil)
    #expect(Thresholds(relative: 0.1, absoluteNs: .nan, confidence: 0.9) == nil)
    #expect(Thresholds(relative: 0.1, absoluteNs: 1, confidence: 1) == nil)
    #expect(Thresholds(relative: 0.05, absoluteNs: 1, confidence: 0.99)?.preset == .standard)
    #expect(Thresholds(relative: 0.05, absoluteNs: 2, confidence: 0.99)?.preset == nil)
    #expect(Thresholds.Preset.allCases.map { Thresholds($0).preset } == Thresholds.Preset.allCases)
  }
}

extension CellKey {
  /// A cell; of the id `control`, the null control of the strategy `a`.
  static func example(rows: Int, scenario: String = "offset", strategy: String = "fenwick") -> Self
  {
    CellKey(
      group: CellGroup(scenario: scenario, heights: "chat", rows: rows), strategy: strategy,
      mode: "corrected", role: strategy == "control" ? .control(of: "a") : .strategy)
  }
}
