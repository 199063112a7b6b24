import Basics
import Foundation
import Testing

@testable import BenchTool
@testable import Runs

/// Runs on disk for comparisons: one that was really made, and copies of it with times that are set.
struct Pairs {
  let bench: Bench

  /// Makes the run `base`, whose times are then set, so that tests do not depend on the machine.
  init(_ bench: Bench) throws {
    self.bench = bench
    _ = try bench(
      "run --strategy floor,fenwick,all-heights -m corrected --scenario offset --heights chat --rows 20,60 "
        + "--budget 50ms --quiet --json --output $/base")
    try write("base") { _, _ in }
  }

  /// Writes the run `name` with sixteen repetitions of each cell, 1,000 ns each but for a little
  /// unrest.
  ///
  /// - Parameter change: changes a cell's row and its time in nanoseconds.
  func write(_ name: String, change: (inout SummaryRow, inout Int) -> Void) throws {
    try copy(to: name)
    let folder = try bench.run(name)
    var samples: [SampleRow] = []
    var summary: [SummaryRow] = []
    for row in try bench.run("base").summary() {
      var (row, nanoseconds) = (row, 1000)
      (row.rounds, row.operations) = (16, 1)
      let time = row.time
      change(&row, &nanoseconds)
      let own = (0..<16).map { round in
        SampleRow(
          cell: row.cell, round: round, slot: 0, operations: 1,
          elapsedNs: nanoseconds + round % 3, checksum: 0)
      }
      if row.status != .ok { (row.rounds, row.time) = (0, TimeFigures()) }
      if row.status == .ok, row.time == time {
        let repetitions = Repetitions.byCell(own)[row.cell]
        row.time = try #require(repetitions.flatMap { TimeFigures($0, confidence: 0.95) })
      }
      summary.append(row)
      if row.status == .ok { samples += own }
    }
    try folder.write(samples)
    try folder.write(summary)
  }

  /// Makes a run of some cells of another.
  func keep(in name: String, of whole: String, _ isKept: (CellKey) -> Bool) throws {
    let (folder, base) = (try bench.run(name), try bench.run(whole))
    let summary = try base.summary().filter { isKept($0.cell) }
    try folder.write(summary)
    try folder.write(try base.samples().filter { isKept($0.cell) })
    var record = try base.record()
    record.plan.cells = summary.count
    try folder.write(record)
  }

  /// Copies `base`.
  func copy(to name: String) throws {
    guard name != "base" else { return }
    try? FileManager.default.removeItem(atPath: "\(bench.folder)/\(name)")
    try FileManager.default.copyItem(
      atPath: "\(bench.folder)/base", toPath: "\(bench.folder)/\(name)")
  }

  /// What the comparison of `base` with `head` comes to; the report goes to a file.
  func callAsFunction(_ options: String = "") throws -> Bench.Outcome {
    try bench("compare $/base $/head --output $/report \(options)")
  }

  /// The last report.
  var report: String {
    get throws {
      String(decoding: try FileSystem.bytes(at: "\(bench.folder)/report"), as: UTF8.self)
    }
  }
}

/// Runs `body` with a run in a folder that is removed afterwards.
func withPairs(_ body: (Pairs) throws -> Void) throws {
  try withBench { try body(Pairs($0)) }
}
