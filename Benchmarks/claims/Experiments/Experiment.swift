import Reporting

/// An experiment that tests the claim with the same ID.
struct Experiment: Sendable {
  let id: String
  /// The number of runs in which the experiment measures times; 0 if it only counts events.
  var timedRuns = 0
  let evidence: @Sendable (ClaimRunner, Motion) throws -> Evidence

  static let all: [Experiment] = tables + onDemand + calendar + circles
}

extension Claim {
  private var own: Experiment? { Experiment.all.first { $0.id == id } }
  var timedRuns: Int { own?.timedRuns ?? 0 }

  /// The finding on the claim, based on the evidence from both sets of gestures (`Motion.all`).
  func finding(_ runner: ClaimRunner) throws -> Finding {
    guard let own else { return Finding(self) }
    return Finding(self, try Motion.all.map { try own.evidence(runner, $0) })
  }
}

/// The results of an experiment with one set of gestures (a `Motion`). Each condition has one value for each
/// rule of the claim.
struct Evidence: Sendable {
  struct Condition: Sendable {
    /// The condition in words that can follow "true for" or "up to", such as `10k rows`.
    let label: String
    /// The measured values, one for each rule.
    let values: [MeasuredValue]
  }

  /// The property in which the conditions differ, such as the number of rows, used as a column title.
  var axis = ""
  /// The words that precede "up to" in a verdict, such as `windows of`, for conditions in ascending order.
  /// The value is nil for unordered conditions.
  var orderedNoun: String?
  var conditions: [Condition] = []
  /// The words that follow the verdict and a colon in the sentence that reports the finding.
  var sentence = ""
  /// The titles and rows of a table with details.
  var titles: [String] = [], details: [[String]] = []
}
