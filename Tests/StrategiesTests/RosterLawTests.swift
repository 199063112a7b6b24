import Conformance
import Replaying
import Strategies
import Testing

/// Every strategy of the roster keeps every law that its card does not excuse it from.
@Suite struct RosterLawTests {
  @Test("20,000 random gestures break no law", arguments: Roster.all)
  func randomGestures(contender: Contender) {
    let failure = checkLaws(of: contender, seed: 2024, gestures: 20_000)
    #expect(failure == nil, "\(failure.map(String.init(describing:)) ?? "")")
  }

  @Test("No small list with two gestures breaks a law", arguments: Roster.all)
  func smallCases(contender: Contender) {
    // What the other laws say follows on lists as small as these.
    let laws: [Law] = [
      .sameScreen, .order, .prefixSums, .inverse, .pool, .boundedWork, .idempotence,
    ]
    for script in SmallCases(for: contender.card, length: 2) {
      if let failure = checkLaws(of: contender, on: script, laws: laws) {
        Issue.record("\(failure)")
        return
      }
    }
  }

  @Test("Every deviation stays within its bound, in every mode", arguments: Roster.all)
  func bounds(contender: Contender) {
    for mode in contender.card.modes {
      let verification = Verification.run(contender, mode: mode, gestures: 6000, seed: 2024)
      for result in verification.results where !result.isHeld {
        Issue.record("\(mode.rawValue), \(result.scenario.rawValue): \(result.deviation)")
      }
      if let failure = verification.failure { Issue.record("\(failure)") }
    }
  }
}

extension Contender: CustomTestStringConvertible {
  public var testDescription: String { card.id }
}
