import ListLayout

extension Film {
  /// What can be said of a whole film, by counting its frames.
  public struct Summary: Hashable, Sendable {
    /// Frames in which the content jumped.
    public var jumps = 0
    /// The longest jump.
    public var largestJump = LayoutUnit.zero
    /// Frames in which the content was held although it was to scroll.
    public var heldFrames = 0
    /// The motion lost in those.
    public var lost = LayoutUnit.zero
    /// Frames with a blank area.
    public var blankFrames = 0
    /// Frames that were not where the reference's were.
    public var displacedFrames = 0
    /// Frames with rows beside the places that they have in the reference's.
    public var sidewaysFrames = 0
    /// Frames whose offset was set elsewhere without anything moving on screen.
    public var corrections = 0
    /// Frames that took more than two passes of layout.
    public var framesOverTwoPasses = 0
    /// Frames after the first that took longer than a display at 120 Hz waits.
    public var lateFrames = 0
    /// Views made.
    public var views = 0
    /// Times that a view, new or used, was bound to a row.
    public var bindings = 0

    /// Whether the film shows what the reference shows.
    public var isExact: Bool {
      jumps + heldFrames + blankFrames + displacedFrames + sidewaysFrames == 0
    }
  }

  /// The time between two frames at 120 Hz, in nanoseconds.
  private static let budget: UInt64 = 1_000_000_000 / 120

  /// The film in numbers.
  public var summary: Summary {
    var summary = Summary()
    for frame in frames {
      if frame.jump > .zero { summary.jumps += 1 }
      summary.largestJump = max(summary.largestJump, frame.jump)
      if frame.isHeld {
        summary.heldFrames += 1
        summary.lost += frame.slip.magnitude
      }
      if frame.blank > .zero { summary.blankFrames += 1 }
      if frame.deviation != .zero { summary.displacedFrames += 1 }
      if frame.sideways > .zero { summary.sidewaysFrames += 1 }
      if frame.work[.layoutPasses] > 2 { summary.framesOverTwoPasses += 1 }
      if frame.correction != .zero { summary.corrections += 1 }
      summary.views += frame.work[.viewsCreated]
      summary.bindings += frame.work[.viewsConfigured]
    }
    summary.lateFrames = costs.dropFirst().count { $0 > Self.budget }
    return summary
  }
}
