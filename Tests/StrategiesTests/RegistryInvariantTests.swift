import Conformance
import Replaying
import Strategies
import Testing

/// Every strategy of the registry keeps every invariant that its descriptor does not excuse it from.
@Suite struct RegistryInvariantTests {
  /// Each strategy has a seed of its own, so that no two of the registry see the same lists. A debug
  /// build does few; CI's step "contract" does 10,000 for each, more than it takes the invariants to find
  /// each of the flaws of the conformance tests, and `bench verify --gestures N` runs any number.
  @Test(
    "1,000 random gestures break no invariant",
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
