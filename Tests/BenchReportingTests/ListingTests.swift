import BenchWorkloads
import ListLayout
import Testing

@testable import BenchReporting

@Suite("Listings")
struct ListingTests {
  private static let example = Listing(
    strategies: [
      (
        StrategyDescriptor(
          id: "floor", title: "does nothing", origin: "this package", modes: [.corrected],
          complexity: Complexity(), isFloor: true), []
      ),
      (
        StrategyDescriptor(
          id: "on-demand", title: "rows loaded near the ends, heights cached",
          origin: "UITableView infinite scrolling in Swift (Japanese blog, 2016)", group: .posts,
          contentSpace: .window, abilities: [.resize, .edit],
          complexity: Complexity(
            open: .constant, offset: .linear, hitTest: .linear, change: .logarithmic, edit: .linear,
            frame: .constant, rotate: .linear), publishedDefect: "rows jump when older ones arrive",
          inherentDeviation: "a fling stops at the end of what is loaded until more arrives",
          parameters: [
            StrategyParameter(0, "batch", usual: 10, in: 1...100_000, "rows loaded at a time")
          ]),
        ["PostStrategies.OnDemand<PlainRows>"]
      ),
    ],
    scenarios: Scenario.all.filter { $0.id == "recalc-10" },
    heights: [("chat", "Real messages.", "word lengths of 46,903 chat messages", "CC BY 4.0")],
    motion: [("drags", "Recorded fingers.", nil, nil)])

  @Test("The listing shows scenarios, claims made by strategies and sources of heights")
  func text() {
    let text = Self.example.text(width: 80, style: .plain)
    #expect(
      text.hasPrefix(
        """
        Strategies of the blog posts (--strategy posts)
        on-demand  rows loaded near the ends, heights cached
                   a window of the rows; supports any heights; published or corrected;
                   no viewport changes, no new layout
                   O(1): open, frame; O(log n): change; O(n): offset, hit-test, edit,
                   rotate
                   post: UITableView infinite scrolling in Swift (Japanese blog, 2016)
                   defect in the published code: rows jump when older ones arrive
                   deviation that remains after correction: a fling stops at the end of
                   what is loaded until more arrives
                   on-demand:batch=10, 1 to 100,000 rows loaded at a time

        Harness overhead (not in a group)
        floor      does nothing

        """))
    for part in [
      "\nrecalc-10  Like `recalc`, but 10 rows", " Times are per frame.\n",
      "from: word lengths of 46,903 chat messages; licence: CC BY 4.0\n",
      "\nMotion (--motion)\ndrags      Recorded fingers.\n",
    ] { #expect(text.contains(part), "\(part)") }
    #expect(Listing().text(width: 80, style: .plain).isEmpty)
  }

  @Test("The JSON lists the compiled types of every strategy, and contains null for missing values")
  func json() throws {
    let json = try Self.example.json()
    let line = json.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    for part in [
      #""id" : "on-demand","#, #""group" : "posts","#, #""group" : null,"#,
      #""published_defect" : null,"#, #""types" : [ "PostStrategies.OnDemand<PlainRows>" ]"#,
      #""abilities" : [ "resize", "edit" ],"#, #""change" : "log n","#, #""least" : 1,"#,
      #""form" : "drags","#, #""licence" : null,"#, #""licence" : "CC BY 4.0","#,
    ] { #expect(line.contains(part), "\(part)") }
  }
}
