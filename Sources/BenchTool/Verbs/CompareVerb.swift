import Basics
import Foundation
import Reporting
import Runs

extension Verb {
  static let compare = Verb(
    "compare", "Tell whether one run is slower than another, or does more work",
    discussion: """
      Joins the cells of two runs and judges each. A time counts as changed when it differs by more \
      than the threshold, with 99% confidence for all cells together. Separate runs detect a factor of \
      two: processes of equal code differ by nearly as much in some cells. Work is exact: any rise \
      counts, on any machine; allocations and memory have small tolerances, which the report names. \
      With --against both revisions are built, and many pairs of their processes take turns on one \
      core: that detects a few percent.
      """,
    options: [
      Options.base, Options.head, Options.baseline, Options.countersOnly, Options.exact,
      Options.threshold, Options.allowNew, Options.reportFormat, Options.against,
    ] + Options.pairing,
    conflicts: [
      Conflict(
        Options.against, excludes: [Options.baseline, Options.countersOnly],
        because: "it measures both sides itself")
    ],
    examples: [
      Example("compare --against main", "Has this tree become slower? Builds both and measures."),
      Example("compare --baseline main", "Is the last run slower than the one saved as main?"),
      Example("compare results/2026-03-01-xeon-1a2b3c4 results/latest", "What has changed since?"),
      Example(
        "compare --baseline main --counters-only --format markdown",
        "Does it work more? In a CI, on whatever machine."),
    ],
    exitStatuses: [
      .fine("nothing is certainly slower, and nothing does more work"),
      .broken("a cell is slower, a counter rose, work grows faster with rows, or rows are wrong"),
      ExitStatus(
        .incomparable,
        "machine, compiler, settings, rows or counted operations differ, or a revision is too old"),
      ExitStatus(
        .differentCells,
        "cells are missing, new, not counted or answer differently, or a run is not complete"),
    ] + ExitStatus.ofFiles + [.interrupted],
    isQuick: true
  ) { tool, arguments, _ in
    try CompareVerb(tool: tool, arguments: arguments).perform()
  }
}

extension Options {
  static let base = Option(
    "base", isOperand: true, .run, "What to compare with",
    discussion: """
      A run's folder, its summary.csv (counters and medians, no verdicts of times), or a text file \
      with the path of a run's folder in its only line.
      """)

  static let head = Option("head", isOperand: true, .run, "What to compare")

  static let exact = Option(
    flag: "exact", "Compare what 'bench count' found, and no times",
    discussion: """
      Of one compiler, architecture and model the same on every machine. With --against both revisions \
      count under valgrind, which takes minutes and no quiet machine.
      """)

  static let baseline = Option(
    "baseline", .baseline, "Compare with the run that 'run --save' kept under this name",
    discussion: "Then BASE is left out, and HEAD is results/latest unless it is named.")

  static let countersOnly = Option(
    flag: "counters-only", "Compare work and memory, which are exact, and no times",
    discussion: "The two runs may come from different machines and compilers.")

  static let threshold = Option(
    "threshold", .percentage(thousandths: 0...1_000_000, such: 5000),
    "Relative change that counts",
    discussion: """
      By default 5% between runs and 1% with --against, for times. With --exact it is the tolerance of \
      simulated counters, by default 0.5%; 0% reports any rise.
      """)

  static let allowNew = Option(flag: "allow-new", "Accept cells that only HEAD has")

  static let reportFormat = Option(
    "format", .oneOf(ReportFormat.allCases), default: "terminal", "Form of the report",
    discussion: """
      markdown is also added to the file that GITHUB_STEP_SUMMARY names, if it is set. After markdown \
      and json the conclusion is printed on the standard error.
      """)
}

enum ReportFormat: String, CaseIterable, Sendable {
  case terminal, markdown, json
}

extension ValueParser where Value == String {
  /// A run, in one of the forms that `RunInput` reads; nothing is opened here.
  fileprivate static var run: ValueParser {
    text("RUN", "the path of a run's folder or file", .input)
  }
}

struct CompareVerb {
  let tool: Tool
  let arguments: Arguments
  /// The file to which GitHub's runners want a job's summary, Markdown, added.
  private let summaryPath = ProcessInfo.processInfo.environment["GITHUB_STEP_SUMMARY"]

  init(tool: Tool, arguments: Arguments) { (self.tool, self.arguments) = (tool, arguments) }

  func perform() throws -> ExitCode {
    guard let report = try report() else { return .regression }
    let format = arguments[Options.reportFormat]
    let text = try text(of: report, as: format)
    try Terminal.print(text)
    if format != .terminal { Terminal.say(report.conclusion) }
    if format == .markdown, let summaryPath, !summaryPath.isEmpty {
      let before = FileSystem.holds(summaryPath) ? try FileSystem.bytes(at: summaryPath) : []
      // A heading needs a line of its own.
      let gap = before.isEmpty || before.last == UInt8(ascii: "\n") ? "" : "\n\n"
      try FileSystem.replaceFile(at: summaryPath, with: before + gap.utf8 + text.utf8)
    }
    return report.exitCode
  }

  func text(of report: ComparisonReport, as format: ReportFormat) throws -> String {
    switch format {
    case .terminal:
      report.text(width: Terminal.current.width, style: Terminal.current.style)
    case .markdown: report.markdown
    case .json: try report.json()
    }
  }

  /// What the comparison finds; nil where a strategy of this tree breaks the contract.
  func report() throws -> ComparisonReport? {
    let (revision, threshold) = (arguments[Options.against], arguments[Options.threshold])
    let isExact = arguments[Options.exact]
    if revision != nil, let run = arguments[Options.base] {
      throw RunFault(
        .usage, "'\(run)' cannot be used with --against: it measures both sides itself")
    }
    if threshold != nil, arguments[Options.countersOnly], !isExact {
      throw RunFault(.usage, "--threshold has no effect with --counters-only: any rise counts")
    }
    var thresholds = revision == nil ? Thresholds.separate : .paired
    thresholds.relative = threshold ?? thresholds.relative
    let tolerances = CounterTolerances(simulated: isExact ? threshold ?? 0.005 : nil)
    if let revision {
      return try comparison(against: revision, thresholds, tolerances).map(ComparisonReport.init)
    }
    if let option = Options.pairing.first(where: { arguments.isGiven($0) }) {
      throw RunFault(
        .usage, "\(option.facts.spelling) needs --against: it has no effect on recorded runs")
    }
    let (base, head) = try runs()
    let before = try RunInput.open(base)
    let now = try RunInput.open(head)
    var comparison = try RunComparison(
      before, now, thresholds: thresholds, tolerances: tolerances,
      countersOnly: arguments[Options.countersOnly] || isExact,
      allowsNew: arguments[Options.allowNew])
    if FileSystem.real(before.name) == FileSystem.real(now.name) {
      comparison.notes.append("BASE and HEAD are the same run: nothing can differ.")
    }
    return ComparisonReport(comparison)
  }

  private func runs() throws(RunFault) -> (base: String, head: String) {
    guard let name = arguments[Options.baseline] else {
      guard let base = arguments[Options.base], let head = arguments[Options.head] else {
        throw RunFault(
          .usage,
          "'\(tool.program) compare' needs BASE and HEAD: two runs' folders, or files of them")
      }
      return (base, head)
    }
    if let head = arguments[Options.head] {
      throw RunFault(
        .usage, "\(head.quoted) is one run too many: --baseline names the other")
    }
    let baseline = Baseline(name: name)
    try baseline.refuseIfMissing()
    return (baseline.path, arguments[Options.base] ?? RunRecorder.root + "/latest")
  }
}
