import Measuring
import Text

/// What a change of a time must exceed to count, and how sure that must be.
///
/// A decision of the user's; it stands in every output of a comparison. A change counts only when it
/// is beyond both lengths: a change of just the threshold does not.
package struct Thresholds: Hashable, Codable, Sendable {
  /// The relative change, 0.05 for 5 %.
  package var relative: Double
  /// The change in nanoseconds per operation: below it, no relative change matters.
  package var absoluteNs: Double
  /// The confidence of the table as a whole, in 0..<1: the chance of even one wrong verdict is what
  /// is left to 1.
  package var confidence: Double
  /// Relative changes of some cells, in place of `relative`; the last that fits a cell counts.
  package var exceptions: [Exception] = []

  /// The relative change that counts for some strategies in some scenarios.
  package struct Exception: Hashable, Codable, Sendable {
    /// The strategy's id, in which `*` and `?` stand for any letters and for one.
    package var strategy: String
    /// The scenario's id, likewise.
    package var scenario: String
    /// The relative change, 0.05 for 5 %.
    package var relative: Double

    /// An exception.
    package init(strategy: String, scenario: String, relative: Double) {
      self.strategy = strategy
      self.scenario = scenario
      self.relative = relative
    }

    /// Whether a cell is meant.
    package func fits(_ cell: CellKey) -> Bool {
      Self.fits(strategy, cell.strategy) && Self.fits(scenario, cell.group.scenario)
    }

    private static func fits(_ text: String, _ name: String) -> Bool {
      NamePattern(text)?.matches(name) ?? (text == name)
    }
  }

  /// What a change of one cell's time must exceed.
  package func of(_ cell: CellKey) -> Thresholds {
    var own = self
    own.exceptions = []
    if let exception = exceptions.last(where: { $0.fits(cell) }) {
      own.relative = exception.relative
    }
    return own
  }

  /// Thresholds; nil where a length is negative or not finite, or the confidence outside 0..<1.
  package init?(relative: Double, absoluteNs: Double, confidence: Double) {
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
    case confidence, exceptions
  }

  /// Reads thresholds, of which most have no exceptions.
  package init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    relative = try values.decode(Double.self, forKey: .relative)
    absoluteNs = try values.decode(Double.self, forKey: .absoluteNs)
    confidence = try values.decode(Double.self, forKey: .confidence)
    exceptions = try values.decodeIfPresent([Exception].self, forKey: .exceptions) ?? []
  }

  /// Writes thresholds, and exceptions if there are any.
  package func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(relative, forKey: .relative)
    try values.encode(absoluteNs, forKey: .absoluteNs)
    try values.encode(confidence, forKey: .confidence)
    if !exceptions.isEmpty { try values.encode(exceptions, forKey: .exceptions) }
  }
}

extension Thresholds {
  /// Named thresholds.
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

  /// The thresholds of a name.
  package init(_ preset: Preset) {
    switch preset {
    case .paired: self.init(checked: 0.01, 0.2, 0.95)
    case .strict: self.init(checked: 0.02, 0.5, 0.95)
    case .standard: self.init(checked: 0.05, 1, 0.99)
    case .relaxed: self.init(checked: 0.2, 5, 0.999)
    }
  }

  /// The name of these thresholds; nil when the user chose values of her own.
  package var preset: Preset? { Preset.allCases.first { Thresholds($0) == self } }

  /// Both lengths as one margin around the ratio of two times, in nanoseconds.
  ///
  /// The absolute one is relative to the shorter of the two times, so that swapping them gives the
  /// same margin: faster and slower are mirror images.
  package func margin(baseNs: Double, headNs: Double) -> Margin {
    let shorter = min(baseNs, headNs)
    // Times are above 0; were one not, no ratio of it would mean anything.
    return Margin(shorter > 0 ? max(relative, absoluteNs / shorter) : .infinity)
  }
}
