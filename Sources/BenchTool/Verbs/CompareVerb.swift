import Comparing
import Recording
import Replaying
import Reporting

/// `bench compare`: whether one run is slower than another, or works more.
struct CompareVerb {
  let tool: Tool
  let arguments: Arguments
  /// The file of the job's summary, to which Markdown is added; nil where there is none.
  var summaryPath = ReportOutput.jobSummary

  func perform() throws -> ExitCode {
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
        tool: tool, arguments: arguments, name: name, thresholds: try thresholds(of: gate),
        summaryPath: summaryPath
      ).perform()
    }
    if let option = Options.pairing.first(where: { arguments.isGiven($0) }) {
      throw RunFault(
        .usage, "\(option.spelling) goes with --against: runs on disk are what they are")
    }
    guard let base = arguments[Options.base], let head = arguments[Options.head] else {
      throw RunFault(
        .usage, "'bench compare' needs BASE and HEAD: two runs' folders, or files of them")
    }
    let thresholds = try thresholds(of: arguments[Options.gate])
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
  private func thresholds(of preset: Thresholds.Preset) throws(RunFault) -> Thresholds {
    let gate = Thresholds(preset)
    let own = Thresholds(
      relative: arguments[Options.relative]?.fraction ?? gate.relative,
      absoluteNs: arguments[Options.absolute] ?? gate.absoluteNs,
      confidence: arguments[Options.gateConfidence]?.fraction ?? gate.confidence)
    // The options' ranges are narrower than those of thresholds.
    guard let own else { throw RunFault(.usage, "these thresholds are impossible") }
    return own
  }
}
