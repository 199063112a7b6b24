import Foundation
import ListLayout
import Measuring
import Recording
import Replaying
import Running
import Workloads

/// `bench run`: plans, measures, keeps and shows.
struct RunVerb {
  let tool: Tool
  let arguments: Arguments
  let words: [String]

  func perform() throws -> ExitCode {
    let request = try RunRequest(arguments, tool: tool)
    Interruption.listen()
    let observer = RunObserver(
      terminal: .current, isQuiet: arguments[Options.quiet], budget: request.budget)
    let runner = try Runner(
      request, isInterrupted: { Interruption.isAsked }, report: observer.see)
    try refuseIfTooLarge(runner.plan)
    let summary = try runner.run()
    for row in summary where row.time.medianNs != nil {
      Terminal.print(
        "\(row.cell.group.heights) \(row.cell.group.rows) \(row.cell.group.scenario) \(row.cell.strategy) \(row.rounds)x\(row.operations) \(row.time.medianNs ?? 0) ratio \(row.ratio.toFastest ?? 0) [\(row.ratio.low ?? 0) \(row.ratio.high ?? 0)] alloc \(row.work.allocations ?? -1) b/row \(row.bytesPerRow ?? -1) asked \(row.work.heightsAsked ?? 0)\n")
    }
    return .success
  }

  /// Refuses a run whose lists would not fit in the memory that is there.
  private func refuseIfTooLarge(_ plan: Plan) throws(RunFault) {
    let needed = plan.peakBytes
    let there = Int(clamping: MachineFacts.gather().memoryBytes)
    guard there > 0, needed > there / 10 * 9 else { return }
    let gibibyte = Double(1 << 30)
    throw RunFault(
      .usage,
      String(
        format: "--rows: the largest lists need about %.1f GiB at once, this machine has %.1f; "
          + "name fewer rows or fewer strategies", Double(needed) / gibibyte,
        Double(there) / gibibyte))
  }
}

extension RunRequest {
  /// What the command line asks for.
  init(_ arguments: Arguments, tool: Tool) throws {
    self.init(
      contenders: tool.strategies(named: arguments[Options.strategies]),
      modes: arguments[Options.modes],
      scenarios: Scenario.all.filter { arguments[Options.scenarios].contains($0.id) },
      heights: try arguments[Options.heights].map { try HeightsSpec($0) },
      rows: arguments[Options.rows],
      usesOwnCounts: !arguments.isGiven(Options.rows),
      screen: Screen(
        width: arguments[Options.width], viewport: arguments[Options.viewport]),
      motion: try arguments[Options.motion].map { try MotionSpec($0) },
      seed: arguments[Options.seed],
      budget: arguments[Options.budget] / .seconds(1),
      confidence: arguments[Options.confidence].fraction,
      margin: arguments[Options.margin].fraction)
    shard = arguments[Options.shard].map { ($0.index, $0.count) }
  }
}
