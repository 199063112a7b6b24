import Conformance
import ListLayout
import Replaying
import Workloads

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
  /// The most views that were bound to rows after any frame.
  private(set) var mostViews = 0
  /// The greatest distance of a row from where the reference has it.
  private(set) var largestDisplacement = LayoutUnit.zero

  private let tops: [Int64]
  private let isCircular: Bool
  private var meter = DeviationMeter()

  /// Makes the strokes, each a list of gestures, one after the other.
  init(of lockstep: Lockstep, on heights: [Int32], strokes: [[Gesture]]) {
    var tops: [Int64] = [0]
    tops.reserveCapacity(heights.count + 1)
    for height in heights { tops.append(tops[tops.count - 1] + Int64(height)) }
    self.tops = tops
    isCircular = lockstep.card.topology == .circular
    let contentHeight = lockstep.now.contentHeight
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
    contentGrowth = lockstep.now.contentHeight - contentHeight
  }

  private mutating func add(_ lockstep: Lockstep, asked gesture: Gesture) {
    let earlier = meter.deviation
    meter.add(lockstep)
    let later = meter.deviation
    let now = lockstep.now
    frames += 1
    stalls += later.stallFrames - earlier.stallFrames
    heightsAsked += now.work[.heightsAsked]
    mostHeightsAsked = max(mostHeightsAsked, now.work[.heightsAsked])
    addReloads(lockstep)
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
    let (before, now) = (lockstep.before, lockstep.now)
    guard let made = motion(from: before.screen, to: now.screen),
      let due = motion(from: before.expected, to: now.expected)
    else { return false }
    let difference = turned(made - due)
    travelled += turned(made).magnitude
    if case .scroll(let asked) = gesture {
      let shortfall = asked < .zero ? difference : -difference
      lost += max(.zero, shortfall)
      let way = asked < .zero ? -turned(due) : turned(due)
      if shortfall <= -Self.visible || shortfall - way >= Self.visible { strayFrames += 1 }
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

extension MotionRecord {
  /// The frames that are not steady, of all.
  var roughFigure: Figure { Figure(exactly: Double(roughFrames), of: .init(frames, "frames")) }

  /// The gestures that did not move the list as far as they should have, of all.
  func cutShortFigure(of unit: String = "flings") -> Figure {
    Figure(exactly: Double(strokesCutShort), of: .init(strokes, unit))
  }

  /// Heights asked for each row that came on screen.
  var heightsPerRow: Double { Double(heightsAsked) / Double(max(1, rowsEntered)) }
}

/// Gestures as strokes of a finger: what it and the list do until rest.
enum Strokes {
  /// The 19 recorded flings, each as it was, with `rest` frames of rest after each.
  static func flings(resting rest: Int = 0) -> [[Gesture]] {
    recorded.map { stroke(of: $0.frames) + [Gesture](repeating: .settle, count: rest) }
  }

  /// The 19 recorded flings, all onwards; then the same back.
  static var flingsRoundAndBack: [[Gesture]] { flingsOnwards() + mirrored(flingsOnwards()) }

  /// The 19 recorded flings, all towards later rows, with `rest` frames of rest after each.
  static func flingsOnwards(resting rest: Int = 0) -> [[Gesture]] {
    recorded.map { gesture in
      stroke(of: (gesture.distance < .zero ? gesture.mirrored : gesture).frames)
        + [Gesture](repeating: .settle, count: rest)
    }
  }

  /// Each recorded fling and then the next one in the same direction, the first caught halfway
  /// through its frames: the list comes to rest only after the second.
  static var flingsCaughtByAnother: [[Gesture]] {
    recorded.indices.map { index in
      let (first, next) = (recorded[index], recorded[(index + 1) % recorded.count])
      let isSameWay = (first.distance < .zero) == (next.distance < .zero)
      let caught = first.frames.prefix(first.frames.count / 2)
      return stroke(of: Array(caught) + (isSameWay ? next : next.mirrored).frames)
    }
  }

  /// A finger at one speed: the same distance in each of some frames.
  static func steadily(at pointsPerSecond: Int, seconds: Int) -> [Gesture] {
    let distance = LayoutUnit(rawValue: Int64(pointsPerSecond) * LayoutUnit.perPoint / 120)
    return slowly(by: distance, frames: 120 * seconds)
  }

  /// A slow finger: half a point a frame, 60 pt/s, over a distance, and back.
  static func slowly(over distance: LayoutUnit) -> [[Gesture]] {
    let onwards = slowly(by: LayoutUnit(rawValue: 32 as Int64), frames: Int(distance.rawValue / 32))
    return [onwards] + mirrored([onwards])
  }

  /// A slow finger for some frames, the same distance in each.
  static func slowly(by distance: LayoutUnit, frames: Int) -> [Gesture] {
    [Gesture](repeating: .scroll(distance), count: frames) + [.settle]
  }

  /// Pages turned one by one, each in 0.3 s, and back.
  static func pages(_ count: Int, of height: LayoutUnit) -> [[Gesture]] {
    let turn = stroke(of: Drag(distance: height, milliseconds: 300).frames(at: .hz120))
    let onwards = [[Gesture]](repeating: turn, count: count)
    return onwards + mirrored(onwards)
  }

  private static let recorded = RecordedFling.all.map { $0.gesture(at: .hz120) }

  private static func stroke(of frames: [LayoutUnit]) -> [Gesture] {
    frames.map { .scroll($0) } + [.settle]
  }

  /// The same strokes in the other direction.
  static func mirrored(_ strokes: [[Gesture]]) -> [[Gesture]] {
    strokes.map { stroke in
      stroke.map { gesture in
        if case .scroll(let distance) = gesture { .scroll(-distance) } else { gesture }
      }
    }
  }
}
