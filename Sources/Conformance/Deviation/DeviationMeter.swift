import ListLayout
import Replaying

/// How far a list was from the reference over some frames: exact whole numbers, lengths in 1/64 pt.
public struct Deviation: Hashable, Sendable {
  /// Frames compared, the first screen included.
  public var frames = 0
  /// Frames that showed other rows than the reference, whatever their places.
  public var wrongRowFrames = 0
  /// The sum over frames of the frame's displacement, in 1/64 pt x frames.
  ///
  /// A frame's displacement is the greatest |y - expected y| of the rows that both show (of a row
  /// that a circular list shows twice, the nearer pair). Two screens without a common row are at
  /// least the viewport's height apart, and count as that; an empty one has no displacement.
  public var displacement: Int64 = 0
  /// The sum over frames of the greatest |x - expected x| of the rows that both show (of a row that
  /// a circular list shows twice, the pair that is nearer in y), in 1/64 pt x frames.
  public var sideways: Int64 = 0
  /// The first frame that differed at all; 0 is the first screen.
  public var firstDivergentFrame: Int?
  /// Frames in which the content was asked to move and the reference moved, but this list did not.
  public var stallFrames = 0
  /// The part of the reference's motion, in the direction asked, that this list did not make, over
  /// all frames that were scrolled and not blank.
  public var lost = LayoutUnit.zero
  /// The part of `lost` that is more than `max(0, motion - slack)`, where slack is how far the
  /// content space reached beyond the viewport before the frame, in the direction asked.
  public var lostInsideContent = LayoutUnit.zero
  /// Motion against the direction asked, or further than asked.
  public var stray = LayoutUnit.zero
  /// The sum over frames of the points of the viewport that the reference filled minus those that
  /// this list filled, never less than 0 a frame; in 1/64 pt x frames.
  public var blank: Int64 = 0
  /// Frames that took more than two passes of layout.
  public var framesOverTwoPasses = 0
  /// Frames whose layout did not come to rest and was cut.
  public var layoutsCut = 0
  /// Views made.
  public var viewsCreated = 0
  /// Views bound to a row.
  public var viewsConfigured = 0
  /// Heights asked for.
  public var heightsAsked = 0

  /// No frames.
  public init() {}

  /// Whether every frame was the reference's, to the last unit.
  public var showsTheSame: Bool { firstDivergentFrame == nil }

  /// Whether nothing at all deviated: the screens, and the work of a frame.
  public var isZero: Bool { showsTheSame && framesOverTwoPasses == 0 && layoutsCut == 0 }

  /// Goes on with the frames of another run.
  public mutating func add(_ other: Deviation) {
    if firstDivergentFrame == nil, let frame = other.firstDivergentFrame {
      firstDivergentFrame = frames + frame
    }
    frames += other.frames
    wrongRowFrames += other.wrongRowFrames
    displacement += other.displacement
    sideways += other.sideways
    stallFrames += other.stallFrames
    lost += other.lost
    lostInsideContent += other.lostInsideContent
    stray += other.stray
    blank += other.blank
    framesOverTwoPasses += other.framesOverTwoPasses
    layoutsCut += other.layoutsCut
    viewsCreated += other.viewsCreated
    viewsConfigured += other.viewsConfigured
    heightsAsked += other.heightsAsked
  }
}

/// Measures how far a strategy is from the reference under a script.
public struct DeviationMeter {
  /// What was measured so far.
  public private(set) var deviation = Deviation()

  /// A meter that has seen nothing.
  public init() {}

  /// Drives a strategy and the reference through a script.
  public static func measure(
    _ contender: StrategyEntry, mode: StrategyMode, script: GestureScript
  ) -> Deviation {
    let script = script.repaired(for: contender.card.requirement)
    let lockstep = Lockstep(contender, mode: mode, script: script)
    var meter = DeviationMeter()
    meter.add(lockstep)
    for gesture in script.gestures {
      lockstep.apply(gesture)
      meter.add(lockstep)
    }
    return meter.deviation
  }

  /// The first frame of a script at which a strategy differs from the reference, found by
  /// bisection over chained digests; nil when none does.
  public static func firstDivergence(
    of contender: StrategyEntry, mode: StrategyMode, script: GestureScript
  ) -> Int? {
    let script = script.repaired(for: contender.card.requirement)
    let options = script.options(in: mode)
    let list = contender.trial(
      on: RowStore(heights: script.heights), options: options, script: .none)
    let reference = Reference.trial(
      on: RowStore(heights: script.heights), options: options, topology: script.topology,
      formation: contender.card.formation)
    return ScreenDigest.firstDivergence(
      ScreenDigest.digests(of: list, under: script.gestures),
      ScreenDigest.digests(of: reference, under: script.gestures))
  }

  /// Adds the frame that a lockstep shows.
  public mutating func add(_ lockstep: Lockstep) {
    let now = lockstep.now
    if now.work[.layoutPasses] > 2 { deviation.framesOverTwoPasses += 1 }
    deviation.layoutsCut += now.work[.layoutsCut]
    deviation.viewsCreated += now.work[.viewsCreated]
    deviation.viewsConfigured += now.work[.viewsConfigured]
    deviation.heightsAsked += now.work[.heightsAsked]
    if now.screen != now.expected { addDifference(of: now, viewport: lockstep.viewport) }
    if case .scroll(let distance) = lockstep.gesture, distance != .zero {
      addMotion(asked: distance, in: lockstep)
    }
    deviation.frames += 1
  }

  private mutating func addDifference(of frame: Lockstep.Frame, viewport: LayoutUnit) {
    if deviation.firstDivergentFrame == nil { deviation.firstDivergentFrame = deviation.frames }
    if frame.screen.map(\.row) != frame.expected.map(\.row) { deviation.wrongRowFrames += 1 }
    let blank = frame.expected.filled(of: viewport) - frame.screen.filled(of: viewport)
    deviation.blank += max(0, blank.rawValue)
    guard !frame.screen.isEmpty, !frame.expected.isEmpty else { return }
    let distances = frame.screen.compactMap { shown in
      frame.expected.filter { $0.row == shown.row }.map { ($0.y - shown.y).magnitude }.min()
    }
    deviation.displacement += (distances.max() ?? viewport).rawValue
    deviation.sideways += frame.sideways.rawValue
  }

  private mutating func addMotion(asked: LayoutUnit, in lockstep: Lockstep) {
    let (before, now) = (lockstep.before, lockstep.now)
    if before.expected != now.expected, before.screen == now.screen { deviation.stallFrames += 1 }
    // A list that has always been equal has moved as the reference has: nothing to work out.
    if deviation.showsTheSame { return }
    guard let moved = lockstep.motion(from: before.expected, to: now.expected, asked: asked),
      let made = lockstep.motion(from: before.screen, to: now.screen, asked: asked)
    else { return }
    let forward = made.along(asked)
    let due = max(.zero, moved.along(asked))
    let lost = max(.zero, due - max(.zero, forward))
    let slack = before.slack(towards: asked, viewport: lockstep.viewport)
    deviation.lost += lost
    deviation.lostInsideContent += max(.zero, lost - max(.zero, due - slack))
    deviation.stray += max(.zero, -forward) + max(.zero, forward - asked.magnitude)
  }
}

extension Lockstep {
  /// How far the content moved between two screens, by the true heights; nil when one is empty.
  ///
  /// In a circular list many distances lead there: of those in the direction asked, the greatest
  /// that is not further than asked; if all are, the one nearest to 0...asked.
  fileprivate func motion(
    from before: [VisibleRow], to now: [VisibleRow], asked: LayoutUnit
  ) -> LayoutUnit? {
    guard let start = position(before), let end = position(now) else { return nil }
    let total = trueOffset(of: count).rawValue
    guard card.topology == .circular, total > 0 else { return end - start }
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

  /// The point of the whole list at the viewport's top.
  func position(_ screen: [VisibleRow]) -> LayoutUnit? {
    guard let first = screen.first, 0..<count ~= first.row else { return nil }
    return trueOffset(of: first.row) - first.y
  }
}

extension Lockstep.Frame {
  /// The greatest |x - expected x| of the rows that both show; of a row that a circular list shows
  /// twice, of the pair that is nearer in y.
  var sideways: LayoutUnit {
    let distances = screen.compactMap { shown in
      expected.filter { $0.row == shown.row }
        .min { ($0.y - shown.y).magnitude < ($1.y - shown.y).magnitude }
        .map { ($0.x - shown.x).magnitude }
    }
    return distances.max() ?? .zero
  }

  /// How far the content space reaches beyond the viewport.
  fileprivate func slack(towards distance: LayoutUnit, viewport: LayoutUnit) -> LayoutUnit {
    max(.zero, distance > .zero ? contentHeight - viewport - contentOffset : contentOffset)
  }
}

extension LayoutUnit {
  /// The length, positive when it has the direction of `other`.
  fileprivate func along(_ other: LayoutUnit) -> LayoutUnit { other < .zero ? -self : self }
}

extension [VisibleRow] {
  /// The points of a viewport that rows cover.
  func filled(of viewport: LayoutUnit) -> LayoutUnit {
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

extension Lockstep {
  /// How much further on in the list the contender's screen is than the reference's; negative when
  /// it is behind.
  ///
  /// By the first row that both show; by the true heights when they have none in common. 0 when one
  /// shows nothing.
  var deviation: LayoutUnit {
    if now.screen == now.expected { return .zero }
    for shown in now.screen {
      let distances = now.expected.filter { $0.row == shown.row }.map { $0.y - shown.y }
      if let nearest = distances.min(by: { $0.magnitude < $1.magnitude }) { return nearest }
    }
    guard let place = position(now.screen), let due = position(now.expected) else { return .zero }
    return nearest(place - due)
  }

  /// Of a circular list, the shorter way round.
  func nearest(_ distance: LayoutUnit) -> LayoutUnit {
    let total = trueOffset(of: count).rawValue
    guard card.topology == .circular, total > 0 else { return distance }
    let rest = distance.rawValue % total
    let short = 2 * abs(rest) > total ? rest - rest.signum() * total : rest
    return LayoutUnit(rawValue: short)
  }
}

extension Gesture {
  /// How far content moved on screen between two frames with this gesture between them: the first
  /// row that was there before tells. Nil when none was.
  ///
  /// A row that a circular list shows twice may have come from either place: from the one that is
  /// nearer to what was asked.
  func motion(from before: [VisibleRow], to now: [VisibleRow]) -> LayoutUnit? {
    var asked = LayoutUnit.zero
    if case .scroll(let distance) = self { asked = distance }
    for row in now {
      guard let old = index(before: row.row) else { continue }
      let distances = before.filter { $0.row == old }.map { $0.y - row.y }
      let nearest = distances.min { ($0 - asked).magnitude < ($1 - asked).magnitude }
      if let nearest { return nearest }
    }
    return nil
  }

  /// The index that a row had before the gesture; nil when it was not there.
  private func index(before row: Int) -> Int? {
    switch self {
    case .insert(let new, _): row == new ? nil : row > new ? row - 1 : row
    case .delete(let old): row >= old ? row + 1 : row
    case .scroll, .settle, .jump, .resize, .viewport: row
    }
  }
}

extension LayoutUnit {
  /// Whether one goes up and the other down.
  func isAgainst(_ other: LayoutUnit) -> Bool {
    rawValue.signum() * other.rawValue.signum() < 0
  }
}
