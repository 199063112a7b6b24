import ListLayout

/// One movement of a list: a finger, and what the list does after it, frame by frame until rest.
public struct ScrollGesture: Hashable, Sendable {
  /// How far the content moves in each frame, positive towards later rows.
  public let frames: [LayoutUnit]

  /// A gesture of these frames.
  public init(frames: [LayoutUnit]) { self.frames = frames }

  /// How far the content moves in all. O(frames).
  public var distance: LayoutUnit { frames.reduce(.zero, +) }

  /// The same gesture in the other direction. O(frames).
  public var mirrored: ScrollGesture { ScrollGesture(frames: frames.map { -$0 }) }
}
