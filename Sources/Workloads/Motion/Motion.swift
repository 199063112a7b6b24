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

  /// Rounds of the same recorded gestures in the same order, each released at a speed of its own, up to a
  /// tenth slower or faster: any round's length of motion is about the same work, and none is heard twice.
  ///
  /// - Parameters:
  ///   - reach: a gesture that would bring the list further than so from where its round began goes the
  ///     other way; nil for a list without ends.
  ///   - seed: the order and the speeds.
  /// - Complexity: O(rounds x frames).
  package static func rounds(
    _ count: Int, of recorded: [ScrollGesture], direction: Direction, reach: LayoutUnit?,
    seed: UInt64
  ) -> [Motion] {
    var random = SplitMix64(seed: seed, purpose: "motion")
    let order = random.permutation(of: recorded.count)
    return (0..<count).map { _ in
      var place = LayoutUnit.zero
      var gestures: [ScrollGesture] = []
      for index in order {
        var gesture = recorded[index].scaled(
          by: 0.9 + 0.2 * Double(random.below(1 << 20)) / Double(1 << 20))
        if direction == .onwards {
          if gesture.distance < .zero { gesture = gesture.mirrored }
        } else if let reach, (place + gesture.distance).magnitude > reach {
          gesture = gesture.mirrored
        }
        place = place + gesture.distance
        gestures.append(gesture)
      }
      // Onwards over the seam, and back.
      return Motion(
        gestures: direction == .onwards ? gestures + gestures.reversed().map(\.mirrored) : gestures)
    }
  }

  /// Whether gestures keep the direction they were recorded in.
  package enum Direction: Hashable, Sendable {
    /// As recorded: about as many towards later rows as back.
    case asRecorded
    /// All towards later rows, and back again.
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

  /// The same gesture, so many times as fast: a fling decays alike from whatever speed. Frames are
  /// differences of rounded places, so no error adds up. O(frames).
  package func scaled(by factor: Double) -> ScrollGesture {
    var (place, reached) = (LayoutUnit.zero, LayoutUnit.zero)
    return ScrollGesture(
      frames: frames.map { frame in
        place = place + frame
        let next = LayoutUnit(rawValue: Int64((Double(place.rawValue) * factor).rounded()))
        defer { reached = next }
        return next - reached
      })
  }
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
