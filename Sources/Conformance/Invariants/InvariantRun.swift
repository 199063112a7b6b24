import ListLayout
import Replaying

/// Runs a strategy and the reference, and checks the invariants in every frame. After the last frame, the
/// script runs again, to check the invariants that compare two runs.
struct InvariantRun {
  let contender: StrategyEntry
  let mode: StrategyMode
  let invariants: [Invariant]

  /// Creates a run that checks the given invariants, except those that do not apply to the strategy.
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

  /// Applies gestures until `next` returns nil or an invariant is broken. Returns a script with the applied
  /// gestures, and the broken invariant if there is one.
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
    return (script, rerunFailure(on: script, screens))
  }

  private func failure(
    _ invariant: Invariant, _ sentence: String, on script: GestureScript, _ step: Int,
    expected: [VisibleRow], actual: [VisibleRow]
  ) -> InvariantFailure {
    InvariantFailure(
      strategy: contender.descriptor.id, invariant: invariant, sentence: sentence, step: step,
      script: script, expected: expected, actual: actual)
  }

  /// Runs the script again without queries to the strategy, and compares the screens of the runs.
  ///
  /// - Parameter screens: the screens of the first run, during which the invariants queried the strategy.
  private func rerunFailure(
    on script: GestureScript, _ screens: [[VisibleRow]]
  ) -> InvariantFailure? {
    func rerun() -> [[VisibleRow]] {
      contender.trial(on: RowStore(heights: script.heights), options: script.options(in: mode))
        .screens(under: script.gestures)
    }
    let comparisons = [
      (Invariant.determinism, "two runs of one script differ in this frame"),
      (.pureQueries, "queries change the screen"),
    ].filter { invariants.contains($0.0) }
    guard !comparisons.isEmpty else { return nil }
    let expected = rerun()
    for (invariant, sentence) in comparisons {
      let others = invariant == .determinism ? rerun() : screens
      if let frame = others.indices.first(where: { expected[$0] != others[$0] }) {
        return failure(
          invariant, sentence, on: script, frame, expected: expected[frame], actual: others[frame])
      }
    }
    return nil
  }
}

extension Trial {
  /// Applies the gestures; returns the first screen and the screen after each gesture.
  fileprivate func screens(under gestures: [Gesture]) -> [[VisibleRow]] {
    [screen]
      + gestures.map { gesture in
        apply(gesture)
        return screen
      }
  }
}
