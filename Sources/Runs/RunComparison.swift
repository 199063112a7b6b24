import HostSystem
import Measuring

/// Two runs, or two revisions, side by side: what changed, by which thresholds, and what could not be
/// compared. Reports are made from it, and the exit code.
package struct RunComparison: Sendable {
  /// What is compared with.
  package var base: ComparedRun
  /// What is compared.
  package var head: ComparedRun
  /// What a change must exceed to count.
  package var thresholds: Thresholds
  /// How the times were compared, in sentences; empty where they were not.
  package var method: [String] = []
  /// What the reader should know of the times as a whole, such as the machine's own shift.
  package var notes: [String] = []
  /// The cells' times with verdicts, worst first; empty where times were not compared.
  package var times: [CellComparison] = []
  /// All counts that both have.
  package var counters: [CounterComparison] = []
  /// Counters that only one of both has, in some cell that both have: they guard nothing there.
  package var uncounted: [Counter] = []
  /// The growth of work over rows.
  package var growth: [GrowthComparison] = []
  /// Cells that show more wrong steps than before.
  package var deviations: [DeviationComparison] = []
  /// Cells that only one of both has, or neither has right.
  package var cells = CellDifference()
  /// What would decide more of the times.
  package var decider = "--against REV"

  /// A comparison of nothing yet.
  package init(base: ComparedRun, head: ComparedRun, thresholds: Thresholds) {
    self.base = base
    self.head = head
    self.thresholds = thresholds
  }
}

/// One side of a comparison.
package struct ComparedRun: Equatable, Sendable {
  /// The folder, file or revision, as the user named it.
  package var name: String
  /// The commit measured; nil when unknown.
  package var revision: String?
  /// Facts that a reader needs to see where both sides differ, and that forbid nothing.
  package var facts: [Fact] = []

  /// A side with its name.
  package init(name: String, revision: String? = nil) {
    self.name = name
    self.revision = revision
  }

  /// A fact of a run.
  package struct Fact: Equatable, Sendable {
    /// Its name in `run.json`.
    package var name: String
    /// Its value.
    package var value: String

    /// A fact.
    package init(name: String, value: String) {
      self.name = name
      self.value = value
    }
  }
}

/// A cell whose first steps, the same in every run, show more wrong ones than before.
package struct DeviationComparison: Equatable, Sendable {
  /// The cell.
  package let cell: CellKey
  /// What was wrong before.
  package let base: DeviationFigures
  /// What is wrong now.
  package let head: DeviationFigures

  /// Two checks of a cell; nil unless more is certainly wrong now.
  ///
  /// Both check a script's steps from the first on, but a slower machine fewer of them. So all that the
  /// second checked in addition may have been wrong before as well.
  package init?(cell: CellKey, base: DeviationFigures, head: DeviationFigures) {
    guard let before = base.wrongSteps, let now = head.wrongSteps else { return nil }
    let additional = max(0, (head.checkedSteps ?? 0) - (base.checkedSteps ?? 0))
    guard now > before + additional else { return nil }
    (self.cell, self.base, self.head) = (cell, base, head)
  }
}

/// A cell that one side has and the other has not.
package struct StrayCell: Equatable, Sendable {
  /// The cell.
  package let cell: CellKey
  /// Why the other side has no figure of it; nil when it does not name the cell at all.
  package let reason: String?

  /// A cell, and the other side's reason.
  package init(_ cell: CellKey, reason: String? = nil) {
    self.cell = cell
    self.reason = reason
  }
}

/// Where the cells of two runs differ.
package struct CellDifference: Equatable, Sendable {
  /// Cells that have a figure only before.
  package var onlyInBase: [StrayCell] = []
  /// Cells that have a figure only now.
  package var onlyInHead: [StrayCell] = []
  /// Cells that have no figure now, though they should, and had none before.
  package var withoutFigure: [StrayCell] = []
  /// Whether new cells are fine.
  package var allowsNew = false

  /// No difference.
  package init() {}

  /// Whether the two do not hold the cells that they should.
  package var isFault: Bool {
    !onlyInBase.isEmpty || !withoutFigure.isEmpty || (!allowsNew && !onlyInHead.isEmpty)
  }
}

extension RunComparison {
  /// The cells that became slower.
  package var slower: [CellComparison] { times.filter { $0.verdict == .slower } }
  /// The cells that became faster.
  package var faster: [CellComparison] { times.filter { $0.verdict == .faster } }
  /// The cells whose times decide nothing.
  package var unresolved: [CellComparison] {
    times.filter { $0.verdict == .unresolved || $0.verdict == .withheld }
  }
  /// The counts that rose.
  package var risen: [CounterComparison] { counters.filter { $0.change == .more } }
  /// The counts that fell.
  package var fallen: [CounterComparison] { counters.filter { $0.change == .less } }
  /// Work that grows faster with the rows than before.
  package var grown: [GrowthComparison] { growth.filter(\.isRegression) }

  /// Whether something is certainly worse.
  package var hasRegression: Bool {
    !slower.isEmpty || !risen.isEmpty || !grown.isEmpty || !deviations.isEmpty
  }

  /// The code for a script: a regression first, because it is certain; then cells that cannot be
  /// compared; then, with `strict`, times that decide nothing.
  package func exitCode(strict: Bool) -> ExitCode {
    if hasRegression { return .regression }
    if cells.isFault { return .differentCells }
    return strict && !unresolved.isEmpty ? .unresolved : .success
  }
}

extension RunComparison {
  /// Compares two runs from files.
  ///
  /// - Parameters:
  ///   - countersOnly: whether times are left out, so that any two machines will do.
  ///   - allowsNew: whether cells that only the second run has are fine.
  /// - Throws: `incomparable` with the differing facts side by side; `differentCells` where no cell is
  ///   in both; `badData` where counts are asked for and there are none.
  package init(
    _ base: RunInput, _ head: RunInput, thresholds: Thresholds, countersOnly: Bool = false,
    allowsNew: Bool = false
  ) throws(RunFault) {
    self.init(base: ComparedRun(base), head: ComparedRun(head), thresholds: thresholds)
    try Self.refuseIncomparable(base, head, countersOnly: countersOnly)
    let join = CellJoin(base: base.rows, head: head.rows)
    guard !join.common.isEmpty else {
      let lost = join.difference.withoutFigure.first.map {
        "; no figure for \($0.cell.text): \($0.reason ?? "")"
      }
      throw RunFault(
        .differentCells,
        "no cell is in both \(base.name) and \(head.name): nothing to compare\(lost ?? "")")
    }
    cells = join.difference
    cells.allowsNew = allowsNew
    compareCounters(join)
    notes = Self.doubts(base, head, ofTimes: !countersOnly)
    if countersOnly {
      guard !counters.isEmpty else {
        throw RunFault(
          .badData,
          "\(base.name) and \(head.name) have no counters in common: expected columns such as "
            + "\(Counter.work(.heightsAsked).name), as in a run's summary.csv")
      }
    } else {
      compareTimes(join, base, head)
    }
  }

  /// Compares what two programs of one machine counted when they were asked for the same. Their times
  /// come from elsewhere, and a strategy or scenario that the second one adds is no fault of it.
  ///
  /// - Parameters:
  ///   - base: the strategies' rows of the first program.
  ///   - head: those of the second one.
  package init(
    counting base: [SummaryRow], _ head: [SummaryRow], thresholds: Thresholds
  ) {
    self.init(
      base: ComparedRun(name: ""), head: ComparedRun(name: ""), thresholds: thresholds)
    let join = CellJoin(base: base, head: head)
    cells = join.difference
    cells.allowsNew = true
    compareCounters(join)
    counters = counters.map { $0.counter == .allocations ? $0.strictly(Self.strayAllocations) : $0 }
  }

  /// An allocation in every tenth step counts: both programs count in processes that have done the same,
  /// so far fewer stray ones differ than between runs; and what has risen is counted again.
  private static let strayAllocations = 0.1

  /// Replaces the counters that differ by those of another count.
  package mutating func recount(by other: RunComparison) {
    counters = counters.map { first in
      guard first.change != .same else { return first }
      return other.counters.first { $0.cell == first.cell && $0.counter == first.counter } ?? first
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

  /// What the two records leave open, and forbids nothing.
  private static func doubts(
    _ base: RunInput, _ head: RunInput, ofTimes: Bool
  ) -> [String] {
    guard let before = base.record, let now = head.record else { return [] }
    var notes: [String] = []
    let unknown = [(base.name, before), (head.name, now)].filter { !$0.1.isRevisionKnown }
    if !unknown.isEmpty {
      notes.append(
        "The revision of \(unknown.map(\.0).joined(separator: " and ")) is unknown: nothing tells whether "
          + "the two are of one program.")
    }
    if ofTimes, before.machine.host != now.machine.host {
      notes.append(
        "Two hosts: \(before.machine.host) and \(now.machine.host). Containers of one machine compare, "
          + "two machines do not, even of one model.")
    }
    return notes
  }

  private mutating func compareCounters(_ join: CellJoin) {
    deviations = join.common.compactMap { base, head in
      DeviationComparison(cell: head.cell, base: base.deviation, head: head.deviation)
    }
    for (base, head) in join.common {
      counters += CounterComparison.all(base: base, head: head)
      for counter in Counter.compared where !uncounted.contains(counter) {
        if (base.counters[counter] == nil) != (head.counters[counter] == nil) {
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
    _ join: CellJoin, _ base: RunInput, _ head: RunInput
  ) {
    guard let before = base.repetitions, let now = head.repetitions else {
      compareMedians(join, [base, head])
      return
    }
    let runs = SeparateRuns(base: RunTimes(before), head: RunTimes(now))
    times = Gate(thresholds).judge(
      join.common.compactMap { runs.comparison(of: $0.head.cell, thresholds: thresholds) })
    method = Self.separateMethod
    notes += runs.notes
    let blind = times.count { $0.ratio.interval == nil }
    if blind > 0 {
      notes.append(
        "No evidence on \(blind) of \(times.count) cells' times: it takes two repetitions in both runs and "
          + "a null control.")
    }
  }

  /// What medians alone allow: ratios, and no verdicts.
  private mutating func compareMedians(_ join: CellJoin, _ runs: [RunInput]) {
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
    let names = runs.filter { $0.repetitions == nil }.map(\.name).joined(separator: " and ")
    notes.append(
      "No verdicts of times: those need samples.csv of both runs, not a summary alone. Nor are the "
        + "times of \(names) checked.")
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

/// The cells of two runs, joined by their names.
struct CellJoin {
  /// Cells that both have a figure of.
  private(set) var common: [(base: SummaryRow, head: SummaryRow)] = []
  /// The others.
  private(set) var difference = CellDifference()

  /// Joins two summaries, in the order of the second.
  ///
  /// Null controls are left out: they are the harness's own, and no strategies. A cell that was measured
  /// and is now cut, because a step of it takes far too long, counts as lost, although what there is of
  /// it is compared.
  init(base: [SummaryRow], head: [SummaryRow]) {
    let base = base.filter { !$0.cell.role.isControl }
    let head = head.filter { !$0.cell.role.isControl }
    let before = Dictionary(base.map { ($0.cell, $0) }, uniquingKeysWith: { first, _ in first })
    let now = Dictionary(head.map { ($0.cell, $0) }, uniquingKeysWith: { first, _ in first })
    for row in head where row.status.hasFigure {
      if let old = before[row.cell], old.status.hasFigure {
        common.append((old, row))
      } else {
        difference.onlyInHead.append(
          StrayCell(row.cell, reason: before[row.cell]?.status.reason))
      }
    }
    for row in head where row.status.isFault && before[row.cell]?.status.hasFigure != true {
      difference.withoutFigure.append(StrayCell(row.cell, reason: row.status.reason))
    }
    for row in base where row.status.hasFigure {
      let status = now[row.cell]?.status
      if status?.hasFigure != true || (status == .cut && row.status == .ok) {
        difference.onlyInBase.append(StrayCell(row.cell, reason: status?.reason))
      }
    }
  }
}

extension CellStatus {
  /// Why there is no figure, or not a whole one.
  fileprivate var reason: String? {
    switch self {
    case .ok: nil
    case .cut: "cut, because it took far too long"
    default: text
    }
  }
}
