/// Numbers that were observed: at least one, all finite. Checked once, here, so that no statistic
/// needs to ask again.
///
/// Sums of values beyond about 10^154 may overflow to infinity; times in nanoseconds never do.
public struct Sample: Hashable, Sendable {
  /// The values in the order in which they were observed.
  public let values: [Double]

  /// The same values in ascending order.
  public let sorted: [Double]

  /// A sample of `values`, in the order in which they were observed.
  ///
  /// - Throws: `.empty`, or `.notFinite` with the first index that is NaN or infinite.
  /// - Complexity: O(n log n), once.
  public init(_ values: [Double]) throws(StatisticsError) {
    if values.isEmpty { throw .empty }
    if let index = values.firstIndex(where: { !$0.isFinite }) { throw .notFinite(index: index) }
    self.init(checked: values)
  }

  /// A sample of values that are known to be finite, and at least one.
  init(checked values: [Double]) {
    self.values = values
    sorted = values.sorted()
  }

  /// The number of values; at least 1.
  public var count: Int { values.count }

  /// The smallest value.
  public var minimum: Double { sorted[0] }

  /// The greatest value.
  public var maximum: Double { sorted[count - 1] }

  /// The arithmetic mean; the second pass takes back the rounding of the first.
  public var mean: Double {
    let rough = values.reduce(0, +) / Double(count)
    return rough + values.reduce(0) { $0 + ($1 - rough) } / Double(count)
  }

  /// The middle value, or the mean of the two middle ones.
  public var median: Double { percentile(50) }

  /// The value below which `percent` of the sample lies, interpolated between its neighbours.
  ///
  /// Type 7 of R. Hyndman and Y. Fan, "Sample quantiles in statistical packages", 1996: the default
  /// of R, NumPy and spreadsheets. `percent` is in 0...100; beyond, the nearest end is taken.
  public func percentile(_ percent: Double) -> Double {
    guard percent > 0 else { return minimum }
    guard percent < 100 else { return maximum }
    let position = Double(count - 1) * percent / 100
    let below = Int(position)
    let share = position - Double(below)
    guard share > 0 else { return sorted[below] }
    return sorted[below] + share * (sorted[below + 1] - sorted[below])
  }
}
