import Basics
import Foundation
import Reporting
import Runs
import Testing

@testable import BenchTool

@Suite("bench export", .serialized)
struct ExportVerbTests {
  private func withRun(_ body: (Bench) throws -> Void) throws {
    try BenchToolTests.withRun("-s floor,fenwick,fixed-list -c offset -H chat -r 20 -b 60ms", body)
  }

  private let export = "export $/run --format benchfmt --output"

  @Test("every format is reproducible")
  func formats() throws {
    try withRun { bench in
      let files = try bench.names(in: "run")
      for format in ExportFormat.allCases {
        let command = "export $/run --format \(format.rawValue) --output"
        try bench.does("\(command) $/one")
        try bench.does("\(command) $/two")
        let text = try bench.read("one")
        #expect(try bench.read("two") == text && text.contains("fenwick"))
      }
      #expect(try bench.names() == ["one", "run", "two"])
      #expect(try bench.names(in: "run") == files)
    }
  }

  @Test("an interrupted or killed run is exported with its status")
  func partial() throws {
    try withRun { bench in
      for status in ["interrupted", "incomplete"] {
        try bench.edit("run/run.json", "\"complete\"", "\"\(status)\"")
        try bench.does("\(export) $/text")
        #expect(try bench.read("text").contains("run-status: \(status)\n"))
        try bench.edit("run/run.json", "\"\(status)\"", "\"complete\"")
      }
    }
  }

  @Test("a folder without a run is rejected, and an existing output file is kept")
  func refusals() throws {
    try withRun { bench in
      try bench.does("\(export) $/table")
      let table = try bench.read("table")
      try bench.remove("run/run.json")
      try bench.rejects("\(export) $/table", .missingInput)
      for run in ["none", "table"] {
        try bench.rejects("export $/\(run) --format benchfmt", .missingInput)
      }
      #expect(try bench.read("table") == table)
      #expect(try bench.names() == ["run", "table"])
    }
  }

  @Test("a truncated file is rejected, or the export is unchanged")
  func truncation() throws {
    try withRun { bench in
      let export = "\(self.export) $/text"
      try bench.does(export)
      let text = try bench.bytes("text")
      for file in ["summary.csv", "samples.csv"] {
        let path = "\(bench.folder)/run/\(file)"
        let whole = try FileSystem.bytes(at: path)
        let anywhere = stride(from: 0, to: whole.count, by: max(1, whole.count / 100))
        // The file is also truncated before and after each of the 20 newlines that precede its final newline.
        let ends = whole.indices.filter { whole[$0] == UInt8(ascii: "\n") }.dropLast().suffix(20)
        for length in Array(anywhere) + ends + ends.map({ $0 + 1 }) {
          try FileSystem.replaceFile(at: path, with: Array(whole.prefix(length)))
          let outcome = try bench(export)
          let isUnharmed = try bench.bytes("text") == text
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

  @Test("an output that cannot be written is an error")
  func destinations() throws {
    try withRun { bench in
      try bench.rejects(
        "\(export) $/no/table", .cannotCreate,
        is: "--output $/no/table: the folder $/no does not exist")
      try bench.rejects("\(export) $/run", .cannotCreate)
      #if os(Linux)
        try bench.rejects(
          "\(export) /dev/full", .ioFailure, is: "cannot write /dev/full: No space left on device")
      #endif
      try bench.rejects(
        "export $/run --format bnechfmt", .usage, end: "; did you mean 'benchfmt'?")
      #expect(try bench.names() == ["run"])
    }
  }
}
