import ListLayout
import Replaying

/// The laws about what gestures cannot say, as a gesture changes one row: steps of the timed loops
/// are run between the script's motion. Its other gestures are left out.
extension Law {
  /// Before every fourth gesture the list is turned: all rows take other heights and the viewport
  /// another.
  static func relayoutFinding(
    of contender: Contender, mode: StrategyMode, on script: GestureScript
  ) -> Finding? {
    let turns = script.gestures.count / 4 + 1
    let viewports = (0..<turns).map {
      $0 % 2 == 0 ? script.turnedViewport : script.options.viewport
    }
    let steps = Script(loop: .rotate, count: turns, distances: viewports.map(\.rawValue))
    let turn = script.turn(for: contender.card.requirement)
    return finding(
      of: .relayout, "before every fourth gesture \(turn)",
      in: Lockstep(contender, mode: mode, script: script, steps: steps), script
    ) { index, lockstep in
      if index % 4 == 0 { lockstep.run(index / 4, viewport: viewports[index / 4]) }
    }
  }

  /// Before every gesture three rows change, come or go at once.
  static func batchFinding(
    of contender: Contender, mode: StrategyMode, on script: GestureScript
  ) -> Finding? {
    guard let steps = script.batches(for: contender.card) else { return nil }
    return finding(
      of: .batches, "before every gesture comes a step of the loop \(steps.loop.rawValue)",
      in: Lockstep(contender, mode: mode, script: script, steps: steps), script
    ) { index, lockstep in
      lockstep.run(index, viewport: lockstep.viewport)
    }
  }

  private static func finding(
    of law: Law, _ circumstance: String, in lockstep: Lockstep, _ script: GestureScript,
    before step: (Int, Lockstep) -> Void
  ) -> Finding? {
    for index in 0...script.gestures.count {
      step(index, lockstep)
      if let what = sameScreenViolation(in: lockstep) {
        return Finding(
          law: law, step: index, what: "\(what), when \(circumstance)",
          expected: lockstep.now.expected, actual: lockstep.now.screen)
      }
      guard index < script.gestures.count else { break }
      var count = lockstep.count
      if let gesture = script.gestures[index].repaired(count: &count, height: nil),
        gesture.isMotion
      {
        lockstep.apply(gesture)
      }
    }
    return nil
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
