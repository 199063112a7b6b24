import Reporting

/// How the claim of the same name is put to the test.
struct Experiment: Sendable {
  let id: String
  /// The times it needs; none where everything is counted.
  var timings: [Timing] = []
  let evidence: @Sendable (ClaimRunner, Motion) throws -> Evidence

  static let all: [Experiment] = tables + onDemand + calendar + circles
}

extension Claim {
  private var own: Experiment? { Experiment.all.first { $0.id == id } }
  var timings: [Timing] { own?.timings ?? [] }
  func finding(_ runner: ClaimRunner) throws -> Finding {
    guard let own else { return Finding(self) }
    return Finding(self, try Motion.all.map { try own.evidence(runner, $0) })
  }
}

/// What an experiment found with one motion: a figure for each rule of its claim, in one or several
/// places.
struct Evidence: Sendable {
  struct Point: Sendable {
    /// The place in words that can stand after "true for": `10k rows`.
    let label: String
    /// One for each rule.
    let figures: [Figure]

    init(_ label: String, _ figures: [Figure]) { (self.label, self.figures) = (label, figures) }
  }

  /// What differs from place to place, as a title.
  let axis: String
  /// Whether places have an order, so that a verdict can say "up to" and "from".
  let isOrdered: Bool
  let points: [Point]
  /// What was found, as the end of a sentence that begins with the verdict.
  let sentence: String
  /// A table of details.
  let titles: [String], details: [[String]]

  init(
    _ axis: String, isOrdered: Bool = true, _ points: [Point], _ sentence: String,
    titles: [String] = [], details: [[String]] = []
  ) {
    (self.axis, self.isOrdered, self.points) = (axis, isOrdered, points)
    (self.sentence, self.titles, self.details) = (sentence, titles, details)
  }
}
