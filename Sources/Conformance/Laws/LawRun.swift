import ListLayout
import Replaying

/// Drives a contender and the reference and asks the laws at every frame.
struct LawRun {
  let contender: StrategyEntry
  let mode: StrategyMode
  let laws: [Law]

  /// Laws for a contender; those that do not apply to it are left out.
  init(_ contender: StrategyEntry, mode: StrategyMode, laws: [Law] = Law.allCases) {
    self.contender = contender
    self.mode = mode
    let applying = Law.applying(to: contender.card, mode: mode)
    self.laws = laws.filter(applying.contains)
  }

  /// The first broken law of a script.
  func finding(on script: GestureScript) -> Finding? {
    var left = script.gestures[...]
    return run(from: script) { _ in left.popFirst() }.finding
  }

  /// Runs gestures as they are chosen, until there is none or a law is broken.
  ///
  /// - Returns: the script as far as it was run, and what is wrong with it.
  func run(
    from start: GestureScript, choosing next: (Lockstep) -> Gesture?
  ) -> (script: GestureScript, finding: Finding?) {
    var script = start
    script.gestures = []
    let lockstep = Lockstep(contender, mode: mode, script: start)
    var digest = ScreenDigest()
    var digests: [UInt64] = []
    while true {
      digest.add(lockstep.now.screen)
      digests.append(digest.value)
      if let finding = frameFinding(in: lockstep) { return (script, finding) }
      guard let gesture = next(lockstep) else { break }
      script.gestures.append(gesture)
      lockstep.apply(gesture)
    }
    return (script, runFinding(on: script, lockstep, digests))
  }

  private func frameFinding(in lockstep: Lockstep) -> Finding? {
    for law in laws {
      if let what = law.violation(in: lockstep) {
        return Finding(
          law: law, step: lockstep.step, what: what, expected: lockstep.now.expected,
          actual: lockstep.now.screen)
      }
    }
    return nil
  }

  private func runFinding(
    on script: GestureScript, _ lockstep: Lockstep, _ digests: [UInt64]
  ) -> Finding? {
    let ofRuns: [Law] = [.determinism, .pureQueries, .pathIndependence, .reversibility]
    if laws.contains(where: ofRuns.contains) {
      let rerun = Rerun(
        contender: contender, laws: laws, script: script, lockstep: lockstep, digests: digests)
      if let finding = rerun.finding() { return finding }
    }
    if laws.contains(.relayout),
      let finding = Law.relayoutFinding(of: contender, mode: mode, on: script)
    {
      return finding
    }
    return laws.contains(.batches)
      ? Law.batchFinding(of: contender, mode: mode, on: script) : nil
  }
}

/// The laws that compare whole runs of one script: twice, asked and not asked, in one motion and in
/// parts, there and back.
struct Rerun {
  let contender: StrategyEntry
  let laws: [Law]
  let script: GestureScript
  /// The lockstep after the script's last gesture.
  let lockstep: Lockstep
  /// The digest of each frame of the lockstep, which asked questions and laid out twice.
  let digests: [UInt64]

  func finding() -> Finding? {
    let options = script.options(in: lockstep.mode)
    let one = contender.trial(on: RowStore(heights: script.heights), options: options)
    let other = contender.trial(on: RowStore(heights: script.heights), options: options)
    let first = ScreenDigest.digests(of: one, under: script.gestures)
    let second = ScreenDigest.digests(of: other, under: script.gestures)
    if laws.contains(.determinism), let frame = ScreenDigest.firstDivergence(first, second) {
      return Finding(
        law: .determinism, step: frame, what: "two runs of one script differ from this frame on",
        expected: screen(after: frame), actual: other.screen)
    }
    if laws.contains(.pureQueries), let frame = ScreenDigest.firstDivergence(first, digests) {
      return Finding(
        law: .pureQueries, step: frame, what: "the list shows something else if it is asked",
        expected: screen(after: frame), actual: lockstep.now.screen)
    }
    return pathFinding(one, other)
  }

  /// Moves one list at once and the other in three parts, and the first back again.
  private func pathFinding(_ atOnce: any Trial, _ inParts: any Trial) -> Finding? {
    let size = 2 * lockstep.viewport.rawValue + 7
    let distance = LayoutUnit(rawValue: script.gestures.count % 2 == 0 ? size : -size)
    let third = LayoutUnit(rawValue: distance.rawValue / 3)
    let start = atOnce.screen
    atOnce.apply(.scroll(distance))
    if laws.contains(.pathIndependence) {
      for part in [third, third, distance - third - third] { inParts.apply(.scroll(part)) }
      if atOnce.screen != inParts.screen {
        return Finding(
          law: .pathIndependence, step: script.gestures.count,
          what: "scroll \(distance) at once and in three parts end at different screens",
          expected: atOnce.screen, actual: inParts.screen)
      }
    }
    guard laws.contains(.reversibility) else { return nil }
    // Where the reference does not come back either, an end of the list was in the way.
    lockstep.reference.apply(.scroll(distance))
    lockstep.reference.apply(.scroll(-distance))
    guard lockstep.reference.screen == lockstep.now.expected else { return nil }
    atOnce.apply(.scroll(-distance))
    guard atOnce.screen != start else { return nil }
    return Finding(
      law: .reversibility, step: script.gestures.count,
      what: "scroll \(distance) and back ends at another screen", expected: start,
      actual: atOnce.screen)
  }

  /// The screen of a fresh run after so many gestures.
  private func screen(after step: Int) -> [VisibleRow] {
    let trial = contender.trial(
      on: RowStore(heights: script.heights), options: script.options(in: lockstep.mode))
    for gesture in script.gestures.prefix(step) { trial.apply(gesture) }
    return trial.screen
  }
}
