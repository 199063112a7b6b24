import Claims
import Foundation
import HostSystem
import Recording
import Reporting
import Running

/// `bench claims`: what posts say, put to the test.
struct ClaimsVerb {
  let tool: Tool
  let arguments: Arguments
  let words: [String]

  func perform() throws -> ExitCode {
    try arguments[Options.document].refuseIfNowhere()
    let named = arguments[Options.claims]
    let report = try measured(Claim.all.filter { named?.contains($0.id) ?? true })
    guard report.isComplete else {
      // A file that holds a whole report is not replaced by a part of one.
      try Terminal.print(text(of: report))
      return .interrupted
    }
    try arguments[Options.document].write(Array(try text(of: report).utf8))
    return .success
  }

  private func measured(_ claims: [Claim]) throws -> ClaimsReport {
    let budget = arguments[Options.budget] / .seconds(1)
    Interruption.listen()
    let observer = RunObserver(
      terminal: .current, isQuiet: arguments[Options.quiet], budget: budget)
    let laboratory = Laboratory(
      tool.strategies, claims: claims, budget: budget, seed: arguments[Options.seed],
      isInterrupted: { Interruption.isAsked }, report: observer.see)
    let (started, machine, before) = (Timestamp.now(), MachineFacts.gather(), MachineState.gather())
    let lock = RunLock()
    var entries: [ClaimEntry] = []
    for claim in claims where !Interruption.isAsked {
      entries.append(try claim.assessed(in: laboratory))
    }
    observer.end()
    var report = ClaimsReport(
      command: ["bench"] + words, started: started, machine: machine, revision: .current(),
      claims: entries,
      unmeasured: Claim.unmeasured.map {
        .init(post: $0.post.rawValue, sentence: $0.sentence, reason: $0.reason)
      })
    let after = MachineState.gather()
    let seconds = Double(Timestamp.now().seconds - started.seconds)
    var conditions = RunConditions(
      machine: machine, before: before, after: after, seconds: seconds)
    conditions.disturbance.otherCores = MachineState.otherCores(
      from: before, to: after, seconds: seconds)
    conditions.hadCompany = lock.hasCompany()
    if claims.contains(where: { $0.timing != nil }) { report.warnings = conditions.warnings }
    report.isComplete = !Interruption.isAsked
    return report
  }

  private func text(of report: ClaimsReport) throws -> String {
    let terminal = Terminal.current
    return switch arguments[Options.documentFormat] {
    case .terminal:
      report.text(width: terminal.width, style: Style(useColour: terminal.usesColour))
    case .markdown: report.markdown
    case .json: try report.json()
    }
  }
}
