import ListLayout
import Recording
import Running
import Workloads

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
      heights: try arguments[Options.heights].map { try HeightsSpec($0) },
      rows: arguments[Options.pairedRows], usesOwnCounts: !arguments.isGiven(Options.pairedRows),
      screen: Screen(width: arguments[Options.width], viewport: arguments[Options.viewport]),
      motion: try MotionSpec.all(named: arguments[Options.motion]),
      seed: arguments[Options.seed], budget: arguments[Options.pairedBudget] / .seconds(1))
    usesFurtherHeightsOnlyForOthers = !arguments.isGiven(Options.heights)
  }
}
