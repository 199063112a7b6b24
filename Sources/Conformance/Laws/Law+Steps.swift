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
      of: .relayout, ", when before every fourth gesture \(turn)", contender, mode, script,
      FrameScript(
        [], steps: steps,
        otherHeights: script.alternateHeights(for: contender.card.requirement)),
      script.interleaved { $0 % 4 == 0 ? $0 / 4 : nil })
  }

  /// Before every gesture three rows change, come or go at once.
  static func batchFinding(
    of contender: Contender, mode: StrategyMode, on script: GestureScript
  ) -> Finding? {
    guard let steps = script.batches(for: contender.card) else { return nil }
    return finding(
      of: .batches, ", when before every gesture comes a step of the loop \(steps.loop.rawValue)",
      contender, mode, script, FrameScript([], steps: steps), script.interleaved { $0 })
  }

  /// The first frame that is not the reference's.
  ///
  /// - Parameters:
  ///   - frames: what the events' steps are; its own events are not looked at.
  ///   - events: what comes before each frame, and how many gestures of the script come before that.
  static func finding(
    of law: Law, _ circumstance: String, _ contender: Contender, _ mode: StrategyMode,
    _ script: GestureScript, _ frames: FrameScript, _ events: [(place: Int, FrameScript.Event)]
  ) -> Finding? {
    let lockstep = Lockstep(
      contender, mode: mode, script: script, steps: frames.steps,
      otherHeights: frames.otherHeights)
    var done = frames
    done.events = []
    for (place, event) in events {
      switch event {
      case .step(let step):
        lockstep.run(step, of: frames.steps)
        done.events.append(event)
      case .gesture(let gesture):
        // Steps may have left other rows than the gesture was made for.
        var count = lockstep.count
        guard let gesture = gesture.repaired(count: &count, height: nil) else { continue }
        lockstep.apply(gesture)
        done.events.append(.gesture(gesture))
      }
      if let what = sameScreenViolation(in: lockstep) {
        return Finding(
          law: law, step: place, what: what + circumstance,
          expected: lockstep.now.expected, actual: lockstep.now.screen, frames: done)
      }
    }
    return nil
  }
}

extension GestureScript {
  /// The script's motion, with steps before some of its gestures and at the end; its other gestures
  /// are left out.
  fileprivate func interleaved(
    step: (Int) -> Int?
  ) -> [(place: Int, FrameScript.Event)] {
    var events: [(place: Int, FrameScript.Event)] = []
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
