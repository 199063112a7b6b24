import ListLayout

/// What happens to a list, frame by frame: gestures, and among them steps of one timed loop, which say
/// what a gesture cannot: that several rows change at once, or all of them.
public struct FrameScript: Sendable {
  /// What comes before one frame.
  public enum Event: Hashable, Sendable {
    /// A gesture.
    case gesture(Gesture)
    /// A step of `steps`, by its index.
    case step(Int)
  }

  /// One a frame.
  public var events: [Event]
  /// The steps: of `rotate`, `recalc`, `prepend` or `append`.
  public var steps: Script
  /// The heights that the loop `rotate` goes over to and back from; nil for other loops.
  public var otherHeights: [Int32]?

  /// Gestures alone, unless there are steps.
  public init(_ events: [Event], steps: Script = .none, otherHeights: [Int32]? = nil) {
    self.events = events
    self.steps = steps
    self.otherHeights = otherHeights
  }

  /// The gestures among the events.
  public var gestures: [Gesture] {
    events.compactMap { if case .gesture(let gesture) = $0 { gesture } else { nil } }
  }

  /// Whether there are steps.
  public var hasSteps: Bool {
    events.contains { if case .step = $0 { true } else { false } }
  }
}
