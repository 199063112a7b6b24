import Measuring
import Recording

/// One cell's times in two runs, or of two revisions, and what they show.
public struct CellComparison: Equatable, Sendable {
  /// What was measured.
  public let cell: CellKey
  /// The time per operation before, in nanoseconds.
  public let baseNs: Double
  /// The time per operation now, in nanoseconds.
  public let headNs: Double
  /// How many times as long it takes now, with its interval and the number of independent
  /// observations.
  public let ratio: Estimate
  /// What counts as equal in this cell: both thresholds as one.
  public let margin: Margin
  /// What the ratio points to.
  public let claim: Verdict
  /// The two-sided p-value of the contrary of the claim.
  public let pValue: Double
  /// The p-value corrected for the number of cells (Holm); 1 before the gate has judged.
  public internal(set) var adjustedP = 1.0
  /// What the gate says; unresolved before it has judged.
  public internal(set) var verdict = Verdict.unresolved

  /// The comparison of a cell; `Gate.judge` fills in the verdict.
  ///
  /// - Parameters:
  ///   - baseNs: the time before, in nanoseconds per operation; above 0.
  ///   - headNs: the time now. The margin follows `baseNs` times the ratio, which in paired designs
  ///     is steadier.
  public init(
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
