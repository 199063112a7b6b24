import ListLayout
import Replaying

/// What a broken law looks like.
struct Finding {
  var law: Law
  /// The number of gestures before it.
  var step: Int
  /// What is wrong, in a sentence.
  var what: String
  var expected: [VisibleRow]
  var actual: [VisibleRow]
}

/// The laws that compare whole runs of one script: timed and counted, asked and not asked, in one
/// motion and in parts, there and back.
struct Rerun {
  let contender: Contender
  let laws: [Law]
  let script: GestureScript
  /// The lockstep after the script's last gesture.
  let lockstep: Lockstep
  /// The digest of each frame of the lockstep, which asked questions and laid out twice.
  let digests: [UInt64]

  func finding() -> Finding? {
    var options = script.options
    options.mode = lockstep.mode
    let counted = contender.countedTrial(
      on: RowStore(heights: script.heights), options: options, ledger: WorkLedger())
    let timed = contender.trial(
      on: RowStore(heights: script.heights), options: options, script: .none)
    let first = ScreenDigest.digests(of: counted, under: script.gestures)
    let second = ScreenDigest.digests(of: timed, under: script.gestures)
    if laws.contains(.determinism), let frame = ScreenDigest.firstDivergence(first, second) {
      return Finding(
        law: .determinism, step: frame, what: "two runs of one script differ from this frame on",
        expected: screen(after: frame), actual: timed.screen)
    }
    if laws.contains(.pureQueries), let frame = ScreenDigest.firstDivergence(first, digests) {
      return Finding(
        law: .pureQueries, step: frame, what: "the list shows something else if it is asked",
        expected: screen(after: frame), actual: lockstep.now.screen)
    }
    return pathFinding(counted, timed)
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
    let trial = contender.countedTrial(
      on: RowStore(heights: script.heights), options: lockstep.options(of: script),
      ledger: WorkLedger())
    for gesture in script.gestures.prefix(step) { trial.apply(gesture) }
    return trial.screen
  }
}

extension Lockstep {
  /// The script's options in this run's mode.
  func options(of script: GestureScript) -> LayoutOptions {
    var options = script.options
    options.mode = mode
    return options
  }
}
