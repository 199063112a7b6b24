import Basics
import Foundation
import Measuring
import Reporting
import Runs
import Workloads

/// Keeps a run on disk while it goes on.
final class RunRecorder {
  private let writer: RunWriter
  private let runner: Runner
  private var record: RunRecord
  private var isTiming = false
  /// What other programs had taken when the run began.
  private let before = MachineFacts.secondsOfOthers
  private let start = MonotonicClock.now()
  private var shortestSlice = Int.max

  /// Where runs go unless the user says otherwise.
  static let root = "results"

  var folder: RunFolder { writer.folder }

  /// Claims the folder of a run. Names that would not read back are refused before anything is made.
  init(_ runner: Runner, _ plan: RunPlan, arguments: Arguments, words: [String]) throws {
    let rows = runner.rows
    for row in rows { try row.cell.check() }
    self.runner = runner
    record = try Self.record(of: runner, plan, words: words)
    writer = try RunWriter(Self.folder(arguments, record), record, planned: rows)
  }

  static func record(of runner: Runner, _ plan: RunPlan, words: [String]) throws -> RunRecord {
    let revision = Revision.current {
      Terminal.say("the revision is recorded as unknown, because git rejects to say it: \($0)")
    }
    var record = RunRecord(
      command: [Terminal.program] + words, seed: runner.request.seed, revision: revision,
      machine: .gather(), clock: runner.clock, plan: plan, started: .thisSecond)
    record.plan.cells = runner.plan.cells
    // Those that the budget has time for.
    record.plan.scenarios = runner.request.scenarios.map(\.id)
    record.plan.expectedSeconds = max(plan.budgetSeconds, runner.plan.minSeconds)
    record.allocation = AllocationPolicy.inForce
    record.instructionsAbsent = InstructionCounter.absence?.rawValue
    record.workloadHashes = try runner.workloadHashes()
    record.warnings += runner.plan.omission.map { [RunWarning(.overBudget, found: $0)] } ?? []
    return record
  }

  static func folder(_ arguments: Arguments, _ record: RunRecord) throws(RunFault) -> RunFolder {
    if let path = arguments[Options.output] { return try RunFolder.create(at: path) }
    let revision = Revision.current()
    return arguments[Options.record]
      ? try RunFolder.createRecorded(
        under: root, started: record.started, machine: record.machine, revision: revision)
      : try RunFolder.create(under: root, started: record.started, revision: revision)
  }

  func append(_ round: [SampleRow]) throws(RunFault) {
    try writer.append(round)
    for sample in round { shortestSlice = min(shortestSlice, sample.elapsedNs) }
  }

  /// Keeps which cells get no figure or no more time: who reads a run that did not end must know.
  func noteStatuses() throws(RunFault) {
    if isTiming { try writer.write(runner.rows) }
  }

  /// Keeps what the checks have found, before anything is timed.
  func note(_ schedule: Schedule) throws(RunFault) {
    record.plan.repetitions = schedule.repetitions
    record.plan.segmentNs = Int(schedule.segment)
    isTiming = true
    try noteStatuses()
  }

  /// Ends the run, whole or interrupted.
  func finish(
    _ results: [CellResult], tool: Tool, isComplete: Bool
  ) throws -> RunReport {
    let summary = results
    record.finished = .thisSecond
    record.status = isComplete ? .complete : .interrupted
    if shortestSlice < .max {
      record.clock.maxError = runner.clock.errorShare(ofSlice: max(1, shortestSlice))
    }
    record.emptiedCaches = runner.emptiedCaches
    warn(runner.disturbance)
    if let warning = RunWarning(ruledOut: summary) { record.warnings.insert(warning, at: 0) }
    let report = RunReport(record, summary, tool: tool)
    try writer.finish(report, summary)
    folder.becomeLatestOrSay(under: Self.root)
    return report
  }

  /// Adds what the run is to be warned of.
  private func warn(_ disturbance: Disturbance) {
    let seconds = Double(MonotonicClock.now() - start) / 1e9
    var disturbance = disturbance
    disturbance.noteOthers(from: before, seconds: seconds)
    record.disturbance = disturbance
    record.warnings += RunWarning.all(
      on: record.machine, disturbance, seconds: seconds, budget: record.plan.budgetSeconds,
      keepsDirtyTree: record.isDirty == true && record.command.contains("--record")
    )
  }
}
