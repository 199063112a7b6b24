import BenchReplaying
import ListLayout

/// The deviation of a list from the reference, summed over all frames. All sums are exact; lengths are in
/// 1/64 pt.
public struct Deviation: Hashable, Codable, Sendable {
  /// Number of frames that were compared, including the first screen.
  public var frames = 0
  /// Frames that show other rows than the reference.
  public var wrongRowFrames = 0
  /// Frames in which the content jumped by at least 1 pt.
  public var jumpFrames = 0
  /// Frames with a blank part that the reference filled.
  public var blankFrames = 0
  /// The sum of `FrameDeviation.displacement`.
  public var displacement: Int64 = 0
  /// The sum of `FrameDeviation.sideways`.
  public var sideways: Int64 = 0
  /// The first frame that differs, where frame 0 is the first screen.
  public var firstDivergentFrame: Int?
  /// Frames in which the reference scrolled, but this list did not move.
  public var stallFrames = 0
  /// Frames that differ from the reference.
  public var differingFrames = 0
  /// Frames in which the list repositioned its content or loaded rows while it was scrolled.
  public var repositionedFrames = 0
  /// Frames with less scrolling than the reference.
  public var lossFrames = 0
  /// The total scroll distance that is missing.
  public var lost = LayoutUnit.zero
  /// The part of `lost` that was possible inside the list's content space.
  public var lostInsideContent = LayoutUnit.zero
  /// The total distance moved against the requested direction or beyond the requested distance.
  public var stray = LayoutUnit.zero
  /// The sum of `FrameDeviation.blank`.
  public var blank: Int64 = 0
  /// Number of frames that took more than two layout passes.
  public var framesOverTwoPasses = 0
  /// Layouts that did not settle.
  public var layoutsCut = 0

  /// Creates a deviation that covers no frames yet.
  public init() {}

  /// Whether every screen equals the reference's.
  public var showsTheSame: Bool { firstDivergentFrame == nil }

  /// Whether, in addition, every layout settled within two passes.
  public var isZero: Bool { showsTheSame && framesOverTwoPasses == 0 && layoutsCut == 0 }

  /// Runs a script on a strategy and the reference, and returns the strategy's deviation. The script is
  /// first adapted to the strategy's requirement; see `GestureScript.repaired(for:)`.
  public static func measure(
    _ contender: StrategyEntry, mode: StrategyMode, script: GestureScript
  ) -> Deviation {
    var deviation = Deviation()
    var last: FrameDeviation?
    let script = script.repaired(for: contender.descriptor.requirement)
    Lockstep(contender, mode: mode, script: script).run(script.gestures) {
      let frame = FrameDeviation($0, after: last)
      deviation.add(frame, $0.now.work)
      last = frame
    }
    return deviation
  }

  /// Adds one frame to the sums; `work` holds the strategy's counters for that frame.
  public mutating func add(_ frame: FrameDeviation, _ work: WorkCounters) {
    if frame.differs, firstDivergentFrame == nil { firstDivergentFrame = frames }
    frames += 1
    wrongRowFrames += frame.showsOtherRows ? 1 : 0
    jumpFrames += frame.jump >= LayoutUnit(points: 1) ? 1 : 0
    blankFrames += frame.blank > .zero ? 1 : 0
    displacement += frame.displacement.rawValue
    sideways += frame.sideways.rawValue
    stallFrames += frame.isStall ? 1 : 0
    differingFrames += frame.differs ? 1 : 0
    repositionedFrames += frame.isRepositioned ? 1 : 0
    lossFrames += frame.lost > .zero ? 1 : 0
    lost += frame.lost
    lostInsideContent += frame.lostInsideContent
    stray += frame.stray
    blank += frame.blank.rawValue
    framesOverTwoPasses += work[.layoutPasses] > 2 ? 1 : 0
    layoutsCut += work[.layoutsCut]
  }
}

/// The deviation of one frame from the same frame of the reference.
public struct FrameDeviation: Hashable, Sendable {
  /// Whether the screen differs from the reference's.
  public private(set) var differs = false
  /// Whether the screens show different rows, at any positions.
  public private(set) var showsOtherRows = false
  /// The maximum of |y - expected y| over the rows that both show, compared with the nearest copy in a
  /// circular list. The viewport's height if they have no row in common, and 0 if a screen is empty.
  public private(set) var displacement = LayoutUnit.zero
  /// The distance from the reference's scroll position, along the shorter way around a circular list.
  public private(set) var lead = LayoutUnit.zero
  /// The maximum of |x - expected x| over the same pairs of rows.
  public private(set) var sideways = LayoutUnit.zero
  /// The height of the blank part of the viewport that the reference filled.
  public private(set) var blank = LayoutUnit.zero
  /// The motion of the content minus that of the reference's content, positive towards later rows; `lead`
  /// after a jump gesture.
  public private(set) var slip = LayoutUnit.zero
  /// The length of the motion against the requested direction or beyond the requested distance.
  public private(set) var jump = LayoutUnit.zero
  /// The change of the content offset minus the motion on screen: how far the content was repositioned
  /// invisibly, for example by moving a window. 0 after a jump gesture, and if no row stayed on screen.
  public private(set) var correction = LayoutUnit.zero
  /// Whether the strategy repositioned its content, or loaded or dropped rows, while it was scrolled or came
  /// to rest.
  public private(set) var isRepositioned = false
  /// Whether a scroll gesture moved the reference but not the strategy.
  public private(set) var isStall = false
  /// The missing part of the reference's motion in the requested direction.
  public private(set) var lost = LayoutUnit.zero
  /// The part of `lost` that was possible inside the strategy's content space before the frame.
  public private(set) var lostInsideContent = LayoutUnit.zero
  /// The motion against the requested direction or beyond the requested distance.
  public private(set) var stray = LayoutUnit.zero
  /// The motion of the content minus the requested motion up to the list's ends, see `ContentMotion`. Unlike
  /// `slip`, it does not depend on the reference's position. `slip` after gestures other than scrolling.
  public private(set) var motionError: LayoutUnit? = LayoutUnit.zero

  /// Whether the content moved differently than requested. Stopping at an end of the list doesn't count.
  public var isRough: Bool { motionError != .zero }

  /// Computes the deviation in the current frame. `last` is that of the previous frame, which gives the
  /// motion if the two screens have no row in common.
  public init(_ lockstep: Lockstep, after last: FrameDeviation? = nil) {
    let (before, now) = (lockstep.before, lockstep.now)
    differs = now.screen != now.expected
    if differs { addPlaces(now, in: lockstep) }
    correction = lockstep.correction
    switch lockstep.gesture {
    case .scroll, .settle:
      isRepositioned = correction != .zero || now.contentHeight != before.contentHeight
    default: break
    }
    // Equal screens move equally.
    guard let gesture = lockstep.gesture, differs || before.screen != before.expected else {
      return
    }
    if gesture.isJump {
      slip = lead
    } else if let made = lockstep.shift(\.screen), let due = lockstep.shift(\.expected) {
      slip = lockstep.shorterWay(made - due)
    } else if let last {
      slip = lockstep.shorterWay(lead - last.lead)
    }
    motionError = lockstep.motionError(slip: slip)
    guard case .scroll(let asked) = gesture, asked != .zero else {
      jump = slip.magnitude
      return
    }
    let due = lockstep.travel(\.expected)?.along(asked)
    let motion = max(.zero, due ?? .zero)
    // At the end of the list, a strategy behind the reference may still move as requested.
    let made = (due ?? .zero) + slip.along(asked)
    jump = max(made - asked.magnitude, -made, .zero)
    isStall = before.expected != now.expected && before.screen == now.screen
    guard let forward = lockstep.travel(\.screen)?.along(asked), due != nil else { return }
    lost = max(.zero, motion - max(.zero, forward))
    let slack = before.slack(towards: asked, viewport: lockstep.viewport)
    lostInsideContent = max(.zero, lost - max(.zero, motion - slack))
    stray = max(.zero, -forward) + max(.zero, forward - asked.magnitude)
  }

  private mutating func addPlaces(_ now: Lockstep.Frame, in lockstep: Lockstep) {
    let (screen, expected) = (now.screen, now.expected)
    showsOtherRows = screen.map(\.row) != expected.map(\.row)
    blank = max(
      .zero, expected.filled(of: lockstep.viewport) - screen.filled(of: lockstep.viewport))
    // Of each row that both show: the expected position minus the actual one.
    let distances = screen.compactMap { shown in
      expected.filter { $0.row == shown.row }.map { (x: $0.x - shown.x, y: $0.y - shown.y) }
        .min { $0.y.magnitude < $1.y.magnitude }
    }
    sideways = distances.map(\.x.magnitude).max() ?? .zero
    guard !screen.isEmpty, !expected.isEmpty else { return }
    displacement = distances.map(\.y.magnitude).max() ?? lockstep.viewport
    if let first = distances.first {
      lead = first.y
    } else if let place = lockstep.position(screen), let due = lockstep.position(expected) {
      lead = lockstep.shorterWay(place - due)
    }
  }
}

extension Lockstep {
  private var asked: LayoutUnit {
    if case .scroll(let distance) = gesture { distance } else { .zero }
  }

  fileprivate func motionError(slip: LayoutUnit) -> LayoutUnit? {
    switch gesture {
    case .scroll, .settle:
      motion.error(from: position(before.screen), to: position(now.screen), asked: asked)
    default: slip
    }
  }

  private var motion: ContentMotion {
    ContentMotion(
      contentHeight: trueOffset(of: count), viewport: viewport, topology: descriptor.topology)
  }

  /// The true offset of the viewport's top, measured from row 0; nil for an empty screen.
  func position(_ screen: [VisibleRow]) -> LayoutUnit? {
    guard let first = screen.first, 0..<count ~= first.row else { return nil }
    return trueOffset(of: first.row) - first.y
  }

  func shorterWay(_ distance: LayoutUnit) -> LayoutUnit { motion.shorterWay(distance) }

  /// The distance by which the last gesture moved a list's content, positive towards later rows; nil if a
  /// screen is empty. In a circular list, screens determine the distance up to whole revolutions. The result
  /// is the longest distance that does not exceed the requested one, or the nearest to the range from 0 to
  /// it.
  func travel(_ screen: (Frame) -> [VisibleRow]) -> LayoutUnit? {
    guard let start = position(screen(before)), let end = position(screen(now)) else { return nil }
    let total = trueOffset(of: count).rawValue
    guard descriptor.topology == .circular, total > 0 else { return end - start }
    let limit = asked.magnitude.rawValue
    let rest = (end - start).along(asked).rawValue % total
    var forward = rest < 0 ? rest + total : rest
    if forward <= limit {
      forward += (limit - forward) / total * total
    } else if forward - limit > total - forward {
      forward -= total
    }
    return LayoutUnit(rawValue: forward).along(asked)
  }

  fileprivate var correction: LayoutUnit {
    guard let gesture, !gesture.isJump, let made = shift(\.screen), shift(\.expected) != nil else {
      return .zero
    }
    return now.contentOffset - before.contentOffset - made
  }

  /// The motion of the first row that was on screen before and after the last gesture; nil if there is none.
  /// If a circular list shows the row twice, the motion nearest to the requested one counts.
  func shift(_ screen: (Frame) -> [VisibleRow]) -> LayoutUnit? {
    guard let gesture else { return nil }
    for row in screen(now) {
      guard let old = gesture.index(before: row.row) else { continue }
      let distances = screen(before).filter { $0.row == old }.map { $0.y - row.y }
      let nearest = distances.min { ($0 - asked).magnitude < ($1 - asked).magnitude }
      if let nearest { return nearest }
    }
    return nil
  }
}

extension Lockstep.Frame {
  /// The height of the content beyond the viewport in a direction.
  fileprivate func slack(towards distance: LayoutUnit, viewport: LayoutUnit) -> LayoutUnit {
    max(.zero, distance > .zero ? contentHeight - viewport - contentOffset : contentOffset)
  }
}

extension Gesture {
  /// The index of a row before the gesture; nil if the gesture inserted it.
  fileprivate func index(before row: Int) -> Int? {
    switch self {
    case .insert(let new, _): row == new ? nil : row > new ? row - 1 : row
    case .delete(let old): row >= old ? row + 1 : row
    case .move(let from, let to):
      Gesture.insert(row: to, height: .zero).index(before: row)
        .flatMap { Gesture.delete(row: from).index(before: $0) }
    case .batch(let changes):
      changes.reversed().reduce(row) { row, change in row.flatMap { change.index(before: $0) } }
    case .scroll, .settle, .jump, .resize, .viewport, .width, .follow: row
    }
  }
}

extension LayoutUnit {
  /// The length in the direction of `other`.
  fileprivate func along(_ other: LayoutUnit) -> LayoutUnit { other < .zero ? -self : self }
}

extension [VisibleRow] {
  fileprivate func filled(of viewport: LayoutUnit) -> LayoutUnit {
    var filled = LayoutUnit.zero
    var reached = LayoutUnit.zero
    for row in self {
      let bottom = Swift.min(row.bottom, viewport)
      filled += Swift.max(.zero, bottom - Swift.max(row.y, reached))
      reached = Swift.max(reached, bottom)
    }
    return filled
  }
}
