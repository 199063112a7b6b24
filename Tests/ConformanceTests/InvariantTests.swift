import BenchReplaying
import Conformance
import ListLayout
import Testing

@Suite struct InvariantTests {
  @Test("A flawless list satisfies all invariants")
  func flawlessList() {
    let failure = checkInvariants(of: flawless, seed: 1, gestures: 4000)
    #expect(failure == nil, "\(failure.map(String.init(describing:)) ?? "")")
  }

  @Test("Each flaw breaks its invariant within four gestures", arguments: Flaw.allCases)
  func flaws(flaw: Flaw) throws {
    let failure = try #require(
      checkInvariants(of: flaw.contender, seed: 1, gestures: 8000, invariants: [flaw.invariant]))
    #expect(failure.invariant == flaw.invariant)
    #expect(failure.script.gestures.count <= 4, "\(failure)")
    #expect(checkInvariants(of: flaw.contender, asItStands: failure.script) != nil, "\(failure)")
  }

  @Test("Differences between two runs are not blamed on queries")
  func twoRuns() {
    let failure = checkInvariants(
      of: Flaw.placedByAddress.contender, seed: 1, gestures: 2000,
      invariants: [.pureQueries, .determinism])
    #expect(failure?.invariant == .determinism)
  }

  @Test("The description of a counterexample includes its files, even if the list is empty")
  func emptyList() throws {
    let rows = (0..<3).map { Gesture.insert(row: $0, height: points(20)) }
    let list = GestureScript(
      heights: [], options: LayoutOptions(viewport: points(10), loadLatency: 0),
      gestures: [.batch(rows), .settle, .batch(rows)])
    let failure = try #require(checkInvariants(of: Flaw.oneOfBatch.contender, on: list))
    #expect(failure.invariant == .sameScreen && failure.script.heights.isEmpty)
    #expect("\(failure)".contains("heights.txt is empty"))
    #expect("\(failure)".contains("gestures.csv:\n\(failure.script.gestureLines)and run\n"))
    #expect("\(failure)".hasSuffix(" --latency 0 -H heights.txt -g gestures.csv --check"))
  }
}
