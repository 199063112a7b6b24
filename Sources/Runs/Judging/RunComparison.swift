import Basics
import Measuring

/// Two runs, or two revisions, side by side: what reports are made from, and the exit code.
package struct RunComparison: Sendable {
  package var base: ComparedRun
  package var head: ComparedRun
  package var thresholds: Thresholds
  package var tolerances = CounterTolerances()
  /// How the times were compared, in sentences; empty where they were not.
  package var method: [String] = []
  /// What the reader should know of the times as a whole, such as the machine's own shift.
  package var notes: [String] = []
  /// The cells' times with verdicts, worst first; empty where times were not compared.
  package var times: [CellComparison] = []
  package var counters: [CounterComparison] = []
  package var growth: [GrowthComparison] = []
  /// Cells that show more wrong steps than before.
  package var deviations: [DeviationComparison] = []
  /// Cells that only one of both has, or neither has right.
  package var cells = CellDifference()
  /// What would decide more of the times.
  package var decider = "--against REV"

  package var slower: [CellComparison] { times.filter { $0.verdict == .slower } }
  package var faster: [CellComparison] { times.filter { $0.verdict == .faster } }
  package var unresolved: [CellComparison] {
    times.filter { $0.verdict == .unresolved || $0.verdict == .suppressed }
  }
  package var risen: [CounterComparison] { counters.filter { $0.change == .more } }
  package var fallen: [CounterComparison] { counters.filter { $0.change == .less } }
  /// Work that grows faster with the rows than before.
  package var grown: [GrowthComparison] { growth.filter(\.isRegression) }

  package var hasRegression: Bool {
    !slower.isEmpty || !risen.isEmpty || !grown.isEmpty || !deviations.isEmpty
  }

  /// The code for a script: a regression first, because it is certain; then cells that cannot be compared.
  package var exitCode: ExitCode {
    hasRegression ? .regression : cells.isFault ? .differentCells : .success
  }
}

package struct ComparedRun: Sendable {
  /// The folder, file or revision, as the user named it.
  package var name: String
  /// The commit measured; nil when unknown.
  package var revision: String?
  /// Facts of `run.json` that a reader needs to see where both sides differ, and that forbid nothing.
  package var facts: [(name: String, value: String)] = []

  package init(name: String, revision: String? = nil) {
    (self.name, self.revision) = (name, revision)
  }

  fileprivate init(_ input: RunInput) {
    self.init(name: input.name, revision: input.record?.revision)
    facts = input.record.map { $0.buildFacts + $0.machine.timeFacts } ?? []
  }
}

/// A cell that one side has and the other has not.
package struct StrayCell: Equatable, Sendable {
  package let cell: CellKey
  /// Why the other side has no figure of it; nil when it does not name the cell at all.
  package let reason: String?

  package init(_ cell: CellKey, reason: String? = nil) { (self.cell, self.reason) = (cell, reason) }

  fileprivate init(_ cell: CellKey, _ other: CellStatus?) {
    self.init(cell, reason: other == .ok ? nil : other?.text)
  }
}

/// Where the cells of two runs differ.
package struct CellDifference: Equatable, Sendable {
  package var onlyInBase: [StrayCell] = []
  package var onlyInHead: [StrayCell] = []
  /// Cells that have no result now, though they should, and had none before.
  package var withoutFigure: [StrayCell] = []
  /// Cells of which one side lacks counters or checks.
  package var incomplete: [StrayCell] = []
  package var allowsNew = false

  /// Whether the two do not hold the cells that they should.
  package var isFault: Bool {
    !onlyInBase.isEmpty || !withoutFigure.isEmpty || !incomplete.isEmpty
      || (!allowsNew && !onlyInHead.isEmpty)
  }
}

extension RunComparison {
  /// Cells that both have a figure of.
  private typealias Common = [(base: SummaryRow, head: SummaryRow)]

  /// Compares two runs from files; with `countersOnly` times are left out, so that any two machines will do.
  ///
  /// - Parameter tolerances: those of counters; simulated ones are compared where they have a tolerance.
  /// - Throws: `incomparable` with the differing facts side by side, and for counters over different
  ///   operations; `differentCells` where no cell is in both; `badData` where counters are asked for and there
  ///   are none.
  package init(
    _ base: RunInput, _ head: RunInput, thresholds: Thresholds = .separate,
    tolerances: CounterTolerances = CounterTolerances(), countersOnly: Bool = false,
    allowsNew: Bool = false
  ) throws(RunFault) {
    self.init(base: ComparedRun(base), head: ComparedRun(head), thresholds: thresholds)
    self.tolerances = tolerances
    cells.allowsNew = allowsNew
    notes = try Self.doubts(
      base, head, countersOnly: countersOnly, isExact: tolerances.simulated != nil)
    let lists = ListNames(base: base, head: head)
    notes += lists.notes
    let base = base.renamed(lists.names)
    let common = try compareCounters(base.rows, head.rows)
    guard !common.isEmpty else {
      let reasons =
        lists.differences
        + cells.withoutFigure.prefix(1).map { "no result for \($0.cell.text): \($0.reason ?? "")" }
      throw RunFault(
        .differentCells,
        (["no cell is in both \(base.name) and \(head.name): nothing to compare"] + reasons)
          .joined(separator: "; "))
    }
    guard countersOnly else {
      compareTimes(common, base, head)
      return
    }
    guard !counters.isEmpty || !cells.incomplete.isEmpty else {
      throw RunFault(
        .badData,
        "\(base.name) and \(head.name) have no counters in common: expected columns such as "
          + "\(Counter.work(.heightsAsked).name), as in a run's summary.csv")
    }
  }

  /// Compares what two programs of one machine counted when they were asked for the same. Their times
  /// come from elsewhere, and a strategy or scenario that the second one adds is no fault of it.
  package init(
    counting base: [SummaryRow], _ head: [SummaryRow], thresholds: Thresholds = .paired
  ) throws(RunFault) {
    self.init(
      base: ComparedRun(name: ""), head: ComparedRun(name: ""), thresholds: thresholds)
    tolerances = .paired
    cells.allowsNew = true
    _ = try compareCounters(base, head)
  }

  /// A comparison that has nothing to compare, because all cells are new.
  package init(onlyNew new: [StrayCell], thresholds: Thresholds) {
    self.init(
      base: ComparedRun(name: ""), head: ComparedRun(name: ""), thresholds: thresholds)
    (cells.onlyInHead, cells.allowsNew) = (new, true)
  }

  /// Replaces the counters that differ by those of another count.
  package mutating func recount(by other: RunComparison) {
    counters = counters.map { first in
      guard first.change != .same else { return first }
      return other.counters.first { $0.cell == first.cell && $0.counter == first.counter } ?? first
    }
  }

  /// What the two records leave open, and forbids nothing; throws what they forbid.
  private static func doubts(
    _ base: RunInput, _ head: RunInput, countersOnly: Bool, isExact: Bool
  ) throws(RunFault) -> [String] {
    if isExact, let timed = [base, head].first(where: { $0.record?.simulation == nil }) {
      throw RunFault(
        .incomparable, "\(timed.name) was not counted on a simulated processor, as bench count does"
      )
    }
    guard let before = base.record, let now = head.record else {
      if countersOnly { return [] }
      let name = base.record == nil ? base.name : head.name
      throw RunFault(
        .incomparable,
        "times cannot be compared: beside \(name) there is no run.json that tells machine, compiler "
          + "and settings; --counters-only compares work alone")
    }
    func refuse(_ what: String, _ differences: [FactDifference], _ hint: String) throws(RunFault) {
      guard !differences.isEmpty else { return }
      throw RunFault(
        .incomparable,
        "\(what) cannot be compared: \(differences.map(\.text).joined(separator: "; ")) (in the "
          + "order \(base.name) | \(head.name))\(hint)")
    }
    let obstacles = before.obstaclesToCounters(with: now)
    try refuse("these runs", obstacles.filter { $0.workload == nil }, "")
    let lists = obstacles.compactMap(\.workload)
    guard lists.isEmpty else {
      throw RunFault(
        .incomparable,
        "these runs cannot be compared: \(base.name) and \(head.name) have different row heights under "
          + "the same name: \(lists.map { "\($0) rows" }.joined(separator: "; "))")
    }
    if isExact { try refuse("simulated work", before.obstaclesToSimulation(with: now), "") }
    if !countersOnly {
      let hint = "; --counters-only compares work alone"
      try refuse("times", before.obstaclesToTimes(with: now), hint)
    }
    var notes: [String] = []
    let unknown = [(base.name, before), (head.name, now)]
      .filter { $0.1.revision == Revision.unknown.commit }.map(\.0)
    if !unknown.isEmpty {
      notes.append(
        "The revision of \(unknown.joined(separator: " and ")) is unknown: nothing tells whether "
          + "the two are of one program.")
    }
    if !countersOnly, before.machine.host != now.machine.host {
      notes.append(
        "Two hosts: \(before.machine.host) and \(now.machine.host). Containers of one machine compare, "
          + "two machines do not, even of one model.")
    }
    return notes
  }

  /// Joins the cells of two summaries by their names, in the order of the second, without A/A controls. A
  /// cell that was measured and now times out counts as lost, although what there is of it is compared.
  private mutating func join(_ base: [SummaryRow], _ head: [SummaryRow]) -> Common {
    let base = base.filter { $0.cell.role != .control }
    let head = head.filter { $0.cell.role != .control }
    let before = Dictionary(base.map { ($0.cell, $0) }, uniquingKeysWith: { first, _ in first })
    let now = Dictionary(head.map { ($0.cell, $0) }, uniquingKeysWith: { first, _ in first })
    var common: Common = []
    for row in head {
      let old = before[row.cell]
      if row.status.hasFigure, let old, old.status.hasFigure {
        common.append((old, row))
      } else if row.status.hasFigure {
        cells.onlyInHead.append(StrayCell(row.cell, old?.status))
      } else if row.status.isFault, old?.status.hasFigure != true {
        cells.withoutFigure.append(StrayCell(row.cell, row.status))
      }
    }
    for row in base where row.status.hasFigure {
      let status = now[row.cell]?.status
      if status?.hasFigure != true || (status?.isTimedOut == true && row.status == .ok) {
        cells.onlyInBase.append(StrayCell(row.cell, status))
      }
    }
    return common
  }

  /// Compares all that is counted; gives the cells that both have. Throws `incomparable` where counters are
  /// sums over different operations.
  private mutating func compareCounters(
    _ base: [SummaryRow], _ head: [SummaryRow]
  ) throws(RunFault) -> Common {
    let common = join(base, head)
    let pairs = common.map { CountedAlike(base: $0, head: $1) }
    if let difference = pairs.lazy.compactMap(\.difference).first {
      throw RunFault(.incomparable, "counters cannot be compared: \(difference)")
    }
    deviations = common.compactMap { base, head in
      DeviationComparison(cell: head.cell, base: base.deviation, head: head.deviation)
    }
    let compared = tolerances.compared
    // A counter that a newer program added is as new as a cell that it added.
    let new = compared.filter { counter in
      cells.allowsNew && !common.contains { $0.base.counters[counter] != nil }
    }
    cells.incomplete = pairs.compactMap { pair in
      pair.absence(of: compared, new: Set(new)).map { StrayCell(pair.head.cell, reason: $0) }
    }
    counters = common.flatMap { CounterComparison.all(base: $0, head: $1, tolerances) }
    var order: [[String]] = []
    var lines: [[String]: Common] = [:]
    for pair in common {
      let (cell, group) = (pair.head.cell, pair.head.cell.group)
      let line = [group.scenario, group.heights, cell.strategy, cell.mode]
      if lines[line] == nil { order.append(line) }
      lines[line, default: []].append(pair)
    }
    growth = order.compactMap { line in
      let pairs = lines[line] ?? []
      return GrowthComparison(base: pairs.map(\.base), head: pairs.map(\.head))
    }
    return common
  }

  private mutating func compareTimes(_ common: Common, _ base: RunInput, _ head: RunInput) {
    guard let before = base.repetitions, let now = head.repetitions else {
      let names = [base, head].filter { $0.repetitions == nil }.map(\.name)
      return compareMedians(common, of: names.joined(separator: " and "))
    }
    let runs = SeparateRuns(base: before, head: now)
    times =
      common.compactMap { runs.comparison(of: $0.head.cell, thresholds: thresholds) }
      .judged(confidence: thresholds.confidence).worstFirst
    method = runs.method(thresholds)
    notes += runs.notes
    let blind = times.count { $0.ratio.interval == nil }
    if blind > 0 {
      notes.append(
        "No evidence on \(blind) of \(times.count) cells' times: it takes two repetitions in both runs and "
          + "an A/A control.")
    }
  }

  /// What medians alone allow: ratios, with the interval that the medians' own allow, and no verdicts.
  private mutating func compareMedians(_ common: Common, of names: String) {
    let cells = common.compactMap { base, head -> CellComparison? in
      let (old, new) = (base.time, head.time)
      guard let before = old.timeNs, let now = new.timeNs else { return nil }
      var interval: Interval?
      if let oldLow = old.lowNs, let oldHigh = old.highNs, let low = new.lowNs,
        let high = new.highNs, oldLow > 0
      {
        interval = Interval(low / oldHigh, high / oldLow)
      }
      let ratio = Estimate(
        value: now / before, interval: interval, confidence: JudgingRules.confidence,
        count: min(base.rounds, head.rounds))
      return CellComparison(
        cell: head.cell, baseNs: before, headNs: now, evidence: StudentRatio(estimate: ratio),
        thresholds: thresholds)
    }
    times = cells.judged(confidence: thresholds.confidence).worstFirst
    method = ["Ratios of medians, with what both medians' intervals allow."]
    notes.append(
      "No verdicts of times: those need samples.csv of both runs, not a summary alone. Nor are the "
        + "times of \(names) checked.")
  }
}
