import Foundation

/// The growth of a cost with the number of rows n.
package enum GrowthClass: Int, CaseIterable, Hashable, Sendable {
  case constant, logarithmic, linear, linearithmic

  package var notation: String {
    switch self {
    case .constant: "O(1)"
    case .logarithmic: "O(log n)"
    case .linear: "O(n)"
    case .linearithmic: "O(n log n)"
    }
  }

  /// The logarithm of the class's cost at `size` rows, up to a constant. Uses log(n + 1) for log n, which is
  /// positive for a single row.
  func logCost(size: Int) -> Double {
    let logSize = log(Double(size))
    let logDepth = log(log(Double(size) + 1))
    return switch self {
    case .constant: 0
    case .logarithmic: logDepth
    case .linear: logSize
    case .linearithmic: logSize + logDepth
    }
  }
}

/// A cost measured at one number of rows.
package struct GrowthPoint: Hashable, Sendable {
  /// The number of rows; at least 1.
  package let size: Int
  /// The cost per operation, in any unit; above 0. An exact counter has the interval of its value alone.
  package let cost: Estimate

  package init(size: Int, cost: Estimate) { (self.size, self.cost) = (size, cost) }
}

/// The growth classes that are compatible with measured costs.
///
/// Costs are compared by their slope on log-log axes: the median of the slopes of all pairs of points
/// (Theil-Sen), which is robust against the step of a cache boundary. Each class has a slope over the same
/// sizes: 0, about 0.1, 1 and about 1.1 for a thousand to a million rows. A class is compatible if its slope
/// is within the slopes that the points' intervals allow, widened by the effect of one step of the cost by
/// the factor `step`. With 2, times distinguish {O(1), O(log n)} from {O(n), O(n log n)}; exact counters,
/// with a step near 1, distinguish all four.
///
/// Sources: H. Theil, 1950; P. K. Sen, Journal of the American Statistical Association 63, 1968.
package struct GrowthFit: Hashable, Sendable {
  /// The slope of log cost over log size.
  package let slope: Double
  /// The slopes that the points' intervals allow; nil if a point has no interval.
  let slopes: Interval?
  /// The class with the nearest slope.
  package let best: GrowthClass
  /// The compatible classes, slowest growth first; all if a point has no interval.
  package let compatible: [GrowthClass]

  /// Fits points of at least two different sizes, in any order. `step` is the factor by which caches may
  /// change the cost, at least 1. Throws `.tooFewSizes`, `.notPositive` or `.notFinite`.
  package init(_ points: [GrowthPoint], step: Double = 2) throws(StatisticsError) {
    let sizes = try logarithms(of: points.map { Double($0.size) })
    for cost in points.map(\.cost) {
      _ = try logarithms(of: [cost.value, cost.interval?.low ?? 1, cost.interval?.high ?? 1])
    }
    let logCosts = points.map { $0.cost.mapped(log) }
    guard let line = SlopeEstimator(sizes: sizes) else { throw .tooFewSizes }
    let measured = line.slope(of: logCosts.map(\.value))
    let intervals = logCosts.compactMap(\.interval)
    let possible = intervals.count == points.count ? line.slopes(within: intervals) : nil
    (slope, slopes) = (measured, possible)
    let classSlopes = GrowthClass.allCases.map { growth in
      (growth, line.slope(of: points.map { growth.logCost(size: $0.size) }))
    }
    // In a tie, the slower growth.
    best =
      classSlopes.min {
        (abs($0.1 - measured), $0.0.rawValue) < (abs($1.1 - measured), $1.0.rawValue)
      }?.0 ?? .constant
    // Tolerates rounding.
    let allowance = line.maxSlope(ofStep: log(max(1, step))) + 1e-9
    compatible = classSlopes.filter { _, expected in
      guard let interval = possible else { return true }
      return interval.low - allowance <= expected && expected <= interval.high + allowance
    }.map(\.0)
  }
}

/// The Theil-Sen slope: the median over all pairs of points of the slope between the two.
private struct SlopeEstimator {
  private let positions: [Double]
  /// The pairs of points of different position, the left one first.
  private let pairs: [(left: Int, right: Int)]

  /// An estimator for points at the logarithms of `sizes`; nil when fewer than two differ.
  init?(sizes: [Double]) {
    positions = sizes
    pairs = sizes.indices.flatMap { left in
      sizes.indices.filter { sizes[left] < sizes[$0] }.map { (left, $0) }
    }
    if pairs.isEmpty { return nil }
  }

  /// The slope of one value at each position.
  func slope(of values: [Double]) -> Double { medianSlope { values[$1] - values[$0] } }

  /// The min and max slope for values within their intervals.
  func slopes(within values: [Interval]) -> Interval {
    Interval(
      medianSlope { values[$1].low - values[$0].high },
      medianSlope { values[$1].high - values[$0].low })
  }

  /// The max slope of values that are 0 up to a position and `height` beyond.
  func maxSlope(ofStep height: Double) -> Double {
    positions.map { edge in slope(of: positions.map { $0 > edge ? height : 0 }) }.max() ?? 0
  }

  private func medianSlope(_ rise: (_ left: Int, _ right: Int) -> Double) -> Double {
    Sample(
      checked: pairs.map { rise($0.left, $0.right) / (positions[$0.right] - positions[$0.left]) }
    ).median
  }
}
