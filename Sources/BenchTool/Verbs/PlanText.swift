import Foundation
import Reporting
import Running
import Text

/// What `--dry-run` prints: the cells of a plan, by workload and scenario.
struct PlanText {
  let text: String

  init(_ runner: Runner, _ request: RunRequest) {
    let plan = runner.plan
    var lines = [
      Self.summary(of: plan),
      "about \(Int(max(request.budget, plan.leastSeconds).rounded(.up))) s for a budget of \(request.budget) s, "
        + "\((runner.memoryNeed.bytes + (1 << 20) - 1) >> 20) MiB of lists at once",
      "",
    ]
    for group in plan.groups {
      let strategies = group.measured.map { entry in
        request.modes.count > 1
          ? "\(entry.contender.card.id) (\(entry.mode.rawValue))" : entry.contender.card.id
      }
      lines.append(
        "\(group.heights.name), \(group.rows) rows, \(group.caches.rawValue), \(group.scenario.id): "
          + strategies.joined(separator: ", "))
    }
    text = lines.map(\.printable).joined(separator: "\n") + "\n"
  }

  /// How much there is to do, in a line.
  static func summary(of plan: Plan) -> String {
    let groups = plan.groups.count == 1 ? "1 group" : "\(plan.groups.count) groups"
    return
      "\(plan.cells) cells in \(groups), each timed \(Schedule.fewestRepetitions) times or more"
  }
}
