import BenchBasics
import BenchReporting
import BenchWorkloads
import Foundation
import Testing

@testable import BenchRuns
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

  @Test("report writes the same files as the original run")
  func identity() throws {
    // In this run, reload-window shows wrong rows.
    let run = "-s reload-window,fenwick -m both -c offset,scroll -H fixed:44 -r 20 -b 200ms"
    try withRun(run) { bench in
      let written = try pages(in: bench)
      let files = try bench.names(in: "run")
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

  @Test("report marks partial runs and replaces links")
  func partial() throws {
    try withRun { bench in
      try bench.write("outside", "my own\n")
      unlink(try bench.run("run").readmePath)
      symlink("../outside", try bench.run("run").readmePath)
      try bench.edit("run/run.json", "\"complete\"", "\"interrupted\"")
      try bench.does("report $/run")
      #expect(try pages(in: bench).contains("interrupted, with partial results"))
      #expect(try bench.read("outside") == "my own\n")
      try bench.rejects("report $", .missingInput)
    }
  }

  @Test("show and report recompute smoothness for other costs from the recorded frames")
  func costs() throws {
    try withBench { bench in
      try bench.does(
        "run -s reload-window -c scroll,open -H fixed:44 -r 400 -b 60ms -o $/run --frames $/frames.csv "
          + "--hz 60 --row-cost 10us --view-cost 0ns")
      let costs = FrameCosts(rowNs: 10_000, viewNs: 0, hz: 60)
      #expect(try bench.run("run").record().plan.costs == costs)
      let lines = try bench.read("frames.csv").split(separator: "\n")
      #expect(
        lines[0] == """
          strategy,mode,heights,rows,list,start_row,gesture,dy,heights_requested,rows_scanned,\
          views_created,views_configured,views_moved,loads,rough,cost_ms,hitch_ms
          """)
      let frames = try bench.run("run").frames().filter { $0.kind.phase != .operation }
      #expect(lines.count - 1 == frames.reduce(0) { $0 + $1.count })
      #expect(lines[1].hasPrefix("reload-window,corrected,fixed:44,400,1,200,scroll,"))
      #expect(
        lines.count { $0.contains(",settle,0,200,200,") && $0.hasSuffix(",1,0,2.0,0.0") } == 38)
      func stall(_ change: (inout FrameCosts) -> Void) throws -> Int64 {
        let report = try RunReport(of: bench.run("run"), tool: Tool(), costs: change)
        let cells = report.cells(scenario: "scroll", strategy: "reload-window")
        return try #require(cells.first?.row.smoothness.stallNs)
      }
      #expect(try stall { _ in } == 2_000_000)
      #expect(try stall { $0.rowNs = 300_000 } == 60_000_000)
      #expect(try stall { $0.viewNs = 100_000 } > 2_000_000)
      try bench.does("show $/run --row-cost 300us --view-cost 0ns")
      try bench.does("report $/run --row-cost 300us")
      #expect(try bench.read("run/README.md").contains("At 300 µs a height"))
      // Without frames.csv, show can only print the smoothness stored in the summary.
      try bench.remove("run/frames.csv")
      #expect(try stall { _ in } == 2_000_000)
      try bench.rejects("show $/run --row-cost 300us", .missingInput, "frames.csv: not found")
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
