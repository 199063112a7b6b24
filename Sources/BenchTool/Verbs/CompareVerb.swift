import Comparing
import Recording
import Replaying
import Reporting

/// `bench compare`: whether one run is slower than another, or works more.
struct CompareVerb {
  let arguments: Arguments
  /// The file of the job's summary, to which Markdown is added; nil where there is none.
  var summaryPath = ReportOutput.jobSummary

  func perform() throws -> ExitCode {
    guard let base = arguments[Options.base], let head = arguments[Options.head] else {
      throw RunFault(
        .usage, "'bench compare' needs BASE and HEAD: two runs' folders, or files of them")
    }
    let thresholds = try thresholds
    let countersOnly = arguments[Options.countersOnly]
    let comparison = try RunComparison(
      RunInput.open(base, needsSamples: !countersOnly),
      RunInput.open(head, needsSamples: !countersOnly),
      .init(
        thresholds: thresholds, countersOnly: countersOnly,
        allowsNew: arguments[Options.allowNew], twinSuffix: Contender.twinSuffix))
    let report = ComparisonReport(comparison, isStrict: arguments[Options.strict])
    try ReportOutput(arguments: arguments, summaryPath: summaryPath).write(report)
    return report.exitCode
  }

  /// The gate's thresholds, with the user's own in place of some.
  private var thresholds: Thresholds {
    get throws(RunFault) {
      let gate = Thresholds(arguments[Options.gate])
      let own = Thresholds(
        relative: arguments[Options.relative]?.fraction ?? gate.relative,
        absoluteNs: arguments[Options.absolute] ?? gate.absoluteNs,
        confidence: arguments[Options.gateConfidence]?.fraction ?? gate.confidence)
      // The options' ranges are narrower than those of thresholds.
      guard let own else { throw RunFault(.usage, "these thresholds are impossible") }
      return own
    }
  }
}
