/// What an experiment found: a figure for each rule of its claim, in one or several places.
struct Evidence: Sendable {
  /// One place: a number of rows, a kind of rows, a way to move.
  struct Point: Sendable {
    /// The place in words that can stand after "true for": `10k rows`.
    let label: String
    /// One for each rule.
    let figures: [Figure]
    /// Rows of the table of details; the first cell is a name.
    let details: [[String]]

    init(_ label: String, _ figures: [Figure], details: [[String]] = []) {
      (self.label, self.figures, self.details) = (label, figures, details)
    }

    /// A place with one row of details, which bears its name.
    init(_ label: String, _ figures: [Figure], detail: [String]) {
      self.init(label, figures, details: [[label] + detail])
    }

    /// Whether the sentence is true here: one no is enough, a yes needs all rules.
    func answer(by rules: [Rule]) -> Answer {
      let answers = zip(rules, figures).map { $0.answer(to: $1) }
      if answers.contains(.no) { return .no }
      return answers.isEmpty || answers.contains(.open) ? .open : .yes
    }
  }

  /// What differs from place to place, as a title.
  let axis: String
  /// Whether places have an order, so that a verdict can say "up to" and "from".
  let isOrdered: Bool
  let points: [Point]
  /// The titles of the table of details.
  let titles: [String]
  /// Rows of that table that belong to no place.
  let details: [[String]]
  /// What the numbers come to, in sentences.
  let notes: [String]

  init(
    _ axis: String, isOrdered: Bool = true, _ points: [Point], titles: [String] = [],
    details: [[String]] = [], notes: [String] = []
  ) {
    (self.axis, self.isOrdered, self.points) = (axis, isOrdered, points)
    (self.titles, self.details, self.notes) = (titles, details, notes)
  }
}

/// A claim with its evidence, and what follows from it by the rules alone.
struct Finding: Sendable {
  enum Verdict: String {
    case isTrue = "true"
    case isFalse = "false"
    case dependsOn = "depends"
    case notDecided = "not decided"
  }

  let claim: Claim
  let evidence: Evidence
  /// The answer in each place.
  let answers: [Answer]
  /// Where places differ, it depends; where some are open and none differ, it is not decided.
  let verdict: Verdict

  /// Applies the rules.
  init(_ claim: Claim, _ evidence: Evidence) {
    self.claim = claim
    self.evidence = evidence
    answers = evidence.points.map { $0.answer(by: claim.rules) }
    switch (answers.contains(.yes), answers.contains(.no), answers.contains(.open)) {
    case (true, true, _): verdict = .dependsOn
    case (true, false, false): verdict = .isTrue
    case (false, true, false): verdict = .isFalse
    default: verdict = .notDecided
    }
  }

  /// The figures that decide: on both sides of the first turn, or at both ends; of what is not
  /// decided, the first that is open.
  var headline: String {
    let parts = tellingPlaces.map { place -> (title: String, text: String) in
      let point = evidence.points[place]
      let pairs = Array(zip(claim.rules, point.figures))
      let deciding =
        pairs.first { $0.answer(to: $1) == .no } ?? pairs.first { $0.answer(to: $1) == .open }
        ?? pairs.first
      guard let (rule, figure) = deciding else { return ("", "-") }
      let text = rule.text(of: figure)
      return (rule.figure, evidence.points.count > 1 ? "\(point.label): \(text)" : text)
    }
    guard let first = parts.first else { return "nothing measured" }
    let texts = parts.map { $0.title == first.title ? $0.text : "\($0.title), \($0.text)" }
    return "\(first.title), \(texts.joined(separator: "; "))"
  }

  /// The verdict as a sentence without its full stop: where the claim is true and where it is not.
  var outcome: String { turn ?? span ?? list }

  // MARK: Places

  /// The places without those that are open.
  private var decided: [Int] { answers.indices.filter { answers[$0] != .open } }

  /// The neighbours whose answers differ.
  private var turns: [(before: Int, after: Int)] {
    zip(decided, decided.dropFirst()).filter { answers[$0] != answers[$1] }
      .map { (before: $0, after: $1) }
  }

  private var tellingPlaces: [Int] {
    switch verdict {
    case .dependsOn: turns.first.map { [$0.before, $0.after] } ?? []
    case .notDecided: Array(answers.indices.filter { answers[$0] == .open }.prefix(1))
    case .isTrue, .isFalse:
      answers.count > 1 ? [0, answers.count - 1] : Array(answers.indices)
    }
  }

  // MARK: The sentence

  /// `False up to 10k rows, true from 100k rows`: along an axis, with a single turn.
  private var turn: String? {
    guard evidence.isOrdered, turns.count == 1, let turn = turns.first else { return nil }
    let labels = evidence.points.map(\.label)
    return "\(answers[turn.before].word.capitalised) up to \(labels[turn.before]), "
      + "\(answers[turn.after].word) from \(labels[turn.after])"
  }

  /// `True from 1 page to 100 pages`: along an axis, the same everywhere.
  private var span: String? {
    guard evidence.isOrdered, evidence.points.count > 1, Set(answers).count == 1,
      let first = evidence.points.first, let last = evidence.points.last
    else { return nil }
    return "\(answers[0].word.capitalised) from \(first.label) to \(last.label)"
  }

  /// `True for months; false for rows of 44 pt and text`: the places by name.
  private var list: String {
    let sides = [Answer.yes, .no, .open].compactMap { side -> String? in
      let labels = answers.indices.filter { answers[$0] == side }.map { evidence.points[$0].label }
      guard let last = labels.last else { return nil }
      let others = labels.dropLast().joined(separator: ", ")
      return "\(side.word) for \(others.isEmpty ? last : "\(others) and \(last)")"
    }
    guard !sides.isEmpty else { return "Not decided: nothing was measured" }
    return sides.joined(separator: "; ").capitalised
  }
}

extension Answer {
  /// As a verdict says it.
  fileprivate var word: String {
    switch self {
    case .yes: "true"
    case .no: "false"
    case .open: "not decided"
    }
  }
}

extension String {
  /// With a capital letter first.
  fileprivate var capitalised: String { prefix(1).uppercased() + dropFirst() }
}
