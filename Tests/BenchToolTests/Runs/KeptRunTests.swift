import Foundation
import Runs
import Testing

@testable import BenchTool

/// Tests runs that were written by earlier versions and are kept in `Tests/Kept`.
@Suite("Kept runs", .serialized)
struct KeptRunTests {
  private static let kept = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Kept")

  /// Copies the kept run with the schema number `schema` to the folder `run`, and calls `body`.
  private func withKept(_ schema: Int, _ body: (Bench) throws -> Void) throws {
    try withBench { bench in
      try FileManager.default.copyItem(
        at: Self.kept.appending(path: "schema-\(schema)"),
        to: URL(filePath: bench.folder).appending(path: "run"))
      try body(bench)
    }
  }

  private let commands = [
    "report $/run", "show $/run",
    "export $/run --format benchfmt --output $/out",
    "export $/run --format google-benchmark --output $/out",
  ]

  @Test("kept runs of the current schema are read by every command")
  func today() throws {
    try withKept(RunRecord.schemaVersion) { bench in
      for command in commands { try bench.does(command) }
      // The run in `Tests/Kept` does not record how many operations were counted, so its counters cannot be
      // compared.
      #expect(try bench.compares("$/run $/run").code == .differentCells)
    }
  }

  @Test("runs of another schema are rejected with both schema numbers", arguments: [1, 3, 4, 6])
  func others(schema: Int) throws {
    let isNewer = schema > RunRecord.schemaVersion
    try withKept(isNewer ? RunRecord.schemaVersion : schema) { bench in
      try bench.edit(
        "run/run.json", "\"schema\" : \(RunRecord.schemaVersion)", "\"schema\" : \(schema)")
      let message =
        "$/run/run.json: schema: found \(schema), expected 5: "
        + (isNewer
          ? "a newer version of bench wrote the file"
          : "an older version of bench wrote the file, so measure again, or read it with that "
            + "version")
      let all =
        commands + ["compare $/run $/run", "merge $/run --output $/out"]
        + ["samples", "summary"].map { "compare $/run/\($0).csv $/run/\($0).csv" }
      for command in all { try bench.rejects(command, .badData, is: message) }
    }
  }

  @Test("CSV files alone are rejected by their schema number")
  func alone() throws {
    try withKept(1) { bench in
      unlink(bench.folder + "/run/run.json")
      try bench.rejects(
        "compare $/run/summary.csv $/run/summary.csv", .badData,
        start: "$/run/summary.csv:2: column schema: found \"1\", expected 5,")
    }
  }
}
