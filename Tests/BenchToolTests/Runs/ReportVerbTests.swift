import Basics
import Foundation
import Runs
import Testing

@testable import BenchTool

@Suite("bench report", .serialized)
struct ReportVerbTests {
  private let options = "--scenario offset,scroll --rows 20,60 --budget 200ms --quiet --json"

  /// README.md and index.html.
  private func readme(of run: String, in bench: Bench) throws -> String {
    let folder = try bench.run(run)
    return try [folder.readmePath, folder.pagePath].map {
      String(decoding: try FileSystem.bytes(at: $0), as: UTF8.self)
    }.joined()
  }

  @Test(
    "what nothing was changed in comes out as the run wrote it",
    arguments: [
      "--strategy floor,fenwick,fixed-list,all-heights --heights chat,fixed:44",
      // Wrong rows on screen, and copies that no roster has.
      "--strategy reload-window,fenwick --heights fixed:44 --mode both --handicap 2.5%",
      "--strategy floor --heights chat",
    ])
  func identity(selection: String) throws {
    try withBench { bench in
      #expect(try bench("run \(options) \(selection) --output $/run").code == .success)
      let written = try readme(of: "run", in: bench)
      let files = try bench.names(in: "run")
      #expect(try bench("report $/run") == .init(code: .success))
      #expect(try readme(of: "run", in: bench) == written)
      try FileSystem.replaceFile(at: bench.run("run").readmePath, with: [])
      try FileManager.default.removeItem(atPath: bench.run("run").pagePath)
      #expect(try bench("report $/run/") == .init(code: .success))
      #expect(try readme(of: "run", in: bench) == written)
      #expect(try bench.names(in: "run") == files)
      // A film gets a link.
      try FileSystem.replaceFile(at: bench.run("run").filmPath, with: [])
      #expect(try bench("report $/run").code == .success)
      #expect(try readme(of: "run", in: bench).contains(#"href="film.html""#))
    }
  }

  @Test("a partial run says so, and what is no run is refused with its tables kept")
  func partial() throws {
    try withBench { bench in
      _ = try bench("run \(options) --strategy floor,fenwick --heights chat --output $/run")
      try bench.edit("run/run.json", "\"complete\"", "\"interrupted\"")
      #expect(try bench("report $/run").code == .success)
      let written = try readme(of: "run", in: bench)
      #expect(written.contains("interrupted: a partial result"))

      try bench.edit("run/run.json", "\"interrupted\"", "\"incomplete\"")
      #expect(try bench("report $/run").code == .missingInput)
      try bench.edit("run/run.json", "\"incomplete\"", "\"complete\"")
      let path = try bench.run("run").summaryPath
      let summary = try FileSystem.bytes(at: path)
      let line = summary.count { $0 == UInt8(ascii: "\n") }
      try FileSystem.replaceFile(at: path, with: Array(summary.dropLast()))
      try bench.refuses(
        "report $/run", .badData,
        is: "$/run/summary.csv:\(line): the last line has no end: the file is truncated")
      try FileManager.default.removeItem(atPath: path)
      try bench.refuses(
        "report $/run", .missingInput,
        is: "cannot read $/run/summary.csv: No such file or directory")
      #expect(try bench("report $").code == .missingInput)
      #expect(try readme(of: "run", in: bench) == written)
    }
  }
}
