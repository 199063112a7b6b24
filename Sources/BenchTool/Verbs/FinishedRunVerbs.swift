import Basics
import Reporting
import Runs
import Workloads

// The verbs that read a run that has ended: nothing is measured.

extension Verb {
  static let show = Verb(
    "show", "Show a run again, another length of it, or a part in full",
    discussion: """
      Prints the screen with which a run ends. With --scenario it prints one question over all \
      strategies instead, with --strategy one strategy over all questions, both with intervals and \
      counters. With --json it prints all cells of that, with every length and list unless one is asked \
      for. Nothing is measured.
      """,
    options: [
      Options.shownRun, Options.shownList, Options.shownLength, Options.shownScenario,
      Options.shownStrategy, Options.rowCost, Options.json,
    ],
    conflicts: [
      .init(
        Options.shownScenario, excludes: [Options.shownStrategy],
        because: "each of them is a table of its own")
    ],
    examples: [
      Example("show --rows 1k", "The last run, its lists of 1,000 rows."),
      Example("show --strategy fenwick", "All that the last run knows of one strategy."),
      Example(
        "show --scenario open --row-cost 30us",
        "What opening takes where each height is a label's to measure."),
      Example("show results/latest --scenario scroll", "One question, from fast to slow."),
      Example("show --rows 1M --json", "The table for a script."),
    ],
    exitStatuses: [.fine("shown")] + ExitStatus.ofInput,
    isQuick: true
  ) { tool, arguments, _ in
    let folder = try RunFolder.open(arguments[Options.shownRun])
    let report = try RunReport(of: folder, tool: tool)
    try Terminal.print(shown(report, in: folder, arguments))
    return .success
  }

  static let report = Verb(
    "report", "Write the README.md and index.html of a run again",
    discussion: """
      Reads the files in the folder of a run that has ended, replaces its README.md and \
      index.html, and prints their paths. When nothing was changed, the new files are the old ones. A \
      film.html in the folder gets a link: bench film --output RUN/film.html.
      """,
    options: [Options.run],
    examples: [Example("report results/latest", "After an update of bench, or an edit by hand.")],
    exitStatuses: [.fine("written; a run that is not complete says so")] + ExitStatus.ofFiles,
    isQuick: true
  ) { tool, arguments, _ in
    let folder = try RunFolder.open(arguments[Options.run])
    guard !folder.isBeingWritten else {
      throw RunFault(
        .missingInput,
        "\(folder.path): this run still goes on, and writes its README.md and index.html at its end"
      )
    }
    let report = try RunReport(of: folder, tool: tool)
    try folder.write(report)
    let status = report.record.status
    if status != .complete {
      Terminal.say("the run was \(status.rawValue): what is written is of a part of its plan")
    }
    try Terminal.print("\(folder.readmePath.printable)\n\(folder.pagePath.printable)\n")
    return .success
  }

  static let export = Verb(
    "export", "Write a run in a format that another program reads",
    discussion: """
      Reads the folder of a run and writes its times, in nanoseconds per operation. benchfmt has a line for \
      each repetition, with the exact counts behind the time; of a folder of 'bench count' the counts \
      alone. google-benchmark has one entry for each cell and no counts; its cpu_time is 0, because \
      processor time is not measured. Cells without a figure, timed-out ones, those with wrong rows on \
      screen and the A/A controls are left out, and counted on the standard error.
      """,
    options: [Options.run, Options.format, Options.document],
    examples: [
      Example(
        "export results/latest --format benchfmt --output new.txt",
        "For 'benchstat -col /strategy new.txt', or 'benchstat old.txt new.txt'."),
      Example(
        "export results/latest --format google-benchmark --output run.json",
        "For Bencher's adapter cpp_google, or the tool googlecpp of github-action-benchmark."),
      Example(
        "export results/counts --format benchfmt --output counts.txt",
        "Instructions, lines and mispredictions, for benchstat."),
    ],
    exitStatuses: [.fine("written; of a run that is not complete, what there is")]
      + ExitStatus.ofFiles,
    isQuick: true
  ) { _, arguments, _ in
    let run = try ExportedRun(Run(RunFolder.open(arguments[Options.run])))
    let text = try run.text(as: arguments[Options.format])
    try arguments[Options.document].write(Array(text.utf8))
    for note in run.notes { Terminal.say(note) }
    return .success
  }

  static let merge = Verb(
    "merge", "Put runs of all parts of a plan together to one run",
    discussion: """
      Takes the folders of runs that were made with --shard 1/N to N/N and otherwise the same \
      options, by the same program, and writes the folder that one run of the whole plan would have \
      written. The machines may differ; then the merged run says that its times cannot be compared \
      across scenarios and lists. Counters, and ratios within a scenario and a list, always can.
      """,
    options: [Options.shards, Options.mergedOutput, Options.json],
    examples: [
      Example("merge part-1 part-2 part-3 --output whole", "After a matrix of three CI machines.")
    ],
    exitStatuses: [
      .fine("the merged run is written"),
      ExitStatus(.incomparable, "the runs are not parts of one: options, program or rows differ"),
      ExitStatus(.differentCells, "a part is missing, unfinished or there twice"),
    ] + ExitStatus.ofFiles,
    isQuick: true
  ) { tool, arguments, words in
    let folders = try arguments[Options.shards].map { try RunFolder.open($0) }
    let whole = try ShardMerge(folders, command: [tool.program] + words)
    let report = RunReport(whole.record, whole.summary, tool: tool)
    var record = whole.record
    record.status = .incomplete
    let folder = try RunFolder.create(at: arguments[Options.mergedOutput])
    let writer = try RunWriter(folder, record, planned: whole.summary)
    do {
      try writer.append(whole.samples)
      try writer.finish(report, whole.summary)
    } catch {
      // The parts are still there: a piece of the whole is of no use.
      if (try? folder.record().status) != .complete { writer.withdraw() }
      throw error
    }
    try Terminal.print(report.screen(of: folder, isJSON: arguments[Options.json]))
    return .success
  }
}

extension Options {
  static let shownRun = run.defaulting(to: "results/latest")

  static let shownList = Option(
    "heights", letter: "H", .name(.heights, placeholder: "KIND"), "Which of its lists comes first")

  static let shownLength = Option(
    "rows", letter: "r", .count("N"), "Which length of them; the longest unless told")

  static let shownScenario = Option(
    "scenario", letter: "c", .name(.scenarios, placeholder: "ID"), "One question in full")

  static let shownStrategy = Option(
    "strategy", letter: "s", .name(.strategies, placeholder: "ID"), "One strategy in full")

  static let rowCost = Option(
    "row-cost", .nanoseconds, "What a height costs where it is expensive to find",
    discussion: """
      30us for a label on a phone, which is what the advice takes unless told. With --scenario or \
      --strategy it adds a column: heights asked, which are counted, times that cost.
      """)

  static let format = Option(
    "format", .oneOf(ExportFormat.allCases), default: nil, "What the run is written as",
    discussion: """
      google-benchmark is for its compare.py, for Bencher and for github-action-benchmark, benchfmt \
      (Go's) for benchstat and for these two as well. Counts have room in benchfmt.
      """)

  static let mergedOutput = Option(
    "output", letter: "o", .folder, default: nil, "New folder for the merged run")

  static let shards = Option(
    "shard", isOperand: true, .folders, default: nil, "What to merge, all parts in any order")
}

private func shown(
  _ report: RunReport, in folder: RunFolder, _ arguments: Arguments
) throws -> String {
  let (heights, rows) = (arguments[Options.shownList], arguments[Options.shownLength])
  let (scenario, strategy) = (arguments[Options.shownScenario], arguments[Options.shownStrategy])
  let lists = report.groups.filter { heights == nil || $0.heights == heights }
  guard lists.contains(where: { rows == nil || $0.rows == rows }) else {
    let lengths = Set(lists.map(\.rows)).sorted().map(Quantity.rows).listed("and")
    let kinds = Set(report.groups.map(\.heights)).sorted().listed("and")
    throw RunFault(
      .usage,
      lists.isEmpty
        ? "--heights \(heights ?? ""): the run has \(kinds)"
        : "--rows \(rows ?? 0): the run has \(lengths)")
  }
  let noFigure = RunFault(.usage, "the run has no figure of that on this list")
  let view = RunView(report, rows: rows, heights: heights, heightNs: arguments[Options.rowCost])
  if arguments[Options.json] {
    let cells = view.cells(scenario: scenario, strategy: strategy)
    guard !cells.isEmpty else { throw noFigure }
    return try view.json(of: cells, folder: folder.path)
  }
  let terminal = Terminal.current
  if report.record.simulation != nil {
    let counts = CountReport(report, rows: rows, heights: heights)
    guard let scenario else { return counts.text(width: terminal.width, style: terminal.style) }
    guard let text = counts.text(of: scenario, width: terminal.width, style: terminal.style) else {
      throw noFigure
    }
    return text
  }
  guard scenario != nil || strategy != nil else {
    return view.screen(
      folder: folder.path, files: folder.shownFiles, width: terminal.width, style: terminal.style)
  }
  let detail = view.detail(
    scenario: scenario, strategy: strategy, width: terminal.width, style: terminal.style)
  guard let detail else { throw noFigure }
  return detail
}

extension RunReport {
  init(of folder: RunFolder, tool: Tool) throws(RunFault) {
    let run = try Run(folder)
    self.init(run.record, run.summary, tool: tool)
  }

  /// The report of a run, of the strategies that this program knows.
  init(_ record: RunRecord, _ summary: [SummaryRow], tool: Tool) {
    self.init(record, summary) { tool.strategies.named($0)?.descriptor }
  }
}
