import BenchMeasuring
import BenchRuns
import BenchWorkloads
import ListLayout

// The growth of instruction counts with the number of rows, compared with the growth that descriptors claim.

extension RunReport {
  /// Sentences about instruction counts that grow faster with the number of rows than claimed. There is at
  /// most one sentence per strategy and scenario, for the list on which the count grows most.
  package var contradictedClaims: [String] {
    let counted = groups.flatMap(\.results).filter { $0.growthPoint != nil }
    return counted.map(\.name).unique.flatMap { name in
      groups.map(\.key.scenario).unique.compactMap { scenario in
        let own = counted.filter { $0.name == name && $0.row.cell.group.scenario == scenario }
        return own.map(\.row.cell.group.heights).unique.compactMap { heights in
          Self.contradiction(own.filter { $0.row.cell.group.heights == heights })
        }.max { $0.ratio < $1.ratio }?.text
      }
    }
  }

  /// The ratio of the count on the longest list to the count on the shortest list, with a sentence about this
  /// growth; nil if the growth does not exceed the claim.
  private static func contradiction(
    _ results: [StrategyResult]
  ) -> (ratio: Double, text: String)? {
    let results = results.sorted { $0.rows < $1.rows }
    guard let first = results.first, let last = results.last, let claim = last.claim,
      let least = first.growthPoint?.cost, let most = last.growthPoint?.cost,
      claim.isContradicted(by: results)
    else { return nil }
    let group = last.row.cell.group
    return (
      most / least,
      "\(last.name) claims \(claim.notation) for \(group.scenario), but executes "
        + "\(Quantity.ratio(most / least)) as many instructions at \(Quantity.rows(last.rows)) rows as "
        + "at \(Quantity.rows(first.rows)) (\(group.heights.printable))"
    )
  }
}

extension StrategyResult {
  /// The growth that the strategy's descriptor claims for the corrected code; nil if no claim applies to the
  /// scenario.
  fileprivate var claim: Growth? {
    guard isCorrected, let descriptor else { return nil }
    return row.cell.group.known?.claim?(descriptor.complexity)
  }

  /// The number of instructions per operation; nil if instructions were not counted.
  fileprivate var growthPoint: GrowthPoint? {
    // Growth is fitted to logarithms of the counts, and 0 has no logarithm, so 1 is added to the count.
    row.counters[.instructions].map { GrowthPoint(size: max(1, rows), cost: $0 + 1) }
  }
}

extension Growth {
  /// Whether instruction counts at several list lengths grow faster than claimed. Growth that is slower than
  /// claimed does not contradict the claim.
  func isContradicted(by results: [StrategyResult]) -> Bool {
    // A longer list may need another level of a tree, so the count may double once.
    guard let fit = try? GrowthFit(results.compactMap(\.growthPoint), step: 2) else {
      return false
    }
    return (fit.compatible.first ?? fit.best).rawValue > asClass.rawValue
  }

  /// The claimed growth, or the next larger growth if a fit cannot distinguish the claimed growth from
  /// others.
  private var asClass: GrowthClass {
    switch self {
    case .constant: .constant
    case .logarithmic: .logarithmic
    case .squareRoot, .linear: .linear
    case .linearithmic: .linearithmic
    }
  }

  var notation: String { self == .squareRoot ? "O(√n)" : asClass.notation }
}
