import Foundation
import Reporting

/// What an experiment found: a figure for each rule of its claim, in one or several places.
struct Evidence: Sendable {
  /// One place: a number of rows, a kind of rows, a way to move.
  struct Point: Sendable {
    /// The place in words that can stand after "true for": `10k rows`.
    let label: String
    /// The place as a number on the axis; nil where there is none.
    let size: Double?
    /// One for each rule.
    let figures: [Figure]
    /// Rows of the table of details; the first cell is a name.
    let details: [[String]]

    init(
      _ label: String, size: Int? = nil, _ figures: [Figure], details: [[String]] = []
    ) {
      (self.label, self.size) = (label, size.map(Double.init))
      (self.figures, self.details) = (figures, details)
    }

    /// A place with one row of details, which bears its name.
    init(_ label: String, size: Int? = nil, _ figures: [Figure], detail: [String]) {
      self.init(label, size: size, figures, details: [[label] + detail])
    }

    /// Whether the sentence is true here.
    func answer(by rules: [Rule]) -> Answer {
      Answer(zip(rules, figures).map { $0.answer(to: $1) })
    }
  }

  /// What differs from place to place, as a title.
  let axis: String
  /// The places, along the axis.
  let points: [Point]
  /// The titles of the table of details.
  let titles: [String]
  /// Rows of that table that belong to no place.
  let details: [[String]]
  /// What the numbers come to, in sentences.
  let notes: [String]
  /// A place between two others in words, by its size.
  let between: @Sendable (Double) -> String

  init(
    along axis: String, _ points: [Point], titles: [String] = [], details: [[String]] = [],
    notes: [String] = [],
    between: @escaping @Sendable (Double) -> String = { Quantity.rows(twoDigits($0)) + " rows" }
  ) {
    (self.axis, self.points, self.titles) = (axis, points, titles)
    (self.details, self.notes, self.between) = (details, notes, between)
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

  private var isAlongSizes: Bool { evidence.points.allSatisfy { $0.size != nil } }

  // MARK: The sentence

  /// `False up to 10k rows, true from 100k rows, 16.7 ms near 66k rows`: along an axis with sizes,
  /// with a single turn.
  private var turn: String? {
    guard turns.count == 1, let turn = turns.first, isAlongSizes else { return nil }
    let labels = evidence.points.map(\.label)
    let crossing = crossing(turn.before, turn.after).map { ", \($0)" } ?? ""
    return "\(answers[turn.before].word.capitalised) up to \(labels[turn.before]), "
      + "\(answers[turn.after].word) from \(labels[turn.after])\(crossing)"
  }

  /// `True from 1 page to 100 pages`: along an axis with sizes, the same everywhere.
  private var span: String? {
    guard let first = evidence.points.first, let last = evidence.points.last,
      evidence.points.count > 1, Set(answers).count == 1, isAlongSizes
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

  /// Where the figure that turns, between two places, comes to its threshold: on a straight line
  /// between logarithms.
  private func crossing(_ last: Int, _ first: Int) -> String? {
    let (before, after) = (evidence.points[last], evidence.points[first])
    let crossings = claim.rules.indices.compactMap { index -> (rule: Rule, size: Double)? in
      let rule = claim.rules[index]
      guard rule.answer(to: before.figures[index]) != rule.answer(to: after.figures[index]),
        [.nanoseconds, .hours].contains(rule.unit), let low = before.size, let high = after.size,
        low > 0
      else { return nil }
      let (below, above) = (before.figures[index].value, after.figures[index].value)
      guard below > 0, above > 0, below != above,
        (min(below, above)...max(below, above)).contains(rule.holds)
      else { return nil }
      let share = log(rule.holds / below) / log(above / below)
      return (rule, low * pow(high / low, share))
    }
    // Where several rules turn, the claim does so at the last of them if it becomes true there.
    let found =
      answers[first] == .yes
      ? crossings.max { $0.size < $1.size } : crossings.min { $0.size < $1.size }
    guard let found else { return nil }
    return "\(found.rule.text(of: found.rule.holds)) near \(evidence.between(found.size))"
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

/// A number with two significant digits: what an interpolation can tell.
func twoDigits(_ value: Double) -> Int {
  guard value >= 1, value < 1e15 else { return Int(max(0, min(value, 1e15))) }
  let unit = pow(10, max(0, floor(log10(value)) - 1))
  return Int((value / unit).rounded() * unit)
}
