import BenchBasics
import BenchRuns
import Foundation
import Testing

@testable import BenchTool

@Suite("Reading damaged runs", .serialized)
struct DamagedRunTests {
  /// Changes to the files of a run, each with part of the expected error message.
  private static let damages: [(String, @Sendable (Bench) throws -> Void)] = [
    (
      "found 8 cells to measure, but run.json specifies 9",
      { try $0.edit("head/run.json", "\"cells\" : 8", "\"cells\" : 9") }
    ),
    // Values in run.json must be within the limits that apply on the command line.
    (
      "plan.rows: found 9223372036854775807, ",
      { try $0.edit("head/run.json", "      60\n", "      9223372036854775807\n") }
    ),
    (
      "the last line is incomplete: the file is truncated",
      { try $0.write("head/summary.csv", String($0.read("head/summary.csv").dropLast())) }
    ),
    ("/summary.csv: found 0 cells", { try $0.removeRows(of: "head/summary.csv") }),
    (
      " rounds of fenwick (corrected) in offset",
      { try $0.setColumn("time_ns", of: "head/summary.csv", to: "9") }
    ),
    // A strategy that failed verification can't have a time.
    (
      " of fenwick (corrected) in offset, chat, 20 rows, expected no time",
      { try $0.edit("head/summary.csv", "fenwick,corrected,ok", "fenwick,corrected,not reached") }
    ),
    (
      " occurs twice, first on line",
      { try $0.edit("head/samples.csv", ",corrected,3,", ",corrected,2,") }
    ),
    (
      " in 0 rounds as in samples.csv",
      { try $0.edit("head/samples.csv", ",60,", ",61,") }
    ),
    ("$/head/run.json: larger than 16777216 bytes", { $0.enlarge("head/run.json") }),
    ("$/head/samples.csv: larger than 536870912 bytes", { $0.enlarge("head/samples.csv") }),
    ("$/head/summary.csv: larger than 536870912 bytes", { $0.enlarge("head/summary.csv") }),
    ("$/head/run.json: expected a file, found", { try $0.replaceWithPipe("head/run.json") }),
    ("$/head/samples.csv: expected a file, found", { try $0.replaceWithPipe("head/samples.csv") }),
  ]

  @Test(
    "Every command that reads a run rejects damaged files, and doesn't overwrite the report",
    arguments: damages.indices)
  func damage(index: Int) throws {
    let (message, damage) = Self.damages[index]
    try withPair { bench in
      try damage(bench)
      let report = try bench.read("head/README.md")
      for command in [
        "report $/head", "export $/head --format benchfmt --output $/out",
        "compare $/base $/head",
      ] {
        try bench.rejects(command, .badData, message)
      }
      #expect(try bench.read("head/README.md") == report)
    }
  }

  @Test(
    "A measured cell is rejected if one of its fields contains the value that means 'not measured'",
    arguments: [
      ("summary.csv", "time_ns", ""), ("summary.csv", "rounds", "0"),
      ("summary.csv", "counted_operations", ""), ("summary.csv", "steps_checked", "0"),
      ("summary.csv", "heights_asked", ""), ("samples.csv", "elapsed_ns", "0"),
      ("samples.csv", "operations", "0"),
    ])
  func missingValues(file: String, column: String, value: String) throws {
    try withPair { bench in
      try bench.setColumn(column, of: "head/\(file)", to: value)
      #expect([.badData, .differentCells].contains(try bench("compare $/base $/head").code))
    }
  }
}

@Suite("Reading unfinished runs", .serialized)
struct UnfinishedRunTests {
  private let options =
    "-s floor,fenwick,all-heights -c offset,scroll -H chat -r 20 -b 150ms"

  /// Truncates a run's samples to `length` bytes, as if the run had been killed at that point.
  private func kill(after length: Int, in bench: Bench) throws {
    let samples = try bench.bytes("run/samples.csv")
    try bench.editRecord("run") {
      ($0.status, $0.finished, $0.sampleCount) = (.incomplete, nil, nil)
    }
    var rows = try bench.run("run").summary()
    for place in rows.indices where rows[place].status == .ok {
      rows[place].status = .notReached
      (rows[place].rounds, rows[place].time, rows[place].coverage) = (0, CellTime(), nil)
    }
    try write(rows, in: bench)
    for file in ["README.md", "index.html", "summary.csv"] { try bench.remove("run/\(file)") }
    try FileSystem.replaceFile(
      at: "\(bench.folder)/run/samples.csv", with: Array(samples.prefix(length)))
  }

  private func write(_ rows: [CellResult], in bench: Bench) throws {
    try FileSystem.replaceFile(
      at: bench.run("run").partPath, with: CellResult.csv(of: rows))
  }

  // At 1, the run is killed after the last sample, but before the remaining files are written.
  @Test(
    "If a run was killed, its complete lines can still be shown, exported and reported",
    arguments: [0.4, 1])
  func killed(fraction: Double) throws {
    try withRun(options) { bench in
      let whole = try Run(bench.run("run"))
      let size = try bench.bytes("run/samples.csv").count
      try kill(after: Int(fraction * Double(size)), in: bench)
      let run = try Run(bench.run("run"))
      #expect(run.summary.map(\.cell) == whole.summary.map(\.cell))
      for (row, before) in zip(run.summary, whole.summary) {
        let own = run.repetitions?[row.cell]
        #expect(row.time.timeNs == own?.time && row.rounds == own?.count ?? 0)
        #expect(row.status == (own == nil ? .notReached : .ok))
        #expect(row.counters == before.counters && row.deviation == before.deviation)
      }
      if fraction == 1 {
        #expect(run.summary.map(\.ratio) == whole.summary.map(\.ratio))
        #expect(run.summary.map(\.standing) == whole.summary.map(\.standing))
      }
      for command in ["show", "export --format benchfmt --output $/text", "report"] {
        try bench.does("\(command) $/run")
      }
      let note = "incomplete, because it is still running or was killed"
      #expect(try bench.read("run/README.md").contains(note))
      try bench.rejects(
        "compare $/run $/run", .differentCells,
        is: "$/run is incomplete, but a complete run is required, so measure it again")
    }
  }

  @Test(
    "A killed run with at least one sample has results, even if the list of planned cells is missing"
  )
  func edges() throws {
    try withRun(options) { bench in
      let cells = Set(try Run(bench.run("run")).summary.filter { $0.rounds > 0 }.map(\.cell))
      var rows = try bench.run("run").summary()
      try kill(after: .max, in: bench)
      // A cell that failed verification has no time.
      let wrong = try #require(rows.firstIndex { $0.cell.strategy == "fenwick" })
      (rows[wrong].status, rows[wrong].time) = (.wrong(step: nil), CellTime())
      try write(rows, in: bench)
      let row = try Run(bench.run("run")).summary[wrong]
      #expect(row.status == .wrong(step: nil) && row.time.timeNs == nil)

      try bench.remove("run/summary.csv.part")
      let run = try Run(bench.run("run"))
      #expect(Set(run.summary.map(\.cell)) == cells && run.summary.count == cells.count)
      #expect(run.summary.allSatisfy { $0.time.timeNs != nil })
      try bench.does("show $/run")
      try bench.edit("run/samples.csv", ",corrected,0,", ",corrected,x,")
      try bench.rejects("show $/run", .badData, "$/run/samples.csv:2: column round: found \"x\"")
      try bench.removeRows(of: "run/samples.csv")
      let message = "$/run: the run is incomplete and has no results yet"
      try bench.rejects("report $/run", .missingInput, is: message)
      try bench.write("run/samples.csv", "schema,scen")
      try bench.rejects("show $/run", .missingInput, is: message)
    }
  }

  @Test("A run without summary.csv is treated as incomplete, whatever run.json says")
  func withoutSummary() throws {
    try withRun { bench in
      try bench.remove("run/summary.csv")
      #expect(try bench.run("run").record().status == .incomplete)
      try bench.does("report $/run")
    }
  }
}

extension Bench {
  fileprivate func enlarge(_ name: String) { truncate("\(folder)/\(name)", 5 << 30) }

  fileprivate func replaceWithPipe(_ name: String) throws {
    try remove(name)
    #expect(mkfifo("\(folder)/\(name)", 0o600) == 0)
  }
}
