import Foundation
import ListLayout

/// A list that coasts to rest, as a `UIScrollView` does: the velocity falls exponentially.
///
/// With k the deceleration's rate (negative) and v0 the velocity at release, the list has moved
/// `v0 (e^(kt) - 1) / k` after t seconds, and comes to rest `-v0 / k` away. It is at rest once half a
/// point is left, and the last frame takes it there.
///
/// Source: the closed form in super-ultra/ScrollMechanics, with the rates in Apple's documentation.
public struct Fling: Hashable, Sendable {
  /// The velocity of the content at release, in pt/s, positive towards later rows.
  public let velocity: Double
  /// How fast it is lost.
  public let deceleration: Deceleration

  /// The greatest speed of a fling, in pt/s; a hard one with a finger has 14,000.
  public static let maximumSpeed = 1_000_000.0

  /// What is left of the way when a list counts as being at rest, in points.
  static let threshold = 0.5

  /// A fling released at `velocity`, which is brought into `maximumSpeed`; NaN is no motion.
  public init(velocity: Double, deceleration: Deceleration = .normal) {
    let bounded = min(max(velocity, -Self.maximumSpeed), Self.maximumSpeed)
    self.velocity = velocity.isNaN ? 0 : bounded
    self.deceleration = deceleration
  }

  /// The way to the point of rest, in points.
  public var distance: Double { -velocity / deceleration.rate }

  /// The time to the point of rest, in seconds; 0 if it is less than half a point away.
  public var duration: Double {
    guard abs(distance) > Self.threshold else { return 0 }
    return log(Self.threshold / abs(distance)) / deceleration.rate
  }

  /// The movement of each frame until rest. Their sum is `distance`, to the nearest 1/64 pt: frames
  /// are differences of rounded places, so no error adds up. O(frames).
  public func frames(at rate: FrameRate) -> [LayoutUnit] {
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
