import Foundation

package typealias GrowthPoint = (size: Int, cost: Double)

/// How a cost grows with the number of rows n.
package enum GrowthClass: Int, CaseIterable, Sendable {
  case constant, logarithmic, linear, linearithmic

  package var notation: String {
    switch self {
    case .constant: "O(1)"
    case .logarithmic: "O(log n)"
    case .linear: "O(n)"
    case .linearithmic: "O(n log n)"
    }
  }

  /// Uses log(n + 1) instead of log n, because log n is 0 for a single row.
  private func logRatio(from size: Int, to larger: Int) -> Double {
    let logRatio = log(Double(larger) / Double(size))
    let depthRatio = log(log(Double(larger) + 1) / log(Double(size) + 1))
    return switch self {
    case .constant: 0
    case .logarithmic: depthRatio
    case .linear: logRatio
    case .linearithmic: logRatio + depthRatio
    }
  }

  /// Whether the cost grows faster between two list lengths than this growth class allows. A single jump by
  /// a factor of up to `step` is tolerated, for example when a tree gains a level. Costs must be positive.
  package func isExceeded(from first: GrowthPoint, to last: GrowthPoint, step: Double) -> Bool {
    let growth = log(last.cost / first.cost)
    func deviation(_ other: GrowthClass) -> Double {
      abs(growth - other.logRatio(from: first.size, to: last.size))
    }
    let closest = Self.allCases.min { deviation($0) < deviation($1) } ?? self
    // Add 1e-9 to allow for rounding errors.
    let allowance = log(step) + 1e-9
    let isCompatible = deviation(self) <= allowance
    return !isCompatible && closest.rawValue > rawValue
  }
}
