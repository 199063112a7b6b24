import Foundation
import ListLayout

/// A list that coasts to rest, as a `UIScrollView` does: the velocity falls exponentially.
///
/// With k the deceleration's rate (negative) and v0 the velocity at release, the list has moved
/// `v0 (e^(kt) - 1) / k` after t seconds, and comes to rest `-v0 / k` away. It is at rest once half a
/// point is left, and the last frame takes it there.
///
/// Source: the closed form in super-ultra/ScrollMechanics, with the rates in Apple's documentation.
package struct Fling: Hashable, Sendable {
  /// The velocity of the content at release, in pt/s, positive towards later rows.
  package let velocity: Double
  /// How fast it is lost.
  package let deceleration: Deceleration

  /// The greatest speed of a fling, in pt/s; a hard one with a finger has 14,000.
  package static let maximumSpeed = 1_000_000.0

  /// What is left of the way when a list counts as being at rest, in points.
  static let threshold = 0.5

  /// A fling released at `velocity`, which is brought into `maximumSpeed`; NaN is no motion.
  package init(velocity: Double, deceleration: Deceleration = .normal) {
    let bounded = min(max(velocity, -Self.maximumSpeed), Self.maximumSpeed)
    self.velocity = velocity.isNaN ? 0 : bounded
    self.deceleration = deceleration
  }

  /// The way to the point of rest, in points.
  package var distance: Double { -velocity / deceleration.rate }

  /// The time to the point of rest, in seconds; 0 if it is less than half a point away.
  package var duration: Double {
    guard abs(distance) > Self.threshold else { return 0 }
    return log(Self.threshold / abs(distance)) / deceleration.rate
  }

  /// The movement of each frame until rest. Their sum is `distance`, to the nearest 1/64 pt: frames
  /// are differences of rounded places, so no error adds up. O(frames).
  package func frames(at rate: FrameRate) -> [LayoutUnit] {
    let decay = deceleration.decay(perFrameAt: rate)
    var frames: [LayoutUnit] = []
    var place = LayoutUnit.zero
    var left = distance
    while left != 0 {
      left *= decay
      if abs(left) <= Self.threshold { left = 0 }
      let next = LayoutUnit(points: distance - left) ?? place
      frames.append(next - place)
      place = next
    }
    return frames
  }
}

/// How fast a list comes to rest after the finger has left it.
package enum Deceleration: Hashable, Sendable, CaseIterable {
  /// `UIScrollView.DecelerationRate.normal`: 0.998 of the velocity is left after a millisecond.
  case normal
  /// `UIScrollView.DecelerationRate.fast`: 0.99 of the velocity is left after a millisecond.
  case fast

  /// The velocity's logarithmic change a second, 1000 ln d with d as above; negative.
  ///
  /// Constants, because `log` may differ in its last bit between C libraries.
  package var rate: Double {
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

/// A finger that pulls a list evenly and stops before it leaves: no fling follows.
package struct Drag: Hashable, Sendable {
  /// How far the content moves, positive towards later rows.
  package let distance: LayoutUnit
  /// For how long.
  package let milliseconds: Int

  /// A drag over `distance` in `milliseconds`.
  package init(distance: LayoutUnit, milliseconds: Int) {
    self.distance = distance
    self.milliseconds = milliseconds
  }

  /// The movement of each frame, at least one. Their sum is `distance`. O(frames).
  package func frames(at rate: FrameRate) -> [LayoutUnit] {
    let count = Int64(max(1, milliseconds * rate.rawValue / 1000))
    let (each, rest) = distance.rawValue.quotientAndRemainder(dividingBy: count)
    return (0..<count).map { frame in
      LayoutUnit(rawValue: each + rest * (frame + 1) / count - rest * frame / count)
    }
  }
}
