import BenchMeasuring
import Foundation

@testable import BenchRuns

extension MachineFacts {
  static var example: MachineFacts {
    MachineFacts(
      cpuModel: "Intel(R) Xeon(R) CPU @ 2.20GHz", cores: 4, memoryBytes: 16_777_216_000,
      kernel: "Linux 6.1.0", os: "Debian GNU/Linux 12 (bookworm)", architecture: "x86_64",
      governor: "unknown", loadAverage: 0.25, host: "89abcdef01234567")
  }
}

extension RunRecord {
  static var example: RunRecord {
    var record = RunRecord(
      command: ["bench", "--strategy", "all"],
      revision: Revision(commit: "1a2b3c4d5e6f", isDirty: true), machine: .example,
      clock: ClockFacts(resolutionNs: 20, readCostNs: 30.5), plan: .example,
      started: Date(timeIntervalSince1970: 1_772_360_100))
    (record.cells, record.repetitions, record.segmentNs) = (24, 11, 250_000)
    record.windows = ["sliding-window"]
    (record.compiler, record.optimisation) = ("Swift 6.3.1", "-O")
    (record.clock.shortestSliceNs, record.clock.maxError) = (50_500, 0.000_25)
    record.allocation = "huge pages: never"
    record.disturbance = .example
    record.finished = Date(timeIntervalSince1970: 1_772_360_160)
    record.status = .complete
    record.workloadHashes = [
      "offset/chat/1000": "0x0123456789abcdef", "camelCase_and_snake": "0x1",
    ]
    record.warnings = [RunWarning(.governor, found: "the CPU governor is powersave")]
    return record
  }
}

extension RunRequest {
  static var example: RunRequest {
    var request = RunRequest(
      strategies: ["fenwick", "sum-tree"], mode: .corrected, scenarios: ["offset", "scroll"],
      heights: ["chat", "file:/tmp/heights.csv"], rows: [1000, 1_000_000], seed: .max,
      budgetSeconds: 60)
    request.usesOwnCounts = true
    return request
  }
}

extension Disturbance {
  static var example: Disturbance {
    var disturbance = Disturbance()
    disturbance.otherCores = 0.25
    (disturbance.repetitions, disturbance.disturbed) = (264, 33)
    return disturbance
  }
}

extension SampleRow {
  /// Creates a sample from the fields that tests need to set.
  static func example(
    round: Int, slot: Int, strategy: String = "fenwick", rows: Int = 1000,
    segment: Int = 0, firstStep: Int = 0, isDisturbed: Bool = false
  ) -> SampleRow {
    var row = SampleRow(
      cell: CellKey(
        group: CellGroup(scenario: "offset", heights: "uniform:20-200", rows: rows),
        strategy: strategy, mode: .corrected),
      round: round, slot: slot, operations: 4096, elapsedNs: 61_440 + 10 * round + slot,
      segment: segment, firstStep: firstStep)
    row.isDisturbed = isDisturbed
    return row
  }
}

extension CellResult {
  /// A result in which every field has a different value, so that tests notice swapped fields.
  static var full: CellResult {
    var row = CellResult(cell: SampleRow.example(round: 0, slot: 0).cell, status: .ok)
    (row.rounds, row.operations) = (52, 4096)
    (row.time.timeNs, row.time.lowNs, row.time.highNs) = (15.25, 15.0, 15.5)
    (row.time.disturbed, row.time.floorNs) = (3, 1.25)
    (row.ratio.value, row.ratio.low, row.ratio.high) = (6.1, 6.0, 6.2)
    (row.standing, row.standingReason) = (.unranked, .wrongRows)
    let counts = [
      1.0, 10.5, 0.00001, 2.0, 3.0, 0.25, 1.5, 0.0, 128.0, 8.5, 96.5, 20.0, 3.0, 2.0, 1.0,
    ]
    for (counter, count) in zip(Counter.allCases, counts) { row.counters[counter] = count }
    (row.deviation.checkedSteps, row.deviation.wrongSteps) = (400, 11)
    row.countedOperations = 1024
    (row.coverage, row.doubts) = (0.75, "less than 0.01 ns for each scanned row")
    (row.control.value, row.control.low, row.control.high) = (1.5, 1.25, 1.75)
    return row
  }
}

extension Repetitions {
  /// Creates repetitions with the given times in nanoseconds, numbered from 0.
  init(_ times: [Double]) {
    self.init()
    for (round, time) in times.enumerated() { add(.timed(round: round, nanoseconds: time)) }
  }
}

extension SampleRow {
  /// A sample with the given time per operation, rounded to picoseconds.
  static func timed(round: Int, nanoseconds: Double) -> SampleRow {
    SampleRow(
      cell: .example(rows: 1), round: round, slot: 0, operations: 1000,
      elapsedNs: Int(nanoseconds * 1000))
  }
}
