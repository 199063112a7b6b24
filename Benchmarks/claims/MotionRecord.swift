import Conformance
import ListLayout
import Replaying
import Reporting

/// What a list did under gestures, frame by frame beside the reference: exact, and the same on every
/// machine.
struct MotionRecord {
  /// The least difference on screen that is taken for visible: a point is a third of a millimetre at
  /// least on any phone, 2 or 3 pixels, and a thing that stood still is seen to move by one.
  static let visible = LayoutUnit(points: 1)

  /// Frames, without the first screen.
  private(set) var frames = 0
  /// Frames in which the content moved a point or more otherwise than the gesture and the list's
  /// true ends allow: a jump or a stop.
  private(set) var jumps = 0
  /// The greatest such difference.
  private(set) var largestJump = LayoutUnit.zero
  /// Frames in which the reference moved and the list stood still.
  private(set) var stalls = 0
  /// Frames in which a part of the viewport was blank that the reference fills.
  private(set) var blankFrames = 0
  /// Frames in which the content moved against the gesture or further than it, by a point or more:
  /// other content is shown. A list that merely stops short shows what was there.
  private(set) var strayFrames = 0
  /// Frames whose layout did not come to rest and was cut.
  private(set) var cutFrames = 0
  /// Frames that are a jump or blank.
  private(set) var unsteadyFrames = 0
  /// Frames that are a jump, blank, or cut.
  private(set) var roughFrames = 0
  /// Frames in which the list changed its own offset: more than one pass of layout.
  private(set) var resets = 0
  /// Sequences of gestures.
  private(set) var sequences = 0
  /// Sequences of whose motion a point or more was lost.
  private(set) var cutShort = 0
  /// Motion that the reference made and the list did not.
  private(set) var lost = LayoutUnit.zero
  /// How far the list moved, back and forth.
  private(set) var travelled = LayoutUnit.zero
  /// Heights asked for after the first screen.
  private(set) var heightsAsked = 0
  /// The most heights asked for in one frame.
  private(set) var mostHeightsAsked = 0
  /// Times that the whole content was laid out anew.
  private(set) var reloads = 0
  /// Rows in the content at those times, added up: the heights that a reload needs.
  private(set) var rowsReloaded = 0
  /// How much higher the content became: what was loaded, of a list that unloads nothing.
  private(set) var contentGrowth = LayoutUnit.zero
  /// Rows that came on screen after the first one.
  private(set) var rowsEntered = 0
  /// Views made after the first screen.
  private(set) var viewsCreated = 0
  /// The most views that were bound to rows after any frame.
  private(set) var mostViews = 0
  /// The greatest distance of a row from where the reference has it.
  private(set) var largestDisplacement = LayoutUnit.zero

  /// Makes the sequences of gestures, one after the other.
  init(of lockstep: Lockstep, _ gestures: [[Gesture]]) {
    let contentHeight = lockstep.now.contentHeight
    countViews(lockstep)
    for sequence in gestures {
      let before = lost
      for gesture in sequence {
        lockstep.apply(gesture)
        add(lockstep, asked: gesture)
      }
      sequences += 1
      if lost - before >= Self.visible { cutShort += 1 }
    }
    contentGrowth = lockstep.now.contentHeight - contentHeight
  }

  private mutating func add(_ lockstep: Lockstep, asked gesture: Gesture) {
    let deviation = FrameDeviation(lockstep)
    let now = lockstep.now
    frames += 1
    if deviation.isStall { stalls += 1 }
    heightsAsked += now.work[.heightsAsked]
    mostHeightsAsked = max(mostHeightsAsked, now.work[.heightsAsked])
    addReloads(lockstep)
    if now.work[.layoutPasses] > 1 { resets += 1 }
    let shown = Set(lockstep.before.expected.map(\.row))
    rowsEntered += now.expected.count { !shown.contains($0.row) }
    largestDisplacement = max(largestDisplacement, deviation.displacement)
    viewsCreated += now.work[.viewsCreated]
    countViews(lockstep)
    let isBlank = deviation.blank > .zero
    let isCut = now.work[.layoutsCut] > 0
    let isJump = addMotion(lockstep, asked: gesture)
    if isBlank { blankFrames += 1 }
    if isCut { cutFrames += 1 }
    if isBlank || isJump { unsteadyFrames += 1 }
    if isBlank || isCut || isJump { roughFrames += 1 }
  }

  private mutating func addReloads(_ lockstep: Lockstep) {
    let count = lockstep.now.work[.reloads]
    guard count > 0, lockstep.now.contentHeight > .zero else { return }
    let last = lockstep.now.contentHeight - LayoutUnit(rawValue: 1 as Int64)
    let rows = lockstep.list.row(at: last) - lockstep.list.row(at: .zero) + 1
    reloads += count
    rowsReloaded += count * max(0, rows)
  }

  private mutating func countViews(_ lockstep: Lockstep) {
    var views = 0
    lockstep.list.visitViews { _ in views += 1 }
    mostViews = max(mostViews, views)
  }

  /// Compares the motion of a frame with the reference's; returns whether the difference is visible.
  private mutating func addMotion(_ lockstep: Lockstep, asked gesture: Gesture) -> Bool {
    guard let made = lockstep.travel(\.screen), let due = lockstep.travel(\.expected) else {
      return false
    }
    let difference = lockstep.shorterWay(made - due)
    travelled += made.magnitude
    if case .scroll(let asked) = gesture {
      let shortfall = asked < .zero ? difference : -difference
      lost += max(.zero, shortfall)
      let way = asked < .zero ? -due : due
      if shortfall <= -Self.visible || shortfall - way >= Self.visible { strayFrames += 1 }
    }
    largestJump = max(largestJump, difference.magnitude)
    guard difference.magnitude >= Self.visible else { return false }
    jumps += 1
    return true
  }
}

extension MotionRecord {
  /// The frames that are not steady, of all.
  var roughFigure: Figure { .share(roughFrames, of: frames, "frames") }

  /// The frames that are not steady, by what is wrong with them.
  var roughCounts: [String] { [jumps, blankFrames, cutFrames, frames].map(Quantity.count) }

  /// The gestures that did not move the list as far as they should have, of all.
  func cutShortFigure(of unit: String = "flings") -> Figure {
    .share(cutShort, of: sequences, unit)
  }

  /// Heights asked for each row that came on screen.
  var heightsPerRow: Double { Double(heightsAsked) / Double(max(1, rowsEntered)) }
}
