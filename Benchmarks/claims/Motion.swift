import Conformance
import ListLayout
import Measuring
import Replaying
import Workloads

/// What lists are moved by: flings, frames a second and the rows where lists begin.
///
/// Claims have rules that were made while `recorded` was known; they are judged with `fresh` as well,
/// which was made after the rules were frozen.
struct Motion: Sendable {
  let name: String
  let framesPerSecond: Int
  /// Single flings, each from rest.
  let flings: [ScrollGesture]
  /// Where a list begins, as parts of its rows; ten.
  let starts: [Double]
  /// The factor of speeds and of other numbers that could be another's.
  let factor: Double
  let seed: UInt64

  static let all = [recorded, fresh]

  /// The 19 recorded flings at 120 frames a second.
  static let recorded = Motion(
    name: "recorded flings, 120 Hz", framesPerSecond: 120,
    flings: RecordedFling.all.map(\.gesture), starts: (1...10).map { Double($0) / 11 }, factor: 1,
    seed: 1)

  /// As many flings at random speeds and from random rows, at 60 frames a second.
  static let fresh = {
    var random = SplitMix64(seed: 20_261_125, purpose: "claims")
    let flings = RecordedFling.all.indices.map { _ in
      let speed = Double(500 + random.below(7000)) * (random.below(2) == 0 ? 1 : -1)
      return ScrollGesture(coastingFrom: speed)
    }
    let starts = (0..<10).map { _ in 0.05 + Double(random.below(900)) / 1000 }
    return Motion(
      name: "other flings, 60 Hz", framesPerSecond: 60, flings: flings, starts: starts, factor: 1.1,
      seed: 20_261_125)
  }()

  /// The frames of a load of the on-demand post, half a second.
  var latency: Int { framesPerSecond / 2 }

  private static func gestures(_ flings: [ScrollGesture], resting rest: Int = 0) -> [[Gesture]] {
    flings.map { $0.frames.map { .scroll($0) } + [Gesture](repeating: .settle, count: 1 + rest) }
  }

  /// The flings, each with a second of rest after it if asked for.
  func singles(isResting: Bool = false) -> [[Gesture]] {
    Self.gestures(flings, resting: isResting ? framesPerSecond : 0)
  }

  /// The flings, all towards later rows.
  func onwards(isResting: Bool = false) -> [[Gesture]] {
    Self.gestures(
      flings.map { $0.distance < .zero ? $0.mirrored : $0 },
      resting: isResting ? framesPerSecond : 0)
  }

  /// Each fling and then the next one in the same direction, the first caught halfway through its
  /// frames: the list comes to rest only after the second.
  var pairs: [[Gesture]] {
    Self.gestures(
      flings.indices.map { index in
        let (first, next) = (flings[index], flings[(index + 1) % flings.count])
        let isSameWay = (first.distance < .zero) == (next.distance < .zero)
        let caught = first.frames.prefix(first.frames.count / 2)
        return ScrollGesture(frames: caught + (isSameWay ? next : next.mirrored).frames)
      })
  }

  /// A finger at one speed, given without the factor.
  func finger(at pointsPerSecond: Int, seconds: Double) -> [[Gesture]] {
    let speed = Double(pointsPerSecond) * factor / Double(framesPerSecond)
    let distance = LayoutUnit(points: speed) ?? .zero
    let frames = Int(seconds * Double(framesPerSecond))
    return Self.gestures([ScrollGesture(frames: Array(repeating: distance, count: frames))])
  }

  /// Pages turned, each in 0.3 s.
  func pages(_ count: Int) -> [[Gesture]] {
    let frames = framesPerSecond * 3 / 10
    let height = ClaimRunner.viewport.rawValue
    let turn = (0..<Int64(frames)).map { frame in
      let count = Int64(frames)
      return LayoutUnit(rawValue: height * (frame + 1) / count - height * frame / count)
    }
    return Self.gestures(Array(repeating: ScrollGesture(frames: turn), count: count))
  }
}

extension ScrollGesture {
  /// A list that coasts from a speed in pt/s at 60 frames a second, until a frame moves 1/64 pt: UIKit's
  /// 0.998 a millisecond is 0.9672 a frame.
  fileprivate init(coastingFrom speed: Double) {
    var (step, way, place) = (speed * 64 / 60, 0.0, 0.0)
    var frames: [LayoutUnit] = []
    while abs(step) >= 1 {
      way += step
      step *= 0.9672
      frames.append(LayoutUnit(rawValue: Int64(way.rounded() - place)))
      place = way.rounded()
    }
    self.init(frames: frames)
  }
}

extension [[Gesture]] {
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
    let rowsEntered: Int

    /// The least difference that is taken for visible: a third of a millimetre, 2 or 3 pixels.
    private static let visible = LayoutUnit(points: 1)

    /// The content moved otherwise than the gesture and the list's true ends allow: a jump or a stop.
    var isUnsteady: Bool { deviation.slip.magnitude >= Self.visible }
    /// It moved against the gesture or further than it: other content is shown. A list that merely
    /// stops short shows what was there.
    var isStray: Bool { deviation.stray >= Self.visible }
    /// It moved otherwise than asked, or is blank in part, or its layout was cut.
    var isRough: Bool { isUnsteady || deviation.blank > .zero || work[.layoutsCut] > 0 }
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

  var frames: Int { sequences.reduce(0) { $0 + $1.count } }

  func count(where isCounted: (Frame) -> Bool) -> Int {
    sequences.reduce(0) { $0 + $1.count(where: isCounted) }
  }
  private func sum(_ number: (Frame) -> Double) -> Double {
    sequences.reduce(0) { $1.reduce($0) { $0 + number($1) } }
  }
  /// Frames in which the reference moved and the list stood still.
  var stalls: Int { count(where: \.deviation.isStall) }
  /// Sequences of whose motion a point or more was lost.
  var cutShort: Int { sequences.count { $0.reduce(0) { $0 + $1.lost.points } >= 1 } }
  /// Points that the reference moved and the list did not.
  var lost: Double { sum(\.lost.points) }
  /// How far the list moved: none moves further than asked.
  var travelled: Double { sum(\.asked.points) - lost }
  var largestSlip: Double { sequences.joined().map(\.deviation.slip.magnitude).max()?.points ?? 0 }
  /// Heights asked for each row that came on screen.
  var heightsPerRow: Double {
    sum { Double($0.work[.heightsAsked]) } / max(1, sum { Double($0.rowsEntered) })
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
  }
}
