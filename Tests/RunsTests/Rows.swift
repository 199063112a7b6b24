import Runs

extension SampleRow {
  /// A sample of a small run: what differs between samples is given, the rest follows from it.
  static func example(
    round: Int, slot: Int, strategy: String = "fenwick", rows: Int = 1000, roundSize: Int = 0,
    isOutlier: Bool? = nil, caches: CacheState = .warm, segment: Int = 0, firstStep: Int = 0,
    isDisturbed: Bool = false
  ) -> SampleRow {
    var row = SampleRow(
      cell: CellKey(
        group: CellGroup(scenario: "offset", heights: "uniform:20-200", rows: rows, caches: caches),
        strategy: strategy, mode: "corrected"),
      round: round, slot: slot, operations: 4096, elapsedNs: 61_440 + 10 * round + slot,
      checksum: 0x9e37_79b9_7f4a_7c15, segment: segment, firstStep: firstStep)
    (row.roundSize, row.isOutlier, row.isDisturbed) = (roundSize, isOutlier, isDisturbed)
    return row
  }
}

extension SummaryRow {
  /// A row with a different figure in every field.
  static var full: SummaryRow {
    var row = SummaryRow(cell: SampleRow.example(round: 0, slot: 0).cell, status: .ok)
    (row.rounds, row.operations) = (52, 4096)
    row.time.medianNs = 15.25
    row.time.lowNs = 15.0
    row.time.highNs = 15.5
    row.time.madNs = 0.125
    row.time.minNs = 14.75
    row.time.p90Ns = 16.0
    row.time.p95Ns = 17.5
    row.time.maxNs = 30.0
    row.time.confidence = 0.9523
    row.time.lag1 = -0.0625
    row.time.outliers = 2
    row.time.disturbed = 3
    (row.time.floorNs, row.time.netNs) = (1.25, 14.0)
    (row.time.firstNs, row.time.settlingNs) = (450.5, 1200.25)
    row.ratio.toFastest = 6.1
    row.ratio.low = 6.0
    row.ratio.high = 6.2
    row.counters[.heightsAsked] = 1.0
    row.counters[.rowsScanned] = 10.5
    row.counters[.viewsCreated] = 0.00001
    row.counters[.viewsConfigured] = 2.0
    row.counters[.viewsMoved] = 3.0
    row.counters[.reloads] = 0.25
    row.counters[.layoutPasses] = 1.5
    row.counters[.allocations] = 0.0
    row.counters[.allocatedBytes] = 128.0
    row.counters[.instructions] = 96.5
    row.counters[.bytesPerRow] = 8.5
    row.frames.p50Ns = 100.0
    row.frames.p90Ns = 200.0
    row.frames.p99Ns = 300.0
    row.frames.p999Ns = 400.0
    row.frames.maxNs = 500.0
    (row.frames.over1ms, row.frames.over8ms, row.frames.over16ms) = (7, 5, 3)
    (row.deviation.checkedSteps, row.deviation.wrongSteps) = (400, 11)
    (row.coverage, row.doubts) = (0.75, [.other("say \"so\""), .unsettled])
    row.verdict.verdict = .slower
    (row.verdict.adjustedP, row.verdict.detectable) = (0.001, 0.0225)
    row.verdict.roundsNeeded = 120
    (row.control.ratio, row.control.low, row.control.high) = (1.5, 1.25, 1.75)
    return row
  }
}
