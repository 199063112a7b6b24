import ListLayout
import Replaying

/// The deviation of a list from the reference, summed over frames in exact whole numbers; lengths in 1/64
/// pt. See `FrameDeviation` for the terms.
public struct Deviation: Hashable, Sendable {
  /// Frames compared, the first screen included.
  public var frames = 0
  /// Frames that showed other rows than the reference, at any position.
  public var wrongRowFrames = 0
  /// Frames in which the content jumped by a point or more.
  public var jumpFrames = 0
  /// Frames with a blank area.
  public var blankFrames = 0
  /// The sum over frames of the frame's displacement, in 1/64 pt x frames.
  public var displacement: Int64 = 0
  /// The sum over frames of the max horizontal distance of a row, in 1/64 pt x frames.
  public var sideways: Int64 = 0
  /// The first frame that differed; 0 is the first screen.
  public var firstDivergentFrame: Int?
  /// Frames in which the reference scrolled as requested and this list did not move.
  public var stallFrames = 0
  /// Motion of the reference that this list did not make.
  public var lost = LayoutUnit.zero
  /// The part of `lost` for which the content space had room.
  public var lostInsideContent = LayoutUnit.zero
  /// Motion against the requested direction, or further than requested.
  public var stray = LayoutUnit.zero
  /// The sum over frames of the blank height, in 1/64 pt x frames.
  public var blank: Int64 = 0
  /// Frames with more than two layout passes.
  public var framesOverTwoPasses = 0
  /// Frames whose layout did not settle and was cut off.
  public var layoutsCut = 0

  /// No frames.
  public init() {}

  /// Whether every screen was equal to the reference's.
  public var showsTheSame: Bool { firstDivergentFrame == nil }

  /// Whether all screens were equal and no frame exceeded its work.
  public var isZero: Bool { showsTheSame && framesOverTwoPasses == 0 && layoutsCut == 0 }

  /// Runs a script on a strategy and on the reference.
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

  /// Adds a frame and the strategy's work for it.
  public mutating func add(_ frame: FrameDeviation, _ work: WorkCounters) {
    if frame.differs, firstDivergentFrame == nil { firstDivergentFrame = frames }
    frames += 1
    wrongRowFrames += frame.showsOtherRows ? 1 : 0
    jumpFrames += frame.jump >= LayoutUnit(points: 1) ? 1 : 0
    blankFrames += frame.blank > .zero ? 1 : 0
    displacement += frame.displacement.rawValue
    sideways += frame.sideways.rawValue
    stallFrames += frame.isStall ? 1 : 0
    lost += frame.lost
    lostInsideContent += frame.lostInsideContent
    stray += frame.stray
    blank += frame.blank.rawValue
    framesOverTwoPasses += work[.layoutPasses] > 2 ? 1 : 0
    layoutsCut += work[.layoutsCut]
  }
}

/// The deviation of one frame of a strategy from the reference's: the positions of its rows and the motion
/// of its content. Verification, films and claims use it.
public struct FrameDeviation: Hashable, Sendable {
  /// Whether the frame differs from the reference's.
  public private(set) var differs = false
  /// Whether it shows other rows, at any position.
  public private(set) var showsOtherRows = false
  /// The max |y - expected y| of the rows that both show; if a circular list shows a row twice, of the
  /// nearer pair. The viewport's height for screens without a common row; 0 for an empty one.
  public private(set) var displacement = LayoutUnit.zero
  /// The signed distance from the reference's position in the list to the strategy's; in a circular list the
  /// shorter way.
  public private(set) var lead = LayoutUnit.zero
  /// The max |x - expected x| of the rows that both show; if a circular list shows a row twice, of the pair
  /// nearer in y.
  public private(set) var sideways = LayoutUnit.zero
  /// The part of the viewport that the reference filled and the strategy did not.
  public private(set) var blank = LayoutUnit.zero
  /// The motion of rows that stay on screen minus that of the reference's, positive towards later rows;
  /// after a jump, the distance from its target. In a circular list the shorter way.
  public private(set) var slip = LayoutUnit.zero
  /// The motion that no finger caused: against the requested motion or beyond it; without one, |`slip`|.
  public private(set) var jump = LayoutUnit.zero
  /// Whether the reference scrolled as requested and the strategy did not move.
  public private(set) var isStall = false
  /// The part of the reference's motion in the requested direction that the strategy did not make, in frames
  /// that scroll without a blank screen.
  public private(set) var lost = LayoutUnit.zero
  /// The part of `lost` above `max(0, motion - slack)`; slack is the content beyond the viewport before the
  /// frame, in the requested direction.
  public private(set) var lostInsideContent = LayoutUnit.zero
  /// Motion against the requested direction, or further than requested.
  public private(set) var stray = LayoutUnit.zero

  /// The deviation in the current frame of a lockstep.
  ///
  /// - Parameters:
  ///   - lockstep: a list and the reference, after the frame.
  ///   - last: the frame before, from which motion is computed if the two have no row in common.
  /// - Complexity: O(rows on screen), for frames that differ or follow one that does; O(1) else.
  public init(_ lockstep: Lockstep, after last: FrameDeviation? = nil) {
    let (before, now) = (lockstep.before, lockstep.now)
    differs = now.screen != now.expected
    if differs { addPlaces(now, in: lockstep) }
    // If both frames equal the reference's, the motion does, too.
    guard let gesture = lockstep.gesture, differs || before.screen != before.expected else {
      return
    }
    if gesture.isJump {
      // Only the target of a jump matters.
      slip = lead
    } else if let made = lockstep.shift(\.screen), let due = lockstep.shift(\.expected) {
      slip = lockstep.shorterWay(made - due)
    } else if let last {
      slip = lockstep.shorterWay(lead - last.lead)
    }
    guard case .scroll(let asked) = gesture, asked != .zero else {
      jump = slip.magnitude
      return
    }
    let due = lockstep.travel(\.expected)?.along(asked)
    let motion = max(.zero, due ?? .zero)
    // When the reference is at the list's end, a list that is behind may continue as requested.
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
    // For each row that both show: expected position minus position.
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

  /// The true offset at the viewport's top; nil for an empty screen.
  func position(_ screen: [VisibleRow]) -> LayoutUnit? {
    guard let first = screen.first, 0..<count ~= first.row else { return nil }
    return trueOffset(of: first.row) - first.y
  }

  /// The distance; in a circular list the shorter way.
  func shorterWay(_ distance: LayoutUnit) -> LayoutUnit {
    let total = trueOffset(of: count).rawValue
    guard descriptor.topology == .circular, total > 0 else { return distance }
    let rest = distance.rawValue % total
    let short = 2 * abs(rest) > total ? rest - rest.signum() * total : rest
    return LayoutUnit(rawValue: short)
  }

  /// The motion of one of the two lists by the last gesture, from the true offsets of its screens, positive
  /// towards later rows; nil if its screen was or is empty.
  ///
  /// In a circular list the distance is ambiguous: the max one in the requested direction up to the requested
  /// distance, or else the one nearest to that range.
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

  /// The motion of one of the two lists on screen by the last gesture, from the first row that was on screen
  /// before; nil without such a row.
  ///
  /// If a circular list shows the row twice, the motion nearer to the requested distance.
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
  /// The content beyond the viewport in the direction of `distance`.
  fileprivate func slack(towards distance: LayoutUnit, viewport: LayoutUnit) -> LayoutUnit {
    max(.zero, distance > .zero ? contentHeight - viewport - contentOffset : contentOffset)
  }
}

extension Gesture {
  /// The index of a row before the gesture; nil for a new row.
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
  /// The length, positive if it has the sign of `other`.
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
