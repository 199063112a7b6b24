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
