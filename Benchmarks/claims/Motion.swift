import Conformance
import ListLayout
import Replaying
import Reporting
import Workloads

/// Sequences of gestures, each until the list is at rest.
extension [[Gesture]] {
  private static var recorded: [ScrollGesture] { RecordedFling.all.map(\.gesture) }

  private static func of(_ gestures: [ScrollGesture], resting rest: Int = 0) -> Self {
    gestures.map { $0.frames.map { .scroll($0) } + [Gesture](repeating: .settle, count: 1 + rest) }
  }

  /// The 19 recorded flings, each as it was, with `rest` frames of rest after each.
  static func flings(resting rest: Int = 0) -> Self { of(recorded, resting: rest) }

  static func flingsOnwards(resting rest: Int = 0) -> Self {
    of(recorded.map { $0.distance < .zero ? $0.mirrored : $0 }, resting: rest)
  }

  /// Each recorded fling and then the next one in the same direction, the first caught halfway
  /// through its frames: the list comes to rest only after the second.
  static var flingsCaughtByAnother: Self {
    let recorded = recorded
    return of(
      recorded.indices.map { index in
        let (first, next) = (recorded[index], recorded[(index + 1) % recorded.count])
        let isSameWay = (first.distance < .zero) == (next.distance < .zero)
        let caught = first.frames.prefix(first.frames.count / 2)
        return ScrollGesture(frames: caught + (isSameWay ? next : next.mirrored).frames)
      })
  }

  /// A finger at one speed.
  static func finger(at pointsPerSecond: Int, frames: Int) -> Self {
    let distance = LayoutUnit(rawValue: Int64(pointsPerSecond) * LayoutUnit.perPoint / 120)
    return of([ScrollGesture(frames: [LayoutUnit](repeating: distance, count: frames))])
  }

  /// Pages turned, each in 0.3 s.
  static func pages(_ count: Int) -> Self {
    let turn = ScrollGesture.drag(by: ClaimRunner.viewport, milliseconds: 300).frames
    return of([ScrollGesture](repeating: ScrollGesture(frames: turn), count: count))
  }

  var mirrored: Self {
    map { $0.map { if case .scroll(let distance) = $0 { .scroll(-distance) } else { $0 } } }
  }

  var andBack: Self { self + mirrored }
}

/// What a list did under gestures, frame by frame beside the reference: the same on every machine.
struct MotionRecord {
  struct Frame {
    let deviation: FrameDeviation
    let work: WorkCounters
    /// How far the content was asked to move, in either direction, and how much of it was lost.
    let asked, lost: LayoutUnit
    let rowsEntered, rowsInContent: Int
    let showsARowTwice: Bool

    /// The least difference that is taken for visible: a third of a millimetre, 2 or 3 pixels.
    private static let visible = LayoutUnit(points: 1)

    /// The content moved otherwise than the gesture and the list's true ends allow: a jump or a stop.
    var isJump: Bool { deviation.slip.magnitude >= Self.visible }
    /// It moved against the gesture or further than it: other content is shown. A list that merely
    /// stops short shows what was there.
    var isStray: Bool { deviation.stray >= Self.visible }
    var isBlank: Bool { deviation.blank > .zero }
    /// The layout did not come to rest and was cut.
    var isCut: Bool { work[.layoutsCut] > 0 }
    var isRough: Bool { isJump || isBlank || isCut }
  }

  /// The frames of each sequence of gestures.
  let sequences: [[Frame]]
  /// How much higher the content became: what was loaded, of a list that unloads nothing.
  let contentGrowth: LayoutUnit

  init(of lockstep: Lockstep, _ gestures: [[Gesture]]) {
    let contentHeight = lockstep.now.contentHeight
    var last = FrameDeviation(lockstep)
    sequences = gestures.map { sequence in
      sequence.map { gesture in
        lockstep.apply(gesture)
        last = FrameDeviation(lockstep, after: last)
        return Frame(lockstep, last)
      }
    }
    contentGrowth = lockstep.now.contentHeight - contentHeight
  }

  var frames: [Frame] { Array(sequences.joined()) }

  func count(where isCounted: (Frame) -> Bool) -> Int { frames.count(where: isCounted) }
  /// Frames in which the reference moved and the list stood still.
  var stalls: Int { count(where: \.deviation.isStall) }
  func sum(_ work: Work) -> Int { frames.reduce(0) { $0 + $1.work[work] } }
  func most(_ number: (Frame) -> Int) -> Int { frames.map(number).max() ?? 0 }

  /// Sequences of whose motion a point or more was lost.
  var cutShort: Int { sequences.count { $0.reduce(0) { $0 + $1.lost.points } >= 1 } }
  /// Points that the reference moved and the list did not.
  var lost: Double { frames.reduce(0) { $0 + $1.lost.points } }
  /// How far the list moved: none moves further than asked.
  var travelled: Double { frames.reduce(-lost) { $0 + $1.asked.points } }
  var largestJump: Double { frames.map(\.deviation.slip.magnitude).max()?.points ?? 0 }
  var rowsEntered: Int { frames.reduce(0) { $0 + $1.rowsEntered } }
  /// Heights asked for each row that came on screen.
  var heightsPerRow: Double { Double(sum(.heightsAsked)) / Double(max(1, rowsEntered)) }

  /// The frames that are not steady, of all.
  var roughFigure: Figure { share(where: \.isRough) }
  func share(where isCounted: (Frame) -> Bool) -> Figure {
    .share(count(where: isCounted), of: frames.count, "frames")
  }
  /// The same by what is wrong with them.
  var roughCounts: [String] {
    ([\.isJump, \.isBlank, \.isCut].map { count(where: $0) } + [frames.count]).map(Quantity.count)
  }
}

extension MotionRecord.Frame {
  fileprivate init(_ lockstep: Lockstep, _ deviation: FrameDeviation) {
    (self.deviation, work) = (deviation, lockstep.now.work)
    var distance = LayoutUnit.zero
    if case .scroll(let points)? = lockstep.gesture { distance = points }
    asked = distance.magnitude
    // The rows that stay on screen tell: of a row that stands twice either may be the first one.
    let further = distance < .zero ? -deviation.slip : deviation.slip
    lost = distance == .zero ? .zero : max(.zero, -further)
    let shown = Set(lockstep.before.expected.map(\.row))
    rowsEntered = lockstep.now.expected.count { !shown.contains($0.row) }
    let last = lockstep.now.contentHeight - LayoutUnit(rawValue: 1 as Int64)
    rowsInContent =
      last < .zero ? 0 : lockstep.list.row(at: last) - lockstep.list.row(at: .zero) + 1
    let rows = lockstep.now.screen.map(\.row)
    showsARowTwice = Set(rows).count < rows.count
  }
}
