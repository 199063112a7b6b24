import Reporting

/// The experiment of the claim with the same ID.
struct Experiment: Sendable {
  let id: String
  /// The number of runs that measure times; 0 where everything is counted.
  var timedRuns = 0
  let evidence: @Sendable (ClaimRunner, Motion) throws -> Evidence

  static let all: [Experiment] = tables + onDemand + calendar + circles
}

extension Claim {
  private var own: Experiment? { Experiment.all.first { $0.id == id } }
  var timedRuns: Int { own?.timedRuns ?? 0 }

  /// The claim with the evidence of both motions.
  func finding(_ runner: ClaimRunner) throws -> Finding {
    guard let own else { return Finding(self) }
    return Finding(self, try Motion.all.map { try own.evidence(runner, $0) })
  }
}

/// The results of an experiment with one motion: under each condition a value for each rule of its claim.
struct Evidence: Sendable {
  struct Condition: Sendable {
    /// The condition in words that can follow "true for": `10k rows`.
    let label: String
    /// One value for each rule.
    let values: [MeasuredValue]
  }

  /// What differs between conditions, as a title.
  var axis = ""
  /// Whether the conditions have an order, so that a verdict can use "up to" and "from".
  var isOrdered = false
  var conditions: [Condition] = []
  /// The result, as the end of a sentence that begins with the verdict.
  var sentence = ""
  /// A table of details.
  var titles: [String] = [], details: [[String]] = []
}
