/// Costs that grow faster with the rows than the strategy's card claims: the loud lines of a run.
struct ContradictedClaims {
  /// A line for each strategy and scenario, on the list where the cost grows most.
  let lines: [String]

  init(_ report: RunReport) {
    // Where parts of the run are of different machines, the numbers of rows may be, too.
    guard !report.record.isOfSeveralMachines else {
      lines = []
      return
    }
    let lists = report.heights.filter { report.rows(of: $0).count > 1 }
    let scenarios = report.groups.map(\.scenario).unique
    // Few are contradicted, so that looking through them costs nothing.
    var found: [(name: String, scenario: String, heights: String, growth: CostGrowth)] = []
    for scenario in scenarios {
      for heights in lists {
        let groups = report.groups.filter { $0.scenario == scenario && $0.heights == heights }
        let results = groups.flatMap(\.results).filter { !$0.isFloor && $0.claim != nil }
        for (name, own) in Dictionary(grouping: results, by: \.name) {
          guard let growth = CostGrowth(own, isDependent: scenario.isDependent),
            growth.isContradicted
          else { continue }
          found.append((name, scenario.id, heights, growth))
        }
      }
    }
    let names = report.groups.flatMap(\.results).map(\.name).unique
    lines = names.filter { name in found.contains { $0.name == name } }.flatMap { name in
      scenarios.compactMap { scenario in
        found.filter { $0.name == name && $0.scenario == scenario.id }
          .max { $0.growth.ratio < $1.growth.ratio }
          .flatMap { Self.line(of: name, in: scenario.id, $0.growth, $0.heights) }
      }
    }
  }

  private static func line(
    of name: String, in scenario: String, _ growth: CostGrowth, _ heights: String
  ) -> String? {
    growth.claim.map { claim in
      "\(name) claims \(claim.notation) for \(scenario), but at "
        + "\(Quantity.rows(growth.rows.upperBound)) rows takes \(Quantity.ratio(growth.ratio)) "
        + "its time at \(Quantity.rows(growth.rows.lowerBound)) (\(heights.printable))"
    }
  }
}
