package struct Disturbance: Codable, Equatable, Sendable {
  /// Average number of cores in use by other programs.
  package var otherCores: Double?
  package var repetitions = 0
  package var disturbed = 0

  package init() {}

  enum CodingKeys: String, CodingKey {
    case otherCores = "other_programs_cores"
    case repetitions, disturbed
  }

  package mutating func noteOthers(
    from before: Double?, to after: Double? = MachineFacts.secondsOfOthers, seconds: Double
  ) {
    guard let before, let after, seconds > 0 else { return }
    otherCores = max(0, after - before) / seconds
  }
}
