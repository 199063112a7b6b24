import Testing

@testable import BenchTool

@Suite("bench show", .serialized)
struct ShowVerbTests {
  @Test("show prints a whole run, or one list, scenario or strategy")
  func show() throws {
    let run = "-s floor,fenwick,reload-window -c offset,hit-test -H chat -r 20,60 -b 60ms"
    try withRun(run) { bench in
      for options in [
        "", "--rows 20", "--heights chat", "-c offset", "-s fenwick -r 20", "--row-cost 30us",
        "-c offset --row-cost 0.5ns", "--row-cost 0ns", "--json", "-r 20 -c offset --json",
      ] {
        try bench.does("show $/run \(options)")
      }
      let errors = [
        ("--rows 30", "--rows 30: the run has only lists of 20 and 60 rows"),
        ("--heights pages", "--heights pages: the run has chat"), ("-s sum-tree", "no result"),
        ("-c scroll", "no result"), ("-c scroll -j", "no result"),
        ("--row-cost 30", "a time from 0ns to 1s"),
        ("-c offset -s fenwick", "--scenario"),
      ]
      for (options, message) in errors {
        try bench.rejects("show $/run \(options)", .usage, message)
      }
      try bench.rejects("show $/none", .missingInput)
      // By default, a strategy runs as published only if it comes from a blog post.
      let summary = try bench.run("run").summary()
      let published = Set(summary.filter { $0.cell.mode == "published" }.map(\.cell.strategy))
      #expect(published == ["reload-window"])
      #expect(try bench.run("run").record().plan.modes == ["usual"])
      #expect(try bench.names() == ["run"])
    }
  }
}
