import Measuring

/// A verdict with all that it rests on.
public struct Judgement: Sendable {
  /// The ratio and the margin.
  public let comparison: Comparison
  /// The verdict.
  public var verdict: Verdict
  /// The p-value of the comparison, corrected for the number of comparisons in its table.
  public let adjustedP: Double
  /// The smallest true difference that the repetitions would have shown; nil where that cannot be told.
  public let detectable: Double?
  /// For an unresolved one: about how many repetitions would decide it; nil where that cannot be told.
  public let roundsNeeded: Int?
}

extension Judgement {
  /// Judges the comparisons of one table together.
  ///
  /// The chance of even one wrong verdict in the table is at most 1 - `confidence`, however the
  /// comparisons depend on each other (Holm). A verdict also needs the exact interval, which assumes
  /// nothing about how times scatter, on its side.
  /// - Complexity: O(m log m) for m comparisons, and the tests.
  public static func table(_ comparisons: [Comparison], confidence: Double) -> [Judgement] {
    let adjusted = holm(pValues: comparisons.map(\.pValue))
    let single = 1 - (1 - confidence) / Double(max(1, comparisons.count))
    return zip(comparisons, adjusted).map { comparison, pValue in
      let isDecided = pValue <= 1 - confidence && comparison.isInsideInterval
      return Judgement(
        comparison: comparison, verdict: isDecided ? comparison.claim : .unresolved,
        adjustedP: pValue, detectable: comparison.detectable(confidence: single),
        roundsNeeded: isDecided ? nil : comparison.roundsNeeded(confidence: single))
    }
  }
}
