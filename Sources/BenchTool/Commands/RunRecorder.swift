import BenchBasics
import BenchMeasuring
import BenchReporting
import BenchRuns

package final class RunObserver {
  var recorder: RunRecorder?
  private let terminal = Terminal.current
  private let isQuiet: Bool
  private let start = MonotonicClock.now()
  private var budget: Double
  private var last: Progress?

  package init(isQuiet: Bool, budget: Double) { (self.isQuiet, self.budget) = (isQuiet, budget) }

  package func see(_ event: RunEvent) throws {
    try recorder?.record(event)
    TrapReport.note(event)
    switch event {
    case .planned(let plan):
      let groups = plan.groups.count == 1 ? "1 group" : "\(plan.groups.count) groups"
      log(
        "\(plan.cells) cells in \(groups), at least \(Schedule.minRepetitions) repetitions each; "
          + "about \(Int(budget.rounded(.up))) s")
    case .scheduled(let schedule):
      let total = elapsed + schedule.seconds
      budget = max(budget, total)
      log(
        "verification complete; now timing about \(schedule.repetitions) repetitions with "
          + "\(schedule.segment / 1000) µs samples, \(Int(total.rounded(.up))) s in total")
    case .checking(let group, let fraction), .measuring(let group, _, let fraction):
      show(group, fraction)
    case .ruledOut(let key, let status): log("\(key.text): \(status.text); excluded")
    // The end of the report lists the times that were left out.
    case .entering, .round, .timedOut: break
    }
  }

  package func end() {
    TrapReport.set(nil)
    guard !isQuiet else { return }
    if terminal.showsProgress {
      Terminal.printError(Progress.erasure)
    } else if last != nil {
      let end = Progress(fraction: 1, group: nil, elapsed: elapsed, budget: budget, isDone: true)
      end.line(after: last).map(Terminal.log)
      last = nil
    }
  }

  private var elapsed: Double { Double(MonotonicClock.now() - start) / 1e9 }

  private func log(_ line: String) {
    if isQuiet { return }
    if terminal.showsProgress { Terminal.printError(Progress.erasure) }
    Terminal.log(line)
  }

  private func show(_ group: Plan.Group, _ fraction: Double) {
    guard !isQuiet else { return }
    let progress = Progress(
      fraction: fraction, group: group.key, elapsed: elapsed, budget: budget)
    if terminal.showsProgress {
      Terminal.printError(progress.redrawn(width: terminal.progressWidth, style: terminal.style))
    } else if let line = progress.line(after: last) {
      last = progress
      Terminal.log(line)
    }
  }
}

final class RunRecorder {
  private let writer: RunWriter
  private let runner: Runner
  private var record: RunRecord
  private var isTiming = false
  private let isKept: Bool
  private let secondsOfOthers = MachineFacts.secondsOfOthers
  private let start = MonotonicClock.now()
  private var shortestSample = Int.max

  static let root = "results"

  var folder: RunFolder { writer.folder }

  init(_ runner: Runner, _ arguments: Arguments) throws {
    self.runner = runner
    isKept = arguments[Options.record]
    record = try RunRecord(of: runner, arguments)
    writer = try RunWriter(arguments, record, planned: runner.rows)
  }

  /// Saves samples and statuses immediately, in case the run does not finish.
  func record(_ event: RunEvent) throws(RunFault) {
    switch event {
    case .scheduled(let schedule):
      record.repetitions = schedule.repetitions
      record.segmentNs = Int(schedule.segment)
      isTiming = true
      try writer.write(runner.rows)
      try writer.write(runner.frameRows)
    case .round(let samples):
      try writer.append(samples)
      for sample in samples { shortestSample = min(shortestSample, sample.elapsedNs) }
    case .ruledOut, .timedOut:
      if isTiming { try writer.write(runner.rows) }
    case .planned, .checking, .measuring, .entering: break
    }
  }

  func report(on summary: [CellResult], tool: Tool, isComplete: Bool) -> RunReport {
    record.finished = .thisSecond
    record.status = isComplete ? .complete : .interrupted
    if shortestSample < .max {
      record.clock.maxError = runner.clock.errorShare(ofSlice: max(1, shortestSample))
    }
    let seconds = Double(MonotonicClock.now() - start) / 1e9
    var disturbance = runner.disturbance
    disturbance.noteOthers(from: secondsOfOthers, seconds: seconds)
    record.disturbance = disturbance
    record.warnings += RunWarning.all(
      on: record.machine, disturbance, seconds: seconds, budget: record.plan.budgetSeconds,
      keepsDirtyTree: record.isDirty == true && isKept)
    record.warnings +=
      RunWarning(leftOut: runner.leftOut, budget: record.plan.budgetSeconds).map { [$0] } ?? []
    let warning = RunWarning(ruledOut: summary) {
      runner.request.command(tool.program, "run", repeating: $0)
    }
    if let warning { record.warnings.insert(warning, at: 0) }
    var report = RunReport(record, summary, tool: tool)
    report.frames = runner.frameRows
    return report
  }

  func finish(_ report: RunReport, _ summary: [CellResult]) throws(RunFault) {
    try writer.finish(report, summary)
    do throws(RunFault) {
      try folder.becomeLatest(under: Self.root)
    } catch {
      Terminal.log("\(error.message); the run itself is complete")
    }
  }
}

extension RunRecord {
  init(of runner: Runner, _ arguments: Arguments) throws {
    let revision = Revision.current {
      Terminal.log("recording the revision as unknown, because git rejects this repository: \($0)")
    }
    self.init(
      command: arguments.words, revision: revision, machine: .gather(), clock: runner.clock,
      plan: runner.request, started: .thisSecond)
    (cells, windows) = (runner.plan.cells, runner.windows)
    allocation = GlibcSettings.description
    workloadHashes = try runner.workloadHashes()
  }
}

extension RunWriter {
  convenience init(
    _ arguments: Arguments, _ record: RunRecord, planned: [CellResult], hasSamples: Bool = true
  ) throws(RunFault) {
    // Names that a run's CSV files cannot contain must be rejected before the folder is created.
    for row in planned { try row.cell.check() }
    let folder =
      if let path = arguments[Options.output] {
        try RunFolder.create(at: path)
      } else {
        try RunFolder.create(
          under: RunRecorder.root, for: record, isKept: arguments[Options.record])
      }
    try self.init(folder, record, planned: planned, hasSamples: hasSamples)
  }

  func finish(_ report: RunReport, _ summary: [CellResult]) throws(RunFault) {
    try finish(report.record, summary, readme: report.readme, page: report.page())
  }
}

extension RunReport {
  init(_ record: RunRecord, _ summary: [CellResult], tool: Tool) {
    self.init(record, summary) { tool.strategies.named($0)?.descriptor }
  }

  /// `change` adjusts the costs from which smoothness is computed.
  init(
    of folder: RunFolder, tool: Tool, costs change: (inout FrameCosts) -> Void = { _ in }
  ) throws(RunFault) {
    var run = try Run(folder)
    var costs = run.record.plan.costs
    change(&costs)
    if costs != run.record.plan.costs {
      guard FileSystem.holds(folder.framesPath) else {
        throw RunFault(
          .missingInput,
          "\(folder.framesPath): not found; this file is needed to recompute smoothness for other costs"
        )
      }
      run.record.plan.costs = costs
      run.summary = run.summary.priced(costs, from: try folder.frames())
    }
    guard !run.summary.isEmpty else {
      throw RunFault(.usage, "\(folder.path): the run has no cells")
    }
    self.init(run.record, run.summary, tool: tool)
  }

  func screen(of folder: RunFolder, isJSON: Bool = false) throws -> String {
    if isJSON { return try json(of: cells(), folder: folder.path) }
    let files = [
      "index.html", "README.md", "summary.csv", "samples.csv", "frames.csv", "run.json",
    ].filter {
      FileSystem.holds("\(folder.path)/\($0)")
    }
    let terminal = Terminal.current
    return screen(
      folder: folder.path, files: files, width: terminal.width, style: terminal.style)
  }
}

extension FrameCosts {
  mutating func take(_ arguments: Arguments) {
    rowNs = arguments[Options.rowCost] ?? rowNs
    viewNs = arguments[Options.viewCost] ?? viewNs
  }
}

extension TrapReport {
  static func note(_ event: RunEvent) {
    if case .entering(let cell) = event { set("\(Terminal.program): trapped in \(cell.text)") }
  }
}
