import Conformance
import Replaying
import Strategies
import Testing

/// Tests that all registered strategies satisfy the invariants from which their descriptors do not exempt
/// them.
@Suite struct RegistryInvariantTests {
  /// Each strategy has its own seed, so that different strategies run with different lists. This test applies
  /// few gestures, because debug builds are slow. For each strategy, CI's step "contract" applies 10,000
  /// gestures, and `bench verify --gestures N` applies any number.
  @Test(
    "1,000 random gestures violate no invariant",
    arguments: Array(zip(StrategyRegistry.all, UInt64(2024)...)))
  func randomGestures(contender: StrategyEntry, seed: UInt64) {
    let failure = checkInvariants(of: contender, seed: seed, gestures: 1000)
    #expect(failure == nil, "\(failure.map(String.init(describing:)) ?? "")")
  }

  @Test("Every deviation stays within its bound, in every mode", arguments: StrategyRegistry.all)
  func bounds(contender: StrategyEntry) {
    for mode in contender.descriptor.modes {
      let verification = Verification.run(contender, mode: mode, gestures: 1000, seed: 2024)
      for result in verification.results where !result.isHeld {
        Issue.record("\(mode.rawValue), \(result.scenario.rawValue): \(result.deviation)")
      }
      if let failure = verification.failure { Issue.record("\(failure)") }
    }
  }
}

extension StrategyEntry: CustomTestStringConvertible {
  public var testDescription: String { descriptor.id }
}
