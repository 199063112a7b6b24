import Foundation
import Running

/// What `--dry-run` prints: the cells of a plan, by workload and scenario.
struct PlanText {
  let text: String

  init(_ plan: Plan, _ pace: Pace, _ request: RunRequest) {
    var lines = [
      "\(plan.cells) cells in \(plan.groups.count) groups; each group \(pace.visits) times, about "
        + "\(Self.range(pace.rounds) { "\($0)" }) rounds of "
        + "\(Self.range(pace.slices) { Self.milliseconds($0) }) ms",
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
