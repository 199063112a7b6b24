import Basics
import Foundation
import Measuring
import Reporting
import Runs

/// Writes the files in a run's folder while the run is measured.
final class RunRecorder {
  private let writer: RunWriter
  private let runner: Runner
  private var record: RunRecord
  private var isTiming = false
  /// The processor time that other programs used before the run, in seconds; nil if unknown.
  private let secondsOfOthers = MachineFacts.secondsOfOthers
  private let start = MonotonicClock.now()
  private var shortestSample = Int.max

  /// The path of the folder that contains all results.
  static let root = "results"

  var folder: RunFolder { writer.folder }

  /// Creates the folder of the run. Throws if a cell has a name that the CSV files of a run cannot contain.
  init(_ runner: Runner, _ arguments: Arguments) throws {
    let rows = runner.rows
    for row in rows { try row.cell.check() }
    self.runner = runner
    record = try Self.record(of: runner, arguments)
    writer = try RunWriter(Self.folder(arguments, record), record, planned: rows)
  }

  static func record(of runner: Runner, _ arguments: Arguments) throws -> RunRecord {
    let revision = Revision.current {
      Terminal.log("the revision is recorded as unknown: git rejects this repository: \($0)")
    }
    var record = RunRecord(
      command: arguments.command, seed: runner.request.seed, revision: revision,
      machine: .gather(), clock: runner.clock, plan: RunPlan(runner.request), started: .thisSecond)
    record.plan.cells = runner.plan.cells
    record.plan.expectedSeconds = max(runner.request.budget, runner.plan.minSeconds)
    record.allocation = AllocationPolicy.description
    record.workloadHashes = try runner.workloadHashes()
    record.warnings += runner.plan.omission.map { [RunWarning(.overBudget, found: $0)] } ?? []
    return record
  }

  static func folder(_ arguments: Arguments, _ record: RunRecord) throws(RunFault) -> RunFolder {
    if let path = arguments[Options.output] { return try RunFolder.create(at: path) }
    return try RunFolder.create(under: root, for: record, isKept: arguments[Options.record])
  }

  func append(_ samples: [SampleRow]) throws(RunFault) {
    try writer.append(samples)
    for sample in samples { shortestSample = min(shortestSample, sample.elapsedNs) }
  }

  /// Writes the excluded cells to `summary.csv`, in case the run does not finish.
  func recordStatuses() throws(RunFault) {
    if isTiming { try writer.write(runner.rows) }
  }

  /// Records the results of verification before the first cell is timed.
  func record(_ schedule: Schedule) throws(RunFault) {
    record.plan.repetitions = schedule.repetitions
    record.plan.segmentNs = Int(schedule.segment)
    isTiming = true
    try recordStatuses()
  }

  /// Writes the remaining files of a run that is complete or was interrupted.
  func finish(_ summary: [CellResult], tool: Tool, isComplete: Bool) throws -> RunReport {
    record.finished = .thisSecond
    record.status = isComplete ? .complete : .interrupted
    if shortestSample < .max {
      record.clock.maxError = runner.clock.errorShare(ofSlice: max(1, shortestSample))
    }
    record.emptiedCaches = runner.emptiedCaches
    let seconds = Double(MonotonicClock.now() - start) / 1e9
    var disturbance = runner.disturbance
    disturbance.noteOthers(from: secondsOfOthers, seconds: seconds)
    record.disturbance = disturbance
    record.warnings += RunWarning.all(
      on: record.machine, disturbance, seconds: seconds, budget: record.plan.budgetSeconds,
      keepsDirtyTree: record.isDirty == true && record.command.contains("--record"))
    if let warning = RunWarning(ruledOut: summary) { record.warnings.insert(warning, at: 0) }
    let report = RunReport(record, summary, tool: tool)
    try writer.finish(report, summary)
    folder.becomeLatestOrLog(under: Self.root)
    return report
  }
}

extension RunWriter {
  /// Writes the remaining files of a run, including the README and the HTML page of its report.
  func finish(_ report: RunReport, _ summary: [CellResult]) throws(RunFault) {
    try finish(report.record, summary, readme: report.readme, page: report.page())
  }
}

extension RunReport {
  /// Creates the report of a run. Descriptors are included only for strategies of this program.
  init(_ record: RunRecord, _ summary: [CellResult], tool: Tool) {
    self.init(record, summary) { tool.strategies.named($0)?.descriptor }
  }

  /// Creates the report of a recorded run. Throws `usage` if the run has no cells.
  init(of folder: RunFolder, tool: Tool) throws(RunFault) {
    let run = try Run(folder)
    guard !run.summary.isEmpty else {
      throw RunFault(.usage, "\(folder.path): the run has no cells")
    }
    self.init(run.record, run.summary, tool: tool)
  }

  /// The output of a verb that has written a run: a one-screen summary, or all cells as JSON.
  func screen(of folder: RunFolder, isJSON: Bool) throws -> String {
    try isJSON ? json(of: cells(), folder: folder.path) : screen(of: folder)
  }

  func screen(of folder: RunFolder) -> String {
    let files = ["index.html", "README.md", "summary.csv", "samples.csv", "run.json"].filter {
      FileSystem.holds("\(folder.path)/\($0)")
    }
    let terminal = Terminal.current
    return screen(
      folder: folder.path, files: files, width: terminal.width, style: terminal.style)
  }
}

extension RunFolder {
  /// Makes the symbolic link `latest` in the folder `root` point to this run. A failure is logged but not
  /// thrown.
  func becomeLatestOrLog(under root: String) {
    do throws(RunFault) {
      try becomeLatest(under: root)
    } catch {
      Terminal.log("\(error.message); the run itself is complete")
    }
  }
}
