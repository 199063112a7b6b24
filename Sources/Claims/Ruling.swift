import Measuring
import Reporting

/// What the evidence says about a claim, by its rules alone.
public struct Ruling: Sendable {
  /// The outcome.
  public enum Verdict: String, Sendable {
    case held = "held"
    case didNotHold = "did not hold"
    case dependsOn = "depends on"
    case notDecided = "not decided"
  }

  public let verdict: Verdict
  /// The answer in each place.
  public let answers: [Answer]
  /// For `dependsOn`: on what, and where it turns.
  public let turn: String?

  /// Applies the rules: true in a place where all say yes, untrue where one says no. Where places
  /// differ, it depends; where some are open and none differ, it is not decided.
  public init(_ rules: [Rule], _ evidence: Evidence) {
    let answers = evidence.points.map { point in
      Self.answer(zip(rules, point.figures).map { $0.answer(to: $1) })
    }
    self.answers = answers
    switch (answers.contains(.yes), answers.contains(.no), answers.contains(.open)) {
    case (true, true, _):
      verdict = .dependsOn
      turn = Self.turn(rules, evidence, answers)
    case (true, false, false): (verdict, turn) = (.held, nil)
    case (false, true, false): (verdict, turn) = (.didNotHold, nil)
    default: (verdict, turn) = (.notDecided, nil)
    }
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
    case .held, .didNotHold:
      return answers.count > 1 ? [0, answers.count - 1] : Array(answers.indices)
    }
  }

  /// `on rows: no up to 10k rows, yes from 100k rows`; without a single turn, all places by name.
  private static func turn(
    _ rules: [Rule], _ evidence: Evidence, _ answers: [Answer]
  ) -> String {
    let decided = answers.indices.filter { answers[$0] != .open }
    let turns = zip(decided, decided.dropFirst()).filter { answers[$0] != answers[$1] }
    let labels = evidence.points.map(\.label)
    guard turns.count == 1, let (last, first) = turns.first, evidence.points[first].size != nil
    else {
      let sides = [Answer.yes, .no, .open].compactMap { side -> String? in
        let places = answers.indices.filter { answers[$0] == side }.map { labels[$0] }
        return places.isEmpty ? nil : "\(side.rawValue) for \(places.joined(separator: ", "))"
      }
      return "\(evidence.axis): \(sides.joined(separator: "; "))"
    }
    let crossing = crossing(rules, evidence, last, first).map { ", \($0)" } ?? ""
    return "\(evidence.axis): \(answers[last].rawValue) up to \(labels[last]), "
      + "\(answers[first].rawValue) from \(labels[first])\(crossing)"
  }

  /// Where a time, between two places, comes to the thresholds: on a straight line between
  /// logarithms.
  private static func crossing(
    _ rules: [Rule], _ evidence: Evidence, _ last: Int, _ first: Int
  ) -> String? {
    guard let rule = rules.first, rule.unit == .nanoseconds || rule.unit == .hours,
      let low = evidence.points[last].size, let high = evidence.points[first].size, low > 0,
      let below = evidence.points[last].figures.first?.value,
      let above = evidence.points[first].figures.first?.value, below > 0, above > 0,
      below != above, (min(below, above)...max(below, above)).contains(rule.holds)
    else { return nil }
    let share = logarithm(rule.holds / below) / logarithm(above / below)
    let size = low * power(high / low, share)
    return "\(rule.text(of: rule.holds)) near \(Quantity.rows(rounded(size)))"
  }
}
