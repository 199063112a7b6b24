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

/// The cost of an operation on lists of one length, as an exact count.
package struct GrowthPoint: Hashable, Sendable {
  /// The number of rows in the list; at least 1.
  package let size: Int
  /// The count per operation, which is above 0 and may be in any unit.
  package let cost: Double

  package init(size: Int, cost: Double) { (self.size, self.cost) = (size, cost) }
}

/// The growth classes that are compatible with counted costs.
///
/// The growth of a cost is measured as its slope on log-log axes. The slope is the median of the slopes
/// between all pairs of points (Theil-Sen), which is robust against one outlier. From a thousand to 32,000
/// rows, the slopes of the four growth classes are 0, about 0.1, 1 and about 1.1.
///
/// A growth class is compatible if one jump in cost by at most the factor `step` explains the difference
/// between its slope and the measured slope. With a `step` of 2, the fit distinguishes {O(1), O(log n)} from
/// {O(n), O(n log n)}. With a `step` of 1.1, it distinguishes all four classes.
///
/// The slope estimator is from Theil (1950) and Sen (Journal of the American Statistical Association 63,
/// 1968).
package struct GrowthFit: Hashable, Sendable {
  /// The measured slope of the logarithm of the cost over the logarithm of the number of rows.
  package let slope: Double
  /// The class whose slope is nearest to the measured slope.
  package let best: GrowthClass
  /// The compatible classes, in order of increasing growth.
  package let compatible: [GrowthClass]

  /// Fits growth classes to points, which may be in any order but must have at least two different sizes.
  /// `step` (at least 1) is the largest jump in cost that does not count as growth. Throws `.tooFewSizes`,
  /// `.notPositive` or `.notFinite`.
  package init(_ points: [GrowthPoint], step: Double) throws(StatisticsError) {
    let sizes = try logarithms(of: points.map { Double($0.size) })
    let logCosts = try logarithms(of: points.map(\.cost))
    guard let line = SlopeEstimator(sizes: sizes) else { throw .tooFewSizes }
    let measured = line.slope(of: logCosts)
    slope = measured
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
    compatible = classSlopes.filter { abs($0.1 - measured) <= allowance }.map(\.0)
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
  func slope(of values: [Double]) -> Double {
    Sample(
      checked: pairs.map {
        (values[$0.right] - values[$0.left]) / (positions[$0.right] - positions[$0.left])
      }
    ).median
  }

  /// Returns the maximum Theil-Sen slope of a step function whose value is 0 up to one of the positions and
  /// `height` after that position.
  func maxSlope(ofStep height: Double) -> Double {
    positions.map { edge in slope(of: positions.map { $0 > edge ? height : 0 }) }.max() ?? 0
  }
}
