import Foundation
import Measuring
import Recording

/// A number that was measured, with what is known about its error.
package struct Figure: Sendable {
  /// The number, in the unit of its rule.
  package let value: Double
  /// Where the true value lies; nil when too little was measured to say.
  package let interval: Interval?
  /// What it rests on, as `1,204 rounds`.
  package let basis: Basis
  /// Whether it is a count without error, the same on every machine.
  package let isExact: Bool

  /// How many of what.
  package struct Basis: Sendable {
    package let count: Int
    package let unit: String

    package init(_ count: Int, _ unit: String) {
      self.count = count
      self.unit = unit
    }
  }

  /// A number with an error.
  package init(_ value: Double, _ interval: Interval?, of basis: Basis) {
    self.init(value, interval, basis, isExact: false)
  }

  private init(_ value: Double, _ interval: Interval?, _ basis: Basis, isExact: Bool) {
    self.value = value
    self.interval = interval
    self.basis = basis
    self.isExact = isExact
  }

  /// A count: the same on every machine.
  package init(exactly value: Double, of basis: Basis) {
    self.init(value, Interval(value, value), basis, isExact: true)
  }

  /// Whether its interval has no width.
  var isCertain: Bool { interval.map { $0.low == $0.high } ?? false }

  /// Nothing was measured.
  static let none = Figure(.nan, nil, of: Basis(0, "rounds"))
}

extension Figure {
  /// The median time of an operation.
  init(timeOf row: SummaryRow) {
    guard row.status == .ok, let median = row.time.medianNs else {
      self = .none
      return
    }
    let interval = Interval(row.time.lowNs, row.time.highNs)
    self.init(median, interval, of: Basis(row.rounds, "rounds"))
  }

  /// How many times as long as another figure's time this one's takes, by the ends of both
  /// intervals: for times that were not taken in the same rounds.
  func divided(by other: Figure) -> Figure {
    guard other.value > 0 else { return .none }
    var ends: Interval?
    if let mine = interval, let its = other.interval, its.low > 0 {
      ends = Interval(mine.low / its.high, mine.high / its.low)
    }
    let fewer = min(basis.count, other.basis.count)
    return Figure(value / other.value, ends, of: Basis(fewer, basis.unit))
  }
}

extension Interval {
  /// Both ends, or none.
  init?(_ low: Double?, _ high: Double?) {
    guard let low, let high else { return nil }
    self.init(low, high)
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
    let basis = Figure.Basis(Int(clamping: count), "frames")
    let mean = Double(count) * (1 - percent / 100)
    // The m-th greatest is above the true one unless fewer than m values are.
    var above = 0
    while Self.poisson(mean, atMost: above) <= 0.025 { above += 1 }
    guard above > 0 else { return Figure(Double(value), nil, of: basis) }
    var below = above
    while Self.poisson(mean, atMost: below) < 0.975 { below += 1 }
    let ends = [below + 1, above].map { place in
      percentile(100 * (1 - Double(place - 1) / Double(count))).map { Double($0) }
    }
    return Figure(Double(value), Interval(ends[0], ends[1]), of: basis)
  }

  /// The chance of at most `count` events where `mean` are expected.
  private static func poisson(_ mean: Double, atMost count: Int) -> Double {
    // By logarithms, because the first terms of a large mean are below what a `Double` holds.
    (0...count).reduce(0) { sum, events in
      sum + exp(Double(events) * log(mean) - mean - lgamma(Double(events) + 1))
    }
  }
}

/// The natural logarithm.
func logarithm(_ value: Double) -> Double { log(value) }

/// `base` to the power `exponent`.
func power(_ base: Double, _ exponent: Double) -> Double { pow(base, exponent) }

/// A number with two significant digits: what an interpolation can tell.
func rounded(_ value: Double) -> Int {
  guard value >= 1, value < 1e15 else { return Int(max(0, min(value, 1e15))) }
  let unit = pow(10, max(0, floor(log10(value)) - 1))
  return Int((value / unit).rounded() * unit)
}
