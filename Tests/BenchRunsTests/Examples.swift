import BenchBasics
import BenchMeasuring
import BenchReplaying
import BenchStrategies
import BenchWorkloads
import Conformance
import Foundation

@testable import BenchRuns

/// The folder of the package.
let repository = (1...3).reduce(#filePath) { path, _ in FileSystem.folder(of: path) }

extension RunRecord {
  static var example: RunRecord {
    var record = RunRecord(
      command: ["bench", "--strategy", "all"],
      revision: Revision(commit: "1a2b3c4d5e6f", isDirty: true),
      machine: MachineFacts(cpuModel: "Intel(R) Xeon(R) CPU @ 2.20GHz", cores: 4),
      clock: ClockFacts(resolutionNs: 20, readCostNs: 30.5),
      plan: RunRequest(
        strategies: ["fenwick", "sum-tree"], mode: .corrected, scenarios: ["offset", "scroll"],
        heights: ["chat", "file:/tmp/heights.csv"], rows: [1000, 1_000_000], seed: .max,
        budgetSeconds: 60),
      started: Date(timeIntervalSince1970: 1_772_360_100))
    // The limits of these ranges are valid.
    record.plan.costs = FrameCosts(rowNs: 0, viewNs: 1_000_000_000, hz: 30)
    (record.status, record.finished) = (.complete, Date(timeIntervalSince1970: 1_772_360_160))
    return record
  }
}

extension CellKey {
  static func example(rows: Int = 1000, strategy: String = "fenwick") -> CellKey {
    CellKey(
      group: CellGroup(scenario: "offset", heights: "chat", rows: rows), strategy: strategy,
      mode: .corrected)
  }
}

extension SampleRow {
  /// Creates a sample from the fields that tests need to set.
  static func example(
    round: Int = 0, slot: Int = 0, strategy: String = "fenwick", operations: Int = 4096,
    elapsedNs: Int = 61_440, segment: Int = 0, isDisturbed: Bool = false
  ) -> SampleRow {
    SampleRow(
      cell: .example(strategy: strategy), round: round, slot: slot, operations: operations,
      elapsedNs: elapsedNs, segment: segment, isDisturbed: isDisturbed)
  }
}

extension CellResult {
  /// A result in which every field has a different value, so that tests notice swapped fields.
  static var full: CellResult {
    var row = CellResult(cell: .example(), status: .ok)
    (row.rounds, row.operations) = (52, 4096)
    (row.time.timeNs, row.time.lowNs, row.time.highNs) = (15.25, 15.0, 15.5)
    (row.time.disturbed, row.time.floorNs) = (3, 1.25)
    (row.ratio.value, row.ratio.low, row.ratio.high) = (6.1, 6.0, 6.2)
    (row.standing, row.standingReason) = (.unranked, .wrongRows)
    let counts = [
      1.0, 10.5, 0.00001, 2.0, 3.0, 0.25, 1.5, 0.0, 128.0, 8.5, 96.5, 20.0, 3.0, 2.0, 1.0,
    ]
    for (counter, count) in zip(Counter.allCases, counts) { row.counters[counter] = count }
    (row.deviation.checkedSteps, row.deviation.wrongSteps) = (400, 11)
    row.countedOperations = 1024
    (row.coverage, row.doubts) = (0.75, "less than 0.01 ns for each scanned row")
    (row.control.value, row.control.low, row.control.high) = (1.5, 1.25, 1.75)
    return row
  }
}

extension RunRequest {
  /// Requests the corrected code of the given strategies, or of all strategies if `ids` is nil.
  init(
    _ ids: [String]?, in scenarios: [String]?, heights: [String] = ["chat"], rows: [Int],
    budget: Double, scale: ScriptScale = .sixteenth
  ) {
    self.init(
      strategies: ids ?? StrategyRegistry.all.map(\.descriptor.id), mode: .corrected,
      scenarios: scenarios ?? Scenario.all.map(\.id), heights: heights, rows: rows, seed: 3,
      budgetSeconds: budget)
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

/// Collects what a runner reports.
final class Log {
  private(set) var rounds: [[SampleRow]] = []
  private(set) var isScheduled = false
  private(set) var ruledOut: [String] = []
  private(set) var timedOut: [String] = []

  func see(_ event: RunEvent) {
    switch event {
    case .round(let rows): rounds.append(rows)
    case .scheduled: isScheduled = true
    case .ruledOut(let key, let status):
      ruledOut.append("\(key.strategy) \(key.group.scenario): \(status.text)")
    case .timedOut(let key): timedOut.append("\(key.strategy) \(key.group.scenario)")
    default: break
    }
  }
}

/// A group with its fixture, for tests that bypass `Runner`.
struct TestGroup {
  let group: Plan.Group
  let fixture: Fixture

  var entry: Plan.Entry { group.entries[0] }

  /// Skips strategies that don't support the scenario.
  init(
    _ scenario: String, rows: Int, ids: [String] = ["fenwick"], scale: ScriptScale = .once
  ) throws {
    let request = RunRequest(ids, in: [scenario], rows: [rows], budget: 1, scale: scale)
    let scenario = Scenario.named(scenario)!
    let entries = ids.compactMap(StrategyRegistry.all.named)
      .filter { $0.descriptor.isFloor || scenario.unsupportedReason(for: $0.descriptor) == nil }
      .map { Plan.Entry(contender: $0, mode: .corrected) }
    group = Plan.Group(scenario: scenario, heights: .chat, rows: rows, entries: entries)
    fixture = try Fixture(
      group, request: request, workloads: WorkloadCache(seed: 3, screen: request.screen))
  }

  func runner(expected: ExpectedChecksums? = nil) throws -> ScriptRunner {
    try ScriptRunner(fixture, entry, before: 0, expected: expected)
  }
}
