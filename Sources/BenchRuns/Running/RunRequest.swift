import BenchBasics
import BenchReplaying
import BenchWorkloads
import ListLayout

/// What a run measures. `run.json` contains the request, and a process that does a part of the run receives it as
/// JSON. Names are written as on the command line.
package struct RunRequest: Codable, Equatable, Sendable {
  /// The IDs of the strategies, in the order of the registry.
  package var strategies: [String]
  package var mode: ModeChoice
  package var scenarios: [String]
  package var heights: [String]
  package var rows: [Int]
  /// Whether each of the user's files has its own number of rows, so that `rows` applies only to generated rows.
  package var usesOwnCounts = false
  /// Whether the second and later kinds of heights are used only for strategies that cannot be measured on an
  /// earlier kind.
  package var usesFurtherHeightsOnlyForOthers = false
  /// The size of the screen, in points.
  package var width = 390.0
  package var viewport = 844.0
  /// The recorded motions that the scenarios `scroll` and `endless` play, in this order.
  package var motion = ["flings"]
  package var seed: UInt64
  /// The budget of the run, in seconds.
  package var budgetSeconds: Double
  /// The assumed costs of heights and views, and the refresh rate, at which motion is sampled, too.
  package var costs = FrameCosts()
  /// The part of the plan that one process of `count` counts, below `Plan.parts`; nil for the whole plan.
  package var part: Int?

  /// The gestures that replace `motion`.
  package var gestures: [ScrollGesture]?
  package var scriptScale = ScriptScale.once
  /// Whether no time is left out, even if the run exceeds its budget.
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

  /// A message about the first value that the command line would reject; nil if there is none.
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

/// The versions of the strategies' code that a run measures.
package enum ModeChoice: String, CaseIterable, Codable, Sendable {
  /// The corrected code of all strategies, and also the published code of blog posts.
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

  package init(_ mode: StrategyMode) { self = mode == .corrected ? .corrected : .published }
}
