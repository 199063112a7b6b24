import Basics
import Foundation
import Runs
import Testing

@testable import BenchTool

@Suite("bench report", .serialized)
struct ReportVerbTests {
  private let options = "--scenario offset,scroll --budget 200ms"

  private func pages(in bench: Bench) throws -> String {
    try bench.read("run/README.md") + bench.read("run/index.html")
  }

  @Test(
    "report writes the same files as the run",
    arguments: [
      "--strategy floor,fenwick,fixed-list,all-heights --heights fixed:44 --rows 20,60",
      // The strategy reload-window shows wrong rows.
      "--strategy reload-window,fenwick --heights fixed:44 --rows 20 --mode both",
      "--strategy floor,fenwick --heights chat --rows 60",
    ])
  func identity(selection: String) throws {
    try withRun("\(options) \(selection)") { bench in
      let written = try pages(in: bench)
      let files = try bench.names(in: "run")
      try bench.does("report $/run")
      #expect(try pages(in: bench) == written)
      try bench.write("run/README.md", "")
      try bench.remove("run/index.html")
      try bench.does("report $/run/")
      #expect(try pages(in: bench) == written)
      #expect(try bench.names(in: "run") == files)
      // If the folder of a run contains a film, the page of the run links to it.
      try bench.write("run/film.html", "")
      try bench.does("report $/run")
      #expect(try pages(in: bench).contains(#"href="film.html""#))
    }
  }

  @Test("a partial run is marked, and a damaged run keeps its files")
  func partial() throws {
    try withRun("\(options) --strategy floor,fenwick --heights chat --rows 20") { bench in
      try bench.edit("run/run.json", "\"complete\"", "\"interrupted\"")
      try bench.does("report $/run")
      let written = try pages(in: bench)
      #expect(written.contains("interrupted, with partial results"))

      try bench.edit("run/run.json", "\"interrupted\"", "\"complete\"")
      let summary = try bench.read("run/summary.csv")
      let line = summary.count { $0 == "\n" }
      try bench.write("run/summary.csv", String(summary.dropLast()))
      try bench.rejects(
        "report $/run", .badData,
        is: "$/run/summary.csv:\(line): the last line is incomplete: the file is truncated")
      try bench.remove("run/summary.csv")
      try bench.rejects(
        "report $/run", .missingInput,
        is: "cannot read $/run/summary.csv: No such file or directory")
      try bench.rejects("report $", .missingInput)
      #expect(try pages(in: bench) == written)
    }
  }
}
