import Measuring
import Recording

extension RunComparison {
  /// What is asked of a comparison, beside its two runs.
  public struct Request: Sendable {
    /// What a change must exceed to count.
    public var thresholds: Thresholds
    /// Whether times are left out, so that any two machines will do.
    public var countersOnly: Bool
    /// Whether cells that only the second run has are fine.
    public var allowsNew: Bool
    /// How the id of a null control ends.
    public var twinSuffix: String

    /// A request.
    public init(
      thresholds: Thresholds, countersOnly: Bool = false, allowsNew: Bool = false,
      twinSuffix: String
    ) {
      self.thresholds = thresholds
      self.countersOnly = countersOnly
      self.allowsNew = allowsNew
      self.twinSuffix = twinSuffix
    }
  }

  /// Compares two runs from files.
  ///
  /// - Throws: `incomparable` with the differing facts side by side; `differentCells` where no cell is
  ///   in both; `badData` where counts are asked for and there are none.
  public init(_ base: RunInput, _ head: RunInput, _ request: Request) throws(RunFault) {
    self.init(
      base: ComparedRun(base), head: ComparedRun(head), thresholds: request.thresholds)
    try Self.refuseIncomparable(base, head, countersOnly: request.countersOnly)
    let join = CellJoin(base: base.rows, head: head.rows, twinSuffix: request.twinSuffix)
    guard !join.common.isEmpty else {
      throw RunFault(
        .differentCells, "no cell is in both \(base.name) and \(head.name): nothing to compare")
    }
    cells = join.difference
    cells.allowsNew = request.allowsNew
    compareCounters(join)
    if request.countersOnly {
      guard !counters.isEmpty else {
        throw RunFault(
          .badData,
          "\(base.name) and \(head.name) have no counters in common: expected columns such as "
            + "\(Counter.heightsAsked.rawValue), as in a run's summary.csv")
      }
    } else {
      compareTimes(join, base, head, twinSuffix: request.twinSuffix)
    }
  }

  private static func refuseIncomparable(
    _ base: RunInput, _ head: RunInput, countersOnly: Bool
  ) throws(RunFault) {
    guard let before = base.record, let now = head.record else {
      guard !countersOnly else { return }
      let name = base.record == nil ? base.name : head.name
      throw RunFault(
        .incomparable,
        "times cannot be compared: beside \(name) there is no run.json that tells machine, compiler "
          + "and settings; --counters-only compares work alone")
    }
    func refuse(_ what: String, _ differences: [FactDifference], _ hint: String) -> RunFault {
      RunFault(
        .incomparable,
        "\(what) cannot be compared: \(differences.map(\.text).joined(separator: "; ")) (in the "
          + "order \(base.name) | \(head.name))\(hint)")
    }
    let work = before.obstaclesToCounters(with: now)
    guard work.isEmpty else { throw refuse("these runs", work, "") }
    let times = before.obstaclesToTimes(with: now)
    guard countersOnly || times.isEmpty else {
      throw refuse("times", times, "; --counters-only compares work alone")
    }
  }

  private mutating func compareCounters(_ join: CellJoin) {
    for (base, head) in join.common {
      counters += CounterComparison.all(base: base, head: head)
      for counter in Counter.allCases where !uncounted.contains(counter) {
        if (counter.value(in: base) == nil) != (counter.value(in: head) == nil) {
          uncounted.append(counter)
        }
      }
    }
    struct Line: Hashable {
      let scenario, heights, strategy, mode: String
    }
    var order: [Line] = []
    var lines: [Line: (base: [SummaryRow], head: [SummaryRow])] = [:]
    for (base, head) in join.common {
      let (cell, group) = (head.cell, head.cell.group)
      let line = Line(
        scenario: group.scenario, heights: group.heights, strategy: cell.strategy, mode: cell.mode)
      if lines[line] == nil { order.append(line) }
      lines[line, default: ([], [])].base.append(base)
      lines[line, default: ([], [])].head.append(head)
    }
    growth = order.compactMap { line in
      lines[line].flatMap { GrowthComparison(base: $0.base, head: $0.head) }
    }
  }

  private mutating func compareTimes(
    _ join: CellJoin, _ base: RunInput, _ head: RunInput, twinSuffix: String
  ) {
    guard let before = base.repetitions, let now = head.repetitions else {
      compareMedians(join)
      return
    }
    let runs = SeparateRuns(
      base: RunTimes(before), head: RunTimes(now), twinSuffix: twinSuffix)
    times = Gate(thresholds).judge(
      join.common.compactMap { runs.comparison(of: $0.head.cell, thresholds: thresholds) })
    method = Self.separateMethod
    notes = runs.notes
    let blind = times.count { $0.ratio.interval == nil }
    if blind > 0 {
      notes.append(
        "No evidence on \(blind) of \(times.count) cells' times: it takes two repetitions in both runs and "
          + "a null control.")
    }
  }

  /// What medians alone allow: ratios, and no verdicts.
  private mutating func compareMedians(_ join: CellJoin) {
    let cells = join.common.compactMap { base, head -> CellComparison? in
      guard let before = base.time.medianNs, let now = head.time.medianNs else { return nil }
      let ratio = MedianRatio(
        now, head.time.interval, to: before, base.time.interval,
        confidence: min(base.time.confidence ?? 0, head.time.confidence ?? 0),
        count: min(base.rounds, head.rounds))
      return CellComparison(
        cell: head.cell, baseNs: before, headNs: now, evidence: ratio, thresholds: thresholds)
    }
    times = Gate(thresholds).judge(cells)
    method = ["Ratios of medians, with what both medians' intervals allow."]
    notes = ["No verdicts of times: those need samples.csv of both runs, not a summary alone."]
  }
}

extension TimeFigures {
  /// The interval of the median; nil where it has none.
  fileprivate var interval: Interval? {
    guard let lowNs, let highNs else { return nil }
    return Interval(lowNs, highNs)
  }
}

extension RunInput {
  /// The rows of the summary; of samples alone, rows without figures.
  fileprivate var rows: [SummaryRow] {
    summary ?? cells.map { SummaryRow(cell: $0, status: .ok) }
  }
}

extension ComparedRun {
  /// A run from files.
  init(_ input: RunInput) {
    self.init(name: input.name, revision: input.record?.revision)
    guard let record = input.record else { return }
    facts = (record.buildFacts + record.machine.timeFacts).map {
      Fact(name: $0.name, value: $0.value)
    }
  }
}
