import Basics
import ListLayout
import Measuring
import Runs
import Workloads

extension RunReport {
  /// How far the results can be relied on, a line each; with the rankings of the list that is shown first.
  func reliability(_ rankings: [Ranking]) -> [String] {
    [controls, implausible].compactMap { $0 } + Self.overhead(rankings)
      + contradictedClaims.map { "Contradicted: \($0)" }
  }

  /// How far a strategy and its A/A control, which are equal, are apart; nil without controls.
  private var controls: String? {
    let pairs = groups.compactMap(\.control).compactMap { row in
      row.control.value.map { (row: row, difference: max($0, 1 / $0) - 1) }
    }.sorted { $0.difference < $1.difference }
    guard let widest = pairs.last else { return nil }
    func share(_ pair: (row: SummaryRow, difference: Double)) -> String {
      Quantity.percent(pair.difference * 100)
    }
    let lead =
      "A/A control: the same strategy twice, \(Quantity.count(pairs.count)) "
      + "\(pairs.count == 1 ? "pair" : "pairs"), \(share(pairs[pairs.count / 2])) apart at the median, "
      + "\(share(widest)) at most; "
    let differing = pairs.filter { $0.row.verdict?.isDifference ?? false }
    guard let worst = differing.last else { return lead + "none is called different." }
    let group = worst.row.cell.group
    let place = "\(group.scenario), \(group.heights), \(Quantity.rows(group.rows)) rows".printable
    return lead
      + "\(Quantity.count(differing.count)) called different, by up to \(share(worst)) (\(place)). "
      + "There, verdicts on differences of that size are suppressed."
  }

  /// Where harness overhead is a large share of the fastest time, and whether ratios are net of it.
  private static func overhead(_ rankings: [Ranking]) -> [String] {
    let large = rankings.filter { ranking in
      let share = (ranking.floor?.timeNs ?? 0) / max(ranking.fastest?.timeNs ?? 1, 1e-9)
      return ranking.isNet || share > JudgingRules.overheadShare
    }
    func places(_ isNet: Bool) -> String {
      large.filter { $0.isNet == isNet }.map(\.group.id).joined(separator: ", ")
    }
    let (net, gross) = (places(true), places(false))
    let limit = Quantity.percent(JudgingRules.overheadShare * 100)
    return [
      net.isEmpty
        ? nil
        : "Harness overhead is above \(limit) of the fastest time in \(net): ratios there are net of it.",
      gross.isEmpty
        ? nil
        : "Harness overhead is above \(limit) of the fastest time in \(gross): ratios there include it.",
    ].compactMap { $0 }
  }

  private var implausible: String? {
    let flagged = groups.flatMap(\.results).filter { $0.row.doubts != nil }
    guard let first = flagged.first else { return nil }
    let example = "\(first.name) in \(first.scenario): \(first.row.doubts ?? "")."
    return flagged.count == 1
      ? "1 result is flagged as implausible: \(example)"
      : "\(Quantity.count(flagged.count)) results are flagged as implausible (column doubts of "
        + "summary.csv), the first is \(example)"
  }
}

// MARK: Claims of complexity

extension RunReport {
  /// Costs that grow faster with the rows than the strategy's descriptor claims: a line for each strategy and
  /// scenario, on the list where the cost grows most.
  package var contradictedClaims: [String] {
    // Where parts of the run are of different machines, the numbers of rows may be, too.
    guard !record.isOfSeveralMachines else { return [] }
    let measured = groups.flatMap(\.results).filter { !$0.isFloor && $0.cost != nil }
    let lines = Dictionary(grouping: measured) { result in
      [result.name, result.row.cell.group.id, result.row.cell.group.heights]
    }
    let found = lines.compactMap { line, results -> (of: [String], ratio: Double, text: String)? in
      let results = results.sorted { $0.rows < $1.rows }
      guard let first = results.first, let last = results.last, let claim = last.claim,
        claim.isContradicted(by: results)
      else { return nil }
      let ratio = (last.cost?.value ?? 0) / (first.cost?.value ?? 1)
      let amount = last.timeNs == nil ? "instructions" : "time"
      return (
        Array(line.prefix(2)), ratio,
        "\(line[0]) claims \(claim.notation) for \(line[1]), but at "
          + "\(Quantity.rows(last.rows)) rows takes \(Quantity.ratio(ratio)) its \(amount) at "
          + "\(Quantity.rows(first.rows)) (\(line[2].printable))"
      )
    }
    return measured.map(\.name).unique.flatMap { name in
      groups.map(\.id).unique.compactMap { scenario in
        found.filter { $0.of == [name, scenario] }.max { $0.ratio < $1.ratio }?.text
      }
    }
  }
}

extension StrategyResult {
  /// How its cost grows here, as its descriptor says of the corrected form; nil where no claim fits.
  fileprivate var claim: Growth? {
    guard isCorrected, let descriptor else { return nil }
    return row.cell.group.known?.claim?(descriptor.complexity)
  }

  /// How much caches may add to a cost between two sizes, whatever the algorithm. From the first cache to
  /// memory independent accesses cost some 16 times as much, dependent ones 50 (measured: a look-up in an
  /// array of sums). Instructions know no caches; but more rows may be held another way, by a level more.
  fileprivate var cacheStep: Double {
    timeNs == nil ? 2 : row.cell.group.known?.isDependent ?? false ? 128 : 16
  }

  /// What a step takes: its time, or where nothing was timed its instructions, exactly; nil without.
  fileprivate var cost: Estimate? {
    if let timeNs, timeNs > 0 {
      return Estimate(
        value: timeNs, interval: interval, confidence: JudgingRules.confidence, count: row.rounds)
    }
    guard let work = row.counters[.instructions], row.time.timeNs == nil, row.rounds == 0 else {
      return nil
    }
    // One more, which makes a cost of nothing a constant one.
    return Estimate(
      value: work + 1, interval: Interval(work + 1, work + 1), confidence: 1, count: 1)
  }
}

extension Growth {
  /// Whether times grow so much faster than claimed that neither noise nor caches explain it.
  ///
  /// A claim is an upper bound: slower growth does not contradict it. Nor does anything of one length.
  func isContradicted(by results: [StrategyResult]) -> Bool {
    let points = results.compactMap { result in
      result.cost.map { GrowthPoint(size: max(1, result.rows), cost: $0) }
    }
    guard let step = results.first?.cacheStep, Set(points.map(\.size)).count > 1,
      let fit = try? GrowthFit(points, step: step)
    else { return false }
    return (fit.compatible.first ?? fit.best).rawValue > asClass.rawValue
  }

  /// The class of growth that the claim names, or the next one above it that a fit knows.
  private var asClass: GrowthClass {
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
