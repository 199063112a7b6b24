import ListLayout
import Measuring
import Replaying
import Strategies
import Testing
import Workloads

@testable import Running

/// What the clock is around takes nothing from the heap, unless the strategy does.
@Suite(
  "The timed part of a segment",
  .enabled(if: AllocationCount.of {}.allocations != nil, "allocations cannot be counted here"))
struct HarnessAllocationTests {
  /// What hundreds of steps of one strategy allocate; nil where the platform cannot count.
  private func allocations(
    of id: String, in scenario: String
  ) throws -> (steps: Int, AllocationCount?) {
    let test = try TestGroup(scenario, heights: .chat, rows: 1000, ids: [id], scale: .sixteenth)
    let script = test.fixture.script
    let trial = test.fixture.trial(of: test.group.entries[0], on: try test.fixture.rows(before: 0))
    let stretches = script.stretches(of: script.timedCount, from: 0)
    let before = [Checksum](repeating: Checksum(), count: stretches.count)
    var after = before
    // The first time sets up what is set up once; and makes `after` an array of its own.
    _ = ScriptRunner.time(trial, stretches, of: script, from: before, into: &after)
    let count = AllocationCount.of {
      ScriptRunner.time(trial, stretches, of: script, from: before, into: &after)
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
    // A new list for each step, with views and offsets of its own.
    let (steps, found) = try allocations(of: "all-heights", in: "open")
    #expect(try #require(found).count >= steps)
  }
}
