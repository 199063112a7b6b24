import ListLayout
import Replaying

/// The laws about what gestures cannot say, as a gesture changes one row: steps of the timed loops
/// are run between the script's motion. Its other gestures are left out.
extension Law {
  /// Before every fourth gesture the list is turned: all rows take other heights and the viewport
  /// another.
  static func relayoutFinding(
    of contender: StrategyEntry, mode: StrategyMode, on script: GestureScript
  ) -> Finding? {
    let turns = script.gestures.count / 4 + 1
    let viewports = (0..<turns).map {
      $0 % 2 == 0 ? script.turnedViewport : script.options.viewport
    }
    let steps = Script(loop: .rotate, count: turns, distances: viewports.map(\.rawValue))
    let turn = script.turn(for: contender.card.requirement)
    return finding(
      of: .relayout, ", when before every fourth gesture \(turn)", contender, mode, script, steps,
      otherHeights: script.alternateHeights(for: contender.card.requirement),
      script.interleaved { $0 % 4 == 0 ? $0 / 4 : nil })
  }

  /// Before every gesture three rows change, come or go at once.
  static func batchFinding(
    of contender: StrategyEntry, mode: StrategyMode, on script: GestureScript
  ) -> Finding? {
    guard let steps = script.batches(for: contender.card) else { return nil }
    return finding(
      of: .batches, ", when before every gesture comes a step of the loop \(steps.loop.rawValue)",
      contender, mode, script, steps, script.interleaved { $0 })
  }

  /// The first frame that is not the reference's.
  ///
  /// - Parameters:
  ///   - steps: what the events' steps are.
  ///   - otherHeights: what the loop `rotate` goes over to.
  ///   - events: what comes before each frame, and how many gestures of the script come before that.
  private static func finding(
    of law: Law, _ circumstance: String, _ contender: StrategyEntry, _ mode: StrategyMode,
    _ script: GestureScript, _ steps: Script, otherHeights: [Int32]? = nil,
    _ events: [(place: Int, Event)]
  ) -> Finding? {
    let lockstep = Lockstep(
      contender, mode: mode, script: script, steps: steps, otherHeights: otherHeights)
    for (place, event) in events {
      switch event {
      case .step(let step): lockstep.run(step, of: steps)
      case .gesture(let gesture):
        // Steps may have left other rows than the gesture was made for.
        var count = lockstep.count
        guard let gesture = gesture.repaired(count: &count, height: nil) else { continue }
        lockstep.apply(gesture)
      }
      if let what = sameScreenViolation(in: lockstep) {
        return Finding(
          law: law, step: place, what: what + circumstance,
          expected: lockstep.now.expected, actual: lockstep.now.screen)
      }
    }
    return nil
  }
}

/// What comes before one frame: a gesture, or a step of a timed loop by its index.
private enum Event {
  case gesture(Gesture)
  case step(Int)
}

extension GestureScript {
  /// The script's motion, with steps before some of its gestures and at the end; its other gestures
  /// are left out.
  fileprivate func interleaved(
    step: (Int) -> Int?
  ) -> [(place: Int, Event)] {
    var events: [(place: Int, Event)] = []
    for index in 0...gestures.count {
      if let step = step(index) { events.append((index, .step(step))) }
      if index < gestures.count, gestures[index].isMotion {
        events.append((index + 1, .gesture(gestures[index])))
      }
    }
    return events
  }
}

extension Gesture {
  fileprivate var isMotion: Bool {
    switch self {
    case .scroll, .settle, .jump: true
    case .resize, .insert, .delete, .viewport: false
    }
  }
}

extension Law {
  static func idempotenceViolation(in lockstep: Lockstep) -> String? {
    let work = lockstep.list.store.counters
    lockstep.list.layout()
    let more = lockstep.list.store.counters - work
    for kind in [Work.viewsMoved, .viewsConfigured, .viewsCreated, .reloads] where more[kind] > 0 {
      return "a second layout counted \(more[kind]) more \(kind)"
    }
    guard lockstep.list.screen == lockstep.now.screen,
      lockstep.list.contentOffset == lockstep.now.contentOffset
    else { return "a second layout moved the screen" }
    return nil
  }

  /// The margin beyond the viewport's ends within which views are not checked: a viewport, and 14 rows
  /// of 44 pt, the platforms' default height (the most that a design of the roster keeps).
  private static func reach(for viewport: LayoutUnit) -> LayoutUnit {
    viewport + LayoutUnit(points: 14 * 44)
  }

  /// Views that may be further away: at each end, as many rows of 44 pt as the viewport holds, and
  /// sixteen.
  private static func overscan(for viewport: LayoutUnit) -> Int {
    2 * (Int(viewport.rawValue / (44 * LayoutUnit.perPoint)) + 16)
  }

  static func poolViolation(in lockstep: Lockstep) -> String? {
    var views = Set<ObjectIdentifier>()
    var rows = Set<Int>()
    var far = 0
    var twice: Int?
    let reach = reach(for: lockstep.viewport)
    let top = lockstep.list.contentOffset - reach
    let bottom = lockstep.list.contentOffset + lockstep.viewport + reach
    // A row may be on a circular screen twice, and in what published code has loaded.
    let isOnce = lockstep.card.topology == .linear && lockstep.mode == .corrected
    lockstep.list.visitViews { view in
      let isNewRow = rows.insert(view.row).inserted
      if !views.insert(ObjectIdentifier(view)).inserted || (isOnce && !isNewRow) {
        twice = view.row
      }
      if view.maxY <= top || view.y >= bottom { far += 1 }
    }
    if let twice { return "row \(twice) has two views, or one view shows it and another row" }
    let limit = overscan(for: lockstep.viewport)
    if far > limit { return "\(far) views are far out of sight, more than \(limit)" }
    return lockstep.mode == .corrected ? leakViolation(in: lockstep) : nil
  }

  /// A view is created when none waits: then all that were ever created are in use, and those are
  /// at most the views before the frame and the ones that it configures. Two more may measure rows.
  private static func leakViolation(in lockstep: Lockstep) -> String? {
    let created = lockstep.list.store.counters[.viewsCreated]
    return created > lockstep.peakViews + 2
      ? "\(created) views were created, though at most \(lockstep.peakViews) were in use" : nil
  }

  static func workViolation(in lockstep: Lockstep) -> String? {
    let work = lockstep.now.work
    if work[.layoutsCut] > 0 { return "the layout did not come to rest and was cut" }
    let passes = work[.layoutPasses]
    return passes > 2 ? "the frame took \(passes) passes of layout" : nil
  }
}
