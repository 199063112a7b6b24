import Foundation
import ListLayout
import Testing
import Workloads

@testable import Reporting

@Suite("Listings")
struct ListingTests {
  /// Two strategies, two scenarios and three forms of heights.
  private static let example = Listing(
    strategies: [
      (
        card: StrategyCard(
          id: "floor", title: "does nothing: the harness's floor", origin: "this package",
          modes: [.corrected], complexity: Complexity(), isFloor: true),
        typeNames: ["Strategies.FloorLayout<PlainRows>"]
      ),
      (
        card: StrategyCard(
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
        typeNames: ["Posts.OnDemand<PlainRows>", "Twin<Posts.OnDemand<PlainRows>>"]
      ),
    ],
    scenarios: Scenario.all.filter { ["open", "recalc-10"].contains($0.id) },
    heights: [
      Listing.Form("fixed:44", "Every row is 44 pt high."),
      Listing.Form(
        "chat", "Real messages, typeset at --width.",
        origin: "word lengths of 46,903 chat messages", licence: "CC BY 4.0"),
    ],
    motion: [Listing.Form("drags", "Recorded fingers.")])

  @Test("Strategies with their claims, scenarios, and heights with their sources")
  func narrow() {
    #expect(
      Self.example.text(width: 80, style: .plain) == """
        Strategies of the blog posts (--strategy posts)
        on-demand  rows loaded near the ends, heights cached
                   a window on the rows; any heights; published or corrected; no
                   viewport changes, no new layout
                   O(1): open, frame; O(log n): change; O(n): offset, hit-test, edit,
                   rotate
                   post: UITableView infinite scrolling in Swift (Japanese blog, 2016)
                   as published: rows jump when older ones arrive
                   even corrected: a fling stops at the end of what is loaded until more
                   arrives
                   on-demand:batch=10, 1 to 100,000 rows loaded at a time

        The harness's own cost (in no group)
        floor      does nothing: the harness's floor
                   exact offsets; any heights; corrected
                   O(1): open, frame, offset, hit-test, change, edit, rotate
                   from: this package

        Scenarios (--scenario)
        open       From nothing to the first screen. A technique that asks for every
                   height pays here. Times are per list. Group usual.
        recalc-10  The same with 10 changed rows in one frame: images arrive while a
                   feed is shown. Times are per frame.

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

  @Test("Groups stand in the order posts, peers, ours, whatever the roster's is")
  func groups() throws {
    func strategy(_ id: String, _ group: StrategyCard.Group) -> Listing.Strategy {
      (StrategyCard(id: id, title: id, origin: "", group: group, complexity: Complexity()), [])
    }
    let listing = Listing(
      strategies: [strategy("mine", .ours), strategy("tree", .peers), strategy("first", .posts)])
    let text = listing.text(width: 80, style: .plain)
    let places = try ["posts)", "first ", "peers)", "tree ", "ours)", "mine "].map {
      try #require(text.range(of: $0)).lowerBound
    }
    #expect(places == places.sorted())
  }

  @Test("The JSON names every strategy, with its compiled types")
  func json() throws {
    let data = Data(try Self.example.json().utf8)
    let object = try #require(JSONSerialization.jsonObject(with: data) as? [String: Any])
    #expect(Set(object.keys) == ["strategies", "scenarios", "heights", "motion"])
    let strategies = try #require(object["strategies"] as? [[String: Any]])
    #expect(strategies.compactMap { $0["id"] as? String } == ["floor", "on-demand"])
    #expect(Set(strategies[0].keys) == Set(strategies[1].keys))
    #expect(strategies[0]["group"] is NSNull && strategies[0]["published_defect"] is NSNull)
    #expect(
      strategies[1]["types"] as? [String]
        == ["Posts.OnDemand<PlainRows>", "Twin<Posts.OnDemand<PlainRows>>"])
    #expect(strategies[1]["group"] as? String == "posts")
    #expect(strategies[1]["family"] as? String == "window")
    #expect(strategies[1]["abilities"] as? [String] == ["resize", "edit"])
    #expect(strategies[1]["published_defect"] as? String == "rows jump when older ones arrive")
    let parameter = try #require((strategies[1]["parameters"] as? [[String: Any]])?.first)
    #expect(parameter["name"] as? String == "batch" && parameter["usual"] as? Int == 10)
    #expect(parameter["least"] as? Int == 1 && parameter["greatest"] as? Int == 100_000)
    #expect((strategies[1]["claims"] as? [String: String])?["change"] == "log n")
    let motion = try #require(object["motion"] as? [[String: Any]])
    #expect(motion[0]["form"] as? String == "drags" && motion[0]["origin"] is NSNull)
    let heights = try #require(object["heights"] as? [[String: Any]])
    #expect(heights[1]["licence"] as? String == "CC BY 4.0")
  }
}
