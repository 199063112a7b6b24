import ListLayout
import Replaying

/// A number for all frames so far: two runs with equal digests have shown the same.
///
/// Each frame is chained to the digest before it, so once two runs differ they stay different and
/// the first frame that differs is found by bisection.
public struct ScreenDigest: Hashable, Sendable {
  /// The digest; equal frames in equal order give equal values.
  public private(set) var value: UInt64 = 0xcbf2_9ce4_8422_2325

  /// The digest of no frames.
  public init() {}

  /// Chains a frame.
  public mutating func add(_ screen: [VisibleRow]) {
    for row in screen {
      mix(UInt64(truncatingIfNeeded: row.row))
      mix(UInt64(bitPattern: row.y.rawValue))
      mix(UInt64(bitPattern: row.height.rawValue))
      mix(UInt64(bitPattern: row.x.rawValue))
    }
    mix(UInt64(truncatingIfNeeded: screen.count))
  }

  /// Multiplication by an odd number and a shift are both one to one, so no step forgets.
  private mutating func mix(_ word: UInt64) {
    value = (value ^ word) &* 0x9e37_79b9_7f4a_7c15
    value ^= value >> 32
  }

  /// The digests of the first frame and of the frame after each gesture.
  public static func digests(of trial: any Trial, under gestures: [Gesture]) -> [UInt64] {
    var digest = ScreenDigest()
    digest.add(trial.screen)
    return [digest.value]
      + gestures.map { gesture in
        trial.apply(gesture)
        digest.add(trial.screen)
        return digest.value
      }
  }

  /// The first frame at which two runs of equal length differ, by bisection; nil when none does.
  ///
  /// - Complexity: O(log n).
  public static func firstDivergence(_ left: [UInt64], _ right: [UInt64]) -> Int? {
    var low = 0
    var high = min(left.count, right.count)
    while low < high {
      let middle = (low + high) / 2
      if left[middle] == right[middle] { low = middle + 1 } else { high = middle }
    }
    return low < min(left.count, right.count) ? low : nil
  }
}
