import Measuring
import Reporting

/// What turns a figure into yes or no.
package struct Rule: Sendable {
  /// On which side of its thresholds a figure bears the sentence out.
  package enum Direction: Sendable {
    /// The sentence is about much: large figures bear it out.
    case atLeast
    /// The sentence is about little: small figures bear it out.
    case atMost
  }

  /// What figures count.
  package enum Unit: Sendable {
    case nanoseconds, ratio, count, hours, points
  }

  /// What is measured, as a title.
  package let figure: String
  package let unit: Unit
  package let direction: Direction
  /// From here on the sentence holds.
  package let holds: Double
  /// From here on it does not.
  package let fails: Double
  /// Why these thresholds.
  package let reason: String

  /// A rule; see the properties.
  package init(
    _ figure: String, _ unit: Unit, _ direction: Direction, holds: Double, fails: Double,
    because reason: String
  ) {
    self.figure = figure
    self.unit = unit
    self.direction = direction
    self.holds = holds
    self.fails = fails
    self.reason = reason
  }

  /// Whether the sentence is true where this was measured: the whole interval must say so.
  package func answer(to figure: Figure) -> Answer {
    guard let interval = figure.interval else { return .open }
    switch direction {
    case .atLeast:
      if interval.low >= holds { return .yes }
      return interval.high <= fails ? .no : .open
    case .atMost:
      if interval.high <= holds { return .yes }
      return interval.low >= fails ? .no : .open
    }
  }

  /// The rule in words: `yes from 16.7 ms, no up to 8.33 ms`.
  var thresholds: String {
    let (holds, fails) = (text(of: holds), text(of: fails))
    return direction == .atLeast
      ? "yes from \(holds), no up to \(fails)" : "yes up to \(holds), no from \(fails)"
  }

  /// A value with its unit.
  func text(of value: Double) -> String {
    switch unit {
    case .nanoseconds: Quantity.time(nanoseconds: value)
    case .ratio: Quantity.ratio(value)
    case .count: Quantity.amount(value)
    case .hours: Quantity.amount(value) + " h"
    case .points: Quantity.amount(value) + " pt"
    }
  }

  /// A figure with its unit and interval; an exact count needs none.
  func text(of figure: Figure) -> String {
    guard !figure.isExact else { return text(of: figure.value) }
    switch unit {
    case .nanoseconds: return Quantity.time(nanoseconds: figure.value, interval: figure.interval)
    case .ratio: return Quantity.ratio(figure.value, interval: figure.interval)
    case .count, .hours, .points:
      // How many there are for sure, and how many there may be.
      let ends = figure.interval.map { "\(text(of: $0.low)), \(text(of: $0.high))" } ?? "?"
      return "\(text(of: figure.value)) [\(ends)]"
    }
  }
}

/// Whether a sentence is true in one place.
package enum Answer: String, Sendable {
  case yes, no
  /// The figure's interval does not say.
  case open
}

extension Rule {
  /// A frame at 120 Hz, in nanoseconds.
  static let frame120 = 8_333_333.0
  /// A frame at 60 Hz, in nanoseconds.
  static let frame60 = 16_666_667.0

  /// Smooth, first half: the frames of recorded flings are in time.
  static let inTime = Rule(
    "99.9th percentile of a frame's time", .nanoseconds, .atMost, holds: frame120, fails: frame120,
    because: "a later frame is missed at 120 Hz; one in a thousand is one in eight seconds")

  /// Smooth, second half: and what they show is steady.
  static let steady = Rule(
    "frames that jump, are partly blank or never come to rest", .count, .atMost, holds: 0, fails: 1,
    because: """
      a jump is 1 pt or more otherwise than the gesture says, a stop included; an eye that follows a \
      list sees it, and a blank part; a layout that never rests leaves no time for anything
      """)
}

/// What the evidence says about a claim, by its rules alone.
package struct Ruling: Sendable {
  /// The outcome.
  package enum Verdict: String, Sendable {
    case isTrue = "true"
    case isFalse = "false"
    case dependsOn = "depends"
    case notDecided = "not decided"
  }

  package let verdict: Verdict
  /// The answer in each place.
  package let answers: [Answer]
  /// The verdict as a sentence without its full stop: where the claim is true and where it is not.
  package let sentence: String

  /// Applies the rules: true in a place where all say yes, untrue where one says no. Where places
  /// differ, it depends; where some are open and none differ, it is not decided.
  package init(_ rules: [Rule], _ evidence: Evidence) {
    let answers = evidence.points.map { point in
      Self.answer(zip(rules, point.figures).map { $0.answer(to: $1) })
    }
    self.answers = answers
    switch (answers.contains(.yes), answers.contains(.no), answers.contains(.open)) {
    case (true, true, _): verdict = .dependsOn
    case (true, false, false): verdict = .isTrue
    case (false, true, false): verdict = .isFalse
    default: verdict = .notDecided
    }
    sentence =
      Self.turn(rules, evidence, answers) ?? Self.span(evidence, answers)
      ?? Self.list(evidence, answers)
  }

  private static func answer(_ answers: [Answer]) -> Answer {
    if answers.contains(.no) { return .no }
    return answers.isEmpty || answers.contains(.open) ? .open : .yes
  }

  /// The places that tell most: on both sides of the first turn, or at both ends; the first open one
  /// of what is not decided.
  var places: [Int] {
    switch verdict {
    case .dependsOn:
      let decided = answers.indices.filter { answers[$0] != .open }
      let turn = zip(decided, decided.dropFirst()).first { answers[$0] != answers[$1] }
      return turn.map { [$0.0, $0.1] } ?? []
    case .notDecided: return Array(answers.indices.filter { answers[$0] == .open }.prefix(1))
    case .isTrue, .isFalse:
      return answers.count > 1 ? [0, answers.count - 1] : Array(answers.indices)
    }
  }

  // MARK: The sentence

  /// `False up to 10k rows, true from 100k rows, 16.7 ms near 66k rows`: along an axis with sizes,
  /// with a single turn.
  private static func turn(
    _ rules: [Rule], _ evidence: Evidence, _ answers: [Answer]
  ) -> String? {
    let decided = answers.indices.filter { answers[$0] != .open }
    let turns = zip(decided, decided.dropFirst()).filter { answers[$0] != answers[$1] }
    guard turns.count == 1, let (last, first) = turns.first,
      evidence.points.allSatisfy({ $0.size != nil })
    else { return nil }
    let labels = evidence.points.map(\.label)
    let crossing = crossing(rules, evidence, last, first).map { ", \($0)" } ?? ""
    return "\(answers[last].word.capitalised) up to \(labels[last]), "
      + "\(answers[first].word) from \(labels[first])\(crossing)"
  }

  /// `True from 1 page to 100 pages`: along an axis with sizes, the same everywhere.
  private static func span(_ evidence: Evidence, _ answers: [Answer]) -> String? {
    guard let first = evidence.points.first, let last = evidence.points.last,
      evidence.points.count > 1, Set(answers).count == 1,
      evidence.points.allSatisfy({ $0.size != nil })
    else { return nil }
    return "\(answers[0].word.capitalised) from \(first.label) to \(last.label)"
  }

  /// `True for months; false for rows of 44 pt and text`: the places by name.
  private static func list(_ evidence: Evidence, _ answers: [Answer]) -> String {
    let sides = [Answer.yes, .no, .open].compactMap { side -> String? in
      let places = answers.indices.filter { answers[$0] == side }
      let labels = places.map { evidence.points[$0].label }
      guard let last = labels.last else { return nil }
      let others = labels.dropLast().joined(separator: ", ")
      return "\(side.word) for \(others.isEmpty ? last : "\(others) and \(last)")"
    }
    guard !sides.isEmpty else { return "Not decided: nothing was measured" }
    return sides.joined(separator: "; ").capitalised
  }

  /// Where the figure that turns, between two places, comes to its threshold: on a straight line
  /// between logarithms.
  private static func crossing(
    _ rules: [Rule], _ evidence: Evidence, _ last: Int, _ first: Int
  ) -> String? {
    let (before, after) = (evidence.points[last], evidence.points[first])
    let turning = rules.indices.filter { index in
      let answers = [before, after].map { rules[index].answer(to: $0.figures[index]) }
      return answers[0] != answers[1]
    }
    // Where several rules turn, the claim does so at the last of them if it becomes true there.
    let crossings = turning.compactMap { index -> (rule: Rule, size: Double)? in
      let rule = rules[index]
      guard [.nanoseconds, .hours].contains(rule.unit), let low = before.size,
        let high = after.size, low > 0
      else { return nil }
      let (below, above) = (before.figures[index].value, after.figures[index].value)
      guard below > 0, above > 0, below != above,
        (min(below, above)...max(below, above)).contains(rule.holds)
      else { return nil }
      let share = logarithm(rule.holds / below) / logarithm(above / below)
      return (rule, low * power(high / low, share))
    }
    let becomesTrue = answer(zip(rules, after.figures).map { $0.answer(to: $1) }) == .yes
    let found =
      becomesTrue
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

/// What an experiment found: a figure for each rule of its claim, in one or several places.
package struct Evidence: Sendable {
  /// One place: a number of rows, a kind of rows, a way to move.
  package struct Point: Sendable {
    /// The place in words that can stand after "true for": `10k rows`.
    package let label: String
    /// The place as a number on the axis; nil where there is none.
    package let size: Double?
    /// One for each rule.
    package let figures: [Figure]

    package init(_ label: String, size: Double? = nil, _ figures: [Figure]) {
      self.label = label
      self.size = size
      self.figures = figures
    }
  }

  /// Numbers beside the rule's.
  package struct Table: Sendable {
    package let titles: [String]
    package let rows: [[String]]

    package init(_ titles: [String], _ rows: [[String]]) {
      self.titles = titles
      self.rows = rows
    }
  }

  /// What differs from place to place, as a title.
  package let axis: String
  /// A place between two others in words, by its size; a number of rows unless told otherwise.
  let between: @Sendable (Double) -> String
  /// The places, along the axis.
  package let points: [Point]
  /// More numbers; nil for none.
  package var details: Table?
  /// What the numbers come to, in sentences.
  package var notes: [String] = []

  package init(
    along axis: String, _ points: [Point],
    between: (@Sendable (Double) -> String)? = nil,
    details: Table? = nil, notes: [String] = []
  ) {
    self.axis = axis
    self.between = between ?? { Quantity.rows(rounded($0)) + " rows" }
    self.points = points
    self.details = details
    self.notes = notes
  }
}
