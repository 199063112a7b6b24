import Measuring

/// Decides which cells of a table have become slower or faster.
///
/// A regression is a ratio beyond the relative threshold and a difference beyond the absolute one and
/// a p-value, against the nearer end of both as one margin and corrected for the whole table, of at
/// most 1 - confidence. An improvement is its mirror image. Equivalent is a ratio certainly inside the
/// margin; all else is unresolved. So an estimate beyond the threshold alone is never a regression, nor
/// is a difference that is certain but small.
package struct Gate: Sendable {
  /// What is in force.
  package let thresholds: Thresholds

  /// A gate with these thresholds.
  package init(_ thresholds: Thresholds) { self.thresholds = thresholds }

  /// The cells with their verdicts, the worst first.
  ///
  /// - Complexity: O(m log m) for m cells.
  package func judge(_ cells: [CellComparison]) -> [CellComparison] {
    Self.worstFirst(verdicts(cells))
  }

  /// Cells in the order of reports: by verdict, then by ratio.
  package static func worstFirst(_ cells: [CellComparison]) -> [CellComparison] {
    cells.sorted {
      ($0.verdict.severity, $0.ratio.value) > ($1.verdict.severity, $1.ratio.value)
    }
  }

  /// The cells with their verdicts, in their own order.
  func verdicts(_ cells: [CellComparison]) -> [CellComparison] {
    let adjusted = holm(pValues: cells.map(\.pValue))
    return zip(cells, adjusted).map(judged)
  }

  /// A cell with its verdict, from its p-value corrected over the whole table.
  func judged(_ cell: CellComparison, adjustedP: Double) -> CellComparison {
    var cell = cell
    cell.adjustedP = adjustedP
    cell.verdict = adjustedP <= 1 - thresholds.confidence ? cell.claim : .unresolved
    return cell
  }
}

extension Verdict {
  /// How much a reader should worry, more for greater numbers.
  fileprivate var severity: Int {
    switch self {
    case .slower: 4
    case .withheld: 3
    case .unresolved: 2
    case .equivalent: 1
    case .faster: 0
    }
  }
}

/// One cell's times in two runs, or of two revisions, and what they show.
package struct CellComparison: Equatable, Sendable {
  /// What was measured.
  package let cell: CellKey
  /// The time per operation before, in nanoseconds.
  package let baseNs: Double
  /// The time per operation now, in nanoseconds.
  package let headNs: Double
  /// How many times as long it takes now, with its interval and the number of independent
  /// observations.
  package let ratio: Estimate
  /// What counts as equal in this cell: both thresholds as one.
  package let margin: Margin
  /// What the ratio points to.
  package let claim: Verdict
  /// The two-sided p-value of the contrary of the claim.
  package let pValue: Double
  /// The p-value corrected for the number of cells (Holm); 1 before the gate has judged.
  package internal(set) var adjustedP = 1.0
  /// What the gate says; unresolved before it has judged.
  package internal(set) var verdict = Verdict.unresolved
  /// Whether there was a difference that fresh evidence did not confirm.
  package internal(set) var isUnconfirmed = false

  /// The comparison of a cell; `Gate.judge` fills in the verdict.
  ///
  /// - Parameters:
  ///   - baseNs: the time before, in nanoseconds per operation; above 0.
  ///   - headNs: the time now. The margin follows `baseNs` times the ratio, which in paired designs
  ///     is steadier.
  package init(
    cell: CellKey, baseNs: Double, headNs: Double, evidence: some RatioEvidence,
    thresholds: Thresholds
  ) {
    self.cell = cell
    self.baseNs = baseNs
    self.headNs = headNs
    ratio = evidence.estimate
    margin = thresholds.of(cell).margin(baseNs: baseNs, headNs: baseNs * evidence.estimate.value)
    claim = evidence.claim(margin)
    pValue = evidence.pValue(margin)
  }
}
