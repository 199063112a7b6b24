import Basics
import Foundation
import Reporting
import Runs
import Testing

@testable import BenchTool

@Suite("bench export", .serialized)
struct ExportVerbTests {
  private let options =
    "--strategy floor,fenwick,fixed-list --scenario offset --heights chat --rows 20 --budget 60ms "
    + "--quiet --json"

  /// Works on a run of three strategies, of which one has no figure.
  private func withRun(_ body: (Bench) throws -> Void) throws {
    try withBench { bench in
      #expect(try bench("run \(options) --output $/run").code == .success)
      try body(bench)
    }
  }

  @Test("a run is written in every format, the same each time")
  func formats() throws {
    try withRun { bench in
      let files = try bench.names(in: "run")
      for format in ExportFormat.allCases {
        let command = "export $/run --format \(format.rawValue) --output"
        #expect(try bench("\(command) $/one") == .init(code: .success))
        #expect(try bench("\(command) $/two") == .init(code: .success))
        let text = try FileSystem.bytes(at: bench.folder + "/one")
        #expect(try FileSystem.bytes(at: bench.folder + "/two") == text)
        #expect(String(decoding: text, as: UTF8.self).contains("fenwick"))
      }
      #expect(try bench.names() == ["one", "run", "two"])
      #expect(try bench.names(in: "run") == files)
    }
  }

  @Test("an interrupted run is exported, one that was killed is to be ended first")
  func partial() throws {
    try withRun { bench in
      try bench.edit("run/run.json", "\"complete\"", "\"interrupted\"")
      #expect(try bench("export $/run --format benchfmt --output $/text").code == .success)
      let text = try bench.read("text")
      #expect(text.contains("run-status: interrupted\n"))
      try bench.edit("run/run.json", "\"interrupted\"", "\"incomplete\"")
      try bench.refuses(
        "export $/run --format benchfmt --output $/text", .missingInput,
        is: "$/run: this run still goes on or was killed, so its figures are not there: "
          + "end it with 'bench run --resume $/run'")
    }
  }

  @Test("what is no run is refused by its exit code, and what was written before stays")
  func refusals() throws {
    try withRun { bench in
      let export = "export $/run --format benchfmt --output $/table"
      #expect(try bench(export).code == .success)
      let table = try FileSystem.bytes(at: bench.folder + "/table")
      try FileManager.default.removeItem(atPath: "\(bench.folder)/run/run.json")
      #expect(try bench(export).code == .missingInput)
      #expect(try bench("export $/none --format benchfmt").code == .missingInput)
      #expect(try bench("export $/table --format benchfmt").code == .missingInput)
      #expect(try FileSystem.bytes(at: bench.folder + "/table") == table)
      #expect(try bench.names() == ["run", "table"])
    }
  }

  @Test("a file that was cut anywhere is refused, or misses no figure")
  func truncation() throws {
    try withRun { bench in
      let export = "export $/run --format benchfmt --output $/text"
      #expect(try bench(export).code == .success)
      let text = try FileSystem.bytes(at: bench.folder + "/text")
      for file in ["summary.csv", "samples.csv"] {
        let path = "\(bench.folder)/run/\(file)"
        let whole = try FileSystem.bytes(at: path)
        let anywhere = stride(from: 0, to: whole.count, by: max(1, whole.count / 100))
        // The ends of the last lines, and just before them.
        let ends = whole.indices.filter { whole[$0] == UInt8(ascii: "\n") }.dropLast().suffix(20)
        for length in Array(anywhere) + ends + ends.map({ $0 + 1 }) {
          try FileSystem.replaceFile(at: path, with: Array(whole.prefix(length)))
          let outcome = try bench(export)
          let isUnharmed = try FileSystem.bytes(at: bench.folder + "/text") == text
          #expect(isUnharmed && (outcome.code == .badData || outcome.code == .success))
          if outcome.code == .badData { #expect(outcome.message.contains(file)) }
          if file == "samples.csv", length >= ends.first ?? 0, length < whole.count {
            #expect(try bench("compare $/run $/run").code == .badData)
          }
        }
        try FileSystem.replaceFile(at: path, with: whole)
      }
    }
  }

  @Test("what cannot be written to is refused")
  func destinations() throws {
    try withRun { bench in
      let export = "export $/run --format benchfmt --output"
      try bench.refuses(
        "\(export) $/no/table", .cannotCreate,
        is: "cannot create $/no/table: No such file or directory")
      #expect(try bench("\(export) $/run").code == .cannotCreate)
      #if os(Linux)
        try bench.refuses(
          "\(export) /dev/full", .ioFailure, is: "cannot write /dev/full: No space left on device")
      #endif
      let misspelt = try bench("export $/run --format bnechfmt")
      #expect(misspelt.code == .usage)
      #expect(misspelt.message.hasSuffix("; did you mean 'benchfmt'?"))
      #expect(try bench.names() == ["run"])
    }
  }
}
