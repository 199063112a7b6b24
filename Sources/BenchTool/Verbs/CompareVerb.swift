import Comparing
import HostSystem
import Recording
import Replaying
import Reporting
import Text

/// `bench compare`: whether one run is slower than another, or works more.
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
        .usage, "\(option.spelling) goes with --against: runs on disk are what they are")
    }
    let (base, head) = try runs()
    let thresholds = try thresholds(of: arguments[Options.gate], exceptions)
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

  /// The two runs, as the user names them.
  private func runs() throws(RunFault) -> (base: String, head: String) {
    guard let name = arguments[Options.baseline] else {
      guard let base = arguments[Options.base], let head = arguments[Options.head] else {
        throw RunFault(
          .usage, "'bench compare' needs BASE and HEAD: two runs' folders, or files of them")
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
