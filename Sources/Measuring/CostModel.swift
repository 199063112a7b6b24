/// What counted work takes on a machine: a price in nanoseconds for each kind of work, none below 0.
///
/// Prices are fitted to pairs of counts and times by least squares of relative errors, so that a step of
/// a nanosecond counts as much as one of a second. They are not below 0 (C. L. Lawson and R. J. Hanson,
/// "Solving Least Squares Problems", 1974, chapter 23); with so few kinds, trying each set of kinds that
/// have a price is as good as their algorithm.
package struct CostModel: Equatable, Sendable {
  /// A price for each kind of work, in nanoseconds.
  package let prices: [Double]

  /// Fits prices; nil without observations, or where all work is 0.
  ///
  /// - Parameter observations: the amounts of work of a step, the same kinds in each, and what it took
  ///   in nanoseconds, above 0.
  package init?(_ observations: [(work: [Double], nanoseconds: Double)]) {
    guard let kinds = observations.first?.work.count, kinds <= 8 else { return nil }
    let rows = observations.map { row in row.work.map { $0 / row.nanoseconds } }
    var best: (error: Double, prices: [Double])?
    for set in 1..<(1 << kinds) {
      let priced = (0..<kinds).filter { set & 1 << $0 != 0 }
      guard let found = Self.leastSquares(rows.map { row in priced.map { row[$0] } }),
        found.allSatisfy({ $0 >= 0 })
      else { continue }
      var prices = [Double](repeating: 0, count: kinds)
      for (kind, price) in zip(priced, found) { prices[kind] = price }
      let error = rows.reduce(0) { sum, row in
        let miss = zip(row, prices).reduce(-1) { $0 + $1.0 * $1.1 }
        return sum + miss * miss
      }
      if error < best?.error ?? .infinity { best = (error, prices) }
    }
    guard let best else { return nil }
    prices = best.prices
  }

  /// What a step takes by these prices, in nanoseconds.
  package func nanoseconds(of work: [Double]) -> Double {
    zip(work, prices).reduce(0) { $0 + $1.0 * $1.1 }
  }

  /// The factors whose products with each row are nearest to 1, by the normal equations; nil where some
  /// column depends on the others.
  private static func leastSquares(_ rows: [[Double]]) -> [Double]? {
    let count = rows[0].count
    var matrix = (0..<count).map { one in
      (0..<count).map { other in rows.reduce(0) { $0 + $1[one] * $1[other] } }
        + [rows.reduce(0) { $0 + $1[one] }]
    }
    for pivot in 0..<count {
      guard let row = (pivot..<count).max(by: { abs(matrix[$0][pivot]) < abs(matrix[$1][pivot]) }),
        abs(matrix[row][pivot]) > 1e-12
      else { return nil }
      matrix.swapAt(pivot, row)
      for other in 0..<count where other != pivot {
        let factor = matrix[other][pivot] / matrix[pivot][pivot]
        for column in pivot...count { matrix[other][column] -= factor * matrix[pivot][column] }
      }
    }
    return (0..<count).map { matrix[$0][count] / matrix[$0][$0] }
  }
}
