import BenchMeasuring
import BenchRuns
import BenchWorkloads
import ListLayout

extension RunReport {
  /// Describes where instruction counts grow faster than claimed, with at most one message per strategy and
  /// scenario.
  package var contradictedClaims: [String] {
    let counted = groups.flatMap(\.results).filter { $0.growthPoint != nil }
    return counted.grouped { [$0.name, $0.scenario] }.compactMap { _, own in
      own.grouped(by: \.row.cell.group.heights).lazy.compactMap { Self.contradiction($0.elements) }
        .first
    }
  }

  private static func contradiction(_ results: [StrategyResult]) -> String? {
    let results = results.sorted { $0.rows < $1.rows }
    guard let first = results.first, let last = results.last, let claim = last.claim,
      let least = first.growthPoint?.cost, let most = last.growthPoint?.cost,
      claim.isContradicted(by: results)
    else { return nil }
    let group = last.row.cell.group
    return "\(last.name) claims \(claim.notation) for \(group.scenario), but executes "
      + "\(Quantity.ratio(most / least)) as many instructions at \(Quantity.rows(last.rows)) rows as "
      + "at \(Quantity.rows(first.rows)) (\(group.heights.printable))"
  }
}

extension StrategyResult {
  fileprivate var claim: Growth? {
    guard isCorrected, let descriptor else { return nil }
    return row.cell.group.known?.claim?(descriptor.complexity)
  }

  fileprivate var growthPoint: GrowthPoint? {
    // Fitting takes the logarithm, so keep the count above 0.
    row.counters[.instructions].map { (max(1, rows), $0 + 1) }
  }
}

extension Growth {
  func isContradicted(by results: [StrategyResult]) -> Bool {
    let points = results.compactMap(\.growthPoint).sorted { $0.size < $1.size }
    guard let first = points.first, let last = points.last, first.size < last.size else {
      return false
    }
    // A longer list may add a level to the tree, which can double the count, but only once.
    return asClass.isExceeded(from: first, to: last, step: 2)
  }

  /// The claimed growth class, or the next faster class if a fit can't distinguish between the two.
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
