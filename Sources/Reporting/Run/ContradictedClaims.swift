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
    let names = report.groups.flatMap(\.results).filter { !$0.isFloor }.map(\.name).unique
    lines = names.flatMap { name in
      scenarios.compactMap { scenario in
        let growths = lists.compactMap { heights in
          let groups = report.groups.filter { $0.scenario == scenario && $0.heights == heights }
          return CostGrowth(
            groups.flatMap(\.results).filter { $0.name == name && !$0.isFloor },
            isDependent: scenario.isDependent
          ).map { (heights: heights, growth: $0) }
        }
        return growths.filter(\.growth.isContradicted).max { $0.growth.ratio < $1.growth.ratio }
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
