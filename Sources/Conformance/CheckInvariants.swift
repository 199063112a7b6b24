@_exported import BenchReplaying
// Re-exported so that a program can check its own strategy with a single import.
@_exported import ListLayout

/// Checks a strategy's invariants in every frame of random scripts: on small and degenerate lists and, if
/// at least 3,200 gestures are requested, on lists of several thousand rows.
///
/// - Parameters:
///   - contender: the strategy to check.
///   - mode: the mode to run the strategy in.
///   - seed: the random seed. Strategies with the same requirements and abilities run the same scripts.
///   - gestures: the approximate total number of gestures.
///   - invariants: the invariants to check; those that do not apply to the strategy are skipped.
/// - Returns: the first broken invariant, along with the smallest script found that breaks it, or nil if
///   all hold.
public func checkInvariants(
  of contender: StrategyEntry, mode: StrategyMode = .corrected, seed: UInt64, gestures: Int,
  invariants: [Invariant] = Invariant.allCases
) -> InvariantFailure? {
  let applying = Invariant.applying(to: contender.descriptor, mode: mode)
  let run = InvariantRun(
    contender: contender, mode: mode, invariants: invariants.filter(applying.contains))
  var generator = ScriptGenerator(descriptor: contender.descriptor, mode: mode, seed: seed)
  let longLists = gestures / 8 / LongScript.length
  let inSmallLists = gestures - longLists * LongScript.length
  var done = 0
  func failure(
    from start: GestureScript, choosing next: (Lockstep) -> Gesture?
  ) -> InvariantFailure? {
    let (script, failure) = run.run(from: start, choosing: next)
    defer { done += script.gestures.count }
    return failure.map { run.shrunk($0, seed: seed, step: done + $0.step) }
  }
  while done < inSmallLists {
    var left = min(40, inSmallLists - done)
    let start = generator.number % 6 == 5 ? generator.oddList() : generator.list()
    let failure = failure(from: start) { lockstep in
      guard left > 0 else { return nil }
      left -= 1
      return generator.gesture(beside: lockstep.reference, viewport: lockstep.viewport)
    }
    if let failure { return failure }
  }
  for _ in 0..<longLists {
    var long = LongScript()
    let failure = failure(from: generator.severalThousandRows()) { long.next($0, &generator) }
    if let failure { return failure }
  }
  return nil
}

/// Checks a strategy's invariants in every frame of one script. Returns the first broken invariant, along
/// with the smallest script found that breaks it, or nil if all hold.
public func checkInvariants(
  of contender: StrategyEntry, mode: StrategyMode = .corrected, on script: GestureScript
) -> InvariantFailure? {
  let applying = Invariant.applying(to: contender.descriptor, mode: mode)
  let run = InvariantRun(contender: contender, mode: mode, invariants: applying)
  let script = script.repaired(for: contender.descriptor.requirement)
  return run.failure(on: script).map { run.shrunk($0, seed: nil, step: $0.step) }
}

/// Checks a strategy's invariants in every frame of a valid script, without repairing or shrinking it.
/// Returns the first broken invariant, or nil if all hold.
public func checkInvariants(
  of contender: StrategyEntry, mode: StrategyMode = .corrected, asItStands script: GestureScript
) -> InvariantFailure? {
  // The queries made to check one invariant may hide a violation of another, so check each invariant
  // alone as well.
  let applying = Invariant.applying(to: contender.descriptor, mode: mode)
  return ([applying] + applying.map { [$0] }).lazy.compactMap {
    InvariantRun(contender: contender, mode: mode, invariants: $0).failure(on: script)
  }.first
}

/// Generates gestures for a list of 1,000 to 5,000 rows: show every row, change all heights in one frame,
/// show every row again, apply random gestures, and show every row once more. Such scripts find faults
/// that depend on a row's index or on the size of a data structure.
struct LongScript {
  private enum Part {
    case showRows, resizeRows, randomGesture
  }

  static let length = 400
  /// The maximum number of jumps used to show every row. If the screen is small, some rows are skipped.
  private static let jumps = 130

  private var parts: [Part] =
    [.showRows, .resizeRows, .showRows] + Array(repeating: .randomGesture, count: 40) + [.showRows]
  /// The target of the last jump in the current part of the script.
  private var row: Int?

  mutating func next(_ lockstep: Lockstep, _ generator: inout ScriptGenerator) -> Gesture? {
    while let part = parts.first {
      if part == .showRows {
        row = nextRow(lockstep)
        if let row { return .jump(row: row) }
      }
      parts.removeFirst()
      if part == .randomGesture {
        return generator.gesture(beside: lockstep.reference, viewport: lockstep.viewport)
      }
      if part == .resizeRows, let gesture = generator.newHeights(of: lockstep.count) {
        return gesture
      }
    }
    return nil
  }

  private func nextRow(_ lockstep: Lockstep) -> Int? {
    let count = lockstep.count
    guard let row else { return count > 0 ? 0 : nil }
    guard let last = lockstep.now.expected.last?.row, last >= row else { return nil }
    let next = max(last + 1, row + count / Self.jumps)
    return next < count ? next : nil
  }
}

struct InvariantRun {
  let contender: StrategyEntry
  let mode: StrategyMode
  let invariants: [Invariant]

  func failure(on script: GestureScript) -> InvariantFailure? {
    var left = script.gestures[...]
    return run(from: script) { _ in left.popFirst() }.failure
  }

  /// Applies gestures until `next` returns nil or an invariant is broken. Returns the script applied so
  /// far.
  func run(
    from start: GestureScript, choosing next: (Lockstep) -> Gesture?
  ) -> (script: GestureScript, failure: InvariantFailure?) {
    var script = start
    script.gestures = []
    let lockstep = Lockstep(contender, mode: mode, script: start)
    var screens = [lockstep.now.screen]
    while true {
      for invariant in invariants {
        guard let sentence = invariant.violation(in: lockstep) else { continue }
        let now = lockstep.now
        let failure = failure(
          invariant, sentence, on: script, lockstep.step, expected: now.expected, actual: now.screen
        )
        return (script, failure)
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

  private func rerunFailure(
    on script: GestureScript, _ screens: [[VisibleRow]]
  ) -> InvariantFailure? {
    func rerun() -> [[VisibleRow]] {
      let store = RowStore(heights: script.heights)
      let trial = contender.trial(on: store, options: script.options(in: mode))
      return [trial.screen]
        + script.gestures.map {
          trial.apply($0)
          return trial.screen
        }
    }
    let comparesRuns = invariants.contains(.determinism)
    let comparesQueries = invariants.contains(.pureQueries)
    guard comparesRuns || comparesQueries else { return nil }
    let expected = rerun()
    guard let frame = screens.indices.first(where: { screens[$0] != expected[$0] }) else {
      return nil
    }
    // If two runs without queries show the same screens, the queries must have caused the
    // difference.
    let isPure = comparesRuns && (!comparesQueries || rerun() != expected)
    return failure(
      isPure ? .determinism : .pureQueries,
      isPure ? "two runs of the same script differ in this frame" : "queries change the screen",
      on: script, frame, expected: expected[frame], actual: screens[frame])
  }
}
