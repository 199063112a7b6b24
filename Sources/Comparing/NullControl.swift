import Measuring

/// What a run finds between two equal strategies: the size of its errors.
public struct NullControl: Sendable {
  /// The ratio of the twin's times to its base's.
  public let ratio: Estimate
  /// Whether the repetitions say that the two differ, although they cannot.
  public let differs: Bool

  /// The control of one group, judged on its own, without regard to how many controls there are: to
  /// withhold a verdict too much is the smaller error.
  public init(_ judgement: Judgement) {
    ratio = judgement.comparison.estimate
    differs = judgement.verdict.isDifference
  }

  /// The relative difference that the control shows or may hide, 0.02 for 2 %: the end of its
  /// interval that is farther from 1, or its estimate where there is none.
  public var size: Double {
    let ends = ratio.interval.map { [$0.low, $0.high] } ?? [ratio.value]
    return exponential(ends.map { abs(naturalLogarithm($0)) }.max() ?? 0) - 1
  }

  /// The judgement, with its verdict withheld when the control differs by as much.
  public func applied(to judgement: Judgement) -> Judgement {
    let found = abs(naturalLogarithm(judgement.comparison.ratio.estimate.value))
    guard differs, judgement.verdict != .unresolved, found <= naturalLogarithm(1 + size) else {
      return judgement
    }
    var withheld = judgement
    withheld.verdict = .withheld
    return withheld
  }
}
