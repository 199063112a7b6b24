import BenchBasics
import BenchMeasuring
import BenchRuns
import Foundation
import Testing

@testable import BenchTool

/// Every command that reads a run must reject contradictory files and name the affected cell.
@Suite("Reading damaged runs", .serialized)
struct DamagedRunTests {
  private let commands = [
    "report $/head", "export $/head --format benchfmt --output $/out", "compare $/base $/head",
  ]

  /// Expects every command that reads runs to reject the damaged run with `message`.
  private func expect(
    _ message: String, in bench: Bench, at location: SourceLocation = #_sourceLocation
  ) throws {
    for command in commands { try bench.rejects(command, .badData, message, at: location) }
  }

  @Test("A run whose times contradict its samples is rejected")
  func figures() throws {
    try withPairs { compare in
      let bench = compare.bench
      try compare.writeFenwick { row, _ in row.time.timeNs? *= 3 }
      try expect(" rounds of fenwick (corrected) in offset", in: bench)
      try compare.writeFenwick { _, time in time = 3000 }
      for file in ["samples.csv", "summary.csv"] {
        let text = try bench.read("head/\(file)")
        for (from, to) in [(",fenwick,", ",?,"), (",floor,", ",fenwick,"), (",?,", ",floor,")] {
          try bench.edit("head/\(file)", from, to)
        }
        try expect(", expected ", in: bench)
        try bench.write("head/\(file)", text)
      }
      // A strategy that failed verification can't have a time.
      try bench.edit("head/summary.csv", "fenwick,corrected,ok", "fenwick,corrected,not reached")
      try expect(
        " rounds of fenwick (corrected) in offset, chat, 20 rows, expected no time", in: bench)
    }
  }

  @Test("An error about an invalid value in a run's files gives the line and the expected format")
  func files() throws {
    let (record, summary, samples) = ("run.json", "summary.csv", "samples.csv")
    let schema = RunRecord.schemaVersion
    let first = "\n\(schema),offset,chat,20,"
    let cases = [
      (
        record, "\"schema\" : \(schema)", "\"schema\" : 1",
        ": schema: found 1, expected \(schema): the file was written by an older version of bench"
      ),
      // A strategy that failed verification can't have a time.
      (
        summary, "fenwick,corrected,ok", "fenwick,corrected,not reached",
        "of fenwick (corrected) in offset, chat, 20 rows, expected no time"
      ),
      (summary, "low_ns", "lo_ns", ":1: column 11: found \"lo_ns\", expected \"low_ns\""),
      (samples, first, "\n1,offset,chat,20,", ":2: column schema: found \"1\", expected "),
      (samples, ",corrected,3,", ",corrected,2,", " occurs twice, first on line"),
      (samples, ",60,", ",61,", " in 0 rounds as in samples.csv"),
    ]
    try withPairs { compare in
      for (file, original, replacement, message) in cases {
        try compare.copy(original, to: replacement, in: file)
        try expect(message, in: compare.bench)
      }
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
    try withPairs { compare in
      try compare.copy()
      #expect(try compare().code == .success)
      var lines = try compare.bench.read("head/\(file)").split(separator: "\n").map {
        $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
      }
      let line = try #require(lines.lastIndex { $0.contains("fenwick") })
      lines[line][try #require(lines[0].firstIndex(of: column))] = value
      let text = lines.map { $0.joined(separator: ",") + "\n" }.joined()
      try compare.bench.write("head/\(file)", text)
      #expect([.badData, .differentCells].contains(try compare().code))
    }
  }

  @Test("An exact comparison rejects a count of 0 instructions")
  func noInstructions() throws {
    try withPairs { compare in
      try compare.write("base") { row, _ in
        for counter in Counter.simulated { row.counters[counter] = 7 }
      }
      try compare.bench.editRecord("base") {
        $0.simulation = .init(tool: "valgrind", model: "any")
      }
      try compare.writeFenwick { row, _ in row.counters[.instructions] = 0 }
      try compare.gives(.differentCells, "--exact", "HEAD has 0 instructions")
      try compare.gives(.success)
    }
  }

  @Test("A run with missing cells is rejected, and its report isn't overwritten")
  func missingCells() throws {
    try withPairs { compare in
      try compare.copy()
      try compare.bench.editRecord("head") { $0.cells = 9 }
      try expect("found 8 cells to measure, but run.json specifies 9", in: compare.bench)
      try compare.copy()
      let folder = try compare.bench.run("head")
      let (summary, readme) = (try folder.summary(), try compare.bench.read("head/README.md"))
      for count in [0, summary.count - 1] {
        try folder.write(Array(summary.prefix(count)))
        try expect("/summary.csv: found \(count) cells", in: compare.bench)
      }
      #expect(try compare.bench.read("head/README.md") == readme)
    }
  }

  @Test("If one of a run's files is a pipe, the run is rejected without reading the pipe")
  func pipes() throws {
    try withPairs { compare in
      for file in ["run.json", "samples.csv"] {
        try compare.copy()
        let path = "\(compare.bench.folder)/head/\(file)"
        unlink(path)
        #expect(mkfifo(path, 0o600) == 0)
        try expect(
          "$/head/\(file): expected a file, found a folder, a pipe or a device", in: compare.bench)
      }
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

  @Test(
    "If a run was killed, its complete lines can still be shown, exported and reported",
    arguments: [0, 3])
  func anywhere(seed: UInt64) throws {
    try withRun(options) { bench in
      let whole = try Run(bench.run("run"))
      let bytes = try bench.bytes("run/samples.csv")
      let header = try #require(bytes.firstIndex(of: UInt8(ascii: "\n"))) + 1
      var random = SplitMix64(seed: seed, purpose: "kill")
      // With seed 3, the run is killed after the last sample, but before the remaining files are written.
      let length = seed == 3 ? bytes.count : header + random.below(bytes.count - header)
      try kill(after: length, in: bench)
      let lines = bytes[..<length].count { $0 == UInt8(ascii: "\n") } - 1
      guard lines > 0 else {
        return try bench.rejects("show $/run", .missingInput, "has no results yet")
      }
      var samples: [SampleRow] = []
      let run = try Run(bench.run("run")) { samples = $0 }
      #expect(samples.count == lines)
      #expect(run.summary.map(\.cell) == whole.summary.map(\.cell))
      let times = Repetitions.byCell(samples)
      for (row, before) in zip(run.summary, whole.summary) {
        let own = times[row.cell]
        #expect(row.time.timeNs == own?.time && row.rounds == own?.count ?? 0)
        #expect(row.status == (own == nil ? .notReached : .ok))
        #expect(row.counters == before.counters && row.deviation == before.deviation)
      }
      if seed == 3 {
        #expect(run.summary.map(\.ratio) == whole.summary.map(\.ratio))
        #expect(run.summary.map(\.standing) == whole.summary.map(\.standing))
      }
      try bench.does("show $/run")
      try bench.does("export $/run --format benchfmt --output $/text")
      try bench.does("report $/run")
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
      let header = try bench.read("run/samples.csv").prefix { $0 != "\n" } + "\n"
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
      for text in [String(header), "schema,scen"] {
        try bench.write("run/samples.csv", text)
        try bench.rejects(
          "report $/run", .missingInput, is: "$/run: the run is incomplete and has no results yet")
      }
    }
  }

  @Test("A run without summary.csv is treated as incomplete, whatever run.json says")
  func withoutSummary() throws {
    try withRun { bench in
      let whole = try Run(bench.run("run"))
      try bench.remove("run/summary.csv")
      let run = try Run(bench.run("run"))
      #expect(whole.record.status == .complete && run.record.status == .incomplete)
      let measured = whole.summary.filter { $0.rounds > 0 }
      #expect(Set(run.summary.map(\.cell)) == Set(measured.map(\.cell)))
      try bench.does("report $/run")
    }
  }
}
