/// Costs that grow faster with the rows than the strategy's card claims: the loud lines of a run.
struct ContradictedClaims {
  /// A line for each strategy and scenario, on the list where the cost grows most.
  let lines: [String]

  init(_ report: RunReport) {
    let costs = StrategyCosts(report)
    let scenarios = report.groups.map(\.scenario.id).unique
    lines = costs.strategies.flatMap { name in
      scenarios.compactMap { scenario in
        costs.grownHeights.compactMap { heights, _ in
          costs.growth(of: name, in: scenario, heights).map { (heights: heights, growth: $0) }
        }
        .filter(\.growth.isContradicted).max { $0.growth.ratio < $1.growth.ratio }
        .flatMap { worst in
          worst.growth.claim.map { claim in
            let rows = worst.growth.rows
            return "\(name) claims \(claim.notation) for \(scenario), but at "
              + "\(Quantity.rows(rows.upperBound)) rows takes \(Quantity.ratio(worst.growth.ratio)) "
              + "its time at \(Quantity.rows(rows.lowerBound)) (\(worst.heights.printable))"
          }
        }
      }
    }
  }
}
