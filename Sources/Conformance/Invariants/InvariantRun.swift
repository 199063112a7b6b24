import ListLayout
import Replaying

/// Drives a strategy and the reference and asks the invariants at every frame; then runs the script again
/// for the invariants that compare whole runs.
struct InvariantRun {
  let contender: StrategyEntry
  let mode: StrategyMode
  let invariants: [Invariant]

  /// Invariants for a strategy; those that do not apply to it are left out.
  init(_ contender: StrategyEntry, mode: StrategyMode, invariants: [Invariant] = Invariant.allCases)
  {
    self.contender = contender
    self.mode = mode
    let applying = Invariant.applying(to: contender.descriptor, mode: mode)
    self.invariants = invariants.filter(applying.contains)
  }

  func failure(on script: GestureScript) -> InvariantFailure? {
    var left = script.gestures[...]
    return run(from: script) { _ in left.popFirst() }.failure
  }

  /// Runs gestures as they are chosen, until there is none or an invariant is broken; gives the script so far.
  func run(
    from start: GestureScript, choosing next: (Lockstep) -> Gesture?
  ) -> (script: GestureScript, failure: InvariantFailure?) {
    var script = start
    script.gestures = []
    let lockstep = Lockstep(contender, mode: mode, script: start)
    var screens = [lockstep.now.screen]
    while true {
      for invariant in invariants {
        if let what = invariant.violation(in: lockstep) {
          let (step, now) = (lockstep.step, lockstep.now)
          return (
            script,
            failure(invariant, what, on: script, step, expected: now.expected, actual: now.screen)
          )
        }
      }
      guard let gesture = next(lockstep) else { break }
      script.gestures.append(gesture)
      lockstep.apply(gesture)
      screens.append(lockstep.now.screen)
    }
    let failure =
      rerunFailure(on: script, lockstep, screens) ?? relayoutFailure(on: script)
      ?? batchFailure(on: script)
    return (script, failure)
  }

  private func failure(
    _ invariant: Invariant, _ sentence: String, on script: GestureScript, _ step: Int,
    expected: [VisibleRow], actual: [VisibleRow]
  ) -> InvariantFailure {
    InvariantFailure(
      strategy: contender.descriptor.id, invariant: invariant, sentence: sentence, step: step,
      script: script,
      expected: expected, actual: actual)
  }

  // MARK: Twice, unasked, in parts, there and back

  /// - Parameter screens: what the lockstep showed, which was asked questions and laid out twice.
  private func rerunFailure(
    on script: GestureScript, _ lockstep: Lockstep, _ screens: [[VisibleRow]]
  ) -> InvariantFailure? {
    let ofRuns: [Invariant] = [.determinism, .pureQueries, .pathIndependence, .reversibility]
    guard invariants.contains(where: ofRuns.contains) else { return nil }
    let lists = (0..<2).map { _ in
      contender.trial(on: RowStore(heights: script.heights), options: script.options(in: mode))
    }
    let shown = lists.map { $0.screens(under: script.gestures) }
    for (invariant, others, sentence) in [
      (Invariant.determinism, shown[1], "two runs of one script differ in this frame"),
      (.pureQueries, screens, "the list shows something else if it is asked"),
    ] where invariants.contains(invariant) {
      if let frame = others.indices.first(where: { shown[0][$0] != others[$0] }) {
        return failure(
          invariant, sentence, on: script, frame, expected: shown[0][frame], actual: others[frame])
      }
    }
    return pathFailure(lists[0], lists[1], on: script, lockstep)
  }

  /// Moves one list at once and the other in three parts, and the first back again.
  private func pathFailure(
    _ atOnce: Trial, _ inParts: Trial, on script: GestureScript, _ lockstep: Lockstep
  ) -> InvariantFailure? {
    let size = 2 * lockstep.viewport.rawValue + 7
    let distance = LayoutUnit(rawValue: lockstep.step % 2 == 0 ? size : -size)
    let third = LayoutUnit(rawValue: distance.rawValue / 3)
    let start = atOnce.screen
    atOnce.apply(.scroll(distance))
    for part in [third, third, distance - third - third] { inParts.apply(.scroll(part)) }
    if invariants.contains(.pathIndependence), atOnce.screen != inParts.screen {
      return failure(
        .pathIndependence, "scroll \(distance) at once and in three parts end at different screens",
        on: script, lockstep.step, expected: atOnce.screen, actual: inParts.screen)
    }
    guard invariants.contains(.reversibility) else { return nil }
    // Where the reference does not come back either, an end of the list was in the way.
    lockstep.reference.apply(.scroll(distance))
    lockstep.reference.apply(.scroll(-distance))
    guard lockstep.reference.screen == lockstep.now.expected else { return nil }
    atOnce.apply(.scroll(-distance))
    guard atOnce.screen != start else { return nil }
    return failure(
      .reversibility, "scroll \(distance) and back ends at another screen", on: script,
      lockstep.step, expected: start, actual: atOnce.screen)
  }

  // MARK: What gestures cannot say, as a gesture changes one row

  /// Before every fourth gesture the list is turned: all rows take other heights and the viewport
  /// another.
  private func relayoutFailure(on script: GestureScript) -> InvariantFailure? {
    guard invariants.contains(.relayout) else { return nil }
    let requirement = contender.descriptor.requirement
    let turns = script.gestures.count / 4 + 1
    let viewports = (0..<turns).map {
      $0 % 2 == 0 ? script.turnedViewport : script.options.viewport
    }
    let steps = Script(loop: .rotate, count: turns, distances: viewports.map(\.rawValue))
    return stepFailure(
      .relayout, "before every fourth gesture \(script.turn(for: requirement))", script, steps,
      every: 4, alternate: script.alternateHeights(for: requirement))
  }

  /// Before every gesture three rows change, come or go at once.
  private func batchFailure(on script: GestureScript) -> InvariantFailure? {
    guard invariants.contains(.batches), let steps = script.batches(for: contender.descriptor)
    else {
      return nil
    }
    return stepFailure(
      .batches, "before every gesture comes a step of the loop \(steps.loop.rawValue)", script,
      steps, every: 1)
  }

  /// The first frame that is not the reference's when steps of a timed loop are run between the script's
  /// motion, at each `interval` of gestures; its other gestures are left out.
  private func stepFailure(
    _ invariant: Invariant, _ circumstance: String, _ script: GestureScript, _ steps: Script,
    every interval: Int, alternate: [Int32]? = nil
  ) -> InvariantFailure? {
    let lockstep = Lockstep(
      contender, mode: mode, script: script, steps: steps, alternate: alternate)
    func failure(after gestures: Int) -> InvariantFailure? {
      Invariant.sameScreenViolation(in: lockstep).map {
        self.failure(
          invariant, "\($0), when \(circumstance)", on: script, gestures,
          expected: lockstep.now.expected, actual: lockstep.now.screen)
      }
    }
    for place in 0...script.gestures.count {
      if place % interval == 0 {
        lockstep.run(place / interval, of: steps)
        if let failure = failure(after: place) { return failure }
      }
      // Steps may have left other rows than the gesture was made for.
      var list = RepairedList(count: lockstep.count)
      guard place < script.gestures.count, script.gestures[place].isMotion,
        let gesture = list.repaired(script.gestures[place])
      else { continue }
      lockstep.apply(gesture)
      if let failure = failure(after: place + 1) { return failure }
    }
    return nil
  }
}

extension Gesture {
  fileprivate var isMotion: Bool {
    switch self {
    case .scroll, .settle, .jump, .follow: true
    case .resize, .insert, .delete, .viewport, .move, .width, .batch: false
    }
  }
}

extension Trial {
  /// The first screen and the screen after each gesture.
  fileprivate func screens(under gestures: [Gesture]) -> [[VisibleRow]] {
    [screen]
      + gestures.map { gesture in
        apply(gesture)
        return screen
      }
  }
}
