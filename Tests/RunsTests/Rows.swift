@testable import Runs

extension SampleRow {
  /// A sample for tests, in which the parameters set the fields that a test needs.
  static func example(
    round: Int, slot: Int, strategy: String = "fenwick", rows: Int = 1000,
    caches: CacheState = .warm, segment: Int = 0, firstStep: Int = 0, isDisturbed: Bool = false
  ) -> SampleRow {
    var row = SampleRow(
      cell: CellKey(
        group: CellGroup(scenario: "offset", heights: "uniform:20-200", rows: rows, caches: caches),
        strategy: strategy, mode: "corrected"),
      round: round, slot: slot, operations: 4096, elapsedNs: 61_440 + 10 * round + slot,
      checksum: 0x9e37_79b9_7f4a_7c15, segment: segment, firstStep: firstStep)
    row.isDisturbed = isDisturbed
    return row
  }
}

extension CellResult {
  /// A result in which every field has a different value, so that swapped fields are noticed.
  static var full: CellResult {
    var row = CellResult(cell: SampleRow.example(round: 0, slot: 0).cell, status: .ok)
    (row.rounds, row.operations) = (52, 4096)
    (row.time.timeNs, row.time.lowNs, row.time.highNs) = (15.25, 15.0, 15.5)
    (row.time.minNs, row.time.maxNs, row.time.disturbed) = (14.75, 30.0, 3)
    (row.time.floorNs, row.time.netNs) = (1.25, 14.0)
    (row.time.firstNs, row.time.settlingNs) = (450.5, 1200.25)
    (row.ratio.value, row.ratio.low, row.ratio.high) = (6.1, 6.0, 6.2)
    (row.isFastest, row.isRatioNet) = (true, false)
    let counts = [1.0, 10.5, 0.00001, 2.0, 3.0, 0.25, 1.5, 0.0, 128.0, 8.5, 96.5]
    for (counter, count) in zip(Counter.allCases, counts) { row.counters[counter] = count }
    (row.frames.p50Ns, row.frames.p90Ns, row.frames.p99Ns) = (100.0, 200.0, 300.0)
    (row.frames.p999Ns, row.frames.maxNs) = (400.0, 500.0)
    row.frames.over8ms = 5
    (row.deviation.checkedSteps, row.deviation.wrongSteps) = (400, 11)
    row.countedOperations = 1024
    (row.coverage, row.doubts) = (
      0.75, "had not settled when it was timed; faster than with 1000 rows"
    )
    (row.verdict, row.adjustedP) = (.slower, 0.001)
    (row.control.value, row.control.low, row.control.high) = (1.5, 1.25, 1.75)
    return row
  }
}
