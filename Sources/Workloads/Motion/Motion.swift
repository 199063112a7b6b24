import ListLayout
import Measuring

/// What happens to a list in a frame, or after the last frame of a gesture.
package enum MotionEvent: Hashable, Sendable {
  /// A frame in which the content moves, positive towards later rows; 0 while a finger rests.
  case scroll(LayoutUnit)
  /// The gesture is over and the list is at rest.
  case settle
}

/// Gestures one after the other, as a stream of frames with one `settle` after each gesture.
package struct Motion: Hashable, Sendable {
  /// The gestures, in order.
  package let gestures: [ScrollGesture]

  /// The motion of these gestures.
  package init(gestures: [ScrollGesture]) { self.gestures = gestures }

  /// `count` of these gestures in seeded order: each has its turn before one comes again. No gestures
  /// make no motion. O(gestures + frames).
  package init(
    drawing count: Int, from recorded: [ScrollGesture], direction: Direction, seed: UInt64
  ) {
    let directed = recorded.map { gesture in
      direction == .onwards && gesture.distance < .zero ? gesture.mirrored : gesture
    }
    var generator = SplitMix64(seed: seed, purpose: "motion")
    var drawn: [ScrollGesture] = []
    var turn: [ScrollGesture] = []
    while drawn.count < count, !directed.isEmpty {
      if turn.isEmpty { turn = directed }
      drawn.append(turn.remove(at: generator.below(turn.count)))
    }
    gestures = drawn
  }

  /// Whether gestures keep the direction they were recorded in.
  package enum Direction: Hashable, Sendable {
    /// As recorded: about as many towards later rows as back.
    case asRecorded
    /// All towards later rows.
    case onwards
  }
}

extension Motion: Sequence {
  /// The events of a motion, in order.
  package struct Iterator: IteratorProtocol {
    private let gestures: [ScrollGesture]
    private var gesture = 0
    private var frame = 0

    init(_ gestures: [ScrollGesture]) { self.gestures = gestures }

    /// The next event; nil after the last gesture has settled.
    package mutating func next() -> MotionEvent? {
      guard gesture < gestures.count else { return nil }
      let frames = gestures[gesture].frames
      if frame < frames.count {
        frame += 1
        return .scroll(frames[frame - 1])
      }
      gesture += 1
      frame = 0
      return .settle
    }
  }

  /// Begins with the first frame of the first gesture.
  package func makeIterator() -> Iterator { Iterator(gestures) }
}

/// One movement of a list: a finger, and what the list does after it, frame by frame until rest.
package struct ScrollGesture: Hashable, Sendable {
  /// How far the content moves in each frame, positive towards later rows.
  package let frames: [LayoutUnit]

  /// A gesture of these frames.
  package init(frames: [LayoutUnit]) { self.frames = frames }

  /// How far the content moves in all. O(frames).
  package var distance: LayoutUnit { frames.reduce(.zero, +) }

  /// The same gesture in the other direction. O(frames).
  package var mirrored: ScrollGesture { ScrollGesture(frames: frames.map { -$0 }) }
}

/// How often a display shows a frame.
package enum FrameRate: Int, Hashable, Sendable, CaseIterable {
  /// 60 frames a second.
  case hz60 = 60
  /// 120 frames a second, as ProMotion displays.
  case hz120 = 120

  /// Frames in a second.
  package var perSecond: Double { Double(rawValue) }
}
