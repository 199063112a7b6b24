import Foundation
import Measuring

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
