import Comparing
import HostSystem
import Recording
import Replaying
import Reporting

extension Verb {
  /// Times over several runs.
  package static let history = Verb(
    "history", "Show times over the runs of one machine, and the steps in them",
    discussion: """
      Orders runs by date and shows the time of each cell in each of them. Runs whose times cannot \
      be compared with the newest one's are named and left out. A step is a change between the runs \
      before and those after it that exceeds the gate's thresholds and the noise between runs.
      """,
    options: [
      Options.runs, Options.shownStrategies, Options.shownScenarios, Options.shownRows,
      Options.gate, Options.historyFormat,
    ],
    examples: [
      Example("history results", "Every step in the runs that are kept."),
      Example(
        "history results/2026-* -s fenwick -c scroll -r 1M --format csv",
        "The times of one cell, for a plot."),
    ],
    exitStatuses: [
      .fine("shown, whatever the steps"),
      .incomparable("no two runs can be compared: what differs is named"),
      .differentCells("no run has such a cell"),
      .usage, .badInput, .missingInput, .internalError, .inputOutput,
    ],
    isQuick: true
  ) { _, arguments, _ in
    try HistoryVerb(arguments: arguments).perform()
  }
}

/// The options that `history` alone has.
extension Options {
  /// Runs of a history.
  package static let runs = Option(
    operand: "run", .folders, "Runs' folders, or folders that hold some")

  /// Which strategies a history shows.
  package static let shownStrategies = Option(
    "strategy", letter: "s", .strategies, "Show these strategies only")

  /// Which scenarios a history shows.
  package static let shownScenarios = Option(
    "scenario", letter: "c", .scenarios, "Show these scenarios only")

  /// Which numbers of rows a history shows.
  package static let shownRows = Option(
    "rows", letter: "r", .list(of: .count(placeholder: "N")),
    "Show lists of so many rows only")

  /// The form of a history.
  package static let historyFormat = Option(
    "format", .choice([("terminal", ReportFormat.terminal), ("csv", .csv)]),
    default: "terminal", "Form of the table", discussion: "csv has every cell.")
}

/// `bench history`: times over the runs of one machine.
struct HistoryVerb {
  let arguments: Arguments

  /// What is kept of a run: its samples and its summary are given back before the next one is read.
  private struct Kept {
    let record: RunRecord
    let run: History.Run
    var name: String { run.name }
  }

  func perform() throws -> ExitCode {
    let (runs, leftOut) = try comparableRuns()
    guard let newest = runs.last else {
      throw RunFault(.incomparable, "no run is left: \(leftOut.joined(separator: "; "))")
    }
    let summary = try RunInput.open(newest.name, needsSamples: false).summary ?? []
    let cells = summary.filter { $0.status == .ok }.map(\.cell).filter(isShown)
    guard !cells.isEmpty else {
      throw RunFault(.differentCells, "\(newest.name) has no such cell: nothing to show")
    }
    let history = History(
      runs.map(\.run), cells: cells, thresholds: Thresholds(arguments[Options.gate]),
      twinSuffix: Contender.twinSuffix)
    let report = HistoryReport(history, leftOut: leftOut)
    switch arguments[Options.historyFormat] {
    case .csv:
      try Terminal.print(String(decoding: report.csv, as: UTF8.self))
      for line in leftOut { Terminal.say("left out: \(line)") }
    default:
      let terminal = Terminal.current
      try Terminal.print(
        report.text(width: terminal.width, style: Style(useColour: terminal.usesColour)))
    }
    return .success
  }

  /// The most runs that can all be compared, by date, and why others cannot; of sets with as many runs
  /// the one that goes on for longest.
  private func comparableRuns() throws(RunFault) -> (runs: [Kept], leftOut: [String]) {
    var leftOut: [String] = []
    let runs = try wholeRuns(leftOut: &leftOut)
    let asked = runs.count + leftOut.count
    // Thousands of runs are of a few kinds: only these are compared with each other.
    let kinds = Dictionary(grouping: runs.indices) { runs[$0].record.comparability }
      .values.sorted { ($0.last ?? 0) < ($1.last ?? 0) }
    let sets = kinds.map { kind in
      kinds.filter { $0 == kind || obstacles(between: runs[$0[0]], and: runs[kind[0]]).isEmpty }
        .joined().sorted()
    }
    guard let set = sets.indices.max(by: { (sets[$0].count, $0) < (sets[$1].count, $1) }),
      let last = kinds[set].last.map({ runs[$0] })
    else { return ([], leftOut) }
    let comparable = Set(sets[set])
    for (place, run) in runs.enumerated() where !comparable.contains(place) {
      let facts = obstacles(between: run, and: last).map(\.text)
      leftOut.append("\(run.name): \(facts.joined(separator: "; ")) (it | \(last.name))")
    }
    guard comparable.count > 1 || asked == 1 else {
      throw RunFault(
        .incomparable, "no two of these runs can be compared: \(leftOut.joined(separator: "; "))")
    }
    return (sets[set].map { runs[$0] }, leftOut)
  }

  /// What forbids comparing the times of two runs.
  private func obstacles(between one: Kept, and other: Kept) -> [FactDifference] {
    one.record.obstaclesToCounters(with: other.record)
      + one.record.obstaclesToTimes(with: other.record)
  }

  /// The runs that are complete, by date; the others are left out.
  private func wholeRuns(leftOut: inout [String]) throws(RunFault) -> [Kept] {
    var runs: [Kept] = []
    for folder in try RunFolder.all(at: arguments[Options.runs]) {
      do throws(RunFault) {
        let input = try RunInput.open(folder.path, needsSamples: true)
        guard let record = input.record, let repetitions = input.repetitions else { continue }
        let times = RunTimes(repetitions, like: runs.last?.run.times)
        runs.append(
          Kept(
            record: record,
            run: History.Run(
              name: input.name, revision: record.revision, started: record.started, times: times)))
      } catch {
        guard error.exitCode == .differentCells else { throw error }
        leftOut.append(error.message)
      }
    }
    return runs.sorted {
      ($0.record.started.seconds, $0.name) < ($1.record.started.seconds, $1.name)
    }
  }

  private func isShown(_ cell: CellKey) -> Bool {
    cell.role != .control
      && arguments[Options.shownStrategies]?.contains(cell.strategy) != false
      && arguments[Options.shownScenarios]?.contains(cell.group.scenario) != false
      && arguments[Options.shownRows]?.contains(cell.group.rows) != false
  }
}
