import Running

/// What `--dry-run` prints: the cells of a plan, by workload and scenario.
struct PlanText {
  let text: String

  init(_ plan: Plan, _ request: RunRequest) {
    var lines = [
      "\(plan.cells) cells in \(plan.groups.count) groups, \(request.budget) s, "
        + "about \((request.peakBytes + (1 << 20) - 1) >> 20) MiB of lists at once",
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
}
