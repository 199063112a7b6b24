import Foundation

/// A growth class, which describes how a cost grows with the number of rows n.
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

  /// The logarithm of the factor by which a cost of this class grows between two list lengths. Uses log(n +
  /// 1) instead of log n, because log n is 0 for a single row.
  func logRatio(from size: Int, to larger: Int) -> Double {
    let logRatio = log(Double(larger) / Double(size))
    let depthRatio = log(log(Double(larger) + 1) / log(Double(size) + 1))
    return switch self {
    case .constant: 0
    case .logarithmic: depthRatio
    case .linear: logRatio
    case .linearithmic: logRatio + depthRatio
    }
  }
}

/// The exact cost of an operation at one list length.
package struct GrowthPoint: Hashable, Sendable {
  /// The number of rows, at least 1.
  package let size: Int
  /// The cost per operation, which must be above 0. Any unit will do.
  package let cost: Double

  package init(size: Int, cost: Double) { (self.size, self.cost) = (size, cost) }
}

/// The growth classes that are compatible with the costs at the shortest and the longest list length.
///
/// A class is compatible if the costs grow as it predicts, apart from a single jump by a factor of at most
/// `step`. For example, costs may jump when a tree gains a level. From 1,000 to 32,000 rows, a step of 2
/// separates {O(1), O(log n)} from {O(n), O(n log n)}, and a step of 1.1 separates all four classes.
package struct GrowthFit: Hashable, Sendable {
  /// The class whose prediction is closest to the costs.
  package let best: GrowthClass
  /// The compatible classes, from slowest to fastest growth.
  package let compatible: [GrowthClass]

  /// Compares costs at two or more distinct list lengths, given in any order. Throws `.tooFewSizes`,
  /// `.notPositive` or `.notFinite`.
  package init(_ points: [GrowthPoint], step: Double) throws(StatisticsError) {
    let logCosts = try logarithms(of: points.map(\.cost))
    _ = try logarithms(of: points.map { Double($0.size) })
    let order = points.indices.sorted { points[$0].size < points[$1].size }
    guard let first = order.first, let last = order.last, points[first].size < points[last].size
    else { throw .tooFewSizes }
    let deviations = GrowthClass.allCases.map { growth in
      let predicted = growth.logRatio(from: points[first].size, to: points[last].size)
      return (growth: growth, size: abs(logCosts[last] - logCosts[first] - predicted))
    }
    best = deviations.min { $0.size < $1.size }?.growth ?? .constant
    // Add 1e-9 to allow for rounding errors.
    let allowance = log(step) + 1e-9
    compatible = deviations.filter { $0.size <= allowance }.map(\.growth)
  }
}
