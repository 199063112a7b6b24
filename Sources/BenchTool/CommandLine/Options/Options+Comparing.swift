import Comparing

/// The options that say what counts as a change, and how it is reported.
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

  /// Named thresholds.
  package static let gate = Option(
    "gate", .choice(Thresholds.Preset.allCases.map { ($0.rawValue, $0) }),
    default: "standard", "What a change must exceed to count",
    discussion: """
      paired: 1% and 0.2ns with 95% confidence, the default with --against. strict: 2% and 0.5ns \
      with 95%, for a quiet machine. standard: 5% and 1ns with 99%. relaxed: 20% and 5ns with \
      99.9%, for a machine that others use too.
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

  private static let runDiscussion = """
    A run's folder, its summary.csv (counters and medians, no verdicts of times) or samples.csv \
    (times only), or a text file with the path of a run's folder in its only line.
    """
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
        let units: [(suffix: String, picoseconds: UInt64)] = [
          ("ns", 1000), ("us", 1_000_000), ("µs", 1_000_000), ("ms", 1_000_000_000),
          ("s", 1_000_000_000_000),
        ]
        guard let unit = units.first(where: { text.hasSuffix($0.suffix) }),
          let number = DecimalNumber(text.dropLast(unit.suffix.count)),
          let picoseconds = number.rounded(times: unit.picoseconds),
          picoseconds <= 1_000_000_000_000
        else { return nil }
        return Double(picoseconds) / 1000
      })
  }
}
