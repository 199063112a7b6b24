import Measuring
import Reporting

/// What turns a figure into yes or no.
struct Rule: Sendable {
  /// On which side of its thresholds a figure bears the sentence out.
  enum Direction {
    /// The sentence is about much: large figures bear it out.
    case atLeast
    /// The sentence is about little: small figures bear it out.
    case atMost
  }

  /// What figures count.
  enum Unit {
    case nanoseconds, ratio, count, hours, points
  }

  /// What is measured, as a title.
  let figure: String
  let unit: Unit
  let direction: Direction
  /// From here on the sentence holds.
  let holds: Double
  /// From here on it does not.
  let fails: Double
  /// Why these thresholds.
  let reason: String

  init(
    _ figure: String, _ unit: Unit, _ direction: Direction, holds: Double, fails: Double,
    because reason: String
  ) {
    (self.figure, self.unit, self.direction) = (figure, unit, direction)
    (self.holds, self.fails, self.reason) = (holds, fails, reason)
  }

  /// Whether the sentence is true where this was measured: the whole interval must say so.
  func answer(to figure: Figure) -> Answer {
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

  /// A figure with its unit, its interval unless it is an exact count, and what it rests on.
  func text(of figure: Figure) -> String {
    guard figure.value.isFinite else { return "-" }
    return "\(number(of: figure)) \(figure.basis)"
  }

  private func number(of figure: Figure) -> String {
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
enum Answer: String, Sendable {
  case yes, no
  /// The figure's interval does not say.
  case open
}

extension Rule {
  /// A frame at 120 Hz, in nanoseconds.
  static let frame120 = 8_333_333.0
  /// A frame at 60 Hz, in nanoseconds.
  static let frame60 = 16_666_667.0

  /// Not one frame is rough.
  static func notRough(_ condition: String = "", because reason: String) -> Rule {
    Rule(
      "frames that jump, are partly blank or never come to rest" + condition, .count, .atMost,
      holds: 0, fails: 1, because: reason)
  }
}
