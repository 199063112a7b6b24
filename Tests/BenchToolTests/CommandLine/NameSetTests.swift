import BenchTool
import ListLayout
import Testing

/// Words and patterns that stand for several strategies or scenarios.
struct NameSetTests {
  private static let vocabulary = Vocabulary(
    strategies: [
      .init(card("mine", .ours)), .init(card("floor", .ours, isFloor: true)),
      .init(card("fenwick", .peers)), .init(card("window", .posts)),
      .init(card("blocked-sums", .ours)), .init(card("blocked-sums-8", .ours)),
    ],
    scenarios: Vocabulary.sampleScenarios, heights: Vocabulary.sample[.heights],
    motion: Vocabulary.sample[.motion])
  private let table = CommandTable.standard(version: "1", vocabulary: vocabulary)

  private static func card(
    _ id: String, _ group: StrategyCard.Group, isFloor: Bool = false
  ) -> StrategyCard {
    StrategyCard(
      id: id, title: id, origin: "", group: group,
      complexity: Complexity(
        open: .linear, offset: .linear, hitTest: .linear, change: .linear, edit: .linear,
        frame: .linear, rotate: .linear),
      parameters: [StrategyParameter(0, "size", usual: 4, in: 1...9, "rows of a block")],
      isFloor: isFloor)
  }

  private func strategies(_ text: String) throws -> [String] {
    try table.arguments("-s", text)[Options.strategies]
  }

  @Test("posts, peers and ours are what the cards say, without the floor")
  func groups() throws {
    #expect(try strategies("posts") == ["window"])
    #expect(try strategies("peers") == ["fenwick"])
    #expect(try strategies("ours") == ["mine", "blocked-sums", "blocked-sums-8"])
    #expect(try strategies("all").contains("floor"))
  }

  @Test("groups stand beside names, and each strategy counts once")
  func mixed() throws {
    #expect(
      try strategies("fenwick,posts,peers,window:size=2") == ["fenwick", "window", "window:size=2"])
  }

  @Test("a group without strategies, and a word that is nearly one, are refused")
  func refusals() {
    #expect(
      table.refusal(["-s", "poss"])
        == "--strategy 'poss': no such strategy; did you mean 'posts'?")
    let nothing = Vocabulary(strategies: [], scenarios: [], heights: [], motion: [])
    let empty = CommandTable.standard(version: "1", vocabulary: nothing)
    #expect(
      empty.refusal(["list"]) == nil
        && empty.refusal(["-s", "peers"]) == "--strategy 'peers': there is no such strategy here")
  }

  @Test("every verb that takes several strategies takes groups")
  func verbs() throws {
    for words in [
      ["run"], ["verify"], ["film"], ["compare", "--against", "main"],
    ] {
      #expect(table.refusal(words + ["--strategy", "posts,ours"]) == nil, "\(words)")
    }
    let filmed = try table.arguments("film", "-s", "posts")[Options.filmedStrategies]
    #expect(filmed == ["window"])
  }

  @Test(
    "a star stands for any characters, a question mark for one",
    arguments: [
      ("blocked-*", ["blocked-sums", "blocked-sums-8"]), ("*-sums", ["blocked-sums"]),
      ("*sums?8", ["blocked-sums-8"]), ("???", []), ("????", ["mine"]),
      ("*n*e*", ["mine"]), ("**", ["mine", "floor", "fenwick", "window"]),
    ])
  func patterns(pattern: String, expected: [String]) throws {
    guard !expected.isEmpty else {
      #expect(table.refusal(["-s", pattern])?.contains("no strategy fits this") == true)
      return
    }
    #expect(try Array(strategies(pattern).prefix(4)) == expected)
  }

  @Test("patterns are for scenarios, too, and stand beside names")
  func scenarios() throws {
    let named = try table.arguments("-c", "scroll,recalc*")[Options.scenarios]
    #expect(named.first == "scroll" && named.count > 2)
    #expect(named.dropFirst().allSatisfy { $0.hasPrefix("recalc") })
  }

  @Test("a pattern that fits nothing is refused with the nearest name, or with all")
  func unfit() {
    #expect(
      table.refusal(["-s", "bloked-sums*"])
        == "--strategy 'bloked-sums*': no strategy fits this; did you mean 'blocked-sums'?")
    #expect(table.refusal(["-s", "x*"])?.contains("fits this; expected all, posts,") == true)
  }

  @Test("one strategy is one: no group and no pattern", arguments: ["posts", "blocked-*"])
  func one(name: String) {
    let words = ["replay", "--heights", "h", "--gestures", "g", "--frames", "-", "--strategy"]
    #expect(table.refusal(words + [name])?.contains("no such strategy") == true)
  }

  @Test("completions offer the groups")
  func completions() {
    for group in StrategyCard.Group.allCases {
      #expect(table.completions.contains(group.rawValue))
    }
  }
}
