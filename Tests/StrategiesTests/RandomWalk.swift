import Replaying

@testable import Conformance

/// A strategy beside the reference, under the random lists and gestures that invariants are asked about: for
/// what no invariant says, because it holds for this strategy alone, or only without latency.
final class RandomWalk {
  let lockstep: Lockstep
  private var generator: ScriptGenerator

  private init(_ lockstep: Lockstep, _ generator: ScriptGenerator) {
    (self.lockstep, self.generator) = (lockstep, generator)
  }

  /// Calls `body` with lists on which nothing has happened: small ones, degenerate ones, odd ones, and
  /// every fourth of 1,000 rows.
  ///
  /// - Parameter latency: of all lists; random unless given.
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

  /// A gesture that the list can take now.
  func next() -> Gesture {
    generator.gesture(beside: lockstep.reference, viewport: lockstep.viewport)
  }

  /// What is wrong at the first of forty gestures at which one of some invariants is broken, though the descriptor
  /// may excuse the strategy from it; nil for nothing.
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

  /// The same of the first list on which one is broken.
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

/// The first invariant that a strategy breaks, as text; nil for none.
func brokenLaw(of contender: StrategyEntry) -> String? {
  checkInvariants(of: contender, seed: 1, gestures: 1000).map { "\($0)" }
}
