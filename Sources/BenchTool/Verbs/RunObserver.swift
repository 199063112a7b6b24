import Basics
import Measuring
import Reporting
import Runs

/// Follows a run: keeps its rounds and shows on standard error how far it is.
package final class RunObserver {
  var recorder: RunRecorder?
  private(set) var ruledOut: [CellKey: CellStatus] = [:]
  private let terminal: Terminal
  private let isQuiet: Bool
  private let start = MonotonicClock.now()
  var budget: Double
  private var last: Progress?
  private var hasFigure = false

  package init(terminal: Terminal, isQuiet: Bool, budget: Double) {
    (self.terminal, self.isQuiet, self.budget) = (terminal, isQuiet, budget)
  }

  package func see(_ event: RunEvent) throws {
    switch event {
    case .planned(let plan):
      note("\(plan.text); \(plan.seconds(ofBudget: budget))")
      if let omission = plan.omission { note(omission) }
      budget = max(budget, plan.minSeconds)
    case .scheduled(let schedule):
      try recorder?.note(schedule)
      let whole = elapsed + schedule.seconds
      let excess = whole > 2 * max(budget, 1) ? "; that takes \(Int(whole)) s in all" : ""
      budget = max(budget, whole)
      note(
        "all checked; about \(schedule.repetitions) repetitions, segments of "
          + "\(schedule.segment / 1000) us" + excess)
    case .checking(let group, let fraction), .measuring(let group, _, let fraction):
      show(group, fraction)
    case .round(let rows):
      try recorder?.append(rows)
      sayFirst(of: rows)
    case .ruledOut(let key, let status):
      ruledOut[key] = status
      try recorder?.noteStatuses()
      note("\(name(of: key)): \(status.text); it gets no figure")
    case .timedOut(let key, let reason):
      try recorder?.noteStatuses()
      note("\(name(of: key)): timed out: \(reason)")
    }
  }

  /// A first time, so that one sees at once that figures come.
  private func sayFirst(of rows: [SampleRow]) {
    guard !hasFigure else { return }
    func time(_ row: SampleRow) -> Double { Double(row.elapsedNs) / Double(max(1, row.operations)) }
    let own = rows.filter { $0.cell.role == .strategy && ruledOut[$0.cell] == nil }
    guard let fastest = own.min(by: { time($0) < time($1) }) else { return }
    hasFigure = true
    let figure = Quantity.time(nanoseconds: time(fastest))
    note("first times: \(name(of: fastest.cell)): \(figure), the fastest so far")
  }

  /// Ends the progress; on a terminal what was found takes the line's place.
  package func end() {
    guard !isQuiet else { return }
    if terminal.showsProgress {
      Terminal.note(Progress.erasure)
    } else if last != nil {
      let end = Progress(fraction: 1, group: nil, elapsed: elapsed, budget: budget, isDone: true)
      end.line(after: last).map(Terminal.say)
      last = nil
    }
  }

  private var elapsed: Double { Double(MonotonicClock.now() - start) / 1e9 }

  private func name(of key: CellKey) -> String {
    "\(key.name) in \(key.group.scenario), \(key.group.heights), "
      + "\(Quantity.rows(key.group.rows)) rows"
  }

  private func note(_ line: String) {
    if isQuiet { return }
    if terminal.showsProgress { Terminal.note(Progress.erasure) }
    Terminal.say(line)
  }

  private func show(_ group: Plan.Group, _ fraction: Double) {
    guard !isQuiet else { return }
    let progress = Progress(
      fraction: fraction, group: group.key, elapsed: elapsed, budget: budget)
    if terminal.showsProgress {
      Terminal.note(progress.redrawn(width: terminal.progressWidth, style: terminal.style))
    } else if let line = progress.line(after: last) {
      last = progress
      Terminal.say(line)
    }
  }
}

extension RunReport {
  /// What is printed of a run when its folder is written: the screen, or for scripts the table.
  func screen(of folder: RunFolder, isJSON: Bool) throws -> String {
    let (view, terminal) = (RunView(self), Terminal.current)
    if isJSON { return try view.json(of: view.cells(), folder: folder.path) }
    return view.screen(
      folder: folder.path, files: folder.shownFiles, width: terminal.width, style: terminal.style)
  }
}

extension RunFolder {
  /// The files that a screen leads to, of those that are there: kept runs have neither page nor samples.
  var shownFiles: [String] {
    ["index.html", "README.md", "summary.csv", "samples.csv", "run.json"].filter {
      FileSystem.holds("\(path)/\($0)")
    }
  }

  func write(_ report: RunReport) throws(RunFault) {
    let texts = report.texts(film: FileSystem.holds(filmPath) ? Self.filmName : nil)
    try write(readme: texts.readme, page: texts.page)
  }

  /// Lets `latest` lead to a run among those under `root`; says why, where that cannot be.
  func becomeLatestOrSay(under root: String) {
    guard path.hasPrefix(root + "/") else { return }
    do throws(RunFault) {
      try becomeLatest(under: root)
    } catch {
      Terminal.say("\(error.message); the run is complete without it")
    }
  }
}

extension RunReport {
  /// The README and the page of a run's folder, with a link to a film that is in it.
  fileprivate func texts(film: String? = nil) -> (readme: String, page: String) {
    if record.simulation != nil {
      let counts = CountReport(self)
      return (counts.readme, counts.page)
    }
    let view = RunView(self)
    return (view.readme, view.page(film: film))
  }
}

extension RunWriter {
  /// Ends a run and writes its last files, with the record of the report.
  func finish(_ report: RunReport, _ summary: [SummaryRow]) throws(RunFault) {
    let texts = report.texts()
    try finish(report.record, summary, readme: texts.readme, page: texts.page)
  }
}
