import Measuring

/// What a change of a time must exceed to count, and how sure that must be.
///
/// A decision of the user's; it stands in every output of a comparison. A change counts only when it
/// is beyond both lengths: a change of just the threshold does not.
public struct Thresholds: Hashable, Codable, Sendable {
  /// The relative change, 0.05 for 5 %.
  public var relative: Double
  /// The change in nanoseconds per operation: below it, no relative change matters.
  public var absoluteNs: Double
  /// The confidence of the table as a whole, in 0..<1: the chance of even one wrong verdict is what
  /// is left to 1.
  public var confidence: Double

  /// Thresholds; nil where a length is negative or not finite, or the confidence outside 0..<1.
  public init?(relative: Double, absoluteNs: Double, confidence: Double) {
    guard relative >= 0, relative.isFinite, absoluteNs >= 0, absoluteNs.isFinite,
      (0..<1).contains(confidence)
    else { return nil }
    self.init(checked: relative, absoluteNs, confidence)
  }

  private init(checked relative: Double, _ absoluteNs: Double, _ confidence: Double) {
    self.relative = relative
    self.absoluteNs = absoluteNs
    self.confidence = confidence
  }

  enum CodingKeys: String, CodingKey {
    case relative
    case absoluteNs = "absolute_ns"
    case confidence
  }
}

extension Thresholds {
  /// Named thresholds.
  public enum Preset: String, CaseIterable, Sendable {
    /// 1 % and 0.2 ns, at 95 %: for two revisions that take turns on one core.
    case paired
    /// 2 % and 0.5 ns, at 95 %: for a quiet machine.
    case strict
    /// 5 % and 1 ns, at 99 %.
    case standard
    /// 20 % and 5 ns, at 99.9 %: for a machine that others use too.
    case relaxed
  }

  /// The thresholds of a name.
  public init(_ preset: Preset) {
    switch preset {
    case .paired: self.init(checked: 0.01, 0.2, 0.95)
    case .strict: self.init(checked: 0.02, 0.5, 0.95)
    case .standard: self.init(checked: 0.05, 1, 0.99)
    case .relaxed: self.init(checked: 0.2, 5, 0.999)
    }
  }

  /// The name of these thresholds; nil when the user chose values of her own.
  public var preset: Preset? { Preset.allCases.first { Thresholds($0) == self } }

  /// Both lengths as one margin around the ratio of two times, in nanoseconds.
  ///
  /// The absolute one is relative to the shorter of the two times, so that swapping them gives the
  /// same margin: faster and slower are mirror images.
  public func margin(baseNs: Double, headNs: Double) -> Margin {
    let shorter = min(baseNs, headNs)
    // Times are above 0; were one not, no ratio of it would mean anything.
    return Margin(shorter > 0 ? max(relative, absoluteNs / shorter) : .infinity)
  }
}
