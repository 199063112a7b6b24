import Foundation
import HostSystem
import Replaying
import Reporting
import Runs
import Text

extension Verb {
  /// Judge one run by another.
  package static let compare = Verb(
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
    options: [
      Options.base, Options.head, Options.baseline, Options.gate, Options.thresholdFile,
      Options.relative, Options.absolute,
      Options.gateConfidence, Options.countersOnly, Options.allowNew, Options.strict,
      Options.reportFormat, Options.reportOutput, Options.against,
    ] + Options.pairing + [Options.selfTest],
    conflicts: [
      Conflict(
        Options.against, excludes: [Options.baseline, Options.countersOnly],
        because: "it measures both sides itself"),
      Conflict(
        Options.selfTest,
        excludes: [
          Options.baseline, Options.thresholdFile, Options.countersOnly, Options.against,
          Options.strategies, Options.modes,
          Options.pairedScenarios, Options.pairedBudget, Options.headHandicap, Options.gate,
          Options.relative, Options.absolute, Options.gateConfidence, Options.allowNew,
          Options.strict, Options.reportFormat, Options.reportOutput,
        ],
        because: "it compares this program with itself, always in the same way"),
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
      .unresolved("with --strict: some times decide nothing"),
      .incomparable("machine, compiler, settings or rows differ, or a revision is too old"),
      .differentCells("cells are missing, new or answer differently, or a run is not complete"),
      .usage, .badInput, .missingInput, .internalError, .cannotCreate, .inputOutput,
      .interrupted,
    ],
    isQuick: true
  ) { tool, arguments, _ in
    try CompareVerb(tool: tool, arguments: arguments).perform()
  }
}

/// The options that `compare` alone has.
extension Options {
  /// What is compared with.
  package static let base = Option(
    operand: "base", optional: .run, "What to compare with",
    discussion: runDiscussion)

  /// What is compared.
  package static let head = Option(operand: "head", optional: .run, "What to compare")

  /// A run that was kept.
  package static let baseline = Option(
    "baseline", .baseline, "Compare with the run that 'run --save' kept under this name",
    discussion: "Then BASE is left out, and HEAD is results/latest unless it is named.")

  /// Thresholds of some cells.
  package static let thresholdFile = Option(
    "thresholds", .file, "File with relative changes for some strategies and scenarios",
    discussion: """
      A line each, such as 'fenwick/recalc* = 3%' or '*/open = 10%'; the last that fits a cell counts, \
      in place of the gate's.
      """)

  /// A threshold of the user's own.
  package static let relative = Option(
    "relative", .percentage(thousandths: 0...1_000_000, such: 5000),
    "Relative change that a time must exceed",
    discussion: "In place of the gate's, as the next two are.")

  /// A threshold of the user's own.
  package static let absolute = Option(
    "absolute", .nanoseconds,
    "Change of a time per operation that it must exceed as well")

  /// How sure all verdicts together are.
  package static let gateConfidence = Option(
    "confidence", .percentage(thousandths: 50_000...99_999, such: 99_000),
    "Confidence of all verdicts together")

  /// Work, not times.
  package static let countersOnly = Option(
    flag: "counters-only", "Compare work and memory, which are exact, and no times",
    discussion: "The two runs may come from different machines and compilers.")

  /// New cells are fine.
  package static let allowNew = Option(
    flag: "allow-new", "Accept cells that only HEAD has")

  /// Doubt is a failure.
  package static let strict = Option(
    flag: "strict", "Fail when some times decide nothing")

  /// The form of a report.
  package static let reportFormat = Option(
    "format", .choice(ReportFormat.allCases.map { ($0.rawValue, $0) }),
    default: "terminal", "Form of the report",
    discussion: """
      markdown is also added to the file that GITHUB_STEP_SUMMARY names, if it is set. json and \
      csv have every cell.
      """)

  /// Where a report goes.
  package static let reportOutput = Option(
    "output", letter: "o", .table, default: "-", "File for the report",
    discussion: "'-' prints to the standard output.")

  private static let runDiscussion = """
    A run's folder, its summary.csv (counters and medians, no verdicts of times) or samples.csv \
    (times only), or a text file with the path of a run's folder in its only line.
    """
}

/// `bench compare`: whether one run is slower than another, or does more work.
struct CompareVerb {
  let tool: Tool
  let arguments: Arguments
  /// The file of the job's summary, to which Markdown is added; nil where there is none.
  var summaryPath = ReportOutput.jobSummary

  func perform() throws -> ExitCode {
    let exceptions = try arguments[Options.thresholdFile].map {
      path throws(RunFault) in try ThresholdFile.exceptions(at: path)
    }
    let isPaired = arguments[Options.selfTest] || arguments[Options.against] != nil
    if isPaired, let run = arguments[Options.base] {
      throw RunFault(
        .usage, "'\(run)' cannot be used with --against or --self-test: both measure themselves")
    }
    if arguments[Options.selfTest] {
      return try SelfTestVerb(tool: tool, arguments: arguments).perform()
    }
    if let name = arguments[Options.against] {
      let gate =
        arguments.isGiven(Options.gate) ? arguments[Options.gate] : Thresholds.Preset.paired
      return try AgainstVerb(
        tool: tool, arguments: arguments, name: name,
        thresholds: try thresholds(of: gate, exceptions), summaryPath: summaryPath
      ).perform()
    }
    if let option = Options.pairing.first(where: { arguments.isGiven($0) }) {
      throw RunFault(
        .usage, "\(option.spelling) needs --against: it has no effect on recorded runs")
    }
    let (base, head) = try runs()
    let thresholds = try thresholds(of: arguments[Options.gate], exceptions)
    let countersOnly = arguments[Options.countersOnly]
    let before = try RunInput.open(base)
    let now = try RunInput.open(head)
    var comparison = try RunComparison(
      before, now, thresholds: thresholds, countersOnly: countersOnly,
      allowsNew: arguments[Options.allowNew])
    if FileSystem.real(before.name) == FileSystem.real(now.name) {
      comparison.notes.append("BASE and HEAD are the same run: nothing can differ.")
    }
    let report = ComparisonReport(comparison, isStrict: arguments[Options.strict])
    try ReportOutput(arguments: arguments, summaryPath: summaryPath).write(report)
    return report.exitCode
  }

  /// The two runs, as the user names them.
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

  /// The gate's thresholds, with the user's own in place of some.
  private func thresholds(
    of preset: Thresholds.Preset, _ exceptions: [Thresholds.Exception]?
  ) throws(RunFault) -> Thresholds {
    let gate = Thresholds(preset)
    let own = Thresholds(
      relative: arguments[Options.relative]?.fraction ?? gate.relative,
      absoluteNs: arguments[Options.absolute] ?? gate.absoluteNs,
      confidence: arguments[Options.gateConfidence]?.fraction ?? gate.confidence)
    // The options' ranges are narrower than those of thresholds.
    guard var own else { throw RunFault(.usage, "these thresholds are impossible") }
    own.exceptions = exceptions ?? []
    return own
  }
}

/// The forms of a report.
package enum ReportFormat: String, CaseIterable, Sendable {
  /// For people at a terminal.
  case terminal
  /// For a comment or the summary of a job.
  case markdown
  /// For scripts.
  case json
  /// For plots.
  case csv
}

extension ValueParser where Value == String {
  /// A run, in one of the forms that `RunInput` reads; nothing is opened here.
  package static var run: ValueParser {
    ValueParser(
      placeholder: "RUN", expectation: "the path of a run's folder or file", completion: .files,
      convert: { $0.isEmpty ? nil : $0 })
  }
}

extension ValueParser where Value == Double {
  /// A short time in nanoseconds: `0.5ns`, `5ns`, `1us`.
  package static var nanoseconds: ValueParser {
    ValueParser(
      placeholder: "TIME", expectation: "a time from 0ns to 1s, such as 0.5ns, 20ns or 1us",
      convert: { text in
        // In this order, because `s` ends all of them.
        let measure = text.measure(["ns": 1, "us": 1e3, "µs": 1e3, "ms": 1e6, "s": 1e9])
        return measure.map { ($0.number * $0.unit * 1000).rounded() / 1000 }
          .flatMap { $0 <= 1e9 ? $0 : nil }
      })
  }
}

/// A user's file of thresholds, one a line, of which the last that fits a cell counts:
///
///     # strategy/scenario = the relative change that a time must exceed
///     */open = 10%
///     fenwick/recalc* = 3%
enum ThresholdFile {
  /// The most bytes of a file.
  private static let longest = 1 << 20

  /// Reads the file at `path`.
  ///
  /// - Throws: `missingInput`; `badData` with file, line, value and expectation.
  static func exceptions(at path: String) throws(RunFault) -> [Thresholds.Exception] {
    let bytes = try FileSystem.bytes(at: path, atMost: longest)
    var exceptions: [Thresholds.Exception] = []
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for (index, bytes) in lines.enumerated() {
      let text = String(decoding: bytes, as: UTF8.self).trimmingCharacters(in: .whitespaces)
      if text.isEmpty || text.hasPrefix("#") { continue }
      guard let exception = exception(text) else {
        throw .badData(
          file: path, line: index + 1,
          "found \(text.quoted), expected STRATEGY/SCENARIO = PERCENT, such as "
            + "fenwick/recalc* = 3%, from 0% to 1000%")
      }
      exceptions.append(exception)
    }
    return exceptions
  }

  private static func exception(_ text: String) -> Thresholds.Exception? {
    // A strategy's parameters have signs of equality too: the last one counts.
    guard let sign = text.lastIndex(of: "=") else { return nil }
    let names = text[..<sign].trimmingCharacters(in: .whitespaces).split(
      separator: "/", omittingEmptySubsequences: false)
    let value = text[text.index(after: sign)...].trimmingCharacters(in: .whitespaces)
    guard names.count == 2, names.allSatisfy({ !$0.isEmpty && !$0.contains(" ") }),
      let share = Percentage(value), share.thousandths <= 1_000_000
    else { return nil }
    return Thresholds.Exception(
      strategy: String(names[0]), scenario: String(names[1]), relative: share.fraction)
  }
}
