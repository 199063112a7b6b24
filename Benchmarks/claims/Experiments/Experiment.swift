import Reporting

/// How the claim of the same name is put to the test.
struct Experiment: Sendable {
  let id: String
  /// The times it needs; none where everything is counted.
  var timings: [Timing] = []
  let evidence: @Sendable (ClaimRunner) throws -> Evidence

  static let all: [Experiment] = tables + ownViews + onDemand + pager + calendar + tricks
}

extension Claim {
  private var own: Experiment? { Experiment.all.first { $0.id == id } }
  var timings: [Timing] { own?.timings ?? [] }
  func evidence(_ runner: ClaimRunner) throws -> Evidence {
    try own?.evidence(runner) ?? Evidence("", [])
  }
}

/// What an experiment found: a figure for each rule of its claim, in one or several places.
struct Evidence: Sendable {
  struct Point: Sendable {
    /// The place in words that can stand after "true for": `10k rows`.
    let label: String
    /// One for each rule.
    let figures: [Figure]
    /// A row of the table of details, without the name.
    var detail: [String]?

    init(_ label: String, _ figures: [Figure], detail: [String]? = nil) {
      (self.label, self.figures, self.detail) = (label, figures, detail)
    }
  }

  /// What differs from place to place, as a title.
  let axis: String
  /// Whether places have an order, so that a verdict can say "up to" and "from".
  let isOrdered: Bool
  let points: [Point]
  /// The table of details: rows that belong to no place stand before those that do.
  let titles: [String], details: [[String]]
  let notes: [String]

  init(
    _ axis: String, isOrdered: Bool = true, _ points: [Point], titles: [String] = [],
    details: [[String]] = [], notes: [String] = []
  ) {
    (self.axis, self.isOrdered, self.points) = (axis, isOrdered, points)
    (self.titles, self.notes) = (titles, notes)
    self.details = details + points.compactMap { point in point.detail.map { [point.label] + $0 } }
  }
}
