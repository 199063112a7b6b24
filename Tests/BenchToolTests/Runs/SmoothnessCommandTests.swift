import BenchReporting
import BenchWorkloads
import Foundation
import Testing

@testable import BenchRuns
@testable import BenchTool

@Suite("Smoothness options")
struct SmoothnessCommandTests {
  @Test("show recomputes smoothness for other costs from the recorded frames")
  func costs() throws {
    let run = "run -s reload-window -c scroll,open -H fixed:44 -r 400 -b 60ms -o $/run"
    try withBench { bench in
      try bench.does("\(run) --hz 60 --row-cost 10us --view-cost 0ns --frames $/frames.csv")
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
      func scroll(_ change: (inout FrameCosts) -> Void) throws -> Smoothness {
        let report = try RunReport(of: bench.run("run"), tool: Tool(), costs: change)
        let cells = report.cells(scenario: "scroll", strategy: "reload-window")
        return try #require(cells.first).row.smoothness
      }
      let own = try scroll { _ in }
      #expect(own.stallNs == 2_000_000 && own.smoothUpToNs == 83_333 && own.smoothUpToIn == .settle)
      #expect(try scroll { $0.rowNs = 300_000 }.stallNs == 60_000_000)
      let views = try scroll { $0.viewNs = 100_000 }
      #expect(try #require(views.stallNs) > 2_000_000 && views.worstFrameHeights == 200)
      try bench.does("show $/run --row-cost 300us --view-cost 0ns")
      try bench.does("report $/run --row-cost 300us")
      #expect(try bench.read("run/README.md").contains("At 300 µs a height"))
      try bench.does("report $/run")
      #expect(try bench.read("run/index.html").contains("<h2 id=\"smooth-title\">"))
      // Without frames.csv, show can only print the smoothness stored in the summary.
      try bench.remove("run/frames.csv")
      #expect(try scroll { _ in } == own)
      try bench.rejects("show $/run --row-cost 300us", .missingInput, "frames.csv: not found")
    }
  }
}
