import Basics
import Foundation
import Measuring
import Reporting
import Runs
import Workloads

/// Keeps a run on disk while it goes on: journal, record, summary.
final class RunRecorder {
  let folder: RunFolder
  private let journal: Journal
  private var record: RunRecord
  /// What other programs had taken when this part of the run began.
  private let before = MachineFacts.secondsOfOthers
  private let start = MonotonicClock.now()
  private var shortestSlice = Int.max

  /// Where runs go unless the user says otherwise.
  static let root = "results"

  private init(_ folder: RunFolder, _ journal: Journal, _ record: RunRecord) {
    (self.folder, self.journal, self.record) = (folder, journal, record)
  }

  /// Makes the folder of a run. Names that would not read back are refused before anything is made.
  static func begin(
    _ runner: Runner, _ plan: RunPlan, arguments: Arguments, words: [String]
  ) throws -> RunRecorder {
    for group in runner.plan.groups {
      for entry in group.entries { try group.key(of: entry).check() }
    }
    let record = try record(of: runner, plan, words: words)
    let folder = try folder(arguments, record)
    // The record last: a folder with a record can be gone on with.
    let journal = try Journal.create(at: folder.samplesPath)
    try folder.write(record)
    return RunRecorder(folder, journal, record)
  }

  static func record(of runner: Runner, _ plan: RunPlan, words: [String]) throws -> RunRecord {
    var record = RunRecord(
      command: [Terminal.program] + words, seed: runner.request.seed, revision: .current(),
      machine: .gather(), clock: runner.clock, plan: plan, started: .thisSecond)
    record.plan.cells = runner.plan.cells
    // Those that the budget has time for.
    record.plan.scenarios = runner.request.scenarios.map(\.id)
    record.plan.expectedSeconds = max(plan.budgetSeconds, runner.plan.leastSeconds)
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

  static func resume(_ folder: RunFolder, _ runner: Runner) throws -> RunRecorder {
    var record = try folder.record()
    try refuse(record, in: folder, for: runner)
    let (journal, contents) = try Journal.resume(
      at: folder.samplesPath, accept: runner.restore)
    for known in record.ruledOut ?? [] { try runner.exclude(known.cell, known.status) }
    folder.removeDrafts()
    record.resumed = (record.resumed ?? []) + [.thisSecond]
    (record.status, record.finished) = (.incomplete, nil)
    try folder.write(record)
    let recorder = RunRecorder(folder, journal, record)
    recorder.note(contents.rows)
    return recorder
  }

  /// Refuses to mix the figures of two programs, two machines or two lists in one run.
  private static func refuse(
    _ record: RunRecord, in folder: RunFolder, for runner: Runner
  ) throws {
    let option = "--resume \(folder.path)"
    guard record.status != .complete else {
      throw RunFault(.usage, "\(option): that run is complete")
    }
    let machine = MachineFacts.gather()
    let now = RunRecord(
      command: [], seed: record.seed, revision: .current(), machine: machine, clock: record.clock,
      plan: record.plan, started: record.started)
    let differences = FactDifference.among([
      record.buildFacts + record.machine.timeFacts, now.buildFacts + machine.timeFacts,
    ])
    guard differences.isEmpty else {
      throw RunFault(
        .incomparable,
        "\(option): what it began with and what is here differ: "
          + differences.map(\.text).joined(separator: "; "))
    }
    let hashes = try runner.workloadHashes()
    if let changed = hashes.keys.sorted().first(where: { hashes[$0] != record.workloadHashes[$0] })
    {
      throw RunFault(.incomparable, "\(option): the rows of \(changed) are not what they were")
    }
  }

  func append(_ round: [SampleRow]) throws(RunFault) {
    try journal.append(round, now: MonotonicClock.now())
    note(round)
  }

  /// Keeps at once that a cell gets no figure: no later part of the run is to time it.
  func ruleOut(_ cell: CellKey, _ status: CellStatus) throws(RunFault) {
    let known = record.ruledOut ?? []
    guard !known.contains(where: { $0.cell == cell }) else { return }
    record.ruledOut = known + [RuledOutCell(cell, status)]
    try folder.write(record)
  }

  func note(_ schedule: Schedule) {
    record.plan.repetitions = schedule.repetitions
    record.plan.segmentNs = Int(schedule.segment)
  }

  private func note(_ samples: [SampleRow]) {
    for sample in samples { shortestSlice = min(shortestSlice, sample.elapsedNs) }
  }

  /// Ends the run, whole or interrupted. The record is last: a run that says it is complete has all files.
  func finish(
    _ results: [GroupResult], of runner: Runner, tool: Tool, isComplete: Bool
  ) throws -> RunReport {
    let summary = results.flatMap(\.rows)
    try journal.finish()
    try folder.write(summary)
    record.finished = .thisSecond
    record.status = isComplete ? .complete : .interrupted
    if shortestSlice < .max {
      record.clock.greatestError = runner.clock.errorShare(ofSlice: max(1, shortestSlice))
    }
    record.emptiedCaches = runner.emptiedCaches
    warn(runner.disturbance)
    record.warnings.removeAll { $0.kind == .ruledOut }
    if let warning = RunWarning(ruledOut: summary) { record.warnings.insert(warning, at: 0) }
    let report = RunReport(record, summary, tool: tool)
    try folder.write(report)
    try folder.write(record)
    folder.becomeLatestOrSay(under: Self.root)
    return report
  }

  /// Adds what this part of the run is to be warned of; an earlier part's warnings stay.
  private func warn(_ disturbance: Disturbance) {
    let seconds = Double(MonotonicClock.now() - start) / 1e9
    var disturbance = disturbance
    disturbance.noteOthers(from: before, seconds: seconds)
    record.disturbance = disturbance
    let known = record.warnings.map(\.kind)
    record.warnings += RunWarning.all(
      on: record.machine, disturbance, seconds: seconds, budget: record.plan.budgetSeconds,
      keepsDirtyTree: record.isDirty == true && record.command.contains("--record")
    ).filter { !known.contains($0.kind) }
  }
}
