import BenchReplaying
import BenchTestSupport
import BenchWorkloads
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
    try expectReplay(of: failure, by: flaw.contender)
  }

  @Test("A counterexample with an empty list mentions that the heights file is empty")
  func emptyList() throws {
    let rows = (0..<3).map { Gesture.insert(row: $0, height: LayoutUnit(points: 20)) }
    let list = GestureScript(
      heights: [], options: LayoutOptions(viewport: LayoutUnit(points: 10), loadLatency: 0),
      gestures: [.batch(rows), .settle, .batch(rows)])
    let contender = Flaw.oneOfBatch.contender
    let failure = try #require(checkInvariants(of: contender, on: list))
    #expect(failure.invariant == .sameScreen && failure.script.heights.isEmpty)
    #expect("\(failure)".contains("heights.txt is empty"))
    try expectReplay(of: failure, by: contender)
  }

  /// Checks that the files in a failure's description reproduce the failure.
  private func expectReplay(of failure: InvariantFailure, by contender: StrategyEntry) throws {
    guard "\(failure)".contains("save these two files") else {
      // For a long list, the description contains commands that write the files.
      #expect(checkInvariants(of: contender, asItStands: failure.script) != nil, "\(failure)")
      return
    }
    let parts = "\(failure)".split(separator: "heights.txt:\n", maxSplits: 1)
    let files = try #require(parts.last).split(
      separator: "gestures.csv:\n", maxSplits: 1, omittingEmptySubsequences: false)
    let gestures = try #require(files.last).split(separator: "and run\n")
    try withTemporaryFolder { folder in
      let (rowsPath, gesturesPath) = (folder + "/heights.txt", folder + "/gestures.csv")
      try write(String(files[0]), to: rowsPath)
      try write(String(try #require(gestures.first)), to: gesturesPath)
      let heights = try Population.heightsOrNone(at: rowsPath)
      var script = failure.script
      script.heights = heights
      script.gestures = try GestureFile.gestures(
        at: gesturesPath,
        rules: [
          GestureRules(contender.descriptor, heights: heights, viewport: script.options.viewport)
        ])
      #expect(checkInvariants(of: contender, asItStands: script) != nil, "\(failure)")
    }
    #expect(gestures[1].contains("--latency \(failure.script.options.loadLatency) "))
  }
}
