// What a check of a strategy needs comes with this module.
@_exported import ListLayout
@_exported import Replaying

private let gesturesPerScript = 40

/// Drives a strategy with random gestures and asks every invariant that applies to it at every frame.
///
/// What applies is said by the descriptor and the mode: see `Invariant.applying(to:mode:)`. Lists are small and
/// odd on purpose, so a thousand gestures say more than a long scroll through a real one.
///
/// - Parameters:
///   - contender: any strategy: of this package or your own.
///   - mode: which version of it.
///   - seed: the same seed gives the same scripts to strategies whose descriptors allow the same.
///   - gestures: so many, in scripts of forty.
///   - invariants: of those that apply, the ones to ask.
/// - Returns: the first broken invariant, on the smallest script found; nil when all invariants hold.
public func checkInvariants(
  of contender: StrategyEntry, mode: StrategyMode = .corrected, seed: UInt64, gestures: Int,
  invariants: [Invariant] = Invariant.allCases
) -> InvariantFailure? {
  let run = InvariantRun(contender, mode: mode, invariants: invariants)
  var generator = ScriptGenerator(descriptor: contender.descriptor, mode: mode, seed: seed)
  var done = 0
  while done < gestures {
    var left = min(gesturesPerScript, gestures - done)
    let start = generator.number % 6 == 5 ? generator.oddList() : generator.list()
    let (script, failure) = run.run(from: start) { lockstep in
      guard left > 0 else { return nil }
      left -= 1
      return generator.gesture(beside: lockstep.reference, viewport: lockstep.viewport)
    }
    if let failure {
      return Shrinking(run, failure).smallest(seed: seed, step: done + failure.step)
    }
    done += script.gestures.count
  }
  return nil
}

/// Asks every invariant that applies about one script.
///
/// - Returns: the first broken invariant, on the smallest script found; nil when all invariants hold.
public func checkInvariants(
  of contender: StrategyEntry, mode: StrategyMode = .corrected, on script: GestureScript,
  invariants: [Invariant] = Invariant.allCases
) -> InvariantFailure? {
  let run = InvariantRun(contender, mode: mode, invariants: invariants)
  let script = script.repaired(for: contender.descriptor.requirement)
  return run.failure(on: script).map { Shrinking(run, $0).smallest(seed: nil, step: $0.step) }
}

/// Asks every invariant that applies about one script as it stands, and looks for no smaller one: what
/// `bench replay --check` does with the files of a failure.
///
/// - Parameters:
///   - contender: the strategy.
///   - mode: the form of it that is asked.
///   - script: gestures that the list can take.
/// - Returns: the first broken invariant; nil when all invariants hold.
public func checkInvariants(
  of contender: StrategyEntry, mode: StrategyMode = .corrected, asItStands script: GestureScript
) -> InvariantFailure? {
  var script = script
  script.options.mode = mode
  // What one invariant's questions hide may be seen when another is asked alone.
  return InvariantRun(contender, mode: mode).failure(on: script)
    ?? Invariant.allCases.lazy.compactMap {
      InvariantRun(contender, mode: mode, invariants: [$0]).failure(on: script)
    }.first
}

/// An invariant that a strategy broke, with the smallest script found that shows it.
public struct InvariantFailure: Sendable {
  /// The strategy.
  public let strategy: String
  /// The invariant.
  public let invariant: Invariant
  /// What is wrong after the last gesture of `script`, in a sentence.
  public let sentence: String
  /// The seed of the random scripts; nil when the script was given.
  public internal(set) var seed: UInt64?
  /// The gesture, counted from 1 over all random scripts, at which the invariant was first seen broken.
  public internal(set) var step: Int
  /// The smallest script found.
  public internal(set) var script: GestureScript
  /// What the reference (or the other run of the same script) shows at the end of it.
  public let expected: [VisibleRow]
  /// What the strategy shows.
  public let actual: [VisibleRow]
}

extension InvariantFailure: CustomStringConvertible {
  /// What is wrong, without the files that show it.
  public var summary: String {
    let origin = seed.map { "seed \($0), gesture \(step)" } ?? "frame \(step)"
    let fault =
      "\(strategy) breaks the invariant \"\(invariant.rawValue)\" (\(origin)): \(sentence)"
    // Invariants about answers and sums are broken beside a screen that is right.
    if expected == actual { return fault }
    return """
      \(fault)
      expected: \(Self.text(expected))
      actual:   \(Self.text(actual))
      """
  }

  /// The same, with the two files that show it and the command of `bench` that reads them.
  public var description: String { text(program: "bench") }

  /// The same, with the two files that show it and the command that reads them.
  ///
  /// - Parameter program: what the user types for a program of these verbs.
  public func text(program: String) -> String {
    """
    \(summary)
    To see it again, save these two files \
    (\(script.summary)\(script.heights.isEmpty ? ": heights.txt is empty" : "")):
    heights.txt:
    \(script.heightLines)gestures.csv:
    \(script.gestureLines)and run
    \(program) replay \(script.replayOptions(for: strategy))
    """
  }

  private static func text(_ screen: [VisibleRow]) -> String {
    screen.isEmpty ? "an empty screen" : screen.map(\.text).joined(separator: "; ")
  }
}
