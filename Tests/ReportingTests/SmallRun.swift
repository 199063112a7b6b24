@testable import Reporting
@testable import Runs

/// A run small enough to work out by hand, with a cell of every kind.
enum SmallRun {
  static let measured: Run = {
    var run = Run(record: RunReport.of([]).record, summary: [], repetitions: [:])
    run.record.warnings = []
    // Repetitions of 10, 12 and 11 ns per operation: median 11.
    run.add("fenwick", operations: 10, [[100], [120, 90, 130], [110]], interval: (10, 12))
    // A name that means something in every format, and too few repetitions for an interval.
    run.add(
      "my=list+2%", "file:/a b/\"ü\".txt", rows: 1_000_000, mode: "published", operations: 4, [[6]],
      interval: nil)
    run.add("floor", operations: 8, [[4], [4]], interval: (0.5, 0.5))
    run.summary[2].ratio.value = nil
    run.add("fenwick", role: .control, operations: 10, [[100], [120], [110]], interval: (10, 12))
    run.add("all-heights", operations: 10, [[90_000]], interval: nil)
    run.summary[4].status = .timedOut("slow")
    run.add("reload-window", operations: 10, [[50], [50]], interval: (5, 5))
    run.summary[5].deviation.wrongSteps = 3
    run.add("torn", operations: 10, [[0], [5]], interval: nil)
    run.summary.append(
      SummaryRow(
        cell: key("fixed-list", "chat", 1000, "corrected"),
        status: .unsupported("needs rows of one height")))
    return run
  }()

  /// The run as it is exported, also when it was stopped before its end.
  static func exported(_ status: RunStatus = .complete) throws -> ExportedRun {
    var run = measured
    run.record.status = status
    return try ExportedRun(run)
  }

  static func key(
    _ strategy: String, _ heights: String, _ rows: Int, _ mode: String, _ role: CellRole = .strategy
  ) -> CellKey {
    CellKey(
      group: CellGroup(scenario: "scroll", heights: heights, rows: rows), strategy: strategy,
      mode: mode, role: role)
  }
}

extension Run {
  /// Adds a cell with the elapsed nanoseconds of the segments of its repetitions.
  fileprivate mutating func add(
    _ strategy: String, _ heights: String = "chat", rows: Int = 1000, mode: String = "corrected",
    role: CellRole = .strategy, operations: Int, _ elapsedNs: [[Int]], interval: (Double, Double)?
  ) {
    var row = SummaryRow(cell: SmallRun.key(strategy, heights, rows, mode, role), status: .ok)
    (row.rounds, row.operations) = (elapsedNs.count, operations)
    var own = Repetitions()
    for (number, segments) in elapsedNs.enumerated() {
      for (segment, elapsed) in segments.enumerated() {
        own.add(
          SampleRow(
            cell: row.cell, round: number, slot: 0, operations: operations, elapsedNs: elapsed,
            checksum: 0, segment: segment))
      }
    }
    row.time.timeNs = own.times.sorted()[own.times.count / 2]
    (row.time.lowNs, row.time.highNs) = (interval?.0, interval?.1)
    row.ratio.value = 1
    (row.counters[.heightsAsked], row.counters[.allocations]) = (1.5, 0)
    summary.append(row)
    repetitions?[row.cell] = own
  }
}
