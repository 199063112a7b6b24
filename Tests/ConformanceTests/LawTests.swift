import Conformance
import ListLayout
import Testing

@Suite struct LawTests {
  @Test("A list without a flaw keeps all laws")
  func flawlessList() {
    let failure = checkLaws(of: flawless, seed: 1, gestures: 4000)
    #expect(failure == nil, "\(failure.map(String.init(describing:)) ?? "")")
  }

  @Test("Every planted flaw is found and shown by at most four gestures", arguments: Flaw.allCases)
  func flaws(flaw: Flaw) throws {
    let failure = try #require(checkLaws(of: flaw.contender, seed: 1, gestures: 8000))
    #expect(failure.script.gestures.count <= 4, "\(failure)")
  }

  @Test("The law that forbids a flaw finds it alone", arguments: Flaw.allCases)
  func lawsAlone(flaw: Flaw) throws {
    let failure = try #require(
      checkLaws(of: flaw.contender, seed: 1, gestures: 8000, laws: [flaw.law]))
    #expect(failure.law == flaw.law)
    #expect(failure.script.gestures.count <= 4, "\(failure)")
  }
}
