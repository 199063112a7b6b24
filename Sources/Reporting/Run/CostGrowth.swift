import ListLayout
import Measuring
import Text

/// Costs that grow faster with the rows than the strategy's card claims: the loud lines of a run.
struct ContradictedClaims {
  /// A line for each strategy and scenario, on the list where the cost grows most.
  let lines: [String]

  /// How much caches may add to a cost between two sizes, whatever the algorithm.
  ///
  /// A thousand rows lie in the first cache, a million in memory: independent random accesses cost
  /// some 16 times as much, and dependent ones, which wait for each other, 50 (measured: one look-up in
  /// an array of sums). With less, that look-up would be reported as growing with the
  /// list.
  static func cacheStep(isDependent: Bool) -> Double { isDependent ? 128 : 16 }

  init(_ report: RunReport) {
    // Where parts of the run are of different machines, the numbers of rows may be, too.
    guard !report.record.isOfSeveralMachines else {
      lines = []
      return
    }
    struct Found {
      let name, scenario, line: String
      let ratio: Double
    }
    let claimed = report.groups.flatMap { group in
      group.results.filter { !$0.isFloor && $0.claim != nil && $0.median ?? 0 > 0 }
        .map { (scenario: group.scenario, heights: group.heights, result: $0) }
    }
    let found = Dictionary(grouping: claimed) { [$0.scenario.id, $0.heights, $0.result.name] }
      .values.compactMap { cells -> Found? in
        let results = cells.map(\.result).sorted { $0.row.cell.group.rows < $1.row.cell.group.rows }
        guard let (scenario, heights, _) = cells.first, let first = results.first,
          let last = results.last, let claim = last.claim,
          Self.contradicts(claim, results, step: Self.cacheStep(isDependent: scenario.isDependent))
        else { return nil }
        let ratio = (last.median ?? 0) / (first.median ?? 1)
        return Found(
          name: last.name, scenario: scenario.id,
          line: "\(last.name) claims \(claim.notation) for \(scenario.id), but at "
            + "\(Quantity.rows(last.row.cell.group.rows)) rows takes \(Quantity.ratio(ratio)) "
            + "its time at \(Quantity.rows(first.row.cell.group.rows)) (\(heights.printable))",
          ratio: ratio)
      }
    let scenarios = report.groups.map(\.scenario.id).unique
    lines = report.groups.flatMap(\.results).map(\.name).unique.flatMap { name in
      scenarios.compactMap { scenario in
        found.filter { $0.name == name && $0.scenario == scenario }.max { $0.ratio < $1.ratio }?
          .line
      }
    }
  }

  /// Whether times grow so much faster than claimed that neither noise nor caches explain it.
  ///
  /// A claim is an upper bound: slower growth does not contradict it.
  ///
  /// - Parameter results: by their rows; of fewer than two lengths nothing is contradicted.
  static func contradicts(_ claim: Growth, _ results: [StrategyResult], step: Double) -> Bool {
    let points = results.map { result in
      GrowthPoint(
        size: max(1, result.row.cell.group.rows),
        cost: Estimate(
          value: result.median ?? 0, interval: result.interval,
          confidence: result.row.time.confidence ?? 0, count: result.row.rounds))
    }
    guard Set(points.map(\.size)).count > 1, let fit = try? GrowthFit(points, step: step) else {
      return false
    }
    return (fit.compatible.first ?? fit.best).rawValue > claim.asClass.rawValue
  }
}

extension Growth {
  /// The class of growth that the claim names, or the next one above it that a fit knows.
  fileprivate var asClass: GrowthClass {
    switch self {
    case .constant: .constant
    case .logarithmic: .logarithmic
    case .squareRoot, .linear: .linear
    case .linearithmic: .linearithmic
    }
  }

  /// The usual notation: `O(n log n)`.
  var notation: String { self == .squareRoot ? "O(√n)" : asClass.notation }
}
