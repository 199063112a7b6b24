import ListLayout
import Measuring
import Replaying
import Strategies
import Testing
import Workloads

@testable import Running

/// What the clock is around takes nothing from the heap, unless the strategy does.
@Suite(
  "The timed part of a segment", .serialized,
  .enabled(if: AllocationCount.of {}.allocations != nil, "allocations cannot be counted here"))
struct HarnessAllocationTests {
  private static let request = RunRequest(
    contenders: Roster.all, modes: [.corrected], scenarios: Scenario.all,
    heights: [.chat], rows: [1000],
    screen: Screen(width: LayoutUnit(points: 390), viewport: LayoutUnit(points: 844)),
    motion: [.flings], seed: 5, budget: 1)

  /// What thousands of steps of one strategy allocate; nil where the platform cannot count.
  private func allocations(of id: String, in scenario: Scenario) throws -> AllocationCount? {
    let workloads = WorkloadCache(seed: Self.request.seed, screen: Self.request.screen)
    let contender = try #require(Roster.all.first { $0.card.id == id })
    let entry = Plan.Entry(contender: contender, mode: .corrected, objection: nil)
    let fixture = try Fixture(
      Plan.Group(scenario: scenario, heights: .chat, rows: 1000, entries: [entry]),
      request: Self.request, workloads: workloads)
    let script = fixture.script
    let trial = fixture.trial(of: entry, on: try fixture.rows(before: 0))
    let stretches = script.stretches(of: script.timedCount, from: 0)
    let before = [Checksum](repeating: Checksum(), count: stretches.count)
    var after = before
    // The first time sets up what is set up once; and makes `after` an array of its own.
    _ = ScriptRunner.time(trial, stretches, of: script, from: before, into: &after)
    return AllocationCount.of {
      ScriptRunner.time(trial, stretches, of: script, from: before, into: &after)
    }.allocations
  }

  @Test("allocates nothing in any loop", arguments: Scenario.all.map(\.id))
  func floor(scenario: String) throws {
    let scenario = try #require(Scenario.all.first { $0.id == scenario })
    let allocations = try #require(try allocations(of: "floor", in: scenario))
    #expect(allocations.count == 0 && allocations.bytes == 0)
  }

  @Test("shows what a strategy allocates")
  func strategy() throws {
    // A new list for each step, with views and offsets of its own.
    let prepare = try #require(Scenario.all.first { $0.id == "open" })
    let allocations = try #require(try allocations(of: "all-heights", in: prepare))
    #expect(allocations.count >= 4096)
  }
}
