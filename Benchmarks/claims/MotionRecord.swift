import Conformance
import ListLayout

/// Counts of the differences between a list and the reference list while both receive the same gestures. All
/// counts are the same on every machine. The counts are of type `Double` because rules compare values of that
/// type.
struct MotionRecord {
  private(set) var frames = 0.0
  /// The number of frames in which the reference moved and the list did not.
  private(set) var stalls = 0.0
  /// The number of frames in which the list moved at least 1 pt in the wrong direction, or at least 1 pt
  /// further than the gesture requested.
  private(set) var stray = 0.0
  /// The number of frames with a jump or stall of at least 1 pt, a partly blank screen, or a layout that did
  /// not settle.
  private(set) var rough = 0.0
  /// The number of gesture sequences that lost at least 1 pt of motion.
  private(set) var cutShort = 0.0
  /// The total distance by which the motion of the list fell short of that of the reference.
  private(set) var lost = LayoutUnit.zero
  private var asked = LayoutUnit.zero
  /// The size of the largest jump or stall in a single frame.
  private(set) var largestSlip = LayoutUnit.zero
  private var heightsAsked = 0.0
  private var rowsEntered = 0.0
  /// The increase in the list's content height. For a list that never unloads rows, the increase is the
  /// height of the loaded rows.
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

  /// The smallest difference that counts as visible: about a sixth of a millimetre, or 2 to 3 pixels, on a
  /// phone.
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

  /// The total height of the rows that the list loaded but did not reach, in viewport heights.
  var unreached: Double {
    max(.zero, contentGrowth - (asked - lost)).points / ClaimRunner.viewport.points
  }
  /// The average number of heights that the list requested per row that entered the screen.
  var heightsPerRow: Double { heightsAsked / max(1, rowsEntered) }
}
