import BenchMeasuring

/// The activity of other programs during a run.
package struct Disturbance: Codable, Equatable, Sendable {
  /// The average number of cores that other programs used; 0.5 means half of one core. Nil if unknown.
  package var otherCores: Double?
  /// The number of timed repetitions over all cells, and the number of these repetitions that other programs
  /// disturbed.
  package var repetitions = 0
  package var disturbed = 0
  /// The minimum and the median of all probes of the last-level cache. A probe measures the time per load in
  /// a chain of dependent loads over 16 MiB, in nanoseconds.
  package var bestLastLevelNs, lastLevelNs: Double?

  package init() {}

  enum CodingKeys: String, CodingKey {
    case otherCores = "other_programs_cores"
    case repetitions, disturbed
    case bestLastLevelNs = "probe_16m_best_ns"
    case lastLevelNs = "probe_16m_median_ns"
  }

  /// Sets `otherCores` from two values of `MachineFacts.secondsOfOthers` that were read `seconds` apart.
  package mutating func noteOthers(
    from before: Double?, to after: Double? = MachineFacts.secondsOfOthers, seconds: Double
  ) {
    guard let before, let after, seconds > 0 else { return }
    otherCores = max(0, after - before) / seconds
  }

  mutating func add(cacheProbes: [Double]) {
    guard let loads = try? Sample(cacheProbes) else { return }
    (bestLastLevelNs, lastLevelNs) = (loads.minimum, loads.median)
  }

  mutating func addRepetition(isDisturbed: Bool) {
    repetitions += 1
    if isDisturbed { disturbed += 1 }
  }

  package var share: Double { Double(disturbed) / Double(max(1, repetitions)) }
}
