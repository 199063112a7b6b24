import Reporting

/// The experiment that tests the claim with the same ID.
struct Experiment: Sendable {
  let id: String
  /// The number of runs that measure times; 0 if the experiment only counts.
  var timedRuns = 0
  let evidence: @Sendable (ClaimRunner, Motion) throws -> Evidence

  static let all: [Experiment] = tables + onDemand + calendar + circles
}

extension Claim {
  private var own: Experiment? { Experiment.all.first { $0.id == id } }
  var timedRuns: Int { own?.timedRuns ?? 0 }

  /// The finding on the claim, with the evidence from both motions.
  func finding(_ runner: ClaimRunner) throws -> Finding {
    guard let own else { return Finding(self) }
    return Finding(self, try Motion.all.map { try own.evidence(runner, $0) })
  }
}

/// The results of an experiment with one motion. Each condition has one value for each rule of the claim.
struct Evidence: Sendable {
  struct Condition: Sendable {
    /// The condition in words that can follow "true for" or "up to", such as `10k rows`.
    let label: String
    /// The measured values, one for each rule.
    let values: [MeasuredValue]
  }

  /// The property that differs between conditions, as the title of a column.
  var axis = ""
  /// The words before "up to" in a verdict, such as `windows of`, if the conditions are in ascending order.
  /// Otherwise nil.
  var orderedNoun: String?
  var conditions: [Condition] = []
  /// The result, as the end of a sentence that begins with the verdict.
  var sentence = ""
  /// The titles and rows of a table with details.
  var titles: [String] = [], details: [[String]] = []
}
