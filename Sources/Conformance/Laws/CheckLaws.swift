import ListLayout
import Replaying

/// Gestures in each random script.
private let gesturesPerScript = 40

/// Drives a strategy with random gestures and asks every law that applies to it at every frame.
///
/// What applies is said by the card and the mode: see `Law.applying(to:mode:)`. Lists are small and
/// odd on purpose, so a thousand gestures say more than a long scroll through a real one.
///
/// - Parameters:
///   - contender: any strategy: of this package or your own.
///   - mode: which version of it.
///   - seed: the same seed gives the same scripts to strategies whose cards allow the same.
///   - gestures: so many, in scripts of forty.
///   - laws: of those that apply, the ones to ask.
/// - Returns: the first broken law, on the smallest script found; nil when all laws hold.
public func checkLaws(
  of contender: Contender, mode: StrategyMode = .corrected, seed: UInt64, gestures: Int,
  laws: [Law] = Law.allCases
) -> LawFailure? {
  let run = LawRun(contender, mode: mode, laws: laws)
  var generator = ScriptGenerator(card: contender.card, mode: mode, seed: seed)
  var done = 0
  while done < gestures {
    var left = min(gesturesPerScript, gestures - done)
    let (script, finding) = run.run(from: generator.list()) { lockstep in
      guard left > 0 else { return nil }
      left -= 1
      return generator.gesture(
        for: ScriptGenerator.Scene(
          count: lockstep.count, viewport: lockstep.viewport, screen: lockstep.now.expected))
    }
    if let finding {
      return Shrinking(run, from: script, finding).failure(seed: seed, step: done + finding.step)
    }
    done += script.gestures.count
  }
  return nil
}

/// Asks every law that applies about one script.
///
/// - Returns: the first broken law, on the smallest script found; nil when all laws hold.
public func checkLaws(
  of contender: Contender, mode: StrategyMode = .corrected, on script: GestureScript,
  laws: [Law] = Law.allCases
) -> LawFailure? {
  let run = LawRun(contender, mode: mode, laws: laws)
  let script = script.repaired(for: contender.card.requirement)
  guard let finding = run.finding(on: script) else { return nil }
  return Shrinking(run, from: script, finding).failure(seed: nil, step: finding.step)
}

/// Asks every law that applies about a list and what happens to it frame by frame, as it stands: what
/// `bench replay --check` does with the files of a failure.
///
/// - Parameters:
///   - contender: the strategy.
///   - mode: the form of it that is asked.
///   - list: the list; its gestures are not looked at.
///   - frames: gestures that the list can take. With steps of a timed loop among them only the screen
///     is compared with the reference's, and only for strategies that owe that.
/// - Returns: the first broken law; nil when all laws hold.
public func checkLaws(
  of contender: Contender, mode: StrategyMode = .corrected, on list: GestureScript,
  frames: FrameScript
) -> LawFailure? {
  var script = list
  script.gestures = frames.gestures
  script.options.mode = mode
  let finding: Finding?
  if frames.hasSteps {
    let law: Law = frames.steps.loop == .rotate ? .relayout : .batches
    guard Law.applying(to: contender.card, mode: mode).contains(law) else { return nil }
    finding = Law.finding(
      of: law, "", contender, mode, script, frames,
      frames.events.enumerated().map { ($0.offset + 1, $0.element) })
  } else {
    // What one law's questions hide may be seen when another is asked alone.
    finding =
      LawRun(contender, mode: mode).finding(on: script)
      ?? Law.allCases.lazy.compactMap {
        LawRun(contender, mode: mode, laws: [$0]).finding(on: script)
      }.first
  }
  return finding.map {
    LawFailure($0, of: contender.card.id, on: script, seed: nil, step: $0.step)
  }
}
