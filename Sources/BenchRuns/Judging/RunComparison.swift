import BenchBasics
import BenchMeasuring

package struct RunComparison: Sendable {
  package var base = ComparedRun(name: "")
  package var head = ComparedRun(name: "")
  package var thresholds = Thresholds.paired
  package var tolerances = Tolerances()
  /// Sentences that describe how times were judged.
  package var method: [String] = []
  package var notes: [String] = []
  package var differingFacts: [String] = []
  package var times: [CellComparison] = []
  package var needsTimes = false
  package var timePairs: [TimePair] = []
  package var counters: [CounterComparison] = []
  package var lateFrames: [FrameComparison] = []
  package var deviations: [Sides<CellResult>] = []
  package var cells = CellDifference()

  /// Counters that increased by more than their tolerance, which makes the comparison fail.
  package var risen: [CounterComparison] {
    counters.filter { $0.change == .more && $0.decides && $0.acceptance == nil }
  }
  package var fallen: [CounterComparison] {
    counters.filter { $0.change == .less && $0.decides }
  }

  package func series(_ changes: Set<CounterComparison.Change> = [.more, .less]) -> Set<CellKey> {
    Set(counters.filter { $0.decides && changes.contains($0.change) }.map(\.cell.series))
  }

  /// Cells that are slower although no counter increased, for example because of a different code layout.
  package var slowerWithoutWork: [CellComparison] {
    let more = series([.more])
    return times.filter { $0.verdict == .slower && !more.contains($0.cell.series) }
  }

  package var undecided: [CellComparison] { needsTimes ? times.filter(\.mayBeSlower) : [] }

  /// If a comparison fails for several reasons, the exit code for a regression takes precedence, because a
  /// regression is a definite result.
  package var exitCode: ExitCode {
    if !(risen.isEmpty && lateFrames.isEmpty && deviations.isEmpty) { return .regression }
    if cells.isFault { return .differentCells }
    return undecided.isEmpty ? .success : .undecided
  }
}

package struct ComparedRun: Sendable {
  package var name: String
  package var revision: String?
  package var resolution: Double?

  package init(name: String, revision: String? = nil, resolution: Double? = nil) {
    (self.name, self.revision, self.resolution) = (name, revision, resolution)
  }
}

package struct UnmatchedCell: Equatable, Sendable {
  package let cell: CellKey
  package let reason: String?

  package init(_ cell: CellKey, reason: String? = nil) { (self.cell, self.reason) = (cell, reason) }
}

/// A cell that drops more frames in HEAD than in BASE, together with the lowest row cost at which this
/// happens. The number of late frames changes only at the row costs returned by `FrameCosts.limit`, so the
/// runs are compared only at these costs.
package struct FrameComparison: Equatable, Sendable {
  package let cell: CellKey
  package let rowNs: Int64
  package let base, head: Int

  init?(base: [FrameRow], head: [FrameRow], hz: Int) {
    let costs = FrameCosts(hz: hz)
    func late(_ rows: [FrameRow], above limit: Int64) -> Int {
      rows.reduce(0) { sum, row in
        sum + (costs.limit(of: row.kind).map { $0 <= limit } == true ? row.count : 0)
      }
    }
    let limits = Set((base + head).compactMap { costs.limit(of: $0.kind) }).sorted()
    guard let cell = head.first?.cell, !base.isEmpty,
      let limit = limits.first(where: { late(head, above: $0) > late(base, above: $0) })
    else { return nil }
    (self.cell, rowNs) = (cell, limit + 1)
    (self.base, self.head) = (late(base, above: limit), late(head, above: limit))
  }
}

package struct CellDifference: Equatable, Sendable {
  package var onlyInBase: [UnmatchedCell] = []
  package var onlyInHead: [UnmatchedCell] = []
  package var withDifferentAnswers: [UnmatchedCell] = []
  /// Cells that should have a result but have none in either run.
  package var withoutFigure: [UnmatchedCell] = []
  /// Cells whose counters or checks are missing from BASE or HEAD.
  package var incomplete: [UnmatchedCell] = []
  package var allowsNew = false

  package var isFault: Bool {
    !onlyInBase.isEmpty || !withDifferentAnswers.isEmpty || !withoutFigure.isEmpty
      || !incomplete.isEmpty
      || (!allowsNew && !onlyInHead.isEmpty)
  }
}

extension RunComparison {
  /// Compares the counters of two saved runs, possibly from different machines. Simulated counters are
  /// compared only if `threshold` sets their tolerance. Throws `incomparable` if the runs did different
  /// work, `differentCells` if they have no cells in common, or `badData` if they have no counters in
  /// common.
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
    // Assume that a CSV file without a `run.json` comes from this machine.
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
    guard !common.isEmpty else {
      let reasons =
        RunRecord.differences(in: RunRecord.cellFacts, of: records)
        + cells.withoutFigure.prefix(1).map { "no result for \($0.cell.text): \($0.reason ?? "")" }
      throw RunFault(
        .differentCells,
        (["nothing to compare: \(base.name) and \(head.name) have no cells in common"] + reasons)
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
        "The runs are from different hosts (\(before) and \(now)). Unless these are containers on "
          + "one machine, the time ratios also reflect the speed of the hosts.")
    }
  }

  /// Compares two programs on one machine. Simulated counters may cover only some cells.
  package init(counting results: Sides<[CellResult]>, tolerances: Tolerances) throws(RunFault) {
    self.init(tolerances: tolerances)
    cells.allowsNew = true
    _ = try compareCounters(results)
  }

  private static func notes(
    _ runs: Sides<RunInput>, isExact: Bool
  ) throws(RunFault) -> [String] {
    let (base, head) = (runs.base, runs.head)
    if isExact, let timed = [base, head].first(where: { $0.record?.simulation == nil }) {
      throw RunFault(
        .incomparable, "\(timed.name) has no simulated counters: use bench count to record them"
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
      "The revision of \(unknown.joined(separator: " and ")) is unknown, so the runs may come from "
        + "different programs."
    ]
  }

  /// Pairs cells by key, in HEAD's order. A cell that timed out only in HEAD is compared, but also reported
  /// as missing from HEAD.
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

  /// Returns the common cells. Throws `incomparable` if BASE and HEAD counted different numbers of
  /// operations.
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
          "counters cannot be compared: \(pair.head.cell.text): BASE counted \(before) operations "
            + "and HEAD \(now)")
      }
    }
    deviations = common.filter(\.hasMoreWrongSteps)
    let compared = tolerances.counters
    // If new cells in HEAD are allowed, so are new counters.
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
