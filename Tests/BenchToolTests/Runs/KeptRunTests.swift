import Foundation
import Runs
import Testing

@testable import BenchTool

/// Runs that programs of other days have written, in `Tests/Kept`.
@Suite("Kept runs", .serialized)
struct KeptRunTests {
  private static let kept = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Kept")

  /// Works on a copy of the run of a schema, which stands in the folder as `run`.
  private func withKept(_ schema: Int, _ body: (Bench) throws -> Void) throws {
    try withBench { bench in
      try FileManager.default.copyItem(
        at: Self.kept.appending(path: "schema-\(schema)"),
        to: URL(filePath: bench.folder).appending(path: "run"))
      try body(bench)
    }
  }

  /// Every command that reads a run.
  private let commands = [
    "report $/run", "show $/run", "compare $/run $/run",
    "export $/run --format benchfmt --output $/out",
    "export $/run --format google-benchmark --output $/out",
  ]

  @Test("of the schema of today are read by every command")
  func today() throws {
    try withKept(RunRecord.schemaVersion) { bench in
      for command in commands {
        let outcome = try bench(command)
        #expect(outcome == .init(code: .success), "\(command)")
      }
      #expect(try bench("run --resume $/run").message.contains("that run is complete"))
    }
  }

  @Test("of another schema are refused by file, line and both numbers")
  func others() throws {
    try withKept(1) { bench in
      for command in commands + ["run --resume $/run", "merge $/run --output $/out"] {
        #expect(
          try bench(command)
            == .init(
              code: .badData,
              message: "$/run/run.json: schema: found 1, this bench reads 3"), "\(command)")
      }
      for file in ["samples", "summary"] {
        #expect(
          try bench("compare $/run/\(file).csv $/run/\(file).csv").message
            == "$/run/run.json: schema: found 1, this bench reads 3")
      }
      unlink(bench.folder + "/run/run.json")
      for file in ["samples", "summary"] {
        let outcome = try bench("compare $/run/\(file).csv $/run/\(file).csv")
        #expect(outcome.code == .badData)
        #expect(
          outcome.message.hasPrefix("$/run/\(file).csv:2: column schema: found \"1\", expected 3,"),
          "\(outcome.message)")
      }
    }
    try withKept(3) { bench in
      try bench.edit("run/run.json", "\"schema\" : 3", "\"schema\" : 4")
      for command in commands {
        #expect(
          try bench(command).message.hasSuffix(
            "schema: found 4, this bench reads 3: a newer one wrote it"))
      }
    }
  }
}
