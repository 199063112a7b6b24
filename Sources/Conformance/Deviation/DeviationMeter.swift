import ListLayout
import Replaying

/// Measures how far a strategy is from the reference under a script.
public struct DeviationMeter {
  /// What was measured so far.
  public private(set) var deviation = Deviation()

  /// A meter that has seen nothing.
  public init() {}

  /// Drives a strategy and the reference through a script.
  public static func measure(
    _ contender: Contender, mode: StrategyMode, script: GestureScript
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
    of contender: Contender, mode: StrategyMode, script: GestureScript
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
