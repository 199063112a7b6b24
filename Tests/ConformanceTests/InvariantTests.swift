import BenchReplaying
import ListLayout
import Testing

@testable import Conformance

@Suite struct InvariantTests {
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

/// Tests whether faults that occur only in long lists are found.
@Suite struct LongListTests {
  /// Verifies a strategy with just enough gestures for one long list.
  private func failure(of contender: StrategyEntry) throws -> InvariantFailure {
    let verification = Verification.run(
      contender, mode: .corrected, gestures: 16 * LongScript.length, seed: 1)
    #expect(!verification.isHeld)
    return try #require(verification.failure)
  }

  @Test("A wrong height in row 700 is found, and a short report shows how to reproduce it")
  func storedHeight() throws {
    for flaw in [Flaw.wrongHeight, .wrongNewHeight] {
      let failure = try failure(of: flaw.contender)
      #expect(failure.script.heights.count == 702 && failure.script.gestures.count <= 1)
      let text = failure.text(program: "bench")
      #expect(text.contains("yes 1 | head -n 702 > heights.txt"), "\(text)")
      #expect(text.split(separator: "\n").count <= 12, "\(text)")
    }
  }

  @Test("A counterexample is also found for a fault that only a scenario reveals")
  func onlyInScenario() throws {
    // With this few gestures, no invariant is checked on a long list.
    let verification = Verification.run(
      Flaw.wrongHeight.contender, mode: .corrected, gestures: 6000, seed: 1)
    let failure = try #require(verification.failure)
    #expect(failure.script.heights.count == 701)
  }

  @Test("If the list cannot be shrunk, the report contains a command instead of the files")
  func notShrinkable() throws {
    var failure = try failure(of: Flaw.wrongHeight.contender)
    failure.script.heights = (0..<702).map { Int32($0 * 64) }
    let text = failure.text(program: "bench")
    #expect(text.contains(failure.sentence))
    #expect(
      text.hasSuffix(
        "bench verify -s \(failure.strategy) -m corrected --gestures 6400 --seed 1"))
  }

  @Test(
    "The description of a failed step in a timed script contains the row and the expected answer")
  func wrongStep() {
    let heights = [Int32](repeating: 64, count: 1000)
    let script = Script(loop: .offset, count: 3, rows: [5, 700, 701])
    let options = LayoutOptions(viewport: points(100))
    func difference(in steps: Range<Int>) -> String? {
      let list = Flaw.wrongHeight.contender.trial(
        on: RowStore(heights: heights), options: options, script: script)
      let reference = Reference.trial(
        on: RowStore(heights: heights), options: options, topology: .linear, script: script)
      return script.difference(between: list, and: reference, in: steps) { _ in (list, reference) }
    }
    #expect(difference(in: 0..<2) == nil)
    #expect(difference(in: 0..<3) == "offset(of: 701) is 702, not 701")
  }
}
