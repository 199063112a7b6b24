import ListLayout
import Replaying

/// What was found when a strategy was compared with the reference in one mode: what
/// `bench verify` prints.
public struct Verification: Sendable {
  /// One scenario's result.
  public struct Result: Sendable {
    /// The gestures that the list was driven with.
    public let scenario: GestureScenario
    /// What was measured.
    public let deviation: Deviation
    /// What it may be.
    public let bound: DeviationBound
    /// Whether it is.
    public var isHeld: Bool { bound.holds(for: deviation) }
  }

  /// About as many gestures as a strategy is verified with unless another number is asked for.
  public static let defaultGestures = 50_000

  /// The strategy.
  public let card: StrategyCard
  /// Its mode.
  public let mode: StrategyMode
  /// A result for each scenario that can happen to it; none for the floor, which shows nothing.
  public let results: [Result]
  /// The first law that was broken, on the smallest script found.
  public let failure: LawFailure?

  /// Whether all bounds and laws were kept.
  public var isHeld: Bool { failure == nil && results.allSatisfy(\.isHeld) }

  /// The deviation over all scenarios.
  public var deviation: Deviation {
    var sum = Deviation()
    for result in results { sum.add(result.deviation) }
    return sum
  }

  /// Checks the laws with half of the gestures and measures the scenarios with the other half.
  public static func run(
    _ contender: Contender, mode: StrategyMode, gestures: Int = defaultGestures, seed: UInt64
  ) -> Verification {
    let card = contender.card
    let scenarios = card.isFloor ? [] : GestureScenario.all(for: card)
    let results = scenarios.map { scenario in
      var deviation = Deviation()
      let scripts = scenario.scripts(
        for: card, mode: mode, gestures: gestures / 2 / scenarios.count, seed: seed)
      for script in scripts {
        deviation.add(DeviationMeter.measure(contender, mode: mode, script: script))
      }
      return Result(
        scenario: scenario, deviation: deviation, bound: .of(card, mode: mode, in: scenario))
    }
    return Verification(
      card: card, mode: mode, results: results,
      failure: checkLaws(of: contender, mode: mode, seed: seed, gestures: gestures / 2))
  }
}
