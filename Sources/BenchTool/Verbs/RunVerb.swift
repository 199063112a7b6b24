import Basics
import Measuring
import Reporting
import Runs
import Workloads

extension Verb {
  static let run = Verb(
    "run", "Measure strategies against each other",
    discussion: """
      Runs every scenario with every strategy on the same lists. The strategies alternate, so that \
      disturbances of the machine affect all of them. Each strategy is verified before it is timed. Writes a \
      folder with tables, a page and all samples, and prints a summary.
      """,
    options: Options.planned + [
      Options.rowCost, Options.viewCost, Options.allFrames,
      Options.caches, Options.budget, Options.margin, Options.output, Options.record, Options.save,
      Options.shard, Options.isolate, Options.dryRun, Options.quiet, Options.json,
    ],
    conflicts: [Options.recordConflict],
    examples: [
      Example("--strategy all", "Find the best technique for your list in a minute."),
      Example(
        "run --heights file:my-heights.txt --rows 10k --scenario scroll",
        "Measure scrolling with the row heights of your app."),
      Example(
        "run -s fenwick,blocked-sums -r 1M,10M -b 10m --record",
        "Compare two strategies thoroughly and keep the results in git."),
    ],
    exitCodes: [
      .regression: "a strategy showed wrong rows, or failed with --isolate",
      .interrupted: "interrupted; partial results are kept",
    ]
  ) { tool, arguments in
    var request = try RunRequest(counting: arguments, tool: tool)
    request.keepsPlan = false
    request.costs.rowNs = arguments[Options.rowCost] ?? request.costs.rowNs
    request.costs.viewNs = arguments[Options.viewCost] ?? request.costs.viewNs
    (request.caches, request.margin) = (arguments[Options.caches], arguments[Options.margin])
    (request.budget, request.shard) = (arguments[Options.budget].seconds, arguments[Options.shard])
    Interruption.listen()
    let observer = RunObserver(
      terminal: .current, isQuiet: arguments[Options.quiet], budget: request.budget)
    let runner = try Runner(request, isInterrupted: { Interruption.isAsked }, report: observer.see)
    do throws(RunFault) {
      try runner.plan.requireCells()
    } catch {
      // A shard (a part of a plan) may have no cells, but the whole plan must have at least one.
      guard request.shard != nil else { throw error }
      request.shard = nil
      try Runner(request) { _ in }.plan.requireCells()
    }
    if arguments[Options.dryRun] {
      try Terminal.print(runner.planText)
      return .success
    }
    if let timeout = arguments[Options.isolate] {
      arguments.logProgress(
        "--isolate: trying \(Quantity.count(runner.plan.strategyCells.count)) cells")
      try runner.isolate(timeout: timeout.seconds)
    }
    let recorder = try RunRecorder(runner, arguments)
    observer.recorder = recorder
    let results = try runner.run()
    observer.end()
    let isComplete = !Interruption.isAsked
    if let path = arguments[Options.allFrames] {
      try Destination.file(path).write { (file) throws(RunFault) in
        try runner.writeFrames(to: file.append)
      }
    }
    let report = try recorder.finish(results, tool: tool, isComplete: isComplete)
    if let name = arguments[Options.save] {
      if isComplete {
        try recorder.folder.save(asBaseline: name)
      } else {
        Terminal.log("not saved as the baseline \(name): the run is incomplete")
      }
    }
    try Terminal.print(report.screen(of: recorder.folder, isJSON: arguments[Options.json]))
    let wrong = report.record.warnings.first { $0.kind == .ruledOut }
    if arguments[Options.quiet], let wrong { Terminal.log(wrong.text) }
    if !isComplete { return .interrupted }
    return wrong == nil ? .success : .regression
  }
}

extension Options {
  static let save = Option(
    "save", .baseline, "Name of this run for 'compare --baseline'",
    discussion: """
      Writes the path of the run to results/baselines/NAME. If you save another run under the same name, the \
      folder of the earlier run is kept.
      """)

  static let allFrames = Option(
    "frames", letter: "f", .text("FILE", "the path of a file", .output),
    "CSV file for the work of each frame of motion",
    discussion:
      "Other programs can repeat the counts from the start row and the distances in this file.")

  static let dryRun = Option(
    flag: "dry-run", letter: "n", "Print the plan without measuring")

  static let margin = Option(
    "margin", .percentage(thousandths: 10...100_000, such: 1000), default: "1%",
    "Equivalence margin",
    discussion:
      "Strategies are equivalent if the whole interval of their difference is within this margin.")

  static let caches = Option(
    "caches",
    .choice([
      ("warm", [CacheState.warm]), ("cold", [CacheState.cold]),
      ("both", CacheState.allCases),
    ]),
    default: "warm", "State of the processor caches",
    discussion: """
      With warm caches, operations are timed after their time has become stable, as in a list that is in \
      use. With cold caches, the caches are emptied before each operation, as when a list is first used \
      after other work.
      """)

  static let shard = Option(
    "shard", .shard, "Part of the plan to measure",
    discussion: """
      To divide a long run among four machines, measure the shards 1/4 to 4/4 with otherwise equal options, \
      then combine them with 'merge'.
      """)

  static let isolate = Option(
    "isolate", .duration, "Try each cell in its own process first, with this timeout",
    discussion: """
      Use this option for strategies that may trap, hang or exhaust memory. Each cell first runs 1,000 \
      operations, then more for up to 0.2 s, in a process that may use half of the memory. A cell that fails \
      is excluded, and the reason is reported. These trials take a few tenths of a second per cell, in \
      addition to the budget.
      """)
}

extension Program {
  /// Runs a verb of this program in a separate process, where a strategy may trap, hang or exhaust memory.
  static func isolated(
    _ arguments: [String], environment: [String: String] = [:], timeout: Double
  ) throws(RunFault) -> ChildProcess.Outcome {
    // Disables backtraces, because a process that is short of memory may hang while it prints one.
    try run(
      [try path()] + arguments,
      environment: environment.merging(["SWIFT_BACKTRACE": "enable=no"]) { $1 },
      deadline: timeout)
  }
}

extension Runner {
  /// Runs each cell of the plan in a separate process, and excludes the cells that fail. A/A controls need no
  /// trial, because they run the same code as their strategies.
  fileprivate func isolate(timeout: Double) throws {
    // Cells with cold and with warm caches run the same operations, so only one of the two is tried.
    var known: [CellKey: String?] = [:]
    for (group, entry) in plan.strategyCells {
      if Interruption.isAsked { return }
      var key = group.key(of: entry)
      key.group.caches = .warm
      let failure = try known[key] ?? failure(of: entry, in: group, timeout: timeout)
      known[key] = .some(failure)
      if let failure { try exclude(group.key(of: entry), .failed(failure)) }
    }
  }

  /// The reason why a cell fails in its own process; nil if it succeeds.
  private func failure(
    of entry: Plan.Entry, in group: Plan.Group, timeout: Double
  ) throws(RunFault) -> String? {
    let id = entry.contender.descriptor.id
    var request = request
    (request.modes, request.publishesPostsAlone) = ([entry.mode], false)
    (request.scenarios, request.heights) = ([group.scenario], [group.heights])
    request.usesFurtherHeightsOnlyForOthers = false
    (request.rows, request.usesOwnCounts) = ([group.rows], false)
    let milliseconds = max(1, Int(min(0.2, timeout / 4) * 1000))
    let halfOfMemory = max(1024, MachineFacts.memoryLimit >> 21)
    let outcome = try Program.isolated(
      ["worker", WorkerJob.steps.rawValue] + request.options(strategies: [id])
        + ["--steps", "1000", "--go-on", "\(milliseconds)ms", "--memory-limit", "\(halfOfMemory)"],
      timeout: timeout)
    if outcome.ending.isSuccess {
      return outcome.output.contains("\"checksum\"")
        ? nil : "its process \(outcome.ending.text) before it had finished its operations"
    }
    // A line that the process logs begins with the name of its executable file or of this program.
    let prefixes = [Terminal.program, FileSystem.parts(of: try Program.path()).name].map {
      $0 + ": "
    }
    guard case .exited = outcome.ending, let line = outcome.lastErrorLine,
      let prefix = prefixes.first(where: line.hasPrefix)
    else { return "its process \(outcome.ending.text)" }
    return String(line.dropFirst(prefix.count).trimmingPrefix("\(id): "))
  }
}

extension RunRequest {
  /// Creates a request whose cells are counted but not timed.
  init(counting arguments: Arguments, tool: Tool) throws(RunFault) {
    let modes = arguments[Options.runModes]
    self.init(
      contenders: tool.withHarnessOverhead(arguments[Options.strategies]),
      modes: modes ?? StrategyMode.inOrder, scenarios: arguments[Options.scenarios],
      heights: arguments[Options.heights], rows: arguments[Options.rows],
      usesOwnCounts: !arguments.isGiven(Options.rows), screen: Screen(arguments),
      motion: arguments[Options.motion], seed: arguments[Options.seed], budget: 0, margin: 0)
    costs.hz = arguments[Options.hz]
    publishesPostsAlone = modes == nil
    usesFurtherHeightsOnlyForOthers = !arguments.isGiven(Options.heights)
    keepsPlan = true
    // The motion recordings are read now, so that an invalid one is reported before any file is written.
    for motion in motion { _ = try motion.gestures(rate: costs.hz) }
  }

  /// The command-line options that pass this request to another process. If `strategies` is nil, the other
  /// process runs all of its strategies.
  func options(strategies: [String]?, scenarios: [String]? = nil) -> [String] {
    func list(_ option: String, _ names: [String]?) -> [String] {
      names.map { ["--\(option)", $0.commaSeparated] } ?? []
    }
    let mode =
      publishesPostsAlone ? StrategyMode.usual : modes.count > 1 ? "both" : modes[0].rawValue
    return list("strategy", strategies) + ["--mode", mode]
      + list("scenario", scenarios ?? self.scenarios.map(\.id)) + list("motion", motion.map(\.name))
      + list("rows", usesOwnCounts ? nil : rows.map(String.init))
      + list("heights", usesFurtherHeightsOnlyForOthers ? nil : heights.map(\.name))
      + ["--viewport", "\(screen.viewport)", "--width", "\(screen.width)", "--seed", "\(seed)"]
      // Programs of earlier revisions, to which this one is compared, do not have the option.
      + (costs.hz == framesPerSecond ? [] : ["--hz", "\(costs.hz)"])
  }
}

extension Screen {
  init(_ arguments: Arguments) {
    self.init(width: arguments[Options.width], viewport: arguments[Options.viewport])
  }
}

extension Runner {
  /// The output of `--dry-run`: the cells of a plan, by workload and scenario.
  fileprivate var planText: String {
    let lines = [
      plan.summary(budget: request.budget),
      "\((memoryNeed.bytes + (1 << 20) - 1) >> 20) MiB of memory for lists",
      plan.omission, "",
    ]
    let groups = plan.groups.map { group in
      let strategies = group.measured.map { entry in
        entry.contender.descriptor.id + (request.modes.count > 1 ? " (\(entry.mode.rawValue))" : "")
      }
      let rows = group.rows == 1 ? "1 row" : "\(group.rows) rows"
      return
        "\(group.heights.name), \(rows), \(group.caches.rawValue), \(group.scenario.id): "
        + "\(strategies.joined(separator: ", "))"
    }
    return (lines.compactMap { $0 } + groups).map { $0.printable + "\n" }.joined()
  }
}

extension Plan {
  /// The number of cells and the expected duration of the run, as one line of text.
  func summary(budget: Double) -> String {
    let number = groups.count == 1 ? "1 group" : "\(groups.count) groups"
    let cells = "\(cells) cells in \(number), at least \(Schedule.minRepetitions) repetitions each"
    return minSeconds > budget
      ? "\(cells); needs at least \(Int(minSeconds.rounded(.up))) s (budget: "
        + "\(Int(budget.rounded(.up))) s)"
      : "\(cells); about \(Int(budget.rounded(.up))) s"
  }
}
