import Foundation
import Running

/// What `--dry-run` prints: the cells of a plan, by workload and scenario.
struct PlanText {
  let text: String

  init(_ plan: Plan, _ pace: Pace, _ request: RunRequest) {
    var lines = [
      Self.summary(of: plan, pace),
      "about \(Int(pace.seconds.rounded(.up))) s for a budget of \(request.budget) s, "
        + "\((request.peakBytes + (1 << 20) - 1) >> 20) MiB of lists at once",
      "",
    ]
    for group in plan.groups {
      let strategies = group.measured.map { entry in
        request.modes.count > 1
          ? "\(entry.contender.card.id) (\(entry.mode.rawValue))" : entry.contender.card.id
      }
      lines.append(
        "\(group.heights.name), \(group.rows) rows, \(group.scenario.id): "
          + strategies.joined(separator: ", "))
    }
    text = lines.joined(separator: "\n") + "\n"
  }

  /// Cells, visits, rounds and slices, in a line.
  static func summary(of plan: Plan, _ pace: Pace) -> String {
    let groups = plan.groups.count == 1 ? "1 group" : "\(plan.groups.count) groups"
    let times = pace.visits == 1 ? "once" : "\(pace.visits) times"
    return "\(plan.cells) cells in \(groups), each \(times), about "
      + "\(range(pace.rounds) { "\($0)" }) rounds of "
      + "\(range(pace.slices) { milliseconds($0) }) ms"
  }

  private static func range<Bound>(
    _ range: ClosedRange<Bound>, _ name: (Bound) -> String
  ) -> String {
    let (low, high) = (name(range.lowerBound), name(range.upperBound))
    return low == high ? low : "\(low) to \(high)"
  }

  private static func milliseconds(_ seconds: Double) -> String {
    String(format: "%.1f", seconds * 1e3)
  }
}
