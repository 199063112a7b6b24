import Measuring

extension SampleRow {
  /// Nanoseconds per operation.
  public var perOperation: Double { Double(elapsedNs) / Double(max(1, operations)) }
}

extension [SampleRow] {
  /// Labels the samples of repetitions whose value is far from those of the same cell: more than 3.5
  /// robust standard deviations, see `Sample.outliers`.
  ///
  /// Complexity: O(n log n).
  public mutating func labelOutliers() {
    let places = Dictionary(grouping: indices) { self[$0].cell }
    for (cell, repetitions) in Repetitions.byCell(self) {
      guard let times = try? Sample(repetitions.times) else { continue }
      let outliers = Set(times.outliers().map { repetitions.numbers[$0] })
      for place in places[cell] ?? [] {
        self[place].isOutlier = outliers.contains(self[place].round)
      }
    }
  }
}
