import Measuring

extension SampleRow {
  /// Nanoseconds per operation.
  public var perOperation: Double { Double(elapsedNs) / Double(max(1, operations)) }
}

extension [SampleRow] {
  /// Labels the rounds whose time per operation is far from those of the same cell: more than 3.5
  /// robust standard deviations, see `Sample.outliers`.
  ///
  /// Complexity: O(n log n).
  public mutating func labelOutliers() {
    for places in Dictionary(grouping: indices, by: { self[$0].cell }).values {
      guard let times = try? Sample(places.map { self[$0].perOperation }) else { continue }
      let outliers = Set(times.outliers())
      for (order, place) in places.enumerated() { self[place].isOutlier = outliers.contains(order) }
    }
  }
}
