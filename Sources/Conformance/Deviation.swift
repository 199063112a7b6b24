import BenchReplaying
import ListLayout

/// The deviation of a list from the reference, summed over all frames. All sums are whole numbers, so they
/// are exact; lengths are in units of 1/64 pt. `FrameDeviation` defines the terms.
public struct Deviation: Hashable, Codable, Sendable {
  /// The number of frames that were compared, including the first screen.
  public var frames = 0
  /// The number of frames that did not show the same rows as the reference, at any positions.
  public var wrongRowFrames = 0
  /// The number of frames in which the content jumped by at least 1 pt.
  public var jumpFrames = 0
  /// The number of frames in which part of the viewport was blank although the reference filled it.
  public var blankFrames = 0
  /// The sum of `FrameDeviation.displacement` over all frames, in 1/64 pt.
  public var displacement: Int64 = 0
  /// The sum of `FrameDeviation.sideways` over all frames, in 1/64 pt.
  public var sideways: Int64 = 0
  /// The number of the first frame that differed from the reference, where frame 0 is the first screen; nil
  /// if no frame differed.
  public var firstDivergentFrame: Int?
  /// The number of frames in which the reference scrolled as requested, but this list did not move.
  public var stallFrames = 0
  /// The number of frames that differed from the reference.
  public var differingFrames = 0
  /// The number of frames in which the list repositioned its content or loaded rows while it was scrolled.
  public var repositionedFrames = 0
  /// The number of frames in which this list's scrolling fell short of the reference's.
  public var lossFrames = 0
  /// The total distance by which this list's scrolling in the requested direction fell short of the
  /// reference's.
  public var lost = LayoutUnit.zero
  /// The part of `lost` that this list could have scrolled without leaving its content space.
  public var lostInsideContent = LayoutUnit.zero
  /// The total distance that this list moved against the requested direction or beyond the requested
  /// distance.
  public var stray = LayoutUnit.zero
  /// The sum of `FrameDeviation.blank` over all frames, in 1/64 pt.
  public var blank: Int64 = 0
  /// The number of frames that needed more than two layout passes.
  public var framesOverTwoPasses = 0
  /// The number of layouts that were aborted because they did not settle.
  public var layoutsCut = 0

  /// Creates an empty deviation, to which `add` adds frames.
  public init() {}

  /// Whether every screen was equal to the screen of the reference.
  public var showsTheSame: Bool { firstDivergentFrame == nil }

  /// Whether all screens were equal to those of the reference, and every layout settled within two passes.
  public var isZero: Bool { showsTheSame && framesOverTwoPasses == 0 && layoutsCut == 0 }

  /// Runs a script on a strategy and on the reference, and returns the strategy's deviation.
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

  /// Adds the deviation of one frame to the sums; `work` counts the work that the strategy did for this
  /// frame.
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

/// The deviation of one frame of a strategy from the same frame of the reference, in the positions of the
/// rows and in the motion of the content.
public struct FrameDeviation: Hashable, Sendable {
  /// Whether the frame differs from the frame of the reference.
  public private(set) var differs = false
  /// Whether the frame does not show the same rows as the reference, regardless of the rows' positions.
  public private(set) var showsOtherRows = false
  /// The maximum of |y - expected y| over the rows that both lists show. If a circular list shows a row
  /// twice, each copy is compared with the nearest copy on the reference's screen. The value is the height of
  /// the viewport if the screens have no row in common, and 0 if one of them is empty.
  public private(set) var displacement = LayoutUnit.zero
  /// The signed distance from the reference's scroll position to the strategy's scroll position. In a
  /// circular list, the distance is measured along the shorter way around.
  public private(set) var lead = LayoutUnit.zero
  /// The maximum of |x - expected x| over the same pairs of rows.
  public private(set) var sideways = LayoutUnit.zero
  /// The height of the part of the viewport that the reference filled and the strategy did not.
  public private(set) var blank = LayoutUnit.zero
  /// The motion of the strategy's content on screen minus the motion of the reference's content, positive
  /// towards later rows. After a jump gesture, the value is `lead`. In a circular list, the distance is
  /// measured along the shorter way around.
  public private(set) var slip = LayoutUnit.zero
  /// The length of the motion that no gesture requested: motion against the requested direction or beyond the
  /// requested distance. If the gesture requested no motion, the value is the magnitude of `slip`.
  public private(set) var jump = LayoutUnit.zero
  /// The change in the strategy's content offset minus the motion of its content on screen. A value other than
  /// 0 means that the content was also repositioned invisibly, for example by moving a window. The value is 0
  /// after a jump gesture, and if no row stayed on screen.
  public private(set) var correction = LayoutUnit.zero
  /// Whether the strategy itself repositioned its content, or loaded or dropped rows, in a frame in which the
  /// content was scrolled or came to rest.
  public private(set) var isRepositioned = false
  /// Whether the reference scrolled as requested, but the strategy did not move.
  public private(set) var isStall = false
  /// The distance by which the strategy's motion in the requested direction fell short of the reference's; 0
  /// if the gesture does not scroll or one of the two screens is empty.
  public private(set) var lost = LayoutUnit.zero
  /// The part of `lost` that exceeds `max(0, motion - slack)`, where `motion` is the motion of the reference.
  /// The value `slack` is the height of the strategy's content that was beyond the viewport in the requested
  /// direction before the frame.
  public private(set) var lostInsideContent = LayoutUnit.zero
  /// The distance that the strategy moved against the requested direction or beyond the requested distance.
  public private(set) var stray = LayoutUnit.zero
  /// The motion of the strategy's content minus the motion that the gesture asked for, up to the list's ends;
  /// see `ContentMotion`. Unlike `slip`, it does not depend on the position of the reference. The value is nil
  /// if the content appeared or disappeared, or if a blank screen was to move, and `slip` after a gesture that
  /// does not scroll or settle.
  public private(set) var motionError: LayoutUnit? = LayoutUnit.zero

  /// Whether the content does not move as the gesture asks, other than at the list's ends.
  public var isRough: Bool { motionError != .zero }

  /// Computes the deviation in the current frame of a lockstep, in time proportional to the number of rows on
  /// screen.
  ///
  /// - Parameters:
  ///   - lockstep: the strategy and the reference after the frame.
  ///   - last: the deviation of the previous frame, from which the motion is computed if the screens of the
  ///     two frames have no row in common.
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
    // If both screens equal the reference's screens, the motion is equal, too.
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
    // After the reference has reached the end of the list, a strategy that is behind the reference may still
    // move as requested.
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
    // The expected position minus the actual position of each row that both lists show.
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
  /// The scroll distance that the last gesture requested.
  private var asked: LayoutUnit {
    if case .scroll(let distance) = gesture { distance } else { .zero }
  }

  /// The error of the strategy's motion in the last gesture; `slip` unless the gesture scrolls or settles.
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

  /// The true offset, measured from row 0, of the point at the top of the viewport; nil for an empty screen.
  func position(_ screen: [VisibleRow]) -> LayoutUnit? {
    guard let first = screen.first, 0..<count ~= first.row else { return nil }
    return trueOffset(of: first.row) - first.y
  }

  /// Returns `distance` for a linear list, or the shorter of the two signed distances around a circular list.
  func shorterWay(_ distance: LayoutUnit) -> LayoutUnit { motion.shorterWay(distance) }

  /// Returns the distance by which the last gesture moved the strategy or the reference, computed from true
  /// offsets and positive towards later rows; nil if the screen was empty before or after the gesture.
  ///
  /// In a circular list, the screens determine the distance only up to whole revolutions. The result is the
  /// longest possible distance that does not exceed the requested distance, or the possible distance that is
  /// nearest to the range from 0 to the requested distance.
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

  /// See `FrameDeviation.correction`.
  fileprivate var correction: LayoutUnit {
    guard let gesture, !gesture.isJump, let made = shift(\.screen), shift(\.expected) != nil else {
      return .zero
    }
    return now.contentOffset - before.contentOffset - made
  }

  /// Returns the motion of the first row that is on screen both before and after the last gesture; nil if
  /// there is no such row. If a circular list shows the row twice, the result is the motion that is nearest to
  /// the requested distance.
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
  /// The height of the content beyond the viewport in the direction of `distance`.
  fileprivate func slack(towards distance: LayoutUnit, viewport: LayoutUnit) -> LayoutUnit {
    max(.zero, distance > .zero ? contentHeight - viewport - contentOffset : contentOffset)
  }
}

extension Gesture {
  /// The index that `row` had before the gesture; nil if the gesture inserted the row.
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
  /// This length measured in the direction of `other`: positive if both lengths have the same sign.
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
