import ListLayout

/// A finger that pulls a list evenly and stops before it leaves: no fling follows.
public struct Drag: Hashable, Sendable {
  /// How far the content moves, positive towards later rows.
  public let distance: LayoutUnit
  /// For how long.
  public let milliseconds: Int

  /// A drag over `distance` in `milliseconds`.
  public init(distance: LayoutUnit, milliseconds: Int) {
    self.distance = distance
    self.milliseconds = milliseconds
  }

  /// The movement of each frame, at least one. Their sum is `distance`. O(frames).
  public func frames(at rate: FrameRate) -> [LayoutUnit] {
    let count = Int64(max(1, milliseconds * rate.rawValue / 1000))
    let (each, rest) = distance.rawValue.quotientAndRemainder(dividingBy: count)
    return (0..<count).map { frame in
      LayoutUnit(rawValue: each + rest * (frame + 1) / count - rest * frame / count)
    }
  }
}
