import BenchMeasuring

package struct Disturbance: Codable, Equatable, Sendable {
  /// The average number of cores in use by other programs; 0.5 means half a core. Nil if unknown.
  package var otherCores: Double?
  /// Timed repetitions across all cells, and how many of them were disturbed.
  package var repetitions = 0
  package var disturbed = 0
  /// The fastest and the median probe of the last-level cache, in nanoseconds per load. A probe follows a
  /// chain of dependent loads through 16 MiB.
  package var bestLastLevelNs, lastLevelNs: Double?

  package init() {}

  enum CodingKeys: String, CodingKey {
    case otherCores = "other_programs_cores"
    case repetitions, disturbed
    case bestLastLevelNs = "probe_16m_best_ns"
    case lastLevelNs = "probe_16m_median_ns"
  }

  /// Sets `otherCores` from two readings of `MachineFacts.secondsOfOthers` taken `seconds` apart.
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
