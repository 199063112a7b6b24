extension RecordedFling {
  /// The velocity of the finger at release in pixels a second, positive downwards: the slope, at the
  /// last point, of the parabola that fits the points of the last 100 ms best (least squares).
  ///
  /// Source: the strategy `lsq2` of Android's VelocityTracker. Of points at one time the last counts.
  public var fingerVelocity: Double {
    guard let last = path.last else { return 0 }
    var points: [(x: Double, y: Double)] = []
    for (index, point) in path.enumerated() {
      let age = last.microseconds - point.microseconds
      let isRepeated = index + 1 < path.count && path[index + 1].microseconds == point.microseconds
      guard age <= 100_000, !isRepeated else { continue }
      // Tenths of a second keep all sums near 1.
      let x = -Double(age) / 100_000
      points.append((x, Double(point.milliPixels - last.milliPixels) / 1000))
    }
    return Self.slopeAtZero(points) * 10
  }

  /// The coefficient b of the parabola `a + bx + cx²` nearest to `points`; 0 if they do not
  /// determine one. The normal equations, solved by Cramer's rule.
  private static func slopeAtZero(_ points: [(x: Double, y: Double)]) -> Double {
    var (s0, s1, s2, s3, s4) = (0.0, 0.0, 0.0, 0.0, 0.0)
    var (t0, t1, t2) = (0.0, 0.0, 0.0)
    for (x, y) in points {
      let square = x * x
      (s0, s1, s2, s3, s4) = (s0 + 1, s1 + x, s2 + square, s3 + square * x, s4 + square * square)
      (t0, t1, t2) = (t0 + y, t1 + x * y, t2 + square * y)
    }
    let determinant =
      s0 * (s2 * s4 - s3 * s3) - s1 * (s1 * s4 - s2 * s3) + s2 * (s1 * s3 - s2 * s2)
    guard determinant > 0 else { return 0 }
    return (s0 * (t1 * s4 - s3 * t2) - t0 * (s1 * s4 - s3 * s2) + s2 * (s1 * t2 - t1 * s2))
      / determinant
  }
}
