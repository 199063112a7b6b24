import Comparing
import ListLayout
import Recording
import Replaying
import Workloads

/// What two programs are asked to measure against each other.
package struct PairedRequest: Sendable {
  /// The cells, in the order of the tables.
  package var cells: [ServedCell]
  /// What a change must exceed to count.
  package var thresholds: Thresholds
  /// The seconds to spend, confirmation included; the survey comes on top.
  package var budget: Double
  /// The seed of every random choice.
  package var seed: UInt64
  /// A strategy that HEAD runs slower by a share, to see whether that is found.
  package var handicap: Handicap?

  /// Whether the cells are of all strategies that there are, so that one that is gone is missed.
  package var isWholeRoster = false

  /// A slow-down made on purpose.
  package struct Handicap: Hashable, Sendable {
    /// The strategy's id.
    package var strategy: String
    /// The share: 0.05 is 5 %.
    package var share: Double

    /// The strategy made slower by a share.
    package init(strategy: String, share: Double) {
      self.strategy = strategy
      self.share = share
    }
  }

  /// A request; every property says what it means.
  package init(cells: [ServedCell], thresholds: Thresholds, budget: Double, seed: UInt64) {
    self.cells = cells
    self.thresholds = thresholds
    self.budget = budget
    self.seed = seed
  }

  /// A cell as one of the sides is asked for it.
  func cell(_ number: Int, on side: Side) -> ServedCell {
    var cell = cells[number]
    if side == .head, let handicap, handicap.strategy == cell.strategy {
      cell.slowedBy = handicap.share
    }
    return cell
  }
}

extension ServedCell {
  /// What files and tables call it.
  package var key: CellKey {
    CellKey(
      group: CellGroup(scenario: scenario, heights: heights, rows: rows), strategy: strategy,
      mode: mode)
  }

  /// The cells that a plan measures, without floor and controls.
  ///
  package static func all(of request: RunRequest) throws -> [ServedCell] {
    let plan = try Plan(
      request, workloads: WorkloadCache(seed: request.seed, screen: request.screen))
    return plan.groups.flatMap { group in
      group.subjects.map { group.entries[$0] }.compactMap { entry -> ServedCell? in
        let card = entry.contender.card
        guard entry.objection == nil, !card.isFloor else { return nil }
        return ServedCell(
          strategy: card.id, mode: entry.mode.rawValue, scenario: group.scenario.id,
          heights: group.heights.name, rows: group.rows, motion: request.motion.map(\.name),
          viewport: request.screen.viewport.points, width: request.screen.width.points,
          seed: request.seed)
      }
    }
  }
}
