import BenchReplaying
import BenchStrategies
import BenchWorkloads
import Conformance
import ListLayout

@testable import BenchRuns

extension RunRequest {
  /// Requests the corrected code of the given strategies, or of all strategies if `ids` is nil.
  init(
    _ ids: [String]?, beside own: [StrategyEntry] = [], in scenarios: [String]?,
    heights: [HeightsSpec] = [.chat], rows: [Int], viewport: Int = 844, seed: UInt64 = 3,
    budget: Double, scale: ScriptScale = .sixteenth
  ) {
    let strategies = own + StrategyRegistry.all.filter { ids?.contains($0.descriptor.id) ?? true }
    self.init(
      strategies: strategies.map(\.descriptor.id), mode: .corrected,
      scenarios: Scenario.all.map(\.id).filter { scenarios?.contains($0) ?? true },
      heights: heights.map(\.description), rows: rows, seed: seed, budgetSeconds: budget)
    self.viewport = Double(viewport)
    scriptScale = scale
  }
}

extension Runner {
  convenience init(
    _ request: RunRequest, beside own: [StrategyEntry] = [],
    isInterrupted: @escaping () -> Bool = { false },
    report: @escaping (RunEvent) throws -> Void
  ) throws {
    try self.init(
      request, of: own + StrategyRegistry.all, isInterrupted: isInterrupted, report: report)
  }
}

/// A group with its fixture, for tests that bypass `Runner`.
struct TestGroup {
  let group: Plan.Group
  let fixture: Fixture

  var entry: Plan.Entry { group.entries[0] }

  /// Skips strategies that don't support the scenario.
  init(
    _ scenario: String, heights: HeightsSpec = .chat, rows: Int, ids: [String] = ["fenwick"],
    seed: UInt64 = 3, scale: ScriptScale = .once
  ) throws {
    let request = RunRequest(
      ids, in: [scenario], heights: [heights], rows: [rows], seed: seed, budget: 1, scale: scale)
    let scenario = Scenario.named(scenario)!
    let entries = request.strategies.compactMap(StrategyRegistry.all.named)
      .filter { $0.descriptor.isFloor || scenario.unsupportedReason(for: $0.descriptor) == nil }
      .map { Plan.Entry(contender: $0, mode: .corrected) }
    group = Plan.Group(scenario: scenario, heights: heights, rows: rows, entries: entries)
    fixture = try Fixture(
      group, request: request, workloads: WorkloadCache(seed: seed, screen: request.screen))
  }

  func runner(expected: ExpectedChecksums? = nil) throws -> ScriptRunner {
    try ScriptRunner(fixture, entry, before: 0, expected: expected)
  }
}
