import Basics
import Foundation
import Reporting
import Runs

extension Verb {
  static let compare = Verb(
    "compare", "Tell whether one run is slower than another, or does more work",
    discussion: """
      Joins the cells of two runs and judges each. A time counts as changed when it differs by more \
      than the gate's relative and absolute thresholds, with its confidence for all cells together. \
      Single runs tell a cell that takes twice as long: processes of equal code differ by nearly as \
      much in some cells. Work is exact: any rise counts, on any machine; allocations and memory \
      have small tolerances, which the report names. \
      With --against both revisions are built and many pairs of their processes take turns on one \
      core: that tells a few percent.
      """,
    options: [Options.base, Options.head] + Options.recorded + Options.judging + [Options.against]
      + Options.pairing,
    conflicts: [
      Conflict(
        Options.against, excludes: Options.recorded, because: "it measures both sides itself")
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
      ExitStatus(.unresolved, "with --strict: some times decide nothing"),
      ExitStatus(
        .incomparable, "machine, compiler, settings or rows differ, or a revision is too old"),
      ExitStatus(
        .differentCells,
        "cells are missing, new or answer differently, or a run is not complete"),
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

  static let recorded: [any CommandOption] = [baseline, countersOnly]

  static let exact = Option(
    flag: "exact", "Compare what 'bench count' found, and no times",
    discussion: """
      Of one compiler, architecture and model the same on every machine. With --against both revisions \
      count under valgrind, which takes minutes and no quiet machine.
      """)

  static let tolerance = Option(
    "tolerance", .percentage(thousandths: 0...100_000, such: 500), default: "0.5%",
    "With --exact, the rise that is none",
    discussion: "A share of what it was and of four more; 0% lets nothing rise.")

  static let baseline = Option(
    "baseline", .baseline, "Compare with the run that 'run --save' kept under this name",
    discussion: "Then BASE is left out, and HEAD is results/latest unless it is named.")

  static let countersOnly = Option(
    flag: "counters-only", "Compare work and memory, which are exact, and no times",
    discussion: "The two runs may come from different machines and compilers.")

  /// What counts as a change, and how it is said.
  static let judging: [any CommandOption] = [
    exact, tolerance, gate, thresholdFile, allowNew, strict, reportFormat, document,
  ]

  static let gate = Option(
    "gate", .oneOf(Thresholds.Preset.allCases), default: "standard",
    "What a change must exceed to count",
    discussion: """
      paired: 1% and 0.2ns with 95% confidence, the default with --against. strict: 2% and 0.5ns \
      with 95%, for a quiet machine. standard: 5% and 1ns with 99%. relaxed: 20% and 5ns with \
      99.9%, for a machine that others use too.
      """)

  static let thresholdFile = Option(
    "thresholds", .file, "File with relative changes for some strategies and scenarios",
    discussion: """
      A line each, such as 'fenwick/recalc* = 3%' or '*/* = 10%'; the last that fits a cell counts, \
      in place of the gate's.
      """)

  static let allowNew = Option(flag: "allow-new", "Accept cells that only HEAD has")

  static let strict = Option(flag: "strict", "Fail when some times decide nothing")

  static let reportFormat = Option(
    "format", .oneOf(ReportFormat.allCases), default: "terminal", "Form of the report",
    discussion: """
      markdown is also added to the file that GITHUB_STEP_SUMMARY names, if it is set. json and \
      csv have every cell.
      """)
}

enum ReportFormat: String, CaseIterable, Sendable {
  case terminal, markdown, json, csv
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

  func perform() throws -> ExitCode {
    let revision = arguments[Options.against]
    if revision != nil, let run = arguments[Options.base] {
      throw RunFault(
        .usage, "'\(run)' cannot be used with --against: it measures both sides itself")
    }
    let isPaired = revision != nil && !arguments.isGiven(Options.gate)
    var thresholds = Thresholds(isPaired ? .paired : arguments[Options.gate])
    if let path = arguments[Options.thresholdFile] {
      thresholds.exceptions = try ThresholdFile.exceptions(at: path)
    }
    if let revision {
      return try self.comparison(against: revision, thresholds).map(report) ?? .regression
    }
    if let option = Options.pairing.first(where: { arguments.isGiven($0) }) {
      throw RunFault(
        .usage, "\(option.facts.spelling) needs --against: it has no effect on recorded runs")
    }
    let (base, head) = try runs()
    let before = try RunInput.open(base)
    let now = try RunInput.open(head)
    var comparison = try RunComparison(
      before, now, thresholds: thresholds,
      countersOnly: arguments[Options.countersOnly] || arguments[Options.exact],
      simulatedWithin: arguments[Options.exact] ? arguments[Options.tolerance] : nil,
      allowsNew: arguments[Options.allowNew])
    if FileSystem.real(before.name) == FileSystem.real(now.name) {
      comparison.notes.append("BASE and HEAD are the same run: nothing can differ.")
    }
    return try report(comparison)
  }

  /// Writes the report; the conclusion is printed even where that goes to a file.
  private func report(_ comparison: RunComparison) throws -> ExitCode {
    let report = ComparisonReport(comparison, isStrict: arguments[Options.strict])
    let destination = arguments[Options.document]
    let (format, terminal) = (arguments[Options.reportFormat], Terminal.current)
    let isFile = destination != .standardOutput
    let bytes =
      switch format {
      case .terminal where isFile: Array(report.text(width: 160, style: .plain).utf8)
      case .terminal:
        Array(report.text(width: terminal.width, style: terminal.style).utf8)
      case .markdown: Array(report.markdown.utf8)
      case .json: Array(try report.json().utf8)
      case .csv: report.csv
      }
    try destination.write(bytes)
    if format == .markdown, let summaryPath, !summaryPath.isEmpty {
      let before = FileSystem.holds(summaryPath) ? try FileSystem.bytes(at: summaryPath) : []
      // A heading needs a line of its own.
      let gap = before.isEmpty || before.last == UInt8(ascii: "\n") ? "" : "\n\n"
      try FileSystem.replaceFile(at: summaryPath, with: before + gap.utf8 + bytes)
    }
    if isFile { try Terminal.print(report.conclusion + "\n") }
    return report.exitCode
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
