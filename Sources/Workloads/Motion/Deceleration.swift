/// How fast a list comes to rest after the finger has left it.
public enum Deceleration: Hashable, Sendable, CaseIterable {
  /// `UIScrollView.DecelerationRate.normal`: 0.998 of the velocity is left after a millisecond.
  case normal
  /// `UIScrollView.DecelerationRate.fast`: 0.99 of the velocity is left after a millisecond.
  case fast

  /// The velocity's logarithmic change a second, 1000 ln d with d as above; negative.
  ///
  /// Constants, because `log` may differ in its last bit between C libraries.
  public var rate: Double {
    switch self {
    case .normal: -2.002002670673077
    case .fast: -10.050335853501441
    }
  }

  /// What is left of the velocity after a frame: e to the `rate` times the frame's length.
  ///
  /// A Taylor series instead of `exp`, for the same reason: its argument is between -0.168 and 0, so
  /// that 12 terms give every bit but the last.
  func decay(perFrameAt frameRate: FrameRate) -> Double {
    let exponent = rate / frameRate.perSecond
    var term = 1.0
    var sum = 1.0
    for n in 1...12 {
      term *= exponent / Double(n)
      sum += term
    }
    return sum
  }
}
