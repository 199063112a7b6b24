import BenchBasics
import BenchReporting
import BenchRuns
import BenchWorkloads

extension Command {
  static let list = Command(
    "list", "List needs, strategies, scenarios, heights and motion",
    discussion: """
      Prints the names that other commands accept, with a description of each. 'list needs' prints the \
      recommended technique for each kind of list.
      """,
    options: [Options.topic, Options.json],
    examples: [
      ("list", "List everything."),
      ("list strategies --json", "Print the descriptors of all strategies as JSON."),
    ],
    isQuick: true
  ) { tool, arguments in
    let listing = Listing(tool, arguments[Options.topic])
    let terminal = Terminal.current
    try Terminal.print(
      arguments[Options.json]
        ? listing.json() : listing.text(width: terminal.width, style: terminal.style))
    return .success
  }

  static let show = Command(
    "show", "Print the results of a run",
    discussion: """
      Prints the summary of a run. --scenario prints one operation for all strategies, and --strategy \
      prints all operations of one strategy; both include intervals and counters. --json prints the \
      selected cells as JSON, for all lists unless --heights or --rows selects a list.
      """,
    options: [
      Options.shownRun, Options.shownHeights, Options.shownRows, Options.shownScenario,
      Options.shownStrategy, Options.rowCost, Options.viewCost, Options.json,
    ],
    conflicts: [
      .init(
        Options.shownScenario, excludes: [Options.shownStrategy],
        because: "each of these options prints its own table")
    ],
    examples: [
      ("show --strategy fenwick", "Print all results of a strategy."),
      (
        "show --scenario open --row-cost 30us",
        "Estimate the time to open a list whose rows are expensive to measure."
      ),
    ],
    isQuick: true
  ) { tool, arguments in
    let folder = try RunFolder.open(arguments[Options.shownRun])
    let report = try RunReport(of: folder, tool: tool) { $0.take(arguments) }
    try Terminal.print(shownText(of: report, in: folder, arguments))
    return .success
  }

  static let report = Command(
    "report", "Rewrite a run's README.md and index.html",
    discussion: """
      Replaces README.md and index.html in the run's folder and prints their paths. The files change only if \
      the run or the program has changed. The page links to film.html if the folder contains it. With \
      --row-cost or --view-cost, smoothness and recommendations are recomputed for that cost.
      """,
    options: [Options.run, Options.rowCost, Options.viewCost],
    examples: [
      ("report results/latest", "Rewrite the last run's page after updating bench.")
    ],
    isQuick: true
  ) { tool, arguments in
    let folder = try RunFolder.open(arguments[Options.run])
    var report = try RunReport(of: folder, tool: tool) { $0.take(arguments) }
    report.frames = try folder.frames()
    let film = FileSystem.holds(folder.filmPath) ? RunFolder.filmName : nil
    try folder.write(readme: report.readme, page: report.page(film: film))
    let status = report.record.status
    if status != .complete {
      Terminal.log("the run is \(status.rawValue), so its page covers only part of the plan")
    }
    try Terminal.print("\(folder.readmePath.printable)\n\(folder.pagePath.printable)\n")
    return .success
  }

  static let export = Command(
    "export", "Convert a run to another program's format",
    discussion: """
      Writes times in nanoseconds per operation. benchfmt output has a line for each repetition, including \
      counters; runs of 'count' contain only counts. customSmallerIsBetter output has one entry per cell: \
      its time or, for runs of 'count', its instruction count. A/A controls and cells that timed out or \
      failed verification are left out; a message on standard error gives their number.
      """,
    options: [Options.run, Options.format, Options.document],
    examples: [
      (
        "export results/latest --format benchfmt --output new.txt",
        "To compare strategies, run 'benchstat -col /strategy new.txt'; to compare runs, "
          + "'benchstat old.txt new.txt'."
      ),
      (
        "export results/latest --format customSmallerIsBetter --output run.json",
        "Export times for github-action-benchmark; set its input 'tool' to the same format."
      ),
    ],
    isQuick: true
  ) { _, arguments in
    let run = try ExportedRun(Run(RunFolder.open(arguments[Options.run])))
    let text = try run.text(as: arguments[Options.format])
    try arguments[Options.document].write(Array(text.utf8))
    for note in run.notes(for: arguments[Options.format]) { Terminal.log(note) }
    return .success
  }
}

extension Options {
  static let topic = Option(
    "topic", isOperand: true, .oneOf(Topic.allCases), "Kind of names to list")

  enum Topic: String, CaseIterable, Sendable {
    case needs, strategies, scenarios, heights, motion
  }

  static let shownRun = run.defaulting(to: "results/latest")

  static let shownHeights = Option(
    "heights", letter: "H", .heights, "Print the list with these row heights first")

  static let shownRows = Option(
    "rows", letter: "r", .count("N"), "Print lists with this many rows [default: the maximum]")

  static let shownScenario = Option(
    "scenario", letter: "c", .scenario, "Print this operation's results in full")

  static let shownStrategy = Option(
    "strategy", letter: "s", .strategy, "Print this strategy's results in full")

  static let format = Option(
    "format", .oneOf(ExportFormat.allCases), default: nil, "Format to write",
    discussion: """
      benchfmt is for Go's benchstat. customSmallerIsBetter is JSON for github-action-benchmark.
      """)
}

private func shownText(
  of report: RunReport, in folder: RunFolder, _ arguments: Arguments
) throws -> String {
  let (heights, rows) = (arguments[Options.shownHeights]?.name, arguments[Options.shownRows])
  let scenario = arguments[Options.shownScenario]?.id
  let strategy = arguments[Options.shownStrategy]?.descriptor.id
  let lists = report.groups.filter { heights == nil || $0.heights == heights }
  guard lists.contains(where: { rows == nil || $0.rows == rows }) else {
    let all = report.groups.map { "\($0.heights) with \(Quantity.rows($0.rows)) rows" }
    throw RunFault(.usage, "the run has no such list, only \(all.unique.listed("and"))")
  }
  let noResult = RunFault(.usage, "the run has no result for this selection")
  var report = report
  (report.rows, report.heights) = (rows, heights)
  report.heightNs = arguments[Options.rowCost].map { Double($0) }
  if arguments[Options.json] {
    let cells = report.cells(scenario: scenario, strategy: strategy)
    guard !cells.isEmpty else { throw noResult }
    return try report.json(of: cells, folder: folder.path)
  }
  let (width, style) = (Terminal.current.width, Terminal.current.style)
  if report.record.simulation != nil {
    guard let scenario else { return report.counts(width: width, style: style) }
    guard let text = report.counts(of: scenario, width: width, style: style) else { throw noResult }
    return text
  }
  guard scenario != nil || strategy != nil else { return try report.screen(of: folder) }
  guard
    let text = report.detail(scenario: scenario, strategy: strategy, width: width, style: style)
  else { throw noResult }
  return text
}

extension Listing {
  init(_ tool: Tool, _ topic: Options.Topic?) {
    func isSelected(_ kind: Options.Topic) -> Bool { topic ?? kind == kind }
    func forms(_ kind: Vocabulary.Kind) -> [Listing.Form] {
      tool.table.vocabulary[kind].map { term in
        let origin = Origin.all.first { kind == .heights && $0.table == term.name }
        return (term.spelling, term.summary, origin?.source, origin?.licence)
      }
    }
    self.init(
      needs: isSelected(.needs) ? Need.all : [],
      strategies: isSelected(.strategies)
        ? tool.strategies.map { ($0.descriptor, $0.typeNames) } : [],
      scenarios: isSelected(.scenarios) ? Scenario.all : [],
      heights: isSelected(.heights) ? forms(.heights) : [],
      motion: isSelected(.motion) ? forms(.motion) : [])
  }
}
