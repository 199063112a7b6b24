import Basics
import Foundation
import Measuring
import Reporting
import Runs
import Testing

@testable import BenchTool

@Suite("A run that was killed", .serialized)
struct UnfinishedRunTests {
  private let options =
    "-s floor,fenwick,all-heights -c offset,scroll -H chat -r 20 -b 150ms"

  /// Changes a complete run into a run that was killed after it wrote `length` bytes of its samples.
  private func kill(after length: Int, in bench: Bench) throws {
    let samples = try bench.bytes("run/samples.csv")
    try bench.editRecord("run") {
      ($0.status, $0.finished, $0.sampleCount) = (.incomplete, nil, nil)
    }
    var rows = try bench.run("run").summary()
    for place in rows.indices where rows[place].status == .ok {
      rows[place].status = .notReached
      (rows[place].rounds, rows[place].time.timeNs) = (0, nil)
    }
    try bench.run("run").write(rows)
    for file in ["README.md", "index.html"] { try bench.remove("run/\(file)") }
    try FileSystem.replaceFile(
      at: "\(bench.folder)/run/samples.csv", with: Array(samples.prefix(length)))
  }

  @Test("a killed run is shown, exported and reported with its complete lines", arguments: 0..<4)
  func anywhere(seed: UInt64) throws {
    try withRun(options) { bench in
      let whole = try Run(bench.run("run"))
      let bytes = try bench.bytes("run/samples.csv")
      let header = try #require(bytes.firstIndex(of: UInt8(ascii: "\n"))) + 1
      var random = SplitMix64(seed: seed, purpose: "kill")
      // With seed 3, the run was killed after it had written all samples, but before it wrote the other
      // files.
      let length = seed == 3 ? bytes.count : header + random.below(bytes.count - header)
      try kill(after: length, in: bench)
      let lines = bytes[..<length].count { $0 == UInt8(ascii: "\n") } - 1
      guard lines > 0 else {
        return try bench.rejects("show $/run", .missingInput, "there is nothing to show yet")
      }
      var samples: [SampleRow] = []
      let run = try Run(bench.run("run")) { samples = $0 }
      #expect(samples.count == lines)
      #expect(run.summary.map(\.cell) == whole.summary.map(\.cell))
      let times = Repetitions.byCell(samples)
      for (row, before) in zip(run.summary, whole.summary) {
        let own = times[row.cell]
        #expect(row.time.timeNs == own?.estimate?.value && row.rounds == own?.count ?? 0)
        #expect(row.status == (own == nil ? .notReached : .ok))
        #expect(row.counters == before.counters && row.deviation == before.deviation)
      }
      if seed == 3 {
        #expect(run.summary.map(\.ratio) == whole.summary.map(\.ratio))
        #expect(run.summary.map(\.verdict) == whole.summary.map(\.verdict))
      }
      try bench.does("show $/run")
      try bench.does("export $/run --format benchfmt --output $/text")
      try bench.does("report $/run")
      #expect(
        try bench.read("run/README.md").contains(
          "incomplete, because it is still running or was killed"))
      try bench.rejects(
        "compare $/run $/run", .differentCells,
        is: "$/run is incomplete, expected a complete run, so measure it again")
    }
  }

  @Test("a killed run has no results before its first sample, and needs no summary after it")
  func edges() throws {
    try withRun(options) { bench in
      let header = try bench.read("run/samples.csv").prefix { $0 != "\n" } + "\n"
      let cells = Set(try Run(bench.run("run")).summary.filter { $0.rounds > 0 }.map(\.cell))
      try kill(after: .max, in: bench)
      try bench.remove("run/summary.csv")
      let run = try Run(bench.run("run"))
      #expect(Set(run.summary.map(\.cell)) == cells && run.summary.count == cells.count)
      #expect(run.summary.allSatisfy { $0.time.timeNs != nil })
      try bench.does("show $/run")
      for text in [String(header), "", "schema,scen"] {
        try bench.write("run/samples.csv", text)
        for command in ["show $/run", "report $/run", "export $/run --format benchfmt"] {
          try bench.rejects(
            command, .missingInput,
            is: "$/run: this run was ended before its first results, so there are no results yet")
        }
      }
    }
  }

  @Test("a killed run has no time for a wrong cell, and is rejected if it is damaged")
  func statuses() throws {
    try withRun(options) { bench in
      try kill(after: .max, in: bench)
      var rows = try bench.run("run").summary()
      let wrong = try #require(rows.firstIndex { $0.cell.strategy == "fenwick" })
      rows[wrong].status = .wrong(step: nil)
      try bench.run("run").write(rows)
      let row = try Run(bench.run("run")).summary[wrong]
      #expect(row.status == .wrong(step: nil) && row.time.timeNs == nil)
      try bench.edit("run/samples.csv", ",corrected,0,", ",corrected,x,")
      try bench.rejects(
        "show $/run", .badData, start: "$/run/samples.csv:2: column round: found \"x\"")
    }
  }

  @Test("'report' does not change a run that is in progress")
  func goingOn() throws {
    try withRun(options) { bench in
      let record = try bench.run("run").record()
      let folder = try RunFolder.create(at: bench.folder + "/new")
      let writer = try RunWriter(folder, record, planned: try bench.run("run").summary())
      try bench.rejects("report $/new", .missingInput, start: "$/new: the run is still in progress")
      #expect(try bench.names(in: "new") == ["run.json", "samples.csv", "summary.csv"])
      withExtendedLifetime(writer) {}
    }
  }
}
