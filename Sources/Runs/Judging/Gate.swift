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
    margin = thresholds.margin(baseNs: baseNs, headNs: baseNs * evidence.estimate.value)
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

/// The smallest change of a time that counts: it exceeds both the relative and the absolute threshold, with
/// the given confidence for the table as a whole.
package struct Thresholds: Hashable, Encodable, Sendable {
  package var relative: Double
  /// The change in nanoseconds per operation: below it, no relative change matters.
  package var absoluteNs: Double
  /// The confidence of the table as a whole, in 0..<1.
  package var confidence: Double

  enum CodingKeys: String, CodingKey {
    case relative, confidence
    case absoluteNs = "absolute_ns"
  }

  /// For two runs that were recorded one after the other.
  package static let separate = Thresholds(relative: 0.05, absoluteNs: 1, confidence: 0.99)
  /// For two revisions whose processes take turns on one core.
  package static let paired = Thresholds(relative: 0.01, absoluteNs: 0.2, confidence: 0.95)

  /// Both lengths as one margin around the ratio of two times, in nanoseconds. The absolute one is relative
  /// to the shorter of the two, so that swapping them gives the same margin.
  func margin(baseNs: Double, headNs: Double) -> Margin {
    let shorter = min(baseNs, headNs)
    // Times are above 0; were one not, no ratio of it would mean anything.
    return Margin(shorter > 0 ? max(relative, absoluteNs / shorter) : .infinity)
  }
}
