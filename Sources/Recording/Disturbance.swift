/// What else the machine did while a run was measured.
public struct Disturbance: Codable, Equatable, Sendable {
  /// The processor time that other programs took meanwhile, in cores: 0.5 is half of one. Nil where the
  /// system does not tell.
  public var otherCores: Double?
  /// Repetitions of single cells that were timed.
  public var repetitions = 0
  /// How many of them were marked as disturbed.
  public var disturbed = 0
  /// What a load took in a chain of dependent loads over 512 KiB, in nanoseconds: the best reading, the
  /// median and the 90th percentile.
  public var bestSecondLevelNs: Double?
  public var secondLevelNs: Double?
  public var secondLevelP90Ns: Double?
  /// The same over 16 MiB.
  public var bestLastLevelNs: Double?
  public var lastLevelNs: Double?
  public var lastLevelP90Ns: Double?

  /// Nothing yet.
  public init() {}

  enum CodingKeys: String, CodingKey {
    case otherCores = "other_programs_cores"
    case repetitions, disturbed
    case bestSecondLevelNs = "probe_512k_best_ns"
    case secondLevelNs = "probe_512k_median_ns"
    case secondLevelP90Ns = "probe_512k_p90_ns"
    case bestLastLevelNs = "probe_16m_best_ns"
    case lastLevelNs = "probe_16m_median_ns"
    case lastLevelP90Ns = "probe_16m_p90_ns"
  }

  /// Counts a repetition of a cell.
  public mutating func note(isDisturbed: Bool) {
    repetitions += 1
    if isDisturbed { disturbed += 1 }
  }

  /// The share of repetitions that were disturbed, in 0...1.
  public var share: Double { Double(disturbed) / Double(max(1, repetitions)) }
}
