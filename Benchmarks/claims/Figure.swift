import Foundation
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

extension Histogram {
  /// A percentile with the interval that covers the true one in 95 % of cases, as if frames were
  /// independent of each other: from one order statistic to another.
  ///
  /// How many of n values lie above the true percentile is binomial, and for the far percentiles
  /// asked for here as good as Poisson with the mean n (1 - percent / 100). The interval is nil
  /// when even the greatest value may lie below it.
  ///
  /// Source: H. A. David, H. N. Nagaraja, "Order Statistics", 3rd edition, section 7.1.
  func percentileFigure(_ percent: Double) -> Figure {
    guard let value = percentile(percent) else { return .none }
    let mean = Double(count) * (1 - percent / 100)
    // The m-th greatest is above the true one unless fewer than m values are.
    var above = 0
    while Self.poisson(mean, atMost: above) <= 0.025 { above += 1 }
    var below = above
    while Self.poisson(mean, atMost: below) < 0.975 { below += 1 }
    let ends = [below + 1, above].compactMap { place in
      percentile(100 * (1 - Double(place - 1) / Double(count))).map { Double($0) }
    }
    return .measured(
      Double(value), above > 0 && ends.count == 2 ? Interval(ends[0], ends[1]) : nil,
      over: Int(clamping: count), "frames")
  }

  /// The chance of at most `count` events where `mean` are expected.
  private static func poisson(_ mean: Double, atMost count: Int) -> Double {
    // By logarithms, because the first terms of a large mean are below what a `Double` holds.
    (0...count).reduce(0) { sum, events in
      sum + exp(Double(events) * log(mean) - mean - lgamma(Double(events) + 1))
    }
  }
}
