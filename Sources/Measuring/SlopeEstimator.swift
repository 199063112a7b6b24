/// The Theil-Sen slope: the median over all pairs of points of the slope between the two.
struct SlopeEstimator {
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

  /// The least and the greatest slope when each value lies somewhere from its low to its high.
  func slopes(ofValuesFrom lows: [Double], to highs: [Double]) -> Interval {
    Interval(medianSlope { lows[$1] - highs[$0] }, medianSlope { highs[$1] - lows[$0] })
  }

  /// The greatest slope that values could have which are 0 up to any position and `height` beyond.
  func greatestSlope(ofStep height: Double) -> Double {
    positions.map { edge in slope(of: positions.map { $0 > edge ? height : 0 }) }.max() ?? 0
  }

  private func medianSlope(_ rise: (_ left: Int, _ right: Int) -> Double) -> Double {
    Sample(
      checked: pairs.map { rise($0.left, $0.right) / (positions[$0.right] - positions[$0.left]) }
    ).median
  }
}
