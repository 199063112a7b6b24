import BenchBasics
import BenchReplaying
import BenchWorkloads
import ListLayout

/// The parameters of a run, stored in `run.json` and passed to worker processes. Names are spelled as on
/// the command line.
package struct RunRequest: Codable, Equatable, Sendable {
  package var strategies: [String]
  package var mode: ModeChoice
  package var scenarios: [String]
  package var heights: [String]
  package var rows: [Int]
  /// Whether `rows` applies only to generated lists.
  package var usesOwnCounts = false
  /// Whether each strategy is measured on only one list, the first one in `heights` that it can lay out.
  package var usesFurtherHeightsOnlyForOthers = false
  package var width = 390.0
  package var viewport = 844.0
  package var motion = ["flings"]
  package var seed: UInt64
  package var budgetSeconds: Double
  package var costs = FrameCosts()
  /// The part of the plan that a `count` process should handle, from 0 to `Plan.parts - 1`, or nil for the
  /// whole plan.
  package var part: Int?

  package var gestures: [ScrollGesture]?
  package var scriptScale = ScriptScale.once
  package var keepsAllTimes = false

  package init(
    strategies: [String], mode: ModeChoice, scenarios: [String], heights: [String], rows: [Int],
    seed: UInt64, budgetSeconds: Double
  ) {
    (self.strategies, self.mode, self.scenarios) = (strategies, mode, scenarios)
    (self.heights, self.rows, self.seed) = (heights, rows, seed)
    self.budgetSeconds = budgetSeconds
  }

  enum CodingKeys: String, CodingKey {
    case strategies, mode, scenarios, heights, rows, width, viewport, motion, seed, costs, part
    case usesOwnCounts = "own_counts"
    case usesFurtherHeightsOnlyForOthers = "further_heights_only_for_others"
    case budgetSeconds = "budget_seconds"
  }

  package var screen: Screen {
    Screen(
      width: LayoutUnit(points: width) ?? .zero, viewport: LayoutUnit(points: viewport) ?? .zero)
  }

  package var impossibility: String? {
    if let count = rows.first(where: { !(0...Population.maximumRows).contains($0) }) {
      return "rows: found \(count), expected 0 to \(Population.maximumRows)"
    }
    let limits = [
      ("width", width, 1e6), ("viewport", viewport, 1e6), ("budget_seconds", budgetSeconds, 3.6e6),
    ]
    for (key, value, limit) in limits where !(value >= 0 && value <= limit) {
      return "\(key): found \(value), expected 0 to \(limit)"
    }
    return costs.isValid ? nil : "costs: found \(costs), which 'run' would reject"
  }
}

package enum ModeChoice: String, CaseIterable, Codable, Sendable {
  /// Measures the corrected code of every strategy and, for techniques from blog posts, also the published
  /// code.
  case usual
  case corrected, published, both

  func modes(of descriptor: StrategyDescriptor) -> [StrategyMode] {
    let chosen: [StrategyMode] =
      switch self {
      case .usual: descriptor.group == .posts ? [.corrected, .published] : [.corrected]
      case .corrected: [.corrected]
      case .published: [.published]
      case .both: [.corrected, .published]
      }
    return chosen.filter(descriptor.modes.contains)
  }
}
