import Basics
import Measuring

/// The comparison of two runs or two revisions.
package struct RunComparison: Sendable {
  package var base = ComparedRun(name: "")
  package var head = ComparedRun(name: "")
  package var thresholds: Thresholds
  package var tolerances = CounterTolerances()
  /// Sentences that describe how times were compared; empty if times were not compared.
  package var method: [String] = []
  /// Notes about the whole comparison, such as an estimate of how much the machine shifted all times.
  package var notes: [String] = []
  /// The facts about the builds and the machines that differ, such as `compiler: Swift 6.2 | Swift 6.3`.
  package var differingFacts: [String] = []
  /// The comparisons of times with their verdicts, worst first; empty if times were not compared.
  package var times: [CellComparison] = []
  package var counters: [CounterComparison] = []
  package var growth: [GrowthComparison] = []
  /// The cells that have more steps with wrong answers than the same cells in the baseline have.
  package var deviations: [Sides<CellResult>] = []
  /// Cells that could not be compared.
  package var cells = CellDifference()
  /// The command-line option with which more times would get a verdict.
  package var decider = "--against REV"

  package var slower: [CellComparison] { times.filter { $0.verdict == .slower } }
  package var unresolved: [CellComparison] {
    times.filter { $0.verdict == .unresolved || $0.verdict == .suppressed }
  }
  package var risen: [CounterComparison] { counters.filter { $0.change == .more } }
  package var fallen: [CounterComparison] { counters.filter { $0.change == .less } }
  /// The comparisons in which the counted work grows faster than in the baseline as the number of rows
  /// increases.
  package var grown: [GrowthComparison] { growth.filter(\.isRegression) }

  /// The exit code. A regression takes precedence over cells that cannot be compared, because it is certain.
  package var exitCode: ExitCode {
    let isRegression =
      !(slower.isEmpty && risen.isEmpty && grown.isEmpty && deviations.isEmpty)
    return isRegression ? .regression : cells.isFault ? .differentCells : .success
  }
}

package struct ComparedRun: Sendable {
  /// The name that the user gave: a folder, a file or a revision.
  package var name: String
  /// The hash of the measured commit; nil if unknown.
  package var revision: String?

  package init(name: String, revision: String? = nil) {
    (self.name, self.revision) = (name, revision)
  }
}

/// A cell that could not be compared, usually because only one side has a result for it.
package struct UnmatchedCell: Equatable, Sendable {
  package let cell: CellKey
  /// The reason why the cell could not be compared; nil if the other side does not have the cell at all.
  package let reason: String?

  package init(_ cell: CellKey, reason: String? = nil) { (self.cell, self.reason) = (cell, reason) }
}

/// The cells of two runs that could not be compared.
package struct CellDifference: Equatable, Sendable {
  package var onlyInBase: [UnmatchedCell] = []
  package var onlyInHead: [UnmatchedCell] = []
  /// The cells that have no result in either run, although they should have one.
  package var withoutFigure: [UnmatchedCell] = []
  /// The cells for which counters or checks are missing on one side.
  package var incomplete: [UnmatchedCell] = []
  package var allowsNew = false

  /// Whether a cell, a result, a counter or a check that both runs must have is missing.
  package var isFault: Bool {
    !onlyInBase.isEmpty || !withoutFigure.isEmpty || !incomplete.isEmpty
      || (!allowsNew && !onlyInHead.isEmpty)
  }
}

extension RunComparison {
  /// Compares two runs that were read from files. If `countersOnly` is true, times are not compared, so the
  /// runs may come from different machines.
  ///
  /// - Throws: `incomparable` if the runs differ in facts that must agree (the message lists them) or if the
  ///   runs counted different operations. Throws `differentCells` if the runs have no common cell. Throws
  ///   `badData` if only counters are compared and the runs have no common counters.
  package init(
    _ runs: Sides<RunInput>, thresholds: Thresholds, tolerances: CounterTolerances,
    countersOnly: Bool, allowsNew: Bool
  ) throws(RunFault) {
    let compared = runs.map { ComparedRun(name: $0.name, revision: $0.record?.revision) }
    self.init(base: compared.base, head: compared.head, thresholds: thresholds)
    self.tolerances = tolerances
    cells.allowsNew = allowsNew
    notes = try Self.notes(runs, countersOnly, isExact: tolerances.simulated != nil)
    let records = [runs.base.record, runs.head.record]
    differingFacts = RunRecord.differences(
      in: ["revision", "dirty", "compiler", "optimisation"] + RunRecord.machineFacts, of: records)
    let common = try compareCounters(runs.map(\.rows))
    guard !common.isEmpty else {
      let reasons =
        RunRecord.differences(in: RunRecord.cellFacts, of: records)
        + cells.withoutFigure.prefix(1).map { "no result for \($0.cell.text): \($0.reason ?? "")" }
      throw RunFault(
        .differentCells,
        (["no cell is in both \(base.name) and \(head.name): nothing to compare"] + reasons)
          .joined(separator: "; "))
    }
    if !countersOnly {
      compareTimes(common, runs)
    } else if counters.isEmpty, cells.incomplete.isEmpty {
      throw RunFault(
        .badData,
        "\(base.name) and \(head.name) have no counters in common: expected columns such as "
          + "\(Counter.work(.heightsAsked).name), as in a run's summary.csv")
    }
  }

  /// Compares the counters of two programs on one machine. Comparisons of times can be added later with
  /// `add(_:)`. The second program may have strategies and scenarios that the first program lacks.
  package init(
    counting results: Sides<[CellResult]>, thresholds: Thresholds = .paired
  ) throws(RunFault) {
    self.init(thresholds: thresholds)
    tolerances = .paired
    cells.allowsNew = true
    _ = try compareCounters(results)
  }

  /// For each counter that has changed, uses the comparison from a second count, `other`, instead of the
  /// first comparison.
  package mutating func recount(by other: RunComparison) {
    counters = counters.map { first in
      guard first.change != .same else { return first }
      return other.counters.first { $0.cell == first.cell && $0.counter == first.counter } ?? first
    }
  }

  /// Returns notes about differences between two runs. Throws `incomparable` if one prevents a comparison.
  private static func notes(
    _ runs: Sides<RunInput>, _ countersOnly: Bool, isExact: Bool
  ) throws(RunFault) -> [String] {
    let (base, head) = (runs.base, runs.head)
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
        "times cannot be compared: the folder of \(name) has no run.json with the machine, "
          + "compiler and settings; --counters-only compares only counters")
    }
    func require(
      _ what: String, _ facts: [String], _ hint: String = ""
    ) throws(RunFault) {
      let differences = RunRecord.differences(in: facts, of: [before, now])
      guard !differences.isEmpty else { return }
      throw RunFault(
        .incomparable,
        "\(what) cannot be compared: \(differences.joined(separator: "; ")) (in the order "
          + "\(base.name) | \(head.name))\(hint)")
    }
    try require("these runs", RunRecord.workFacts)
    let lists = RunRecord.differentWorkloads(of: [before, now])
    guard lists.isEmpty else {
      throw RunFault(
        .incomparable,
        "these runs cannot be compared: \(base.name) and \(head.name) have different row heights "
          + "under the same name: \(lists.map { "\($0) rows" }.joined(separator: "; "))")
    }
    if isExact { try require("simulated work", RunRecord.simulationFacts) }
    if !countersOnly {
      try require(
        "times", ["compiler", "allocation"] + RunRecord.machineFacts,
        "; --counters-only compares only counters")
    }
    var notes: [String] = []
    let unknown = [base, head].filter { $0.record?.revision == Revision.unknown.commit }.map(\.name)
    if !unknown.isEmpty {
      notes.append(
        "The revision of \(unknown.joined(separator: " and ")) is unknown, so the two runs may "
          + "be of different programs.")
    }
    if !countersOnly, before.machine.host != now.machine.host {
      notes.append(
        "The runs are from two hosts, \(before.machine.host) and \(now.machine.host). Times are "
          + "comparable between containers on one machine, but not between two machines, even of "
          + "the same model.")
    }
    return notes
  }

  /// Joins the cells of two summaries by their keys, in the order of the second summary, without A/A
  /// controls. A cell that timed out only in the second run is compared, but reported as missing there.
  private mutating func join(_ results: Sides<[CellResult]>) -> [Sides<CellResult>] {
    let sides = results.map { $0.filter { $0.cell.role != .control } }
    let known = sides.map { rows in
      Dictionary(rows.map { ($0.cell, $0) }, uniquingKeysWith: { first, _ in first })
    }
    func unmatched(_ row: CellResult, _ other: CellStatus?) -> UnmatchedCell {
      UnmatchedCell(row.cell, reason: other == .ok ? nil : other?.text)
    }
    var common: [Sides<CellResult>] = []
    for row in sides.head {
      let old = known.base[row.cell]
      if row.status.hasFigure, let old, old.status.hasFigure {
        common.append(Sides(base: old, head: row))
      } else if row.status.hasFigure {
        cells.onlyInHead.append(unmatched(row, old?.status))
      } else if row.status.isFault, old?.status.hasFigure != true {
        cells.withoutFigure.append(unmatched(row, row.status))
      }
    }
    for row in sides.base where row.status.hasFigure {
      let status = known.head[row.cell]?.status
      if status?.hasFigure != true || (status?.isTimedOut == true && row.status == .ok) {
        cells.onlyInBase.append(unmatched(row, status))
      }
    }
    return common
  }

  /// Compares the counters of all cells that both sides have, and returns these cells. Throws `incomparable`
  /// if the two sides counted different numbers of operations.
  private mutating func compareCounters(
    _ results: Sides<[CellResult]>
  ) throws(RunFault) -> [Sides<CellResult>] {
    let common = join(results)
    for pair in common {
      if let before = pair.base.countedOperations, let now = pair.head.countedOperations,
        before != now
      {
        throw RunFault(
          .incomparable,
          "counters cannot be compared: \(pair.head.cell.text): counted over \(before) operations "
            + "in BASE and \(now) in HEAD")
      }
    }
    deviations = common.filter(\.hasMoreWrongSteps)
    let compared = tolerances.compared
    // If new cells are allowed, new counters are allowed, too.
    let new = compared.filter { counter in
      cells.allowsNew && !common.contains { $0.base.counters[counter] != nil }
    }
    // An exact comparison requires instruction counts on both sides.
    let required: Set<Counter> = tolerances.simulated == nil ? [] : [.instructions]
    cells.incomplete = common.compactMap { pair in
      pair.absence(of: compared, new: Set(new), required: required)
        .map { UnmatchedCell(pair.head.cell, reason: $0) }
    }
    counters = common.flatMap { CounterComparison.all(base: $0.base, head: $0.head, tolerances) }
    let series = Dictionary(grouping: common, by: \.head.cell.series)
    growth = common.map(\.head.cell.series).unique.compactMap { key in
      let pairs = series[key] ?? []
      return GrowthComparison(base: pairs.map(\.base), head: pairs.map(\.head))
    }
    return common
  }

  private mutating func compareTimes(_ common: [Sides<CellResult>], _ runs: Sides<RunInput>) {
    guard let before = runs.base.repetitions, let now = runs.head.repetitions else {
      let names = [runs.base, runs.head].filter { $0.repetitions == nil }.map(\.name)
      return compareSummaries(common, of: names.joined(separator: " and "))
    }
    let separate = SeparateRuns(base: before, head: now)
    times =
      common.compactMap { separate.comparison(of: $0.head.cell, thresholds: thresholds) }
      .judged(confidence: thresholds.confidence).worstFirst
    method = SeparateRuns.method(thresholds)
    notes += separate.notes
    let undecidable = times.count { $0.ratio.interval == nil }
    if undecidable > 0 {
      notes.append(
        "The times of \(undecidable) of \(times.count) cells have no verdict, which requires two "
          + "repetitions in both runs and an A/A control.")
    }
  }

  /// Compares times from summaries, for runs without `samples.csv`. These comparisons have no verdicts.
  private mutating func compareSummaries(_ common: [Sides<CellResult>], of names: String) {
    let cells = common.compactMap { pair -> CellComparison? in
      let (old, new) = (pair.base.time, pair.head.time)
      guard let before = old.timeNs, let now = new.timeNs else { return nil }
      var interval: Interval?
      if let oldLow = old.lowNs, let oldHigh = old.highNs, let low = new.lowNs,
        let high = new.highNs
      {
        interval = Interval(low / oldHigh, high / oldLow)
      }
      let ratio = Estimate(
        value: now / before, interval: interval, confidence: JudgingRules.confidence,
        count: min(pair.base.rounds, pair.head.rounds))
      return CellComparison(
        cell: pair.head.cell, baseNs: before, headNs: now, evidence: StudentRatio(estimate: ratio),
        thresholds: thresholds)
    }
    times = cells.judged(confidence: thresholds.confidence).worstFirst
    method = [
      "Ratios of the times in the summaries, with intervals computed from the intervals of both "
        + "times."
    ]
    notes.append(
      "Times have no verdicts, because verdicts require the samples.csv of both runs. The times "
        + "of \(names) are not checked.")
  }
}

extension CellKey {
  /// The same key for all cells that differ only in the number of rows.
  var series: CellKey {
    var key = self
    key.group.rows = 0
    return key
  }
}
