import Conformance
import ListLayout
import Replaying
import Runs
import Strategies
import Workloads

@testable import Running

/// What tests of one group need: a scenario on rows of a test's choice, without a run.
struct TestGroup {
  let request: RunRequest
  let group: Plan.Group
  let fixture: Fixture

  /// A group of strategies that do the scenario.
  init(
    _ scenario: String, heights: HeightsSpec, rows: Int, ids: [String] = ["fenwick"],
    seed: UInt64 = 3, caches: CacheState = .warm, viewport: Int = 844, scale: ScriptScale = .once
  ) throws {
    let scenario = Scenario.all.first { $0.id == scenario } ?? Scenario.all[0]
    let contenders = Roster.all.filter { ids.contains($0.card.id) }
    var request = RunRequest(
      contenders: contenders, modes: [.corrected], scenarios: [scenario], heights: [heights],
      rows: [rows],
      screen: Screen(
        width: LayoutUnit(points: 390), viewport: LayoutUnit(points: viewport)),
      motion: [.flings], seed: seed, budget: 1)
    request.scriptScale = scale
    self.request = request
    let entries = contenders.filter { $0.card.isFloor || scenario.objection(to: $0.card) == nil }
      .map { Plan.Entry(contender: $0, mode: .corrected, objection: nil) }
    group = Plan.Group(
      scenario: scenario, heights: heights, rows: rows, caches: caches, entries: entries)
    fixture = try Fixture(
      group, request: request, workloads: WorkloadCache(seed: seed, screen: request.screen))
  }
}
