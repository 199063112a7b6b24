import ListLayout
import Measuring
import Text

/// What more rows cost one strategy in one scenario.
struct CostGrowth {
  /// The least and the greatest number of rows that were measured.
  let rows: ClosedRange<Int>
  /// How many times as long an operation takes at the greatest as at the least number of rows.
  let ratio: Double
  /// What the ratio can be within the intervals of both times; nil when one has none.
  let interval: Interval?
  /// The claim on the strategy's card.
  let claim: Growth?
  /// Whether the times show that the cost grows faster than the card claims.
  let isContradicted: Bool

  /// How much caches may add to a cost between two sizes, whatever the algorithm.
  ///
  /// A thousand rows lie in the first cache, a million in memory: independent random accesses cost
  /// some 16 times as much, and dependent ones, which wait for each other, 50 (measured: one look-up in
  /// an array of sums). With less, that look-up would be reported as growing with the
  /// list.
  static func cacheStep(isDependent: Bool) -> Double { isDependent ? 128 : 16 }

  /// The growth over a strategy's results at several numbers of rows; nil when fewer than two have
  /// a figure.
  ///
  /// - Parameter isDependent: whether the times are latencies.
  init?(_ results: [StrategyResult], isDependent: Bool = false) {
    let measured = results.filter { ($0.median ?? 0) > 0 }
      .sorted { $0.row.cell.group.rows < $1.row.cell.group.rows }
    guard let first = measured.first, let last = measured.last,
      let before = first.median, let after = last.median,
      first.row.cell.group.rows < last.row.cell.group.rows
    else { return nil }
    rows = first.row.cell.group.rows...last.row.cell.group.rows
    ratio = after / before
    interval = Self.interval(from: first.interval, to: last.interval)
    claim = last.claim
    isContradicted =
      last.claim.map {
        Self.contradicts($0, measured, step: Self.cacheStep(isDependent: isDependent))
      } ?? false
  }

  private static func interval(from before: Interval?, to after: Interval?) -> Interval? {
    guard let before, let after, before.low > 0 else { return nil }
    return Interval(after.low / before.high, after.high / before.low)
  }

  /// Whether times grow so much faster than claimed that neither noise nor caches explain it.
  ///
  /// A claim is an upper bound: slower growth does not contradict it.
  private static func contradicts(
    _ claim: Growth, _ measured: [StrategyResult], step: Double
  ) -> Bool {
    let points = measured.map { result in
      GrowthPoint(
        size: max(1, result.row.cell.group.rows),
        cost: Estimate(
          value: result.median ?? 0, interval: result.interval,
          confidence: result.row.time.confidence ?? 0, count: result.row.rounds))
    }
    guard let fit = try? GrowthFit(points, step: step) else { return false }
    let slowest = fit.compatible.first ?? fit.best
    return slowest.rawValue > claim.asClass.rawValue
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
