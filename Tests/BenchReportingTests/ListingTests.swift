import BenchWorkloads
import Foundation
import ListLayout
import Testing

@testable import BenchReporting

@Suite("Listings")
struct ListingTests {
  /// An example of a listing. The strategies are deliberately not in the order of the listing's groups.
  private static let example = Listing(
    strategies: [
      (
        descriptor: StrategyDescriptor(
          id: "floor", title: "does nothing: harness overhead", origin: "this package",
          modes: [.corrected], complexity: Complexity(), isFloor: true),
        typeNames: ["Strategies.FloorLayout<PlainRows>"]
      ),
      (StrategyDescriptor(id: "mine", title: "m", origin: "o", complexity: Complexity()), []),
      (
        StrategyDescriptor(
          id: "tree", title: "t", origin: "o", group: .peers, complexity: Complexity()), []
      ),
      (
        descriptor: StrategyDescriptor(
          id: "on-demand", title: "rows loaded near the ends, heights cached",
          origin: "UITableView infinite scrolling in Swift (Japanese blog, 2016)", group: .posts,
          contentSpace: .window, abilities: [.resize, .edit],
          complexity: Complexity(
            open: .constant, offset: .linear, hitTest: .linear, change: .logarithmic,
            edit: .linear, frame: .constant, rotate: .linear),
          publishedDefect: "rows jump when older ones arrive",
          inherentDeviation: "a fling stops at the end of what is loaded until more arrives",
          parameters: [
            StrategyParameter(0, "batch", usual: 10, in: 1...100_000, "rows loaded at a time")
          ]),
        typeNames: ["PostStrategies.OnDemand<PlainRows>"]
      ),
    ],
    scenarios: Scenario.all.filter { ["open", "recalc-10"].contains($0.id) },
    heights: [
      ("fixed:44", "Every row is 44 pt high.", nil, nil),
      (
        "chat", "Real messages, typeset at --width.", "word lengths of 46,903 chat messages",
        "CC BY 4.0"
      ),
    ],
    motion: [("drags", "Recorded fingers.", nil, nil)])

  @Test(
    "The listing shows strategies with their claims, all scenarios, and heights with their sources")
  func narrow() {
    #expect(
      Self.example.text(width: 80, style: .plain) == """
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

        Strategies of existing list views or from the literature (--strategy peers)
        tree       t
                   exact offsets; supports any heights; published or corrected
                   O(1): open, frame, offset, hit-test, change, edit, rotate
                   from: o

        Strategies of this project, and yours (--strategy ours)
        mine       m
                   exact offsets; supports any heights; published or corrected
                   O(1): open, frame, offset, hit-test, change, edit, rotate
                   from: o

        Harness overhead (not in a group)
        floor      does nothing: harness overhead
                   exact offsets; supports any heights; corrected
                   O(1): open, frame, offset, hit-test, change, edit, rotate
                   from: this package

        Scenarios (--scenario)
        open       Build a list and its first screen. Includes reading all heights if
                   the technique needs them. Times are per list. Group usual.
        recalc-10  Like `recalc`, but 10 rows change per frame, as when a feed loads
                   images. Times are per frame.

        Heights (--heights)
        fixed:44   Every row is 44 pt high.
        chat       Real messages, typeset at --width.
                   from: word lengths of 46,903 chat messages; licence: CC BY 4.0

        Motion (--motion)
        drags      Recorded fingers.

        """)
    let colour = Self.example.text(width: 120, style: Style(useColour: true))
    #expect(colour.contains("\n\u{1B}[32mon-demand\u{1B}[0m  rows"))
    #expect(Listing().text(width: 80, style: .plain).isEmpty)
  }

  @Test("The JSON lists every strategy with its compiled types, and missing values are null")
  func json() throws {
    let json = try Self.example.json()
    let object =
      try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: [NSDictionary]]
    let topics = try #require(object)
    #expect(Set(topics.keys) == ["needs", "strategies", "scenarios", "heights", "motion"])
    let keys = topics["strategies"]?.map { Set($0.allKeys.compactMap { $0 as? String }) } ?? []
    #expect(keys.count == 4 && Set(keys).count == 1 && keys[0].count == 16)
    let line = json.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    for part in [
      #""id" : "on-demand","#, #""group" : "posts","#, #""group" : null,"#,
      #""family" : "window","#, #""published_defect" : null,"#,
      #""published_defect" : "rows jump when older ones arrive","#,
      #""types" : [ "PostStrategies.OnDemand<PlainRows>" ]"#,
      #""abilities" : [ "resize", "edit" ],"#, #""change" : "log n","#,
      #""greatest" : 100000,"#, #""least" : 1,"#, #""name" : "batch","#, #""usual" : 10"#,
      #""form" : "drags","#, #""licence" : null,"#, #""licence" : "CC BY 4.0","#,
    ] { #expect(line.contains(part), "\(part)") }
  }
}
