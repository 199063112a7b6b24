import Conformance
import ListLayout
import Replaying

/// What a list did under gestures, frame by frame beside the reference: exact, and the same on every
/// machine.
struct Course {
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
  /// Frames whose layout did not come to rest and was cut.
  private(set) var cutFrames = 0
  /// Frames that are a jump, blank, or cut.
  private(set) var roughFrames = 0
  /// Frames in which the list changed its own offset: more than one pass of layout.
  private(set) var resets = 0
  /// Gestures.
  private(set) var strokes = 0
  /// Gestures of whose motion a point or more was lost.
  private(set) var strokesCutShort = 0
  /// Motion that the reference made and the list did not.
  private(set) var lost = LayoutUnit.zero
  /// How far the list moved, back and forth.
  private(set) var travelled = LayoutUnit.zero
  /// Heights asked for after the first screen.
  private(set) var heightsAsked = 0
  /// Rows that came on screen after the first one.
  private(set) var rowsEntered = 0
  /// The most views that were bound to rows after any frame.
  private(set) var mostViews = 0
  /// The greatest distance of a row from where the reference has it.
  private(set) var largestDisplacement = LayoutUnit.zero

  private let tops: [Int64]
  private let isCircular: Bool
  private var meter = DeviationMeter()

  /// Makes the strokes, each a list of gestures, one after the other.
  init(
    _ contender: Contender, mode: StrategyMode, script: GestureScript, strokes: [[Gesture]]
  ) {
    var tops: [Int64] = [0]
    tops.reserveCapacity(script.heights.count + 1)
    for height in script.heights { tops.append(tops[tops.count - 1] + Int64(height)) }
    self.tops = tops
    isCircular = contender.card.topology == .circular
    let lockstep = Lockstep(contender, mode: mode, script: script)
    meter.add(lockstep)
    countViews(lockstep)
    for stroke in strokes {
      let before = lost
      for gesture in stroke {
        lockstep.apply(gesture)
        add(lockstep, asked: gesture)
      }
      self.strokes += 1
      if lost - before >= Self.visible { strokesCutShort += 1 }
    }
  }

  private mutating func add(_ lockstep: Lockstep, asked gesture: Gesture) {
    let earlier = meter.deviation
    meter.add(lockstep)
    let later = meter.deviation
    let now = lockstep.now
    frames += 1
    stalls += later.stallFrames - earlier.stallFrames
    heightsAsked += now.work[.heightsAsked]
    if now.work[.layoutPasses] > 1 { resets += 1 }
    let shown = Set(lockstep.before.expected.map(\.row))
    rowsEntered += now.expected.count { !shown.contains($0.row) }
    let displacement = LayoutUnit(rawValue: later.displacement - earlier.displacement)
    largestDisplacement = max(largestDisplacement, displacement)
    countViews(lockstep)
    let isBlank = later.blank > earlier.blank
    let isCut = now.work[.layoutsCut] > 0
    let isJump = addMotion(lockstep, asked: gesture)
    if isBlank { blankFrames += 1 }
    if isCut { cutFrames += 1 }
    if isBlank || isCut || isJump { roughFrames += 1 }
  }

  private mutating func countViews(_ lockstep: Lockstep) {
    var views = 0
    lockstep.list.visitViews { _ in views += 1 }
    mostViews = max(mostViews, views)
  }

  /// Compares the motion of a frame with the reference's; returns whether the difference is visible.
  private mutating func addMotion(_ lockstep: Lockstep, asked gesture: Gesture) -> Bool {
    let (before, now) = (lockstep.before, lockstep.now)
    guard let made = motion(from: before.screen, to: now.screen),
      let due = motion(from: before.expected, to: now.expected)
    else { return false }
    let difference = turned(made - due)
    travelled += turned(made).magnitude
    if case .scroll(let asked) = gesture {
      lost += max(.zero, asked < .zero ? difference : -difference)
    }
    largestJump = max(largestJump, difference.magnitude)
    guard difference.magnitude >= Self.visible else { return false }
    jumps += 1
    return true
  }

  /// How far the content moved between two screens, by the true heights; nil when one is empty.
  private func motion(from before: [VisibleRow], to now: [VisibleRow]) -> LayoutUnit? {
    guard let first = before.first, let second = now.first else { return nil }
    let places = [first, second].map { LayoutUnit(rawValue: tops[$0.row]) - $0.y }
    return places[1] - places[0]
  }

  /// A distance in a circular list: the shorter way, for whole revolutions show the same.
  private func turned(_ distance: LayoutUnit) -> LayoutUnit {
    let revolution = tops[tops.count - 1]
    guard isCircular, revolution > 0 else { return distance }
    let rest = distance.rawValue % revolution
    let ways = [rest, rest - revolution, rest + revolution]
    let shortest = ways.min { $0.magnitude < $1.magnitude } ?? rest
    return LayoutUnit(rawValue: shortest)
  }
}
