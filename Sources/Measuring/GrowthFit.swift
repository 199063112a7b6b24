import Foundation

/// A class of functions that describe how a cost grows with the number of rows n.
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

  /// Returns the logarithm of a cost in this growth class for `size` rows, up to an additive constant. The
  /// logarithmic classes use log(n + 1) instead of log n, so that the cost is positive for a single row.
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

/// A cost measured at one list length.
package struct GrowthPoint: Hashable, Sendable {
  /// The number of rows in the list; at least 1.
  package let size: Int
  /// The cost per operation, which is above 0 and may be in any unit. The confidence interval of an exact
  /// counter contains only the counter's value.
  package let cost: Estimate

  package init(size: Int, cost: Estimate) { (self.size, self.cost) = (size, cost) }
}

/// The growth classes that are compatible with measured costs.
///
/// The growth of a cost is measured as its slope on log-log axes. The slope is the median of the slopes
/// between all pairs of points (Theil-Sen), which is robust against a jump in cost where the list outgrows a
/// cache. From a thousand to a million rows, the slopes of the four growth classes are 0, about 0.1, 1 and
/// about 1.1.
///
/// The confidence intervals of the points give a range of slopes, which is widened to allow for one jump in
/// cost by the factor `step`. A growth class is compatible if its slope is in the widened range of slopes. If
/// `step` is 2, as for measured times, the fit distinguishes {O(1), O(log n)} from {O(n), O(n log n)}. If
/// `step` is near 1, as for exact counters, the fit distinguishes all four classes.
///
/// The slope estimator is from Theil (1950) and Sen (Journal of the American Statistical Association 63,
/// 1968). Its time is cubic in the number of points, so at most 32 points are used, evenly spread over the
/// list lengths.
package struct GrowthFit: Hashable, Sendable {
  private static let maxPoints = 32

  /// The measured slope of the logarithm of the cost over the logarithm of the number of rows.
  package let slope: Double
  /// The range of slopes that the confidence intervals of the points allow; nil if a point has no interval.
  let slopes: Interval?
  /// The class whose slope is nearest to the measured slope.
  package let best: GrowthClass
  /// The compatible classes, in order of increasing growth; all classes if a point has no interval.
  package let compatible: [GrowthClass]

  /// Fits growth classes to points, which may be in any order but must have at least two different sizes.
  /// `step` (at least 1) is the factor by which a cache may change the cost. Throws `.tooFewSizes`,
  /// `.notPositive` or `.notFinite`.
  package init(_ points: [GrowthPoint], step: Double = 2) throws(StatisticsError) {
    let points = Self.spread(points)
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
    // If the slopes of two classes are equally near, prefer the class with the slower growth.
    best =
      classSlopes.min {
        (abs($0.1 - measured), $0.0.rawValue) < (abs($1.1 - measured), $1.0.rawValue)
      }?.0 ?? .constant
    // The added 1e-9 allows for rounding errors.
    let allowance = line.maxSlope(ofStep: log(max(1, step))) + 1e-9
    compatible = classSlopes.filter { _, expected in
      guard let interval = possible else { return true }
      return interval.low - allowance <= expected && expected <= interval.high + allowance
    }.map(\.0)
  }
}

extension GrowthFit {
  /// Returns at most `maxPoints` points, among them those with the smallest and the largest size.
  private static func spread(_ points: [GrowthPoint]) -> [GrowthPoint] {
    guard points.count > maxPoints else { return points }
    let sorted = points.sorted { $0.size < $1.size }
    return (0..<maxPoints).map { sorted[$0 * (sorted.count - 1) / (maxPoints - 1)] }
  }
}

/// Computes the Theil-Sen slope: the median of the slopes between all pairs of points.
private struct SlopeEstimator {
  private let positions: [Double]
  /// The indices of all pairs of points at different positions; the left point of each pair comes first.
  private let pairs: [(left: Int, right: Int)]

  /// Creates an estimator for points at `sizes`, which are logarithms; nil if all sizes are equal.
  init?(sizes: [Double]) {
    positions = sizes
    pairs = sizes.indices.flatMap { left in
      sizes.indices.filter { sizes[left] < sizes[$0] }.map { (left, $0) }
    }
    if pairs.isEmpty { return nil }
  }

  /// The Theil-Sen slope of points with the given values at `positions`.
  func slope(of values: [Double]) -> Double { medianSlope { values[$1] - values[$0] } }

  /// Returns the minimum and maximum slope that are possible if each value may be anywhere in its interval.
  func slopes(within values: [Interval]) -> Interval {
    Interval(
      medianSlope { values[$1].low - values[$0].high },
      medianSlope { values[$1].high - values[$0].low })
  }

  /// Returns the maximum Theil-Sen slope of a step function whose value is 0 up to one of the positions and
  /// `height` after that position.
  func maxSlope(ofStep height: Double) -> Double {
    positions.map { edge in slope(of: positions.map { $0 > edge ? height : 0 }) }.max() ?? 0
  }

  private func medianSlope(_ rise: (_ left: Int, _ right: Int) -> Double) -> Double {
    Sample(
      checked: pairs.map { rise($0.left, $0.right) / (positions[$0.right] - positions[$0.left]) }
    ).median
  }
}
