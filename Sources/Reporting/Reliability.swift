import Basics
import ListLayout
import Measuring
import Runs
import Workloads

extension RunReport {
  /// Statements about the reliability of the results. The statement about harness overhead covers only the
  /// first list.
  var reliability: [String] {
    [controls, implausible, overhead].compactMap { $0 }
      + contradictedClaims.map { "Contradicted: \($0)." }
  }

  /// A sentence on the differences between strategies and their A/A controls, which measure the noise of the
  /// run.
  private var controls: String? {
    let pairs = groups.compactMap(\.control).compactMap { row in
      row.control.value.map { (row: row, difference: max($0, 1 / $0) - 1) }
    }.sorted { $0.difference < $1.difference }
    guard let widest = pairs.last else { return nil }
    func share(_ pair: (row: CellResult, difference: Double)) -> String {
      Quantity.percent(pair.difference * 100)
    }
    let noun =
      pairs.count == 1 ? "pair of identical cells differs" : "pairs of identical cells differ"
    let lead =
      "A/A control: \(Quantity.count(pairs.count)) \(noun) by "
      + "\(share(pairs[pairs.count / 2])) (median) to \(share(widest)), "
    let differing = pairs.filter { $0.row.verdict?.isDifference ?? false }
    guard let worst = differing.last else { return lead + "none significantly." }
    return lead
      + "\(Quantity.count(differing.count)) significantly, by up to \(share(worst)) "
      + "(\(worst.row.cell.group.text)). In these groups, verdicts on differences of that size "
      + "are suppressed."
  }

  private var overhead: String? {
    let large = (measured.first?.groups ?? []).filter { group in
      let share = (group.overhead?.timeNs ?? 0) / max(group.fastest?.timeNs ?? 1, 1e-9)
      return group.isNet || share > JudgingRules.overheadShare
    }
    let names = [(true, "ratios exclude it"), (false, "ratios include it")].compactMap {
      isNet, effect in
      let own = large.filter { $0.isNet == isNet }.map(\.id)
      return own.isEmpty ? nil : "\(own.joined(separator: ", ")) (\(effect))"
    }
    let limit = Quantity.percent(JudgingRules.overheadShare * 100)
    return names.isEmpty
      ? nil
      : "Harness overhead is above \(limit) of the fastest time in "
        + "\(names.joined(separator: "; "))."
  }

  private var implausible: String? {
    let flagged = groups.flatMap(\.results).filter { $0.row.doubts != nil }
    guard let first = flagged.first else { return nil }
    return flagged.count == 1
      ? "Implausible result of \(first.name) in \(first.scenario): \((first.row.doubts ?? "").printable)."
      : "\(Quantity.count(flagged.count)) results are implausible: see the column 'doubts' in "
        + "summary.csv."
  }
}

// MARK: Claims of complexity

extension RunReport {
  /// Sentences about costs (times or instruction counts) that grow faster with the number of rows than
  /// claimed. There is at most one sentence per strategy and scenario, for the list on which the cost grows
  /// most.
  package var contradictedClaims: [String] {
    // In a run that was divided among several machines, each length may have been measured on a different
    // machine, so the results do not show growth.
    guard !record.isOfSeveralMachines else { return [] }
    let scenarios = groups.map(\.id).unique
    let measured = groups.flatMap(\.results).filter { $0.cost != nil }
    return measured.grouped(by: \.name).flatMap { _, own in
      let byScenario = Dictionary(grouping: own, by: \.row.cell.group.id)
      return scenarios.compactMap { scenario in
        byScenario[scenario, default: []].grouped(by: \.row.cell.group.heights)
          .compactMap { Self.contradiction($0.elements) }
          .max { $0.ratio < $1.ratio }?.text
      }
    }
  }

  /// The ratio of the cost on the longest list to the cost on the shortest list, with a sentence about this
  /// growth; nil if the growth does not exceed the claim.
  private static func contradiction(
    _ results: [StrategyResult]
  ) -> (ratio: Double, text: String)? {
    let results = results.sorted { $0.rows < $1.rows }
    guard let first = results.first, let last = results.last, let claim = last.claim,
      claim.isContradicted(by: results)
    else { return nil }
    let group = last.row.cell.group
    let ratio = (last.cost?.value ?? 0) / (first.cost?.value ?? 1)
    let cost = last.timeNs == nil ? "instructions" : "time"
    return (
      ratio,
      "\(last.name) claims \(claim.notation) for \(group.id), but its \(cost) at "
        + "\(Quantity.rows(last.rows)) rows is \(Quantity.ratio(ratio)) the \(cost) at "
        + "\(Quantity.rows(first.rows)) (\(group.heights.printable))"
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

  /// The factor by which a cost may grow between two list lengths because of caches. Independent accesses to
  /// memory take about 16 times as long as accesses to the first-level cache, and dependent accesses about 50
  /// times as long, as measured with look-ups in an array of sums. Instruction counts do not depend on
  /// caches, but a longer list may need another level of a tree.
  fileprivate var cacheStep: Double {
    timeNs == nil ? 2 : row.cell.group.known?.isDependent ?? false ? 128 : 16
  }

  /// The time of an operation, or its exact instruction count if nothing was timed.
  fileprivate var cost: Estimate? {
    if let timeNs, timeNs > 0 {
      return Estimate(
        value: timeNs, interval: interval, confidence: JudgingRules.confidence, count: row.rounds)
    }
    guard let instructions = row.counters[.instructions], row.time.timeNs == nil, row.rounds == 0
    else { return nil }
    // Growth is fitted to logarithms of the counts, and 0 has no logarithm, so 1 is added to the count.
    let value = instructions + 1
    return Estimate(value: value, interval: Interval(value, value), confidence: 1, count: 1)
  }
}

extension Growth {
  /// Whether costs at several list lengths grow faster than claimed, even after allowing for noise and
  /// caches. Growth that is slower than claimed does not contradict the claim.
  func isContradicted(by results: [StrategyResult]) -> Bool {
    let points = results.compactMap { result in
      result.cost.map { GrowthPoint(size: max(1, result.rows), cost: $0) }
    }
    guard let step = results.first?.cacheStep, Set(points.map(\.size)).count > 1,
      let fit = try? GrowthFit(points, step: step)
    else { return false }
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
