import BenchReplaying
import ListLayout

/// A list's total deviation from the reference over all frames. Sums are exact, and lengths are in 1/64 pt.
public struct Deviation: Hashable, Codable, Sendable {
  /// Number of frames that were compared, including the first screen.
  public var frames = 0
  /// Frames whose rows differ from the reference's.
  public var wrongRowFrames = 0
  /// Frames in which the content jumped by at least 1 pt.
  public var jumpFrames = 0
  /// Frames with a blank area where the reference shows rows.
  public var blankFrames = 0
  /// The sum of `FrameDeviation.displacement`.
  public var displacement: Int64 = 0
  /// The sum of `FrameDeviation.sideways`.
  public var sideways: Int64 = 0
  /// The first frame that differs; frame 0 is the initial screen.
  public var firstDivergentFrame: Int?
  /// Frames in which the reference scrolled but this list did not.
  public var stallFrames = 0
  /// Frames that differ from the reference.
  public var differingFrames = 0
  /// Frames in which the list repositioned its content or loaded rows during scrolling.
  public var repositionedFrames = 0
  /// Frames in which the list scrolled less far than the reference.
  public var lossFrames = 0
  /// The total scroll distance lost.
  public var lost = LayoutUnit.zero
  /// The part of `lost` for which the list's content space still had room.
  public var lostInsideContent = LayoutUnit.zero
  /// The total distance moved backwards or beyond what was requested.
  public var stray = LayoutUnit.zero
  /// The sum of `FrameDeviation.blank`.
  public var blank: Int64 = 0
  /// Number of frames that took more than two layout passes.
  public var framesOverTwoPasses = 0
  /// Layouts that were cut off because they did not settle.
  public var layoutsCut = 0

  /// Creates a deviation that covers no frames yet.
  public init() {}

  /// Whether every screen matches the reference.
  public var showsTheSame: Bool { firstDivergentFrame == nil }

  /// Whether every screen matches the reference and every layout settled within two passes.
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

/// One frame's deviation from the reference's frame.
public struct FrameDeviation: Hashable, Sendable {
  /// Whether the screen differs from the reference's.
  public private(set) var differs = false
  /// Whether the two screens show different rows, regardless of position.
  public private(set) var showsOtherRows = false
  /// The largest |y - expected y| among rows on both screens; in a circular list, each row is compared with
  /// its nearest copy. The viewport height if no row is on both screens, and 0 if either screen is empty.
  public private(set) var displacement = LayoutUnit.zero
  /// The distance from the reference's scroll position; in a circular list, the shorter way around.
  public private(set) var lead = LayoutUnit.zero
  /// The largest |x - expected x| among rows on both screens, compared in the same pairs as for
  /// `displacement`.
  public private(set) var sideways = LayoutUnit.zero
  /// The height of the viewport area that is blank although the reference shows rows there.
  public private(set) var blank = LayoutUnit.zero
  /// The content's motion minus that of the reference's content, positive towards later rows. Equals `lead`
  /// after a jump gesture.
  public private(set) var slip = LayoutUnit.zero
  /// The distance by which the content moved backwards or overshot the requested distance.
  public private(set) var jump = LayoutUnit.zero
  /// The change in content offset minus the motion on screen. This is the distance by which the content was
  /// repositioned invisibly, for example because a window moved. Always 0 after a jump gesture or if no row
  /// stayed on screen.
  public private(set) var correction = LayoutUnit.zero
  /// Whether the strategy repositioned its content, or loaded or dropped rows, during scrolling or on coming
  /// to rest.
  public private(set) var isRepositioned = false
  /// Whether a scroll gesture moved the reference but not the strategy.
  public private(set) var isStall = false
  /// The part of the reference's motion in the requested direction that the list missed.
  public private(set) var lost = LayoutUnit.zero
  /// The part of `lost` for which the strategy's content space still had room before the frame.
  public private(set) var lostInsideContent = LayoutUnit.zero
  /// The distance by which the content moved backwards or overshot the requested distance.
  public private(set) var stray = LayoutUnit.zero
  /// The content's motion minus the requested motion, clamped to the list's ends; see `ContentMotion`. Unlike
  /// `slip`, it does not depend on the reference's position, except that it equals `slip` after gestures
  /// other than scrolling.
  public private(set) var motionError: LayoutUnit? = LayoutUnit.zero

  /// Whether the content moved differently than requested. Stopping at an end of the list doesn't count.
  public var isRough: Bool { motionError != .zero }

  /// Computes the current frame's deviation. `last` is the previous frame's deviation, from which the motion
  /// is derived if no row stayed on screen.
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
    // When the reference stops at the end of the list, a strategy that lags behind may still move as
    // requested.
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
    // Expected minus actual position of each row on both screens.
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

  /// The true offset of the viewport's top from row 0, or nil for an empty screen.
  func position(_ screen: [VisibleRow]) -> LayoutUnit? {
    guard let first = screen.first, 0..<count ~= first.row else { return nil }
    return trueOffset(of: first.row) - first.y
  }

  func shorterWay(_ distance: LayoutUnit) -> LayoutUnit { motion.shorterWay(distance) }

  /// The distance by which the last gesture moved a list's content, positive towards later rows. Nil if
  /// either screen is empty. In a circular list, the screens reveal the distance only up to a whole number of
  /// revolutions. The result is then the longest possible distance that does not exceed the requested one or,
  /// failing that, the one closest to the range between 0 and the requested distance.
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

  /// The distance by which the last gesture moved the first row that stayed on screen, or nil if none did. If
  /// a circular list shows that row twice, the motion closest to the requested one is used.
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
  /// The height of the remaining content beyond the viewport in the given direction.
  fileprivate func slack(towards distance: LayoutUnit, viewport: LayoutUnit) -> LayoutUnit {
    max(.zero, distance > .zero ? contentHeight - viewport - contentOffset : contentOffset)
  }
}

extension Gesture {
  /// The row's index before the gesture, or nil if the gesture inserted it.
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
  /// The length with its sign flipped if `other` is negative.
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
