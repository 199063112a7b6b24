import Measuring
import Reporting

/// A number that was measured, with what is known about its error.
struct Figure: Sendable {
  /// The number, in the unit of its rule.
  let value: Double
  /// Where the true value lies; nil when too little was measured to say.
  let interval: Interval?
  /// What it rests on: `of 38 flings` where the number is a part of these, else `over 174 rounds`.
  let basis: String
  /// Whether it is a count without error, the same on every machine.
  var isExact = false

  /// Nothing was measured.
  static let none = Figure(value: .nan, interval: nil, basis: "")

  /// A number with an error.
  static func measured(
    _ value: Double, _ interval: Interval?, over count: Int, _ unit: String
  ) -> Figure {
    Figure(value: value, interval: interval, basis: "over \(Quantity.count(count)) \(unit)")
  }

  /// How many of all there are.
  static func share(_ part: Int, of count: Int, _ unit: String) -> Figure {
    Figure(
      value: Double(part), interval: Interval(Double(part), Double(part)),
      basis: "of \(Quantity.count(count)) \(unit)", isExact: true)
  }

  /// A number without an error that is no part of what it rests on.
  static func exact(_ value: Double, over count: Int, _ unit: String) -> Figure {
    Figure(
      value: value, interval: Interval(value, value),
      basis: "over \(Quantity.count(count)) \(unit)", isExact: true)
  }

  /// How many times as long as another figure's time this one's takes, by the ends of both
  /// intervals: for times that were not taken in the same rounds.
  func divided(by other: Figure) -> Figure {
    guard other.value > 0 else { return .none }
    var ends: Interval?
    if let mine = interval, let its = other.interval, its.low > 0 {
      ends = Interval(mine.low / its.high, mine.high / its.low)
    }
    return Figure(value: value / other.value, interval: ends, basis: basis)
  }

  /// The figure less a constant.
  static func - (figure: Figure, constant: Double) -> Figure {
    Figure(
      value: figure.value - constant,
      interval: figure.interval.map { Interval($0.low - constant, $0.high - constant) },
      basis: figure.basis)
  }
}
