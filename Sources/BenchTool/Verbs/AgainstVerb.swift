import Comparing
import Foundation
import HostSystem
import ListLayout
import Recording
import Reporting
import Running
import Workloads

/// The options of a comparison of two revisions.
extension Options {
  /// The other revision.
  package static let against = Option(
    "against",
    ValueParser<String>(
      placeholder: "REV", expectation: "a branch, tag or commit", completion: .nothing,
      convert: { $0.isEmpty ? nil : $0 }
    ), "Compare this tree with another revision of it",
    discussion: """
      Builds both in release, the other one from a worktree in a temporary folder, and lets pairs \
      of their processes take turns on one core until the times decide. Exact counts are compared \
      too.
      """)

  /// Whether the comparison can be trusted here.
  package static let selfTest = Option(
    flag: "self-test", "See whether a known slow-down is found on this machine",
    discussion: """
      Compares this program with itself, with one strategy made 5 % slower, and once more with 20 % \
      where the machine is too busy to tell: it must be called slower, and no other one different.
      """)

  /// A slow-down made on purpose.
  package static let headHandicap = Option(
    "head-handicap",
    ValueParser<PairedRequest.Handicap>(
      placeholder: "ID=PCT", expectation: "a strategy and a percentage, such as fenwick=5%",
      convert: { text in
        guard let sign = text.lastIndex(of: "="), sign > text.startIndex,
          let share = Percentage(String(text[text.index(after: sign)...])),
          (10...1_000_000).contains(share.thousandths)
        else { return nil }
        return PairedRequest.Handicap(strategy: String(text[..<sign]), share: share.fraction)
      }
    ), "Make one strategy of this tree slower by so much",
    discussion: "It shows whether the comparison can tell such a difference.")

  /// The options that go with `against` alone.
  package static let pairing: [any CommandOption] = [
    strategies, modes, pairedScenarios, heights, pairedRows, motion, viewport, width, pairedBudget,
    seed, headHandicap, quiet,
  ]

  /// The questions that revisions are compared by.
  package static let pairedScenarios = Option(
    "scenario", letter: "c", .scenarios, "Which questions to ask",
    discussion: "Without it, \(usualScenarios.listed("and")): what techniques differ in.")

  /// The questions that are asked when none is named.
  package static let usualScenarios = ["scroll", "recalc", "hit-test", "edit"]

  /// The lengths of the lists that they are compared on.
  package static let pairedRows = rows.defaulting(to: "100k")
  /// The time that a comparison may take, after the builds.
  package static let pairedBudget = budget.defaulting(to: "100s")
}

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

extension RunRequest {
  /// The cells that a comparison of two revisions is asked for.
  ///
  /// - Parameters:
  ///   - strategies: their ids; nil for those on the command line.
  ///   - scenarios: their ids; nil for those on the command line.
  init(
    pairing arguments: Arguments, tool: Tool, strategies: [String]? = nil,
    scenarios: [String]? = nil
  ) throws {
    let scenarios =
      scenarios ?? arguments[Options.pairedScenarios] ?? Options.usualScenarios
    self.init(
      contenders: tool.strategies(named: strategies ?? arguments[Options.strategies]),
      modes: arguments[Options.modes],
      scenarios: Scenario.all.filter { scenarios.contains($0.id) },
      heights: try arguments[Options.heights].map { try HeightsSpec($0) }.withoutRepetitions(),
      rows: arguments[Options.pairedRows], usesOwnCounts: !arguments.isGiven(Options.pairedRows),
      screen: Screen(width: arguments[Options.width], viewport: arguments[Options.viewport]),
      motion: try MotionSpec.all(named: arguments[Options.motion]),
      seed: arguments[Options.seed], budget: arguments[Options.pairedBudget] / .seconds(1))
    usesFurtherHeightsOnlyForOthers = !arguments.isGiven(Options.heights)
  }
}

/// Shows on standard error how far a paired run is.
struct PairedObserver {
  let isQuiet: Bool

  init(_ arguments: Arguments) { isQuiet = arguments[Options.quiet] }

  func note(_ line: String) {
    if !isQuiet { Terminal.say(line) }
  }

  func see(_ event: PairedEvent) {
    switch event {
    case .surveyed(let cells, let strays, let isPinned):
      note(
        "\(cells) cells to time" + (strays > 0 ? ", \(strays) that one side lacks" : "")
          + (isPinned ? "" : "; the processes cannot be kept on one core here"))
    case .looked(let decided, let cells, let pairs, let isConfirming):
      let what = isConfirming ? "differences confirmed or not" : "cells decided"
      note("\(decided) of \(cells) \(what) after \(pairs) pairs of processes")
    }
  }
}
