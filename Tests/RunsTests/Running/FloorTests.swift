import Conformance
import ListLayout
import Measuring
import Replaying
import Strategies
import Testing
import Workloads

@testable import Runs

/// Tests of the empty strategy, which measures the overhead of every loop. The empty strategy must read the
/// script like any other strategy.
@Suite("The empty strategy")
struct FloorTests {
  /// The checksum and the content height of the empty strategy.
  private func trace(_ scenario: String, seed: UInt64, steps: Int = 400) throws -> [Int64] {
    let test = try TestGroup(
      scenario, heights: .chat, rows: 100, ids: ["floor"], seed: seed, scale: .sixteenth)
    let trial = test.fixture.trial(of: test.group.entries[0], on: try test.fixture.newStore())
    let steps = min(test.fixture.script.count, steps)
    let checksum = trial.run(0..<steps, from: Checksum())
    return [Int64(bitPattern: checksum.value), trial.contentHeight.rawValue]
  }

  @Test("the empty strategy reads the script in every loop", arguments: Scenario.all)
  func reading(scenario: Scenario) throws {
    // Only random scenarios depend on the seed; other scenarios are only checked with different numbers of
    // steps.
    let isRandom = ![.rotate, .prepend, .append, .follow, .expand].contains(scenario.loop)
    if isRandom { #expect(try trace(scenario.id, seed: 1) != trace(scenario.id, seed: 2)) }
    #expect(try trace(scenario.id, seed: 1) == trace(scenario.id, seed: 1))
    #expect(
      try trace(scenario.id, seed: 1, steps: 1) != trace(scenario.id, seed: 1, steps: 2))
  }

  @Test(
    "the empty strategy edits the rows as every other strategy does",
    arguments: ["change", "edit", "prepend"])
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

/// Tests that timed code allocates nothing unless the strategy does.
@Suite(
  "The timed part of a segment",
  .enabled(if: AllocationCount.of {}.allocations != nil, "allocations cannot be counted here"))
struct HarnessAllocationTests {
  /// The allocations that one strategy makes in hundreds of steps; nil if allocations cannot be counted.
  private func allocations(
    of id: String, in scenario: String
  ) throws -> (steps: Int, AllocationCount?) {
    let test = try TestGroup(scenario, heights: .chat, rows: 1000, ids: [id], scale: .sixteenth)
    let script = test.fixture.script
    let trial = test.fixture.trial(of: test.group.entries[0], on: try test.fixture.rows(before: 0))
    let ranges = script.timedRanges(of: script.timedCount, from: 0)
    let before = [Checksum](repeating: Checksum(), count: ranges.count)
    var after = before
    // The first replay allocates everything that is allocated only once, and makes the storage of `after`
    // unique.
    _ = Replay.time(trial, ranges, of: script, from: before, into: &after)
    let count = AllocationCount.of {
      Replay.time(trial, ranges, of: script, from: before, into: &after)
    }.allocations
    return (script.timedCount, count)
  }

  @Test("allocates nothing in any loop", arguments: Scenario.all.map(\.id))
  func floor(scenario: String) throws {
    let (_, found) = try allocations(of: "floor", in: scenario)
    let allocations = try #require(found)
    #expect(allocations.count == 0 && allocations.bytes == 0)
  }

  @Test("shows what a strategy allocates")
  func strategy() throws {
    // In the scenario `open`, each step creates a new list with new views and new offsets.
    let (steps, found) = try allocations(of: "all-heights", in: "open")
    #expect(try #require(found).count >= steps)
  }
}
