import BenchBasics
import BenchMeasuring
import BenchReplaying
import BenchReporting
import BenchRuns
import BenchWorkloads
import Foundation

extension Command {
  static let run = Command(
    "run", "Measure strategies against each other",
    discussion: """
      Runs every scenario with every strategy on the same lists. The strategies take turns, so that \
      interference affects all of them alike. Each strategy is verified before it is timed. Prints a summary \
      and writes a folder with tables, a web page and all samples.
      """,
    options: Options.planned + [
      Options.rowCost, Options.viewCost, Options.allFrames, Options.budget, Options.output,
      Options.record, Options.save, Options.quiet, Options.json,
    ],
    conflicts: [Options.recordConflict],
    examples: [
      ("--strategy all", "Find the best technique for your list in a minute."),
      (
        "run -s fenwick,blocked-sums -r 1M,10M -b 10m --record",
        "Compare two strategies thoroughly and keep the results in git."
      ),
    ],
    exitCodes: [
      .regression: "a strategy showed wrong rows",
      .interrupted: "interrupted; partial results are kept",
    ]
  ) { tool, arguments in
    var request = try RunRequest(counting: arguments, tool: tool)
    request.costs.take(arguments)
    request.budgetSeconds = arguments[Options.budget].seconds
    Interruption.listen()
    let observer = RunObserver(
      isQuiet: arguments[Options.quiet], budget: request.budgetSeconds)
    let runner = try Runner(
      request, of: tool.strategies, isInterrupted: { Interruption.isAsked }, report: observer.see)
    try runner.plan.requireCells()
    let recorder = try RunRecorder(runner, arguments)
    observer.recorder = recorder
    let results = try runner.run()
    observer.end()
    let isComplete = !Interruption.isAsked
    let report = recorder.report(on: results, tool: tool, isComplete: isComplete)
    try writeThenPrint {
      try recorder.finish(report, results)
      if let path = arguments[Options.allFrames] {
        try Destination.file(path).write { (file) throws(RunFault) in
          try runner.writeFrames(to: file.append)
        }
      }
      guard let name = arguments[Options.save] else { return }
      if isComplete {
        try recorder.folder.save(asBaseline: name)
      } else {
        Terminal.log("did not save the run as baseline \(name), because it is incomplete")
      }
    } print: {
      try Terminal.print(report.screen(of: recorder.folder, isJSON: arguments[Options.json]))
    }
    let wrong = report.record.warnings.first { $0.kind == .ruledOut }
    if arguments[Options.quiet], let wrong { Terminal.log(wrong.text) }
    if !isComplete { return .interrupted }
    return wrong == nil ? .success : .regression
  }
}

extension Options {
  static let save = Option(
    "save", .baseline, "Save the run under this name for 'compare --baseline'",
    discussion: """
      Writes the run's path to results/baselines/NAME. Reusing a name doesn't delete the earlier run.
      """)

  static let allFrames = Option(
    "frames", letter: "f", .text("FILE", "the path of a file", .output),
    "Write the work done in each frame to a CSV file",
    discussion:
      "The file includes start rows and distances, so other programs can reproduce the counts.")
}

extension RunRequest {
  init(cellsOf arguments: Arguments, mode: ModeChoice, seed: UInt64, tool: Tool) {
    let selected = arguments[Options.strategies].filter { !$0.descriptor.isFloor }
    // The empty strategy measures the harness overhead.
    self.init(
      strategies: (tool.strategies.filter(\.descriptor.isFloor) + selected).map(\.descriptor.id),
      mode: mode, scenarios: arguments[Options.scenarios].map(\.id),
      heights: arguments[Options.heights].map(\.description), rows: arguments[Options.rows],
      seed: seed, budgetSeconds: 0)
    usesOwnCounts = !arguments.isGiven(Options.rows)
    usesFurtherHeightsOnlyForOthers = !arguments.isGiven(Options.heights)
  }

  init(counting arguments: Arguments, tool: Tool) throws(RunFault) {
    self.init(
      cellsOf: arguments, mode: arguments[Options.runModes], seed: arguments[Options.seed],
      tool: tool)
    (width, viewport) = (arguments[Options.width].points, arguments[Options.viewport].points)
    motion = arguments[Options.motion].map(\.name)
    costs.hz = arguments[Options.hz]
    // Read the recordings early, so that invalid ones are reported before anything is written.
    for motion in arguments[Options.motion] { _ = try motion.gestures(rate: costs.hz) }
  }

  func command(_ program: String, _ command: String, repeating cell: CellKey) -> String {
    let own = heights.first { (try? HeightsSpec($0).name) == cell.group.heights }
    let words = [
      "--strategy", [cell.strategy].commaSeparated, "--mode", cell.mode.rawValue,
      "--scenario", cell.group.scenario, "--motion", motion.commaSeparated,
      "--rows", "\(cell.group.rows)",
      "--heights", [own ?? cell.group.heights.string].commaSeparated,
      "--viewport", "\(screen.viewport)", "--width", "\(screen.width)", "--seed", "\(seed)",
    ]
    let hz = costs.hz == framesPerSecond ? [] : ["--hz", "\(costs.hz)"]
    return "\(program) " + ShellCommand.text(of: [command] + words + hz)
  }

  var words: [String] {
    get throws {
      let encoder = JSONEncoder()
      // The length of the command line shifts stack addresses, so equal requests must encode to the same
      // text.
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
      return ["--request", String(decoding: try encoder.encode(self), as: UTF8.self)]
    }
  }
}
