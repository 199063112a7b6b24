import BenchBasics
import BenchReporting
import BenchRuns
import Foundation

extension Command {
  static let compare = Command(
    "compare", "Detect regressions between two runs or revisions",
    discussion: """
      Compares the work of two runs or revisions cell by cell. An increase in layout work, instructions or \
      data accesses beyond its tolerance is a regression; the report lists the tolerances. A slower time \
      does not count as a regression, because even identical code varies in speed between runs. The file \
      results/accepted.csv lists accepted increases.
      """,
    options: [
      Options.base, Options.head, Options.baseline, Options.exact, Options.threshold,
      Options.allowNew, Options.accept, Options.reportFormat, Options.against,
    ] + Options.pairing,
    conflicts: [
      Conflict(
        Options.against, excludes: [Options.baseline, Options.exact],
        because: "it measures both revisions itself")
    ],
    examples: [
      (
        "compare --against main",
        "Build the working tree and main, and check whether the working tree does more work."
      ),
      (
        "compare --baseline main",
        "Check whether the last run does more work than the run saved as main."
      ),
      (
        "compare --exact results/counts NEW",
        "Check whether a new run of 'count' counted more instructions than the recorded one."
      ),
    ],
    exitCodes: [
      .success: "no regression: no cell does more work",
      .regression: "regression: a counter increased, or rows are wrong",
      .undecided:
        "undecided: with --time, a cell may be slower; the report lists such cells",
      .incomparable:
        "BASE and HEAD differ in settings, rows, counted operations or worker protocol; with --exact, also in "
        + "compiler",
      .differentCells:
        "a cell is missing, new or uncounted, shows wrong rows or answers differently, or a run is incomplete",
    ],
    isQuick: true
  ) { tool, arguments in
    try CompareCommand(tool: tool, arguments: arguments).perform()
  }
}

extension Options {
  static let base = Option(
    "base", isOperand: true, .run, "Run to compare with",
    discussion: """
      The folder of a run, its summary.csv, or a text file whose only line is the path of a run's folder.
      """)

  static let head = Option("head", isOperand: true, .run, "Run to compare")

  static let baseline = Option(
    "baseline", .baseline, "Use the run saved by 'run --save NAME' as BASE",
    discussion: "HEAD is results/latest by default.")

  static let exact = Option(
    flag: "exact", "Compare instruction counts (from 'count')",
    discussion: """
      With the same compiler, architecture and C library, the counts are the same on every machine. Only \
      instructions and data accesses affect the verdict; cache misses and mispredictions are printed for \
      information, because they depend on code addresses.
      """)

  static let threshold = Option(
    "threshold", .percentage, default: "1%",
    "Tolerated relative increase in instructions and data accesses",
    discussion: """
      Needs --exact or --against. With 0%, a single extra instruction is a regression, even if it only comes \
      from a shift in code addresses.
      """)

  static let accept = Option(
    "accept", .text("REASON", "a reason in one line"),
    "Accept the increases found by this comparison",
    discussion: """
      Adds a line for each increased counter to results/accepted.csv: the cell, the counter, its new value \
      as the limit, and the reason. Increases up to that limit no longer count as regressions. This option \
      is not allowed if the environment variable CI is set.
      """)

  static let allowNew = Option(flag: "allow-new", "Accept cells that only HEAD has")

  static let reportFormat = Option(
    "format", .oneOf(ReportFormat.allCases), default: "terminal", "Format of the report",
    discussion: """
      A markdown report is also appended to the file named by $GITHUB_STEP_SUMMARY. With markdown or json, \
      the conclusion is also printed to standard error.
      """)
}

enum ReportFormat: String, CaseIterable, Sendable {
  case terminal, markdown, json
}

extension ValueParser where Value == String {
  fileprivate static var run: ValueParser {
    text("RUN", "the path of a run's folder or file", .input)
  }

  static var baseline: ValueParser {
    ValueParser(
      "NAME",
      "a name of at most 64 letters from A to Z, digits, '.', '_' and '-' that begins with a letter "
        + "or a digit"
    ) { $0.wholeMatch(of: /[A-Za-z0-9][A-Za-z0-9._-]{0,63}/) == nil ? nil : $0 }
  }
}

struct CompareCommand {
  let tool: Tool
  let arguments: Arguments

  func perform() throws -> ExitCode {
    guard let report = try report() else { return .regression }
    let format = arguments[Options.reportFormat]
    let terminal = Terminal.current
    let text =
      switch format {
      case .terminal: report.text(width: terminal.width, style: terminal.style)
      case .markdown: report.markdown
      case .json: try report.json()
      }
    try writeThenPrint {
      let summaryPath = ProcessInfo.processInfo.environment["GITHUB_STEP_SUMMARY"] ?? ""
      guard format == .markdown, !summaryPath.isEmpty else { return }
      let before = FileSystem.holds(summaryPath) ? try FileSystem.bytes(at: summaryPath) : []
      // Markdown headings must start on a new line, so add line breaks if the file doesn't end in one.
      let gap = before.isEmpty || before.last == UInt8(ascii: "\n") ? "" : "\n\n"
      try FileSystem.replaceFile(at: summaryPath, with: before + gap.utf8 + text.utf8)
    } print: {
      try Terminal.print(text)
      if format != .terminal { Terminal.log(report.conclusion) }
    }
    return report.exitCode
  }

  func report() throws -> RunComparison? {
    if arguments[Options.accept] != nil, ProcessInfo.processInfo.environment["CI"]?.isEmpty == false
    {
      throw RunFault(
        .usage,
        "--accept is not allowed if CI is set; accept increases on your own machine and commit "
          + AcceptedIncrease.file)
    }
    let accepted = try AcceptedIncrease.read()
    guard var comparison = try comparison() else { return nil }
    if let reason = arguments[Options.accept] {
      let new = comparison.risen.map { AcceptedIncrease($0, reason: reason) }
      try AcceptedIncrease.write(accepted, replacing: new)
    }
    comparison.accept(arguments[Options.accept] == nil ? accepted : try AcceptedIncrease.read())
    return comparison
  }

  private func comparison() throws -> RunComparison? {
    if let revision = arguments[Options.against] {
      if let run = arguments[Options.base] {
        throw RunFault(
          .usage, "'\(run)' cannot be used with --against, which measures both BASE and HEAD")
      }
      return try comparison(against: revision)
    }
    let isExact = arguments[Options.exact]
    guard isExact || !arguments.isGiven(Options.threshold) else {
      throw RunFault(
        .usage,
        "--threshold needs --exact or --against, because all other counters have fixed tolerances")
    }
    if let option = Options.pairing.first(where: { arguments.isGiven($0) }) {
      throw RunFault(
        .usage,
        "\(option.facts.spelling) needs --against, because it has no effect on recorded runs")
    }
    let (base, head) = try runs()
    let inputs = try Sides(base: base, head: head).map(RunInput.open)
    var comparison = try RunComparison(
      inputs, exactly: isExact ? arguments[Options.threshold] : nil,
      allowsNew: arguments[Options.allowNew])
    if FileSystem.real(inputs.base.name) == FileSystem.real(inputs.head.name) {
      comparison.notes.append("BASE and HEAD are the same run, so there are no differences.")
    }
    return comparison
  }

  private func runs() throws(RunFault) -> (base: String, head: String) {
    guard let name = arguments[Options.baseline] else {
      guard let base = arguments[Options.base], let head = arguments[Options.head] else {
        throw RunFault(
          .usage, "'\(tool.program) compare' needs BASE and HEAD, the folders or files of two runs")
      }
      return (base, head)
    }
    if let head = arguments[Options.head] {
      throw RunFault(.usage, "unexpected \(head.quoted): with --baseline, the only operand is HEAD")
    }
    return (try Self.baseline(name), arguments[Options.base] ?? RunRecorder.root + "/latest")
  }
}

// A baseline is a run saved under a name: `results/baselines/NAME` contains the path of its folder.

private let baselines = RunRecorder.root + "/baselines"

extension RunFolder {
  func save(asBaseline name: String, in folder: String = baselines) throws(RunFault) {
    if !FileSystem.holdsFolder(folder) { try FileSystem.createFolder(folder) }
    // A run inside `results` is saved as a relative path, so that the `results` folder can be moved.
    let results = RunRecorder.root + "/"
    let target =
      path.hasPrefix(results)
      ? "../" + path.dropFirst(results.count) : FileSystem.absolute(path)
    try FileSystem.replaceFile(at: "\(folder)/\(name)", with: Array((target + "\n").utf8))
  }
}

extension CompareCommand {
  static func baseline(_ name: String, in folder: String = baselines) throws(RunFault) -> String {
    let path = "\(folder)/\(name)"
    if FileSystem.holds(path) { return path }
    let known = (try? FileSystem.names(in: folder)) ?? []
    let hint = Spelling.hint(for: name, among: known)
    let all =
      known.isEmpty ? "; create it with 'run --save \(name)'" : "; expected \(known.listed("or"))"
    throw RunFault(
      .missingInput, "--baseline \(name): not found in \(folder)\(hint.isEmpty ? all : hint)")
  }
}
