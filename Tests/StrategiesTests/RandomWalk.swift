import Replaying

@testable import Conformance

/// A strategy and the reference, which receive the same random gestures. The lists and gestures are those of
/// the invariant tests. Tests use this type for properties that hold only for one strategy, or only if rows
/// are loaded without latency.
final class RandomWalk {
  let lockstep: Lockstep
  private var generator: ScriptGenerator

  private init(_ lockstep: Lockstep, _ generator: ScriptGenerator) {
    (self.lockstep, self.generator) = (lockstep, generator)
  }

  /// Calls `body` with each of several random walks in turn, before the list of the walk has received any
  /// gesture. Every fourth list has 1,000 rows; the other lists are small or degenerate.
  ///
  /// - Parameter latency: the load latency of all lists; if nil, each list has a random latency.
  static func each(
    _ contender: StrategyEntry, mode: StrategyMode = .corrected, latency: Int? = nil,
    lists: Int = 60, _ body: (RandomWalk) throws -> Void
  ) rethrows {
    var generator = ScriptGenerator(descriptor: contender.descriptor, mode: mode, seed: 1)
    for number in 0..<lists {
      var start =
        switch number % 4 {
        case 1: generator.longList()
        case 3: generator.oddList()
        default: generator.list()
        }
      if number % 4 == 1 { generator.kinds = generator.everything }
      if let latency { start.options.loadLatency = latency }
      let walk = RandomWalk(Lockstep(contender, mode: mode, script: start), generator)
      try body(walk)
      generator = walk.generator
    }
  }

  /// Returns a random gesture that is valid in the current state.
  func next() -> Gesture {
    generator.gesture(beside: lockstep.reference, viewport: lockstep.viewport)
  }

  /// Applies forty random gestures and returns the first violation of one of `invariants`; nil if there is
  /// none. Invariants from which the descriptor exempts the strategy are also checked.
  func violation(of invariants: [Invariant]) -> String? {
    for step in 0...40 {
      if step > 0 { lockstep.apply(next()) }
      for invariant in invariants {
        if let violation = invariant.violation(in: lockstep) {
          return "gesture \(step): \(violation)"
        }
      }
    }
    return nil
  }

  /// Returns the first violation in a number of random lists; nil if there is none.
  static func violation(
    of invariants: [Invariant], by contender: StrategyEntry, mode: StrategyMode = .corrected,
    latency: Int,
    lists: Int = 60
  ) -> String? {
    var found: String?
    each(contender, mode: mode, latency: latency, lists: lists) {
      found = found ?? $0.violation(of: invariants)
    }
    return found
  }
}

/// Returns a description of the first invariant that a strategy violates; nil if it violates none.
func firstViolation(of contender: StrategyEntry) -> String? {
  checkInvariants(of: contender, seed: 1, gestures: 1000).map { "\($0)" }
}
