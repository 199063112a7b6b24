import Basics
import ListLayout
import Measuring
import Runs
import Workloads

/// A paragraph about how far a run can be believed, and the same where there is little room.
struct Caveat {
  let text: String
  var short: String?
}

extension RunReport {
  /// How far the run can be believed, with the rankings of the list that is shown first.
  func caveats(_ rankings: [Ranking]) -> [Caveat] {
    [controls, Self.floor(rankings), doubts].compactMap { $0 }
      + contradictedClaims.map { Caveat(text: "Contradicted: \($0)") }
  }

  /// What a run finds between a strategy and its A/A control, which are equal: how far its small differences
  /// can be believed. Nil without A/A controls.
  private var controls: Caveat? {
    let pairs = groups.compactMap(\.control).compactMap { row in
      row.control.value.map { (row: row, difference: max($0, 1 / $0) - 1) }
    }.sorted { $0.difference < $1.difference }
    func share(_ pair: (row: SummaryRow, difference: Double)) -> String {
      Quantity.percent(pair.difference * 100)
    }
    guard let widest = pairs.last.map(share) else { return nil }
    let count = Quantity.count(pairs.count)
    let number = pairs.count == 1 ? "1 pair" : "\(count) pairs"
    let lead = "A/A control (the same strategy twice; \(number)): "
    let differing = pairs.filter { $0.row.verdict.verdict?.isDifference ?? false }
    guard let worst = differing.last else {
      let (none, median) = ("none is called different; ", share(pairs[pairs.count / 2]))
      let spread = pairs.count == 1 ? "" : "\(median) apart at the median, "
      let end = pairs.count == 1 ? "apart" : "at most"
      return Caveat(
        text: "\(lead)\(none)\(spread)\(widest) \(end).",
        short:
          "A/A control (\(count) pairs): \(none)\(median) at the median, \(widest) at most.")
    }
    let group = worst.row.cell.group
    let place = "\(group.scenario), \(group.heights), \(Quantity.rows(group.rows)) rows".printable
    let found = differing.count == 1 ? "1 is" : "\(Quantity.count(differing.count)) are"
    return Caveat(
      text: lead
        + "\(found) called different, by up to \(share(worst)) (\(place)). Where that is so, "
        + "differences of that size mean nothing, and verdicts on them are withheld.")
  }

  /// Where more than a tenth of the fastest time is the harness's own; nil where that is nowhere.
  private static func floor(_ rankings: [Ranking]) -> Caveat? {
    let large = rankings.compactMap { ranking -> (name: String, id: String, times: String)? in
      guard let floor = ranking.floor, let fastest = ranking.fastest,
        floor.median ?? 0 > (fastest.median ?? 0) / 10
      else { return nil }
      return (floor.name, ranking.group.id, "\(floor.time ?? "") of \(fastest.time ?? "")")
    }
    guard let name = large.first?.name else { return nil }
    let lead = "The harness's own share (\(name)) is above a tenth of the fastest in "
    // Of many only which: floor_ns in summary.csv has the figures.
    let isMany = large.count > 2
    let places = large.map { isMany ? $0.id : "\($0.id) (\($0.times))" }
    return Caveat(
      text: lead + places.joined(separator: ", ") + ".",
      short: isMany ? lead + "\(large.count) questions." : nil)
  }

  private var doubts: Caveat? {
    let doubted = groups.flatMap(\.results).filter { $0.row.doubts != nil }
    guard let first = doubted.first else { return nil }
    let place = "\(first.name) in \(first.scenario): \(first.row.doubts ?? "")"
    if doubted.count == 1 { return Caveat(text: "One figure is hard to believe: \(place).") }
    let lead = "\(Quantity.count(doubted.count)) figures are hard to believe"
    return Caveat(
      text: "\(lead), \(place) (column doubts of summary.csv has all).",
      short: "\(lead) (column doubts of summary.csv).")
  }
}

// MARK: Claims of complexity

extension RunReport {
  /// Costs that grow faster with the rows than the strategy's card claims: a line for each strategy and
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
      let amount = last.median == nil ? "instructions" : "time"
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
  /// How its cost grows here, as its card says of the corrected form; nil where no claim fits.
  fileprivate var claim: Growth? {
    guard isCorrected, let card else { return nil }
    return row.cell.group.known?.claim?(card.complexity)
  }

  /// How much caches may add to a cost between two sizes, whatever the algorithm. From the first cache to
  /// memory independent accesses cost some 16 times as much, dependent ones 50 (measured: a look-up in an
  /// array of sums). Instructions know no caches; but more rows may be held another way, by a level more.
  fileprivate var cacheStep: Double {
    median == nil ? 2 : row.cell.group.known?.isDependent ?? false ? 128 : 16
  }

  /// What a step takes: its time, or where nothing was timed its instructions, exactly; nil without.
  fileprivate var cost: Estimate? {
    if let median, median > 0 {
      return Estimate(
        value: median, interval: interval, confidence: JudgingRules.confidence, count: row.rounds)
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
