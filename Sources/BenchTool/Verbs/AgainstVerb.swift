import Comparing
import Foundation
import HostSystem
import ListLayout
import Recording
import Reporting
import Running
import Workloads

/// `bench compare --against`: this tree and another revision of it, process against process.
struct AgainstVerb {
  let tool: Tool
  let arguments: Arguments
  /// The name of the revision, as the user gave it.
  let name: String
  let thresholds: Thresholds
  let summaryPath: String?

  func perform() throws -> ExitCode {
    Interruption.listen()
    let place = try ProgramPlace.current()
    let repository = try GitRepository(package: place.package)
    let commit = try repository.commit(name)
    let request = try request()
    let observer = PairedObserver(arguments)
    let outcome = try TemporaryFolder.with { folder in
      let build = RevisionBuild(
        repository: repository, product: place.product, folder: folder, note: observer.note)
      let base = try build.base(commit)
      try Self.greet(base)
      let programs = Sides(base: base, head: try build.head())
      return try PairedRun(programs, request, observer).run()
    }
    let report = ComparisonReport(
      comparison(outcome, commit, Revision.current(in: place.package), request),
      isStrict: arguments[Options.strict])
    try ReportOutput(arguments: arguments, summaryPath: summaryPath).write(report)
    return report.exitCode
  }

  /// An old revision is refused before the other one is built.
  private static func greet(_ base: String) throws {
    let host = try ProcessHost(base, name: Side.base.name) { Interruption.isAsked }
    defer { host.end() }
    _ = try host.hello(as: .base)
  }

  private func comparison(
    _ outcome: PairedOutcome, _ commit: String, _ current: Revision, _ request: PairedRequest
  ) -> RunComparison {
    var base = ComparedRun(name: name, revision: commit)
    var head = ComparedRun(
      name: "the working tree" + (current.isDirty == true ? ", with changes" : ""),
      revision: current.commit)
    (base.facts, head.facts) = (outcome.facts.base, outcome.facts.head)
    return RunComparison(outcome, base: base, head: head, request: request)
  }

  private func request() throws -> PairedRequest {
    let cells = try ServedCell.all(
      of: RunRequest(pairing: arguments, tool: tool))
    guard !cells.isEmpty else {
      throw RunFault(.usage, "no strategy named can do any of the scenarios on these rows")
    }
    var request = PairedRequest(
      cells: cells, thresholds: thresholds,
      budget: arguments[Options.pairedBudget] / .seconds(1), seed: arguments[Options.seed])
    request.isWholeRoster = !arguments.isGiven(Options.strategies)
    request.handicap = arguments[Options.headHandicap]
    if let slow = request.handicap?.strategy, !cells.contains(where: { $0.strategy == slow }) {
      throw RunFault(.usage, "--head-handicap: \(slow) has no cell in this comparison")
    }
    return request
  }
}

extension PairedRun {
  /// A run of two programs' processes that Ctrl-C ends.
  convenience init(
    _ programs: Sides<String>, _ request: PairedRequest, _ observer: PairedObserver
  ) {
    self.init(
      request,
      start: {
        try ProcessHost(programs[$0], name: $0.name, isInterrupted: { Interruption.isAsked })
      }, isInterrupted: { Interruption.isAsked }, report: observer.see)
  }
}
