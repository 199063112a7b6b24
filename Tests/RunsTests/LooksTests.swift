import Measuring
import Testing

@testable import Runs

@Suite("Looks at growing samples")
struct LooksTests {
  @Test("all looks at all cells together spend the error allowed, and no more")
  func spending() {
    #expect(Looks.shares.reduce(0, +) == 1)
    for (confidence, cells) in [(0.95, 1), (0.95, 60), (0.99, 7)] {
      let looks = Looks(confidence: confidence, cells: cells)
      let levels = (0..<Looks.count).map { looks.level(atLook: $0) }
      #expect(abs(levels.reduce(0, +) * Double(cells) - (1 - confidence)) < 1e-12)
    }
    #expect(Looks(confidence: 0.95, cells: 3).level(atLook: Looks.count) == 0)
    #expect(Looks(confidence: 0.95, cells: 3).level(atLook: -1) == 0)
    #expect(Looks(confidence: 0.5, cells: 0).level(atLook: 0) == 0.0625)
    #expect((0..<Looks.count).map(Looks.fraction(atLook:)) == [0.25, 0.5, 0.75, 1])
  }

  @Test("a p-value decides up to its look's level")
  func decision() throws {
    let thresholds = try #require(Thresholds(relative: 0.25, absoluteNs: 0, confidence: 0.5))
    // 0.5 x 0.125 / 2 cells at the first look, and p-values are two-sided.
    let looks = Looks(confidence: 0.5, cells: 2)
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
    let thresholds = try #require(Thresholds(relative: 0.01, absoluteNs: 0, confidence: 0.95))
    let looks = Looks(confidence: 0.95, cells: cells)
    var random = SplitMix64(seed: seed, purpose: "tables")
    /// Skewed as times are: twelve uniform numbers, one in ten times stretched.
    func noise() -> Double {
      let sum = (0..<12).reduce(0.0) { sum, _ in sum + Double(random.below(1 << 20)) / 1_048_576 }
      return (sum - 6) * 0.012 * (random.below(10) == 0 ? 4 : 1)
    }
    return try (0..<count).count { _ in
      var times = [[Double]](repeating: [], count: cells)
      var found = false
      for look in 0..<Looks.count {
        for cell in 0..<cells {
          times[cell] += (0..<15).map { _ in ratio * exponential(noise()) }
          let evidence = try PairedRatio(
            of: times[cell], to: times[cell].map { _ in 1 },
            labels: Array(times[cell].indices))
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
