import ListLayout

/// A strategy's run beside the reference, kept frame by frame.
public struct Film: Hashable, Sendable {
  /// A view that is bound to a row, in or out of sight.
  public struct View: Hashable, Sendable {
    /// Which object it is: 0 for the first that the film saw, 1 for the next.
    public let id: Int
    /// The row it shows.
    public let row: Int
    /// Its top in content space.
    public let y: LayoutUnit
    /// Its height.
    public let height: LayoutUnit
    /// Its leading edge.
    public let x: LayoutUnit

    /// A view at a place.
    public init(id: Int, row: Int, y: LayoutUnit, height: LayoutUnit, x: LayoutUnit = .zero) {
      self.id = id
      self.row = row
      self.y = y
      self.height = height
      self.x = x
    }
  }

  /// What a frame showed, and how far that was from what the reference showed.
  ///
  /// Places in the list are measured from the top of row 0, by the true heights.
  public struct Frame: Hashable, Sendable {
    /// The strategy's views, from top to bottom.
    public var views: [View] = []
    /// The content point at the viewport's top.
    public var contentOffset = LayoutUnit.zero
    /// The viewport's height.
    public var viewport = LayoutUnit.zero
    /// The place in the list where the content space starts: 0 unless it is a window.
    public var windowTop = LayoutUnit.zero
    /// The height of the content space.
    public var windowHeight = LayoutUnit.zero
    /// The height of all rows.
    public var listHeight = LayoutUnit.zero
    /// The place in the list that the reference has at the viewport's top.
    public var expectedTop = LayoutUnit.zero
    /// How much further on in the list the strategy is than the reference; negative when it is
    /// behind. Of a circular list the shorter way.
    public var deviation = LayoutUnit.zero
    /// The greatest distance of a row, sideways, from where the reference has it.
    public var sideways = LayoutUnit.zero
    /// What the content moved on screen in this frame beyond what the reference's did, positive
    /// towards later rows.
    public var slip = LayoutUnit.zero
    /// Whether the slip is no jump but a stop: the content was to scroll and stands still, or has
    /// come to the edge of the content space.
    public var isHeld = false
    /// What the content offset changed beyond what the content moved on screen: a window that was
    /// set elsewhere, without anybody seeing it.
    public var correction = LayoutUnit.zero
    /// The points of the viewport that the reference filled and the strategy did not.
    public var blank = LayoutUnit.zero
    /// The work that the strategy did.
    public var work = WorkCounters()

    /// The distance that the content jumped, to where no finger had moved it; 0 for a stop.
    public var jump: LayoutUnit { isHeld ? .zero : slip.magnitude }
  }

  /// The strategy's card.
  public let card: StrategyCard
  /// Its mode.
  public let mode: StrategyMode
  /// What happened to the list; frame 0 is the first screen, frame i + 1 the one after gesture i.
  public let gestures: [Gesture]
  /// One frame more than there are gestures.
  public let frames: [Frame]
  /// The time that each frame took in nanoseconds; empty when nobody measured it.
  public let costs: [UInt64]

  /// The same film with the times of its frames.
  public func timed(_ costs: [UInt64]) -> Film {
    Film(card: card, mode: mode, gestures: gestures, frames: frames, costs: costs)
  }
}
