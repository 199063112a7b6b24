import BenchBasics
import BenchReporting
import BenchRuns
import Foundation
import Testing

@testable import BenchTool

/// Tests the commands that read existing runs: `show`, `report` and `export`.
@Suite("Commands that read runs", .serialized)
struct ReadingCommandTests {
  // MARK: show and list

  @Test("show prints a whole run, or only one list, scenario or strategy")
  func show() throws {
    let run = "-s floor,fenwick,reload-window -c offset,hit-test -H chat -r 20,60 -b 60ms"
    try withRun(run) { bench in
      for options in [
        "", "--heights chat", "-s fenwick -r 20", "-c offset --row-cost 5ns", "--view-cost 1s",
        "-r 20 -c offset --json",
      ] {
        try bench.does("show $/run \(options)")
      }
      let errors = [
        ("--rows 30", "the run has no such list, only chat with 20 rows and chat with 60 rows"),
        ("-s sum-tree", "no result"), ("-c scroll", "no result"), ("-c scroll -j", "no result"),
      ]
      for (options, message) in errors {
        try bench.rejects("show $/run \(options)", .usage, message)
      }
      try bench.rejects("show $/none", .missingInput)
      // By default, only strategies from blog posts also run their published code.
      let summary = try bench.run("run").summary()
      let published = Set(summary.filter { $0.cell.mode == .published }.map(\.cell.strategy))
      #expect(published == ["reload-window"])
      #expect(try bench.run("run").record().plan.mode == .usual)
      #expect(try bench.names() == ["run"])
    }
  }

  @Test("list can be limited to one topic, even with --json")
  func topics() throws {
    for topic in Options.Topic.allCases {
      let text = try Listing(Tool(), topic).json()
      let object = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: [Any]]
      #expect(object?.filter { !$0.value.isEmpty }.map(\.key) == [topic.rawValue])
    }
  }

  // MARK: report

  private func pages(in bench: Bench) throws -> String {
    try bench.read("run/README.md") + bench.read("run/index.html")
  }

  @Test(
    "report writes the same files as the original run",
    arguments: [
      // In this run, reload-window shows wrong rows.
      "-s reload-window,fenwick -H fixed:44 -r 20 --mode both",
      "-s floor,fenwick -H chat -r 60",
    ])
  func identity(selection: String) throws {
    try withRun("-c offset,scroll -b 200ms \(selection)") { bench in
      let written = try pages(in: bench)
      let files = try bench.names(in: "run")
      try bench.does("report $/run")
      #expect(try pages(in: bench) == written)
      try bench.write("run/README.md", "")
      try bench.remove("run/index.html")
      try bench.does("report $/run/")
      #expect(try pages(in: bench) == written)
      #expect(try bench.names(in: "run") == files)
      // The page links to a film if there is one in the run's folder.
      try bench.write("run/film.html", "")
      try bench.does("report $/run")
      #expect(try pages(in: bench).contains(#"href="film.html""#))
    }
  }

  @Test("report marks partial runs, leaves damaged runs alone, and replaces links")
  func partial() throws {
    try withRun { bench in
      try bench.write("outside", "my own\n")
      unlink(try bench.run("run").readmePath)
      symlink("../outside", try bench.run("run").readmePath)
      try bench.edit("run/run.json", "\"complete\"", "\"interrupted\"")
      try bench.does("report $/run")
      let written = try pages(in: bench)
      #expect(written.contains("interrupted, with partial results"))
      #expect(try bench.read("outside") == "my own\n")

      try bench.edit("run/run.json", "\"interrupted\"", "\"complete\"")
      let summary = try bench.read("run/summary.csv")
      let line = summary.count { $0 == "\n" }
      try bench.write("run/summary.csv", String(summary.dropLast()))
      try bench.rejects(
        "report $/run", .badData,
        is: "$/run/summary.csv:\(line): the last line is incomplete: the file is truncated")
      try bench.rejects("report $", .missingInput)
      #expect(try pages(in: bench) == written)
    }
  }

  // MARK: export

  private let export = "export $/run --format benchfmt --output"

  @Test(
    "exports are reproducible in every format, mention that a run is incomplete, and follow links")
  func formats() throws {
    try withRun { bench in
      let files = try bench.names(in: "run")
      try bench.write("two", "")
      symlink("two", bench.folder + "/link")
      for format in ExportFormat.allCases {
        for output in ["one", "link"] {
          try bench.does("export $/run --format \(format.rawValue) --output $/\(output)")
        }
        let text = try bench.read("one")
        #expect(try bench.read("two") == text && text.contains("fenwick"))
      }
      try bench.edit("run/run.json", "\"complete\"", "\"interrupted\"")
      try bench.does("\(export) $/link")
      #expect(try bench.read("two").contains("run-status: interrupted\n"))
      let target = try FileManager.default.destinationOfSymbolicLink(
        atPath: bench.folder + "/link")
      #expect(target == "two")
      #expect(try bench.names() == ["link", "one", "run", "two"])
      #expect(try bench.names(in: "run") == files)
    }
  }

  @Test("folders without a run and unusable output paths are rejected, and existing files are kept")
  func refusals() throws {
    try withRun { bench in
      try bench.rejects(
        "\(export) $/no/table", .cannotCreate,
        is: "--output $/no/table: the folder $/no does not exist")
      #if os(Linux)
        try bench.rejects(
          "\(export) /dev/full", .ioFailure, is: "cannot write /dev/full: No space left on device")
      #endif
      try bench.write("table", "mine")
      try bench.remove("run/run.json")
      try bench.rejects("export $/run --format benchfmt -o $/table", .missingInput)
      #expect(try bench.read("table") == "mine")
      #expect(try bench.names() == ["run", "table"])
    }
  }
}
