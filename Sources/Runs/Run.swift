import HostSystem
import Measuring
import Text

/// A run as its folder holds it: what was asked and under which conditions, and what each cell came to.
///
/// Whoever reads a run reads it here, so that a file that was damaged, cut or edited is noticed by all
/// alike: what the files say more than once has to agree.
package struct Run: Sendable {
  /// How the run was made and how it ended.
  package var record: RunRecord
  /// Its cells, in the order of the plan.
  package var summary: [SummaryRow]
  /// The repetitions of each cell that has any; nil where the folder has no samples.
  package var repetitions: [CellKey: Repetitions]?

  /// A run of these parts.
  package init(
    record: RunRecord, summary: [SummaryRow], repetitions: [CellKey: Repetitions]? = nil
  ) {
    self.record = record
    self.summary = summary
    self.repetitions = repetitions
  }
}

extension Run {
  /// The run in a folder, complete or interrupted.
  ///
  /// Kept runs may lack `samples.csv`, which is by far the largest file; then times are not checked.
  /// - Throws: `missingInput` where a file is not there or the run has not ended; `badData`, with the
  ///   cell, where one is damaged or two contradict each other; `ioFailure`.
  /// - Complexity: O(bytes).
  package init(_ folder: RunFolder) throws(RunFault) {
    record = try folder.record()
    guard record.status != .incomplete else {
      throw RunFault(
        .missingInput,
        "\(folder.path): this run still goes on or was killed, so its figures are not there: end it "
          + "with 'bench run --resume \(folder.path)'")
    }
    summary = try folder.summary()
    do throws(Contradiction) {
      try record.check(clock: record.clock)
      try PlannedCells(record).check(summary)
    } catch {
      throw RunFault(.badData, "\(folder.path)/\(error.text)")
    }
    guard FileSystem.holds(folder.samplesPath) else { return }
    let found = Repetitions.byCell(try folder.samples())
    repetitions = found
    do throws(Contradiction) {
      try Self.check(found, against: summary)
    } catch {
      throw RunFault(.badData, "\(folder.path)/\(error.text)")
    }
  }

  /// Whatever was lost or exchanged of the samples: the summary knows how many repetitions there were,
  /// and what they come to.
  private static func check(
    _ repetitions: [CellKey: Repetitions], against summary: [SummaryRow]
  ) throws(Contradiction) {
    var left = repetitions
    for row in summary {
      let own = left.removeValue(forKey: row.cell) ?? Repetitions()
      guard own.count == row.rounds else {
        throw Contradiction(
          "samples.csv: found \(own.count) rounds of \(row.cell.text), expected \(row.rounds) as in "
            + "summary.csv")
      }
      guard row.status.hasFigure else { continue }
      try row.time.check(against: own, of: row.cell)
    }
    if let stray = left.keys.first {
      throw Contradiction("samples.csv: found \(stray.text), which summary.csv does not have")
    }
  }
}

/// Two things that a run's files say and that cannot both be true: the file, and what is wrong in it.
struct Contradiction: Error {
  let text: String

  init(_ text: String) { self.text = text }
}

extension RunRecord {
  /// Refuses a clock that cannot have timed what its own record says.
  fileprivate func check(clock: ClockFacts) throws(Contradiction) {
    guard let slice = clock.shortestSliceNs, clock.resolutionNs > slice else { return }
    throw Contradiction(
      "run.json: clock.resolution_ns: found \(clock.resolutionNs), expected at most "
        + "clock.shortest_slice_ns, \(slice)")
  }
}

/// What cells a run's record says that there are.
private struct PlannedCells {
  private let record: RunRecord
  private var plan: RunPlan { record.plan }

  init(_ record: RunRecord) { self.record = record }

  /// Refuses cells that the plan does not have, and a number of them that is not the plan's.
  func check(_ summary: [SummaryRow]) throws(Contradiction) {
    for row in summary {
      try check(row.cell)
      try checkFigures(of: row)
    }
    let measured = summary.count { !$0.status.isUnsupported }
    guard measured == plan.cells else {
      throw Contradiction(
        "summary.csv: found \(measured) cells that were to be measured, expected \(plan.cells) as in "
          + "run.json")
    }
    try checkGroups(summary)
  }

  private func check(_ cell: CellKey) throws(Contradiction) {
    let group = cell.group
    // A user's file is taken with the rows that it has.
    let hasOwnCount =
      plan.usesOwnCounts && ["file:", "text:"].contains { group.heights.hasPrefix($0) }
    let names: [(key: String, value: String, isPlanned: Bool)] = [
      ("scenarios", group.scenario, plan.scenarios.contains(group.scenario)),
      ("heights", group.heights, plan.heights.contains(group.heights)),
      ("rows", "\(group.rows)", hasOwnCount || plan.rows.contains(group.rows)),
      ("caches", group.caches.rawValue, plan.caches.contains(group.caches)),
      ("strategies", cell.plannedID, isPlanned(cell.plannedID)),
    ]
    for name in names where !name.isPlanned {
      throw Contradiction(
        "summary.csv: found \(cell.text), but plan.\(name.key) of run.json has no \(name.value)")
    }
    // Without them nobody could tell whether two runs had the same rows.
    let workload = "\(group.heights) \(group.rows)"
    guard record.workloadHashes[workload]?.isEmpty == false else {
      throw Contradiction("run.json: workload_hashes has none of \(workload)")
    }
  }

  /// Slower copies are named after what they are copies of.
  private func isPlanned(_ id: String) -> Bool {
    plan.strategies.contains(id)
      || plan.handicap != nil && plan.strategies.contains { id.hasPrefix($0 + "+") }
  }

  private func checkFigures(of row: SummaryRow) throws(Contradiction) {
    guard (row.time.medianNs != nil) == (row.status.hasFigure && row.rounds > 0) else {
      throw Contradiction(
        "summary.csv: found the median \(row.time.medianNs.map { "\($0)" } ?? "nothing") of "
          + "\(row.cell.text), whose status is \(row.status.text.quoted) after \(row.rounds) rounds"
      )
    }
  }

  /// Refuses a group that lacks a strategy which others of its list have. Which strategies there are may
  /// depend on the number of rows, but not on the first list.
  private func checkGroups(_ summary: [SummaryRow]) throws(Contradiction) {
    struct List: Hashable {
      let heights: String
      let rows: Int?
    }
    func list(of group: CellGroup) -> List {
      List(
        heights: group.heights, rows: group.heights == plan.heights.first ? nil : group.rows)
    }
    struct Strategy: Hashable {
      let id, mode: String
    }
    var strategies: [List: Set<Strategy>] = [:]
    var groups: [CellGroup: Set<Strategy>] = [:]
    for row in summary where !row.cell.role.isControl {
      let group = row.cell.group
      let strategy = Strategy(id: row.cell.strategy, mode: row.cell.mode)
      strategies[list(of: group), default: []].insert(strategy)
      groups[group, default: []].insert(strategy)
    }
    for row in summary {
      let group = row.cell.group
      let all = strategies[list(of: group)] ?? []
      guard let lost = all.subtracting(groups[group] ?? []).first else { continue }
      let cell = CellKey(group: group, strategy: lost.id, mode: lost.mode)
      throw Contradiction("summary.csv: \(cell.text) is missing, which other groups have")
    }
  }
}

extension CellKey {
  /// The id in the plan: of a null control, that of the strategy which it doubles.
  fileprivate var plannedID: String {
    if case .control(let strategy) = role { strategy } else { strategy }
  }
}

extension TimeFigures {
  /// What repetitions come to; nil without any.
  package init?(_ repetitions: Repetitions, confidence: Double) {
    guard let times = try? Sample(repetitions.times), let figure = repetitions.estimate else {
      return nil
    }
    self.init()
    medianNs = figure.value
    (lowNs, highNs) = (figure.interval?.low, figure.interval?.high)
    madNs = times.medianAbsoluteDeviation
    minNs = times.minimum
    (p90Ns, p95Ns) = (times.percentile(90), times.percentile(95))
    maxNs = times.maximum
    self.confidence = confidence
    lag1 = times.lag1Autocorrelation
    disturbed = repetitions.disturbed
    outliers = repetitions.outliers.count
  }

  /// Refuses figures that are not those of the repetitions; intervals have to lie around the
  /// median and no more, because how they are made may change from one program to the next.
  fileprivate func check(
    against repetitions: Repetitions, of cell: CellKey
  ) throws(Contradiction) {
    guard let times = try? Sample(repetitions.times), let figure = repetitions.estimate else {
      return
    }
    let figures = [
      ("median", medianNs, figure.value), ("minimum", minNs, times.minimum),
      ("maximum", maxNs, times.maximum),
    ]
    for (name, found, expected) in figures {
      // Other programs may write the first columns alone.
      guard let found = name == "median" ? found ?? .nan : found else { continue }
      guard abs(found - expected) <= 1e-9 * expected else {
        throw Contradiction(
          "summary.csv: the \(name) of \(cell.text) is \(found), expected \(expected) as of samples.csv"
        )
      }
    }
    guard let lowNs, let highNs else { return }
    let slack = 1e-9 * figure.value
    guard lowNs <= figure.value + slack, highNs >= figure.value - slack else {
      throw Contradiction(
        "summary.csv: the interval of \(cell.text) is \(lowNs) to \(highNs), expected one around its "
          + "median, \(figure.value)")
    }
  }
}
