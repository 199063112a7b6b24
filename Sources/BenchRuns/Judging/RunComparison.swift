import BenchBasics
import BenchMeasuring

/// The comparison of two runs or two revisions.
package struct RunComparison: Sendable {
  package var base = ComparedRun(name: "")
  package var head = ComparedRun(name: "")
  package var thresholds = Thresholds.paired
  package var tolerances = Tolerances()
  /// Sentences that describe how times were judged; empty if times were not judged.
  package var method: [String] = []
  /// Notes about the whole comparison, such as an unknown revision.
  package var notes: [String] = []
  /// The facts about the builds and the machines that differ, such as `compiler: Swift 6.2 | Swift 6.3`.
  package var differingFacts: [String] = []
  /// The comparisons of times with their verdicts, worst first; empty if times were not judged.
  package var times: [CellComparison] = []
  /// Whether the user asked for a judgement of times, so that an undecided time matters.
  package var needsTimes = false
  /// The times of both runs, which are not judged; empty if `times` has comparisons.
  package var timePairs: [TimePair] = []
  package var counters: [CounterComparison] = []
  /// The cells that have more late frames than in the baseline at some cost of a height.
  package var lateFrames: [FrameComparison] = []
  /// The cells that have more steps with wrong answers than the same cells in the baseline have.
  package var deviations: [Sides<CellResult>] = []
  /// Cells that could not be compared.
  package var cells = CellDifference()

  /// The counters that decide and have increased beyond their tolerance, without accepted increases.
  package var risen: [CounterComparison] {
    counters.filter { $0.change == .more && $0.counter.decides && $0.acceptance == nil }
  }
  package var fallen: [CounterComparison] {
    counters.filter { $0.change == .less && $0.counter.decides }
  }

  /// The cells whose work has changed, without regard to the number of rows.
  package func series(_ changes: Set<CounterComparison.Change> = [.more, .less]) -> Set<CellKey> {
    Set(counters.filter { $0.counter.decides && changes.contains($0.change) }.map(\.cell.series))
  }

  /// The cells that are slower although none of their counters has increased. Another placement of equal code
  /// or a longer latency can cause this.
  package var slowerWithoutWork: [CellComparison] {
    let more = series([.more])
    return times.filter { $0.verdict == .slower && !more.contains($0.cell.series) }
  }

  /// The cells that the user asked to time, and that are not certainly as fast as in the baseline.
  package var undecided: [CellComparison] { needsTimes ? times.filter(\.mayBeSlower) : [] }

  /// The exit code. Only work decides about a regression, which takes precedence because it is certain.
  package var exitCode: ExitCode {
    if !(risen.isEmpty && lateFrames.isEmpty && deviations.isEmpty) { return .regression }
    if cells.isFault { return .differentCells }
    return undecided.isEmpty ? .success : .undecided
  }
}

package struct ComparedRun: Sendable {
  /// The name that the user gave: a folder, a file or a revision.
  package var name: String
  /// The hash of the measured commit; nil if unknown.
  package var revision: String?
  /// The noise level of the run's times (see `RunResolution`); nil if unknown.
  package var resolution: Double?

  package init(name: String, revision: String? = nil, resolution: Double? = nil) {
    (self.name, self.revision, self.resolution) = (name, revision, resolution)
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

  /// The names of lists that look equal but differ in how their accents are encoded, in the form of BASE.
  fileprivate var equalLookingNames: [String] {
    let (base, head) = (names(onlyInBase), names(onlyInHead))
    return base.subtracting(head).map(\.string).filter { Set(head.map(\.string)).contains($0) }
      .sorted()
  }

  private func names(_ cells: [UnmatchedCell]) -> Set<ExactText> {
    Set(cells.map(\.cell.group.heights))
  }
}

extension RunComparison {
  /// Compares the counters of two runs that were read from files, which may come from different machines. The
  /// times of the runs are only collected. Simulated counters are compared only if `threshold` has their
  /// tolerance.
  ///
  /// - Throws: `incomparable` if the runs differ in facts that must agree (the message lists them) or if the
  ///   runs counted different operations. Throws `differentCells` if the runs have no common cell, and
  ///   `badData` if they have no common counters.
  package init(
    _ runs: Sides<RunInput>, exactly threshold: Double? = nil, allowsNew: Bool
  ) throws(RunFault) {
    let compared = runs.map {
      ComparedRun(
        name: $0.name, revision: $0.record?.revision, resolution: RunResolution($0.rows).difference)
    }
    self.init(base: compared.base, head: compared.head)
    if let threshold { tolerances.simulated = threshold }
    let isExact = threshold != nil
    if !isExact { tolerances.counters.removeAll(where: Counter.simulated.contains) }
    cells.allowsNew = allowsNew
    notes = try Self.notes(runs, isExact: isExact)
    // A CSV file without a record was made here.
    let systems = runs.map { $0.record?.machine.system ?? MachineFacts.gather().system }
    if systems.base != systems.head {
      tolerances.counters.removeAll(where: Counter.memory.contains)
      notes.append(
        "Allocations and memory are not compared, because BASE is from \(systems.base) and HEAD from "
          + "\(systems.head), whose allocators differ.")
    }
    let records = [runs.base.record, runs.head.record]
    differingFacts = RunRecord.differences(
      in: ["revision", "dirty", "compiler", "optimisation", "allocation"] + RunRecord.machineFacts,
      of: records)
    let common = try compareCounters(runs.map(\.rows), required: isExact ? [.instructions] : [])
    notes += cells.equalLookingNames.map {
      "\($0): BASE and HEAD have this name in two Unicode normal forms, so its cells are not compared."
    }
    guard !common.isEmpty else {
      let reasons =
        RunRecord.differences(in: RunRecord.cellFacts, of: records)
        + cells.withoutFigure.prefix(1).map { "no result for \($0.cell.text): \($0.reason ?? "")" }
        + cells.equalLookingNames.map { "\($0) has two Unicode normal forms" }
      throw RunFault(
        .differentCells,
        (["no cell is in both \(base.name) and \(head.name): nothing to compare"] + reasons)
          .joined(separator: "; "))
    }
    if counters.isEmpty, cells.incomplete.isEmpty {
      throw RunFault(
        .badData,
        "\(base.name) and \(head.name) have no counters in common: expected columns such as "
          + "\(Counter.work(.heightsAsked).name), as in a run's summary.csv")
    }
    let frames = runs.map { Dictionary(grouping: $0.frames, by: \.cell) }
    let hz = (runs.head.record?.plan.costs ?? FrameCosts()).hz
    lateFrames = common.compactMap {
      FrameComparison(
        base: frames.base[$0.base.cell] ?? [], head: frames.head[$0.head.cell] ?? [], hz: hz)
    }
    timePairs = common.compactMap(TimePair.init)
    if !timePairs.isEmpty, let before = runs.base.record?.machine.host,
      let now = runs.head.record?.machine.host, before != now
    {
      notes.append(
        "The runs are from two hosts, \(before) and \(now). Unless these are containers on one "
          + "machine, the ratios of times compare two machines.")
    }
  }

  /// Compares the counters of two programs on one machine. The second program may have strategies and scenarios
  /// that the first program lacks, and only some cells need to have simulated counters.
  package init(counting results: Sides<[CellResult]>, tolerances: Tolerances) throws(RunFault) {
    self.init(tolerances: tolerances)
    cells.allowsNew = true
    _ = try compareCounters(results)
  }

  /// Returns notes about the sources of two runs. Throws `incomparable` if the runs did different work.
  private static func notes(
    _ runs: Sides<RunInput>, isExact: Bool
  ) throws(RunFault) -> [String] {
    let (base, head) = (runs.base, runs.head)
    if isExact, let timed = [base, head].first(where: { $0.record?.simulation == nil }) {
      throw RunFault(
        .incomparable, "\(timed.name) was not counted on a simulated processor, as bench count does"
      )
    }
    guard let before = base.record, let now = head.record else { return [] }
    func require(_ what: String, _ facts: [String]) throws(RunFault) {
      let differences = RunRecord.differences(in: facts, of: [before, now])
      guard !differences.isEmpty else { return }
      throw RunFault(
        .incomparable,
        "\(what) cannot be compared: \(differences.joined(separator: "; ")) (in the order "
          + "\(base.name) | \(head.name))")
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
    let unknown = [base, head].filter { $0.record?.revision == Revision.unknown.commit }.map(\.name)
    guard !unknown.isEmpty else { return [] }
    return [
      "The revision of \(unknown.joined(separator: " and ")) is unknown, so the two runs may be of "
        + "different programs."
    ]
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
    _ results: Sides<[CellResult]>, required: Set<Counter> = []
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
    let compared = tolerances.counters
    // If new cells are allowed, new counters are allowed, too.
    let new = compared.filter { counter in
      cells.allowsNew && !common.contains { $0.base.counters[counter] != nil }
    }
    cells.incomplete = common.compactMap { pair in
      pair.absence(of: compared, new: Set(new), required: required)
        .map { UnmatchedCell(pair.head.cell, reason: $0) }
    }
    counters = common.flatMap { CounterComparison.all(base: $0.base, head: $0.head, tolerances) }
    return common
  }
}

extension CellKey {
  /// The same key for all cells that differ only in the number of rows.
  package var series: CellKey {
    var key = self
    key.group.rows = 0
    return key
  }
}
