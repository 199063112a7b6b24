import Basics
import Measuring

/// Decides which cells of a table have become slower or faster.
///
/// A regression is a ratio beyond the relative threshold and a difference beyond the absolute one, with a
/// p-value, against the nearer end of both as one margin and corrected for the whole table, of at most
/// 1 - confidence; an improvement is its mirror image. Equivalent is a ratio certainly inside the margin.
package struct Gate: Sendable {
  private let thresholds: Thresholds

  package init(_ thresholds: Thresholds) { self.thresholds = thresholds }

  package func judge(_ cells: [CellComparison]) -> [CellComparison] {
    let adjusted = holm(pValues: cells.map(\.pValue))
    return Self.worstFirst(
      zip(cells, adjusted).map { $0.decided($1 <= 1 - thresholds.confidence, adjustedP: $1) })
  }

  static func worstFirst(_ cells: [CellComparison]) -> [CellComparison] {
    let order: [Verdict] = [.faster, .equivalent, .unresolved, .withheld, .slower]
    func severity(_ cell: CellComparison) -> (Int, Double) {
      (order.firstIndex(of: cell.verdict) ?? 0, cell.ratio.value)
    }
    return cells.sorted { severity($0) > severity($1) }
  }
}

/// When a growing sample is judged, and how much error each look may spend.
///
/// Who looks often enough finds a difference between equal things. So the chance of a wrong verdict in the
/// table is divided beforehand: among the looks by `shares`, and each look's share equally among the cells
/// (Bonferroni). A cell that a look decides stays decided. (Spending of error: K. K. G. Lan and D. L. DeMets,
/// Biometrika 70, 1983, here without their correlations.)
struct InterimAnalysis {
  /// The share of the error that each look spends, the last, at which most is known, most.
  static let shares = [0.125, 0.125, 0.25, 0.5]

  static var count: Int { shares.count }

  let confidence: Double
  /// The cells of the table.
  let cells: Int

  /// The share of the time that has passed at a look, counted from 0: they are evenly spaced.
  static func fraction(atLook look: Int) -> Double { Double(look + 1) / Double(count) }

  /// The greatest p-value that decides a cell at a look.
  func level(atLook look: Int) -> Double {
    (1 - confidence) * Self.shares[look] / Double(max(1, cells))
  }

  /// The cell as a look leaves it: with its claim as verdict if the evidence is enough, else unresolved.
  func decide(_ cell: CellComparison, atLook look: Int) -> CellComparison {
    let level = level(atLook: look)
    // On the scale on which 1 - confidence decides.
    return cell.decided(
      cell.pValue <= level, adjustedP: min(1, cell.pValue / level * (1 - confidence)))
  }
}

/// One cell's times in two runs, or of two revisions, and what they show.
package struct CellComparison: Equatable, Sendable {
  package let cell: CellKey
  package let baseNs, headNs: Double
  /// How many times as long it takes now.
  package let ratio: Estimate
  /// What counts as equal in this cell: both thresholds as one.
  package let margin: Margin
  package let claim: Verdict
  /// The two-sided p-value of the contrary of the claim.
  package let pValue: Double
  package internal(set) var adjustedP = 1.0
  package internal(set) var verdict = Verdict.unresolved
  /// Whether there was a difference that fresh evidence did not confirm.
  package private(set) var isUnconfirmed = false

  /// A comparison without a verdict yet. `baseNs` is above 0; the margin follows it and the ratio, which is
  /// steadier than `headNs` in paired designs.
  package init(
    cell: CellKey, baseNs: Double, headNs: Double, evidence: some RatioEvidence,
    thresholds: Thresholds
  ) {
    (self.cell, self.baseNs, self.headNs) = (cell, baseNs, headNs)
    ratio = evidence.estimate
    margin = thresholds.of(cell).margin(baseNs: baseNs, headNs: baseNs * evidence.estimate.value)
    claim = evidence.claim(margin)
    pValue = evidence.pValue(margin)
  }

  /// The cell with its claim as the verdict, if it is decided.
  func decided(_ isDecided: Bool, adjustedP: Double) -> CellComparison {
    var cell = self
    (cell.verdict, cell.adjustedP) = (isDecided ? claim : .unresolved, adjustedP)
    return cell
  }

  /// The cell with a difference taken back: fresh evidence did not confirm it.
  func unconfirmed() -> CellComparison {
    var cell = self
    (cell.verdict, cell.isUnconfirmed) = (.unresolved, true)
    return cell
  }
}

/// What a change of a time must exceed to count, and how sure that must be: beyond both lengths, and a
/// change of just a threshold is not beyond it.
package struct Thresholds: Hashable, Encodable, Sendable {
  package var relative: Double
  /// The change in nanoseconds per operation: below it, no relative change matters.
  package var absoluteNs: Double
  /// The confidence of the table as a whole, in 0..<1.
  package var confidence: Double
  /// Relative changes of some cells, in place of `relative`; the last that fits a cell counts.
  package var exceptions: [Exception]?

  enum CodingKeys: String, CodingKey {
    case relative, confidence, exceptions
    case absoluteNs = "absolute_ns"
  }

  /// The relative change that counts for some strategies in some scenarios, 0.05 for 5 %.
  package struct Exception: Hashable, Encodable, Sendable {
    /// Ids, in which `*` and `?` stand for any letters and for one.
    package var strategy, scenario: String
    package var relative: Double

    package init(strategy: String, scenario: String, relative: Double) {
      (self.strategy, self.scenario, self.relative) = (strategy, scenario, relative)
    }

    fileprivate func fits(_ cell: CellKey) -> Bool {
      [(strategy, cell.strategy), (scenario, cell.group.scenario)].allSatisfy { text, name in
        NamePattern(text)?.matches(name) ?? (text == name)
      }
    }
  }

  package func of(_ cell: CellKey) -> Thresholds {
    var own = self
    own.exceptions = nil
    own.relative = exceptions?.last { $0.fits(cell) }?.relative ?? relative
    return own
  }

  package enum Preset: String, CaseIterable, Sendable {
    /// 1 % and 0.2 ns, at 95 %: for two revisions that take turns on one core.
    case paired
    /// 2 % and 0.5 ns, at 95 %: for a quiet machine.
    case strict
    /// 5 % and 1 ns, at 99 %.
    case standard
    /// 20 % and 5 ns, at 99.9 %: for a machine that others use too.
    case relaxed
  }

}

extension Thresholds {
  package init(_ preset: Preset) {
    (relative, absoluteNs, confidence) =
      switch preset {
      case .paired: (0.01, 0.2, 0.95)
      case .strict: (0.02, 0.5, 0.95)
      case .standard: (0.05, 1, 0.99)
      case .relaxed: (0.2, 5, 0.999)
      }
  }

  package var preset: Preset? { Preset.allCases.first { Thresholds($0) == self } }

  /// Both lengths as one margin around the ratio of two times, in nanoseconds. The absolute one is relative
  /// to the shorter of the two, so that swapping them gives the same margin.
  func margin(baseNs: Double, headNs: Double) -> Margin {
    let shorter = min(baseNs, headNs)
    // Times are above 0; were one not, no ratio of it would mean anything.
    return Margin(shorter > 0 ? max(relative, absoluteNs / shorter) : .infinity)
  }
}
