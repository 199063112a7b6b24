/// How a cost grows with the number of rows, n.
public enum GrowthClass: Int, CaseIterable, Hashable, Sendable {
  /// Not at all: O(1).
  case constant
  /// By the same amount for each doubling: O(log n).
  case logarithmic
  /// In proportion: O(n).
  case linear
  /// In proportion, and a little more for each doubling: O(n log n).
  case linearithmic

  /// The usual notation: `O(n log n)`.
  public var notation: String {
    switch self {
    case .constant: "O(1)"
    case .logarithmic: "O(log n)"
    case .linear: "O(n)"
    case .linearithmic: "O(n log n)"
    }
  }

  /// The logarithm of the class's cost at `size` rows, up to a constant; log(n + 1) for log n, which
  /// is positive for a single row.
  func logCost(size: Int) -> Double {
    let logSize = naturalLogarithm(Double(size))
    let logDepth = naturalLogarithm(naturalLogarithm(Double(size) + 1))
    return switch self {
    case .constant: 0
    case .logarithmic: logDepth
    case .linear: logSize
    case .linearithmic: logSize + logDepth
    }
  }
}
