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

  // At the threshold it is not beyond, and never certainly inside either: 1.25x, and 2 ns of 4.
  @Test(
    "a change counts only beyond the relative threshold and beyond the absolute one",
    arguments: [
      (64.0, 80.0, Verdict.unresolved), (64, 80.64, .slower), (64, 64, .equivalent),
      (4, 6, .unresolved), (4, 6.5, .slower), (1, 2.9, .equivalent),
    ])
  func margins(short: Double, long: Double, verdict: Verdict) throws {
    #expect(try verdicts([(short, long, 0)]) == [verdict])
    #expect(try verdicts([(long, short, 0)]) == [verdict == .slower ? .faster : verdict])
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
    let cells = [(2.0, 0.0), (1, 0), (3, 0), (0.5, 0), (1.5, 0.5)].enumerated().map { place, cell in
      CellComparison(
        cell: .example(rows: place), baseNs: 64, headNs: 64 * cell.0,
        evidence: Evidence(ratio: cell.0, oneSided: cell.1), thresholds: thresholds)
    }
    #expect(Gate(thresholds).judge(cells).map(\.cell.group.rows) == [2, 0, 4, 1, 3])
  }

  @Test("paired repetitions are evidence too")
  func paired() throws {
    let comparison = try comparison([60, 61, 62, 63, 64, 65])
    let cell = CellComparison(
      cell: .example(rows: 1), baseNs: 100, headNs: 162, evidence: comparison.evidence,
      thresholds: thresholds)
    #expect(cell.pValue == comparison.evidence.pValue(Margin(0.25)) && cell.pValue < 0.001)
    #expect(cell.margin == Margin(0.25))
    #expect(Gate(thresholds).judge([cell]).map(\.verdict) == [.slower])
  }
}

@Suite("Looks at growing samples")
struct InterimAnalysisTests {
  @Test("all looks at all cells together spend the error allowed, and no more")
  func spending() {
    #expect(InterimAnalysis.shares.reduce(0, +) == 1)
    for (confidence, cells) in [(0.95, 1), (0.95, 60), (0.99, 7)] {
      let looks = InterimAnalysis(confidence: confidence, cells: cells)
      let levels = (0..<InterimAnalysis.count).map { looks.level(atLook: $0) }
      #expect(abs(levels.reduce(0, +) * Double(cells) - (1 - confidence)) < 1e-12)
    }
    #expect(InterimAnalysis(confidence: 0.5, cells: 0).level(atLook: 0) == 0.0625)
    #expect(
      (0..<InterimAnalysis.count).map(InterimAnalysis.fraction(atLook:)) == [0.25, 0.5, 0.75, 1])
  }

  @Test("a p-value decides up to its look's level")
  func decision() throws {
    let thresholds = Thresholds(relative: 0.25, absoluteNs: 0, confidence: 0.5)
    // 0.5 x 0.125 / 2 cells at the first look, and p-values are two-sided.
    let looks = InterimAnalysis(confidence: 0.5, cells: 2)
    func cell(_ ratio: Double, p oneSided: Double) -> CellComparison {
      CellComparison(
        cell: .example(rows: 1), baseNs: 64, headNs: 64 * ratio,
        evidence: Evidence(ratio: ratio, oneSided: oneSided), thresholds: thresholds)
    }
    let least = 0.03125 / 2
    #expect(looks.decide(cell(2, p: least), atLook: 0).verdict == .slower)
    #expect(looks.decide(cell(0.5, p: least), atLook: 0).verdict == .faster)
    #expect(looks.decide(cell(2, p: least * 1.01), atLook: 0).verdict == .unresolved)
    #expect(looks.decide(cell(2, p: least * 1.01), atLook: 2).verdict == .slower)
    #expect(looks.decide(cell(2, p: least), atLook: 0).adjustedP == 0.5)
    #expect(looks.decide(cell(2, p: 0.5), atLook: 0).adjustedP == 1)
    #expect(looks.decide(cell(2, p: 0), atLook: 0).unconfirmed().verdict == .unresolved)
  }

  /// Tables of simulated cells whose true ratio is `ratio`, judged at every look; the number of tables
  /// in which any look gave one of the `verdicts` to any cell.
  private func tables(
    _ count: Int, cells: Int, ratio: Double, seed: UInt64, with verdicts: Set<Verdict>
  ) throws -> Int {
    let thresholds = Thresholds(relative: 0.01, absoluteNs: 0, confidence: 0.95)
    let looks = InterimAnalysis(confidence: 0.95, cells: cells)
    var random = SplitMix64(seed: seed, purpose: "tables")
    /// Skewed as times are: twelve uniform numbers, one in ten times stretched.
    func noise() -> Double {
      let sum = (0..<12).reduce(0.0) { sum, _ in sum + Double(random.below(1 << 20)) / 1_048_576 }
      return (sum - 6) * 0.012 * (random.below(10) == 0 ? 4 : 1)
    }
    return try (0..<count).count { _ in
      var times = [[Double]](repeating: [], count: cells)
      var found = false
      for look in 0..<InterimAnalysis.count {
        for cell in 0..<cells {
          times[cell] += (0..<15).map { _ in ratio * exponential(noise()) }
          let evidence = try PairedRatio(
            of: times[cell], to: times[cell].map { _ in 1 })
          let verdict = looks.decide(
            CellComparison(
              cell: .example(rows: cell), baseNs: 1, headNs: ratio, evidence: evidence,
              thresholds: thresholds), atLook: look
          ).verdict
          found = found || verdicts.contains(verdict)
        }
      }
      return found
    }
  }

  @Test(
    "equal programs are called different in no more tables than the confidence allows",
    arguments: [1, 4])
  func nulls(cells: Int) throws {
    // The worst null: a ratio at the very end of the margin, about which any verdict is wrong. Of 400
    // tables 5 % are 20, and three standard deviations more are 33.
    let wrong = try tables(
      400, cells: cells, ratio: 1.01, seed: UInt64(cells), with: [.slower, .faster, .equivalent])
    #expect(wrong <= 33)
    let different = try tables(
      400, cells: cells, ratio: 1, seed: 7, with: [.slower, .faster])
    #expect(different <= 1)
  }

  @Test("a slow-down of twice the noise is found")
  func power() throws {
    #expect(try tables(40, cells: 1, ratio: 1.04, seed: 3, with: [.slower]) == 40)
    #expect(try tables(40, cells: 1, ratio: 0.96, seed: 3, with: [.faster]) == 40)
  }
}

extension CellKey {
  /// A cell; of the id `control`, the A/A control of the strategy `a`.
  static func example(rows: Int, scenario: String = "offset", strategy: String = "fenwick") -> Self
  {
    CellKey(
      group: CellGroup(scenario: scenario, heights: "chat", rows: rows),
      strategy: strategy == "control" ? "a" : strategy,
      mode: "corrected", role: strategy == "control" ? .control : .strategy)
  }
}
