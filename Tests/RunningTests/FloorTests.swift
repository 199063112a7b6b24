import ListLayout
import Replaying
import Strategies
import Testing
import Workloads

@testable import Running

/// The floor does what the harness does around every strategy; a loop that read no script would be none.
@Suite("The floor")
struct FloorTests {
  /// What the floor's answers and calls come to.
  private func trace(_ scenario: String, seed: UInt64, steps: Int = 400) throws -> [Int64] {
    let test = try TestGroup(
      scenario, heights: .chat, rows: 100, ids: ["floor"], seed: seed, scale: .sixteenth)
    let trial = test.fixture.trial(of: test.group.entries[0], on: try test.fixture.newStore())
    let steps = min(test.fixture.script.count, steps)
    let checksum = trial.run(0..<steps, from: Checksum())
    return [Int64(bitPattern: checksum.value), trial.contentHeight.rawValue]
  }

  @Test("reads the script in every loop", arguments: Scenario.all)
  func reading(scenario: Scenario) throws {
    // What is not random does not depend on the seed: there are the steps themselves.
    let isRandom = ![.rotate, .prepend, .append, .expand].contains(scenario.loop)
    if isRandom { #expect(try trace(scenario.id, seed: 1) != trace(scenario.id, seed: 2)) }
    #expect(try trace(scenario.id, seed: 1) == trace(scenario.id, seed: 1))
    #expect(
      try trace(scenario.id, seed: 1, steps: 1) != trace(scenario.id, seed: 1, steps: 2))
  }

  @Test("edits the rows as every strategy's loop does", arguments: ["change", "edit", "prepend"])
  func rows(scenario: String) throws {
    func rows(_ id: String) throws -> [Int32] {
      let test = try TestGroup(scenario, heights: .chat, rows: 100, ids: [id], scale: .sixteenth)
      let store = try test.fixture.newStore()
      _ = test.fixture.trial(of: test.group.entries[0], on: store).run(0..<7, from: Checksum())
      return store.heights()
    }
    #expect(try rows("floor") == rows("fenwick"))
    #expect(
      try rows("floor")
        != TestGroup(scenario, heights: .chat, rows: 100, scale: .sixteenth).fixture.heights)
  }
}
