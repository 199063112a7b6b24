import Basics
import ListLayout
import Measuring
import Runs
import Workloads

extension RunReport {
  /// Statements about the reliability of the results. The statement about harness overhead covers only the
  /// first list.
  var reliability: [String] {
    [noise, implausible, overhead].compactMap { $0 }
      + contradictedClaims.map { "Contradicted: \($0)." }
  }

  /// Whether differences between strategies are hidden by noise, so that the report must begin with that.
  var isUnreliable: Bool { resolution.assumed > 0.1 }

  /// A sentence on the smallest difference that the run can show.
  private var noise: String? {
    guard let difference = resolution.difference else {
      return "The run has no A/A control, so its resolution is unknown."
    }
    let controls = Quantity.count(resolution.controls)
    let percent = Quantity.percent(difference * 100)
    let lead =
      resolution.controls < 10
      ? "The same code measured twice differed by up to \(percent) (\(controls) A/A controls)"
      : "The same code measured twice differed by at most \(percent) in 9 of 10 cases "
        + "(\(controls) A/A controls)"
    guard isUnreliable else { return "\(lead)." }
    return "\(lead): ignore smaller differences. \(cause)"
  }

  /// A sentence on what disturbed the run, as far as it is known, and on what to do.
  private var cause: String {
    let again = "Repeat the run later or elsewhere, or choose fewer strategies or scenarios."
    guard let own = record.disturbance?.otherCores else { return again }
    return own > 0.1
      ? "Other programs used \(Quantity.amount(own)) of \(record.machine.cores) cores: close them."
      : "No other program on this system was busy, so other virtual machines, heat or power saving are likely causes. \(again)"
  }

  private var overhead: String? {
    let limited = (measured.first?.groups ?? []).filter {
      $0.fastest?.row.isAtHarnessLimit ?? false
    }
    return limited.isEmpty
      ? nil
      : "The fastest times in \(limited.map(\.id).joined(separator: ", ")) are mostly harness "
        + "overhead."
  }

  private var implausible: String? {
    let flagged = groups.flatMap(\.results).filter { $0.row.doubts != nil }
    guard let first = flagged.first else { return nil }
    let more = flagged.count > 1 ? " and \(Quantity.count(flagged.count - 1)) more" : ""
    return "The time of \(first.name) in \(first.row.cell.group.text)\(more) cannot be true: "
      + "\((first.row.doubts ?? "").printable)."
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
    let measured = groups.flatMap(\.results).filter { $0.cost != nil }
    return measured.map(\.name).unique.flatMap { name in
      groups.map(\.id).unique.compactMap { scenario in
        let own = measured.filter { $0.name == name && $0.row.cell.group.id == scenario }
        return own.map(\.row.cell.group.heights).unique.compactMap { heights in
          Self.contradiction(own.filter { $0.row.cell.group.heights == heights })
        }.max { $0.ratio < $1.ratio }?.text
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
