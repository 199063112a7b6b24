import Foundation
import ListLayout
import Testing
import Text

@testable import Reporting

@Suite("Listings")
struct ListingTests {
  private func text(_ width: Int, _ style: Style = .plain) -> String {
    Listing.example.text(width: width, style: style)
  }

  @Test("Strategies with their claims, scenarios, and heights with their sources")
  func narrow() {
    #expect(
      text(80) == """
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
        offset     Where does row i start? Independent questions: throughput. Times are
                   per question.
        change     One random row changes and nobody asks: read `recalc` beside it.
                   Times are per change. Group structure.

        Heights (--heights)
        fixed:44   Every row is 44 pt high.
        chat       Real messages, typeset at --width.
                   from: word lengths of 46,903 chat messages; licence: CC BY 4.0
        file:PATH  Your heights, one a line, in points.

        Motion (--motion)
        drags      Recorded fingers.

        """)
  }

  @Test("At 120 columns each paragraph is a line; in colour the names stand out")
  func wide() {
    #expect(text(120).split(separator: "\n").count == 23)
    #expect(text(120, Style(useColour: true)).contains("\n\u{1B}[32mon-demand\u{1B}[0m  rows"))
  }

  @Test("Groups stand in the order posts, peers, ours, whatever the roster's is")
  func groups() throws {
    func strategy(_ id: String, _ group: StrategyCard.Group) -> Listing.Strategy {
      (
        card: StrategyCard(id: id, title: id, origin: "", group: group, complexity: Complexity()),
        typeNames: []
      )
    }
    let listing = Listing(
      strategies: [strategy("mine", .ours), strategy("tree", .peers), strategy("first", .posts)])
    let text = listing.text(width: 80, style: .plain)
    let places = try ["posts)", "first ", "peers)", "tree ", "ours)", "mine "].map {
      try #require(text.range(of: $0)).lowerBound
    }
    #expect(places == places.sorted())
  }

  @Test("An empty listing is empty")
  func empty() {
    #expect(Listing().text(width: 80, style: .plain).isEmpty)
  }

  @Test("The JSON names every strategy, with its compiled types")
  func json() throws {
    let data = Data(Listing.example.json.utf8)
    let object = try #require(JSONSerialization.jsonObject(with: data) as? [String: Any])
    #expect(Set(object.keys) == ["strategies", "scenarios", "heights", "motion"])
    let strategies = try #require(object["strategies"] as? [[String: Any]])
    #expect(strategies.compactMap { $0["id"] as? String } == ["floor", "on-demand"])
    #expect(
      strategies[1]["types"] as? [String]
        == ["Posts.OnDemand<PlainRows>", "Twin<Posts.OnDemand<PlainRows>>"])
    #expect(strategies[0]["inherent_deviation"] is NSNull)
    #expect(strategies[0]["group"] is NSNull && strategies[0]["published_defect"] is NSNull)
    #expect(strategies[1]["group"] as? String == "posts")
    #expect(strategies[1]["family"] as? String == "window")
    #expect(strategies[1]["published_defect"] as? String == "rows jump when older ones arrive")
    let parameter = try #require((strategies[1]["parameters"] as? [[String: Any]])?.first)
    #expect(parameter["name"] as? String == "batch" && parameter["usual"] as? Int == 10)
    #expect(parameter["least"] as? Int == 1 && parameter["greatest"] as? Int == 100_000)
    #expect(strategies[1]["abilities"] as? [String] == ["resize", "edit"])
    #expect((strategies[1]["claims"] as? [String: String])?["change"] == "log n")
    #expect(strategies.map { Set($0.keys) }.unique.count == 1)
    let motion = try #require(object["motion"] as? [[String: Any]])
    #expect(motion[0]["form"] as? String == "drags" && motion[0]["origin"] is NSNull)
    let heights = try #require(object["heights"] as? [[String: Any]])
    #expect(heights[1]["licence"] as? String == "CC BY 4.0")
  }

  @Test("The JSON is the same text each time, a line for each thing that is listed")
  func lines() {
    let lines = Listing.example.json.split(separator: "\n")
    #expect(
      lines.contains(
        """
        {"form":"fixed:44","meaning":"Every row is 44 pt high.","origin":null,"licence":null},
        """))
    #expect(lines.first == "{" && lines.last == "}")
  }
}
