import ListLayout
import Replaying

/// How far a list was from the reference over some frames: exact whole numbers, lengths in 1/64 pt.
///
/// `FrameDeviation` says what is added up of each frame.
public struct Deviation: Hashable, Sendable {
  /// Frames compared, the first screen included.
  public var frames = 0
  /// Frames that showed other rows than the reference, whatever their places.
  public var wrongRowFrames = 0
  /// Frames in which the content jumped by a point or more.
  public var jumpFrames = 0
  /// Frames that were blank in part.
  public var blankFrames = 0
  /// The sum over frames of the frame's displacement, in 1/64 pt x frames.
  public var displacement: Int64 = 0
  /// The sum over frames of the greatest distance of a row sideways, in 1/64 pt x frames.
  public var sideways: Int64 = 0
  /// The first frame that differed at all; 0 is the first screen.
  public var firstDivergentFrame: Int?
  /// Frames in which the content was asked to move and the reference moved, but this list did not.
  public var stallFrames = 0
  /// The motion that the reference made and this list did not.
  public var lost = LayoutUnit.zero
  /// The part of it that the content space had room for.
  public var lostInsideContent = LayoutUnit.zero
  /// Motion against the direction asked, or further than asked.
  public var stray = LayoutUnit.zero
  /// The sum over frames of the points that were blank; in 1/64 pt x frames.
  public var blank: Int64 = 0
  /// Frames that took more than two passes of layout.
  public var framesOverTwoPasses = 0
  /// Frames whose layout did not come to rest and was cut.
  public var layoutsCut = 0

  /// No frames.
  public init() {}

  /// Whether every frame was the reference's, to the last unit.
  public var showsTheSame: Bool { firstDivergentFrame == nil }

  /// Whether nothing at all deviated: the screens, and the work of a frame.
  public var isZero: Bool { showsTheSame && framesOverTwoPasses == 0 && layoutsCut == 0 }

  /// Drives a strategy and the reference through a script.
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

  /// Goes on with a frame and the strategy's work for it.
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

/// How far one frame of a strategy is from the reference's: where its rows stand, and how its content
/// has moved. Verification, films and claims all count these.
public struct FrameDeviation: Hashable, Sendable {
  /// Whether the frame differs from the reference's at all.
  public private(set) var differs = false
  /// Whether it shows other rows, whatever their places.
  public private(set) var showsOtherRows = false
  /// The greatest |y - expected y| of the rows that both show (of a row that a circular list shows
  /// twice, the nearer pair). Two screens without a common row are at least the viewport's height
  /// apart, and count as that; an empty one has no displacement.
  public private(set) var displacement = LayoutUnit.zero
  /// How much further on in the list the strategy is than the reference; negative when it is behind.
  /// Of a circular list the shorter way.
  public private(set) var lead = LayoutUnit.zero
  /// The greatest |x - expected x| of the rows that both show (of a row that a circular list shows
  /// twice, the pair that is nearer in y).
  public private(set) var sideways = LayoutUnit.zero
  /// The points of the viewport that the reference filled and the strategy did not.
  public private(set) var blank = LayoutUnit.zero
  /// What the rows that stay on screen moved in this frame beyond what the reference's did, positive
  /// towards later rows; after a jump, how far from its goal it landed. Of a circular list the shorter
  /// way.
  public private(set) var slip = LayoutUnit.zero
  /// How far the content moved where no finger had moved it: against the motion asked or further than it;
  /// without one, `slip`.
  public private(set) var jump = LayoutUnit.zero
  /// Whether the content was asked to scroll and the reference did, but the strategy stood still.
  public private(set) var isStall = false
  /// The part of the reference's motion, in the direction asked, that the strategy did not make, where
  /// the frame was scrolled and neither was blank.
  public private(set) var lost = LayoutUnit.zero
  /// The part of `lost` that is more than `max(0, motion - slack)`, where slack is how far the content
  /// space reached beyond the viewport before the frame, in the direction asked.
  public private(set) var lostInsideContent = LayoutUnit.zero
  /// Motion against the direction asked, or further than asked.
  public private(set) var stray = LayoutUnit.zero

  /// The frame that a lockstep shows.
  ///
  /// - Parameters:
  ///   - lockstep: a list and the reference, after the frame.
  ///   - last: the frame before it, which tells what moved when the two have no row in common.
  /// - Complexity: O(rows on screen), for frames that differ or follow one that does; O(1) else.
  public init(_ lockstep: Lockstep, after last: FrameDeviation? = nil) {
    let (before, now) = (lockstep.before, lockstep.now)
    differs = now.screen != now.expected
    if differs { addPlaces(now, in: lockstep) }
    // Two frames that are the reference's have moved as the reference has.
    guard let gesture = lockstep.gesture, differs || before.screen != before.expected else {
      return
    }
    if gesture.isJump {
      // Where it came from does not matter, only whether it has landed.
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
    // Where the reference stands at the list's end, a list that is behind may go on as it is asked to.
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
    // Of each row that both show, from where it stands to where it should.
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
  /// The distance that the last gesture asked to scroll.
  private var asked: LayoutUnit {
    if case .scroll(let distance) = gesture { distance } else { .zero }
  }

  /// The point of the whole list at the viewport's top, by the true heights; nil for an empty screen.
  func position(_ screen: [VisibleRow]) -> LayoutUnit? {
    guard let first = screen.first, 0..<count ~= first.row else { return nil }
    return trueOffset(of: first.row) - first.y
  }

  /// Of a circular list, the shorter way round.
  func shorterWay(_ distance: LayoutUnit) -> LayoutUnit {
    let total = trueOffset(of: count).rawValue
    guard descriptor.topology == .circular, total > 0 else { return distance }
    let rest = distance.rawValue % total
    let short = 2 * abs(rest) > total ? rest - rest.signum() * total : rest
    return LayoutUnit(rawValue: short)
  }

  /// How far one of the two lists has gone on with the last gesture, by the places of its screens in the
  /// list, positive towards later rows; nil when it showed nothing before or shows nothing now.
  ///
  /// In a circular list many distances lead there: of those in the direction asked, the greatest
  /// that is not further than asked; if all are, the one nearest to 0...asked.
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

  /// How far the rows of one of the two lists moved on screen with the last gesture: the first row that
  /// was there before tells. Nil when none was.
  ///
  /// A row that a circular list shows twice may have come from either place: from the one that is
  /// nearer to what was asked.
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
  /// How far the content space reaches beyond the viewport.
  fileprivate func slack(towards distance: LayoutUnit, viewport: LayoutUnit) -> LayoutUnit {
    max(.zero, distance > .zero ? contentHeight - viewport - contentOffset : contentOffset)
  }
}

extension Gesture {
  /// The index that a row had before the gesture; nil when it was not there.
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
  /// The length, positive when it has the direction of `other`.
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
