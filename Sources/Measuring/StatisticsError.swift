/// Why numbers cannot be summarised. Positions are counted from 0.
public enum StatisticsError: Error, Hashable, Sendable {
  /// There are no values.
  case empty
  /// A value is NaN or infinite.
  case notFinite(index: Int)
  /// A time or a cost is 0 or negative, so it has no logarithm.
  case notPositive(index: Int, value: Double)
  /// Two series to be paired have different lengths.
  case unequalCounts(Int, Int)
  /// Growth was asked of fewer than two different sizes.
  case tooFewSizes
}

extension StatisticsError: CustomStringConvertible {
  /// One line that names the value and what was expected.
  public var description: String {
    switch self {
    case .empty: "no values, expected at least one"
    case .notFinite(let index): "value \(index) is not finite, expected a number"
    case .notPositive(let index, let value):
      "value \(index) is \(value), expected more than 0"
    case .unequalCounts(let first, let second):
      "\(first) values cannot be paired with \(second), expected equally many"
    case .tooFewSizes: "only one size, expected at least two different ones"
    }
  }
}
