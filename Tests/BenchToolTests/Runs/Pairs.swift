import Basics
import Foundation
import Testing

@testable import BenchTool
@testable import Runs

/// Creates runs on disk for comparisons: one measured run, and copies of it with chosen times.
struct Pairs {
  let bench: Bench

  /// Measures the run `base` and replaces its times.
  init(_ bench: Bench) throws {
    self.bench = bench
    try bench.does(
      "run --strategy floor,fenwick,all-heights -m corrected --scenario offset --heights chat --rows 20,60 "
        + "--budget 50ms --quiet --json --output $/base")
    try bench.editRecord("base") { $0.sampleCount = nil }
    try write("base") { _, _ in }
  }

  /// Writes the run `name`. Each cell has sixteen repetitions with times of 1,000 to 1,002 ns, unless
  /// `change` sets other values.
  ///
  /// - Parameter change: A closure that receives and may change the summary row of a cell and the time of its
  ///   repetitions, in nanoseconds.
  func write(_ name: String, change: (inout CellResult, inout Int) -> Void) throws {
    try copy(to: name)
    let folder = try bench.run(name)
    var samples: [SampleRow] = []
    var summary: [CellResult] = []
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
      if row.status != .ok { (row.rounds, row.time) = (0, CellTime()) }
      if row.status == .ok, row.time == time {
        let repetitions = Repetitions.byCell(own)[row.cell]
        row.time = try #require(repetitions.flatMap { CellTime($0) })
      }
      summary.append(row)
      if row.status == .ok { samples += own }
    }
    try folder.write(samples)
    try folder.write(summary)
  }

  /// Writes the run `name`, in which `change` applies only to the cells of the strategy `fenwick`.
  func writeFenwick(
    in name: String = "head", change: (inout CellResult, inout Int) -> Void
  ) throws {
    try write(name) { row, time in if row.cell.strategy == "fenwick" { change(&row, &time) } }
  }

  /// Writes a run that contains only the cells of the run `whole` for which `isKept` returns true.
  func keep(in name: String, of whole: String, _ isKept: (CellKey) -> Bool) throws {
    let (folder, base) = (try bench.run(name), try bench.run(whole))
    let summary = try base.summary().filter { isKept($0.cell) }
    try folder.write(summary)
    try folder.write(try base.samples().filter { isKept($0.cell) })
    var record = try base.record()
    record.plan.cells = summary.count
    try folder.write(record)
  }

  /// Copies the run `base`.
  func copy(to name: String = "head") throws {
    guard name != "base" else { return }
    try? bench.remove(name)
    try FileManager.default.copyItem(
      atPath: "\(bench.folder)/base", toPath: "\(bench.folder)/\(name)")
  }

  /// Expects that the comparison of `base` with `head` ends with the exit code `code`, and that its report
  /// contains `texts`.
  func gives(
    _ code: ExitCode, _ options: String = "", _ texts: String...,
    at location: SourceLocation = #_sourceLocation
  ) throws {
    #expect(try self(options).code == code, "\(options)", sourceLocation: location)
    let report = try bench.read("report")
    for text in texts { #expect(report.contains(text), "\(report)", sourceLocation: location) }
  }

  /// Compares the runs `base` and `head`.
  func callAsFunction(_ options: String = "") throws -> Bench.Outcome {
    try bench.compares("$/base $/head \(options)")
  }

  var report: String { get throws { try bench.read("report") } }
}

/// Calls `body` with the runs of a comparison in a temporary folder.
func withPairs(_ body: (Pairs) throws -> Void) throws {
  try withBench { try body(Pairs($0)) }
}
