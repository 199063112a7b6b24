import Claims
import Foundation
import Recording
import Reporting
import Running

/// `bench claims`: what posts say, put to the test.
struct ClaimsVerb {
  let tool: Tool
  let arguments: Arguments
  let words: [String]

  func perform() throws -> ExitCode {
    try refuseIfNowhere()
    let named = arguments[Options.claims]
    let claims = Claim.all.filter { named?.contains($0.id) ?? true }
    let budget = arguments[Options.budget] / .seconds(1)
    Interruption.listen()
    let terminal = Terminal.current
    let observer = RunObserver(
      terminal: terminal, isQuiet: arguments[Options.quiet], budget: budget)
    let laboratory = Laboratory(
      tool.strategies, claims: claims, budget: budget, seed: arguments[Options.seed],
      isInterrupted: { Interruption.isAsked }, report: observer.see)
    let started = Timestamp.now()
    let machine = MachineFacts.gather()
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
    guard !Interruption.isAsked else {
      // A file that holds a whole report is not replaced by a part of one.
      report.isComplete = false
      Terminal.print(try text(of: report, for: terminal))
      return .interrupted
    }
    try write(try text(of: report, for: terminal))
    return .success
  }

  /// Refuses a file that could not be written, before anything is measured.
  private func refuseIfNowhere() throws(RunFault) {
    guard case .file(let path) = arguments[Options.document] else { return }
    let folder = FileSystem.folder(of: path)
    guard FileSystem.holdsFolder(folder) else {
      throw RunFault(.cannotCreate, "--output \(path): there is no folder \(folder)")
    }
    guard !FileSystem.holdsFolder(path) else {
      throw RunFault(.cannotCreate, "--output \(path): that is a folder")
    }
  }

  private func text(of report: ClaimsReport, for terminal: Terminal) throws -> String {
    switch arguments[Options.claimsFormat] {
    case .terminal:
      report.text(width: terminal.width, style: Style(useColour: terminal.usesColour))
    case .markdown: report.markdown
    case .json: try report.json()
    }
  }

  private func write(_ text: String) throws(RunFault) {
    switch arguments[Options.document] {
    case .standardOutput: Terminal.print(text)
    case .file(let path): try FileSystem.replaceFile(at: path, with: Array(text.utf8))
    }
  }
}
