import Conformance
import ListLayout

/// The frames of a list under gestures, compared with the reference. All counts are the same on every
/// machine; they are `Double` because rules compare them as such.
struct MotionRecord {
  private(set) var frames = 0.0
  /// Frames in which the reference moved and the list did not.
  private(set) var stalls = 0.0
  /// Frames that moved 1 pt or more against the gesture or further than it.
  private(set) var stray = 0.0
  /// Frames that jumped or stopped, were partly blank, or whose layout did not come to rest.
  private(set) var rough = 0.0
  /// Sequences of gestures that lost 1 pt of motion or more.
  private(set) var cutShort = 0.0
  /// The distance that the reference moved and the list did not.
  private(set) var lost = LayoutUnit.zero
  private var asked = LayoutUnit.zero
  /// The largest jump or stop of a frame.
  private(set) var largestSlip = LayoutUnit.zero
  private var heightsAsked = 0.0
  private var rowsEntered = 0.0
  /// The increase of the content height: the rows loaded by a list that unloads none.
  private(set) var contentGrowth = LayoutUnit.zero

  /// Applies sequences of gestures to a list and records each frame.
  init(of lockstep: Lockstep, _ sequences: [[Gesture]]) {
    let contentHeight = lockstep.now.contentHeight
    var last = FrameDeviation(lockstep)
    for gestures in sequences {
      let lostBefore = lost
      for gesture in gestures {
        lockstep.apply(gesture)
        last = FrameDeviation(lockstep, after: last)
        add(last, gesture, lockstep)
      }
      if lost - lostBefore >= Self.visible { cutShort += 1 }
    }
    contentGrowth = lockstep.now.contentHeight - contentHeight
  }

  /// The smallest difference that counts as visible: a third of a millimetre, 2 or 3 pixels.
  private static let visible = LayoutUnit(points: 1)

  private mutating func add(_ frame: FrameDeviation, _ gesture: Gesture, _ lockstep: Lockstep) {
    let (before, now) = (lockstep.before, lockstep.now)
    let isSteady = frame.slip.magnitude < Self.visible
    let isComplete = frame.blank == .zero && now.work[.layoutsCut] == 0
    frames += 1
    stalls += frame.isStall ? 1 : 0
    stray += frame.stray >= Self.visible ? 1 : 0
    rough += isSteady && isComplete ? 0 : 1
    largestSlip = max(largestSlip, frame.slip.magnitude)
    heightsAsked += Double(now.work[.heightsAsked])
    let shown = Set(before.expected.map(\.row))
    rowsEntered += Double(now.expected.count { !shown.contains($0.row) })
    if case .scroll(let distance) = gesture, distance != .zero {
      asked += distance.magnitude
      lost += max(.zero, distance < .zero ? frame.slip : -frame.slip)
    }
  }

  /// The viewports of rows that the list loaded and did not reach.
  var unreached: Double {
    max(.zero, contentGrowth - (asked - lost)).points / ClaimRunner.viewport.points
  }
  /// The heights asked for per row that came on screen.
  var heightsPerRow: Double { heightsAsked / max(1, rowsEntered) }
}
