import Basics
import Testing

@testable import Reporting
@testable import Runs

@Suite("Recommendations")
struct RecommendationTests {
  /// A list, and what is recommended for it: strategies with patterns of when, in order.
  struct Case: Sendable, CustomTestStringConvertible {
    let what: String
    let list: KnownList
    var scenarios: [String] = []
    var heights = "list"
    /// What a height costs; nothing where that is not in question.
    var heightNs = 0.0
    let expects: [(strategy: String, when: String)]
    var testDescription: String { what }
  }

  private static let small = [
    Case(
      what: "Of equals the fastest on average",
      list:
        "name kind asked scroll prepend\nwins e 1 100 900\nsteady e 1 150 310\nother e 1 400 300",
      expects: [("steady", "all operations are needed (best of 3); the scroll bar must be exact")]),
    Case(
      what: "What can be felt of a frame counts more than a ratio of what cannot",
      list: "name kind asked scroll prepend\nspiky e 1 10 3e6\neven e 1 400 1e6",
      expects: [("even", "*")]),
    Case(
      what: "Both rotate as slowly, but for noise; only one is slow where rows come in",
      list: "name kind asked rotate prepend\ntree e 1 1.04e6 420\narray e 1 1e6 657e3",
      expects: [("tree", "*")]),
    Case(
      what: "What comes close is named",
      list: "name kind asked scroll prepend\na e 1 100 134.85\nb e 1 105 140\nc e 1 100 500",
      expects: [("a", "*; close: b")]),
    Case(
      what: "What shows wrong rows or was cut anywhere is not recommended, however fast",
      list: "name kind asked scroll prepend\nwrong e 1 10* 10\ncut e 1 10 cut\nright e 1 300 300",
      expects: [("right", "all operations are needed (only candidate)*")]),
    Case(
      what: "Only what can do all that was asked is recommended for all, positions included",
      list: """
        name kind asked scroll recalc hit-test
        window w 1 10 10 -
        half e 1 10 - 1
        tree e 1 100 110 9
        """,
      expects: [
        ("tree", "all operations are needed (only candidate); the scroll bar must be exact"),
        ("window", "only heights near the screen are known; cannot do hit-test"),
      ]),
    Case(
      what: "Where nothing can do all that was asked, nothing is recommended for all",
      list: "name kind asked scroll recalc hit-test\nwindow w 1 10 10 -\nhalf e 1 10 - 1",
      expects: [
        ("window", "only heights near the screen are known; cannot do hit-test")
      ]),
    Case(
      what: "Exact offsets have a recommendation of their own where a window is the best for all",
      list: "name kind asked scroll prepend\nwindow w 1 10 10\ntree e 1 100 110\narray e 1 100 900",
      expects: [
        (
          "window",
          "all operations are needed (best of 3); only heights near the screen are known"
        ), ("tree", "the scroll bar must be exact"),
      ]),
    Case(
      what: "Text is measured inside the times: no cost of heights is added",
      list: "name kind asked open\nwindow w 20 100\nexact e 9 200", heights: "text:messages.txt",
      heightNs: 30e3,
      expects: [("window", "all operations*"), ("exact", "the scroll bar must be exact")]),
    Case(
      what: "What has a limit of its own wins where there is nothing else, and says so",
      list: "name kind asked scroll\nreload-window w! 200 19.7\non-demand w! 30 80.2*",
      expects: [("reload-window", "*; limit: Motion is lost at its end.")]),
    Case(
      what: "Without ends: by opening and rotation too, and not what loses its place, however fast",
      list: """
        name kind asked endless open rotate scroll recalc prepend
        triple-copy c! 300000 73 7.1e6 6.2e6 75 6.1e6 -
        slow-copy c 300000 70 7.2e6 6.3e6 75 6.1e6 -
        cyclic c 100000 79 6.7e5 6.6e5 81 140 -
        sliding-window w 15 - 1200 270 9 230 100
        """,
      expects: [
        ("sliding-window", "all operations are needed (only candidate)*"),
        ("cyclic", "the list has no ends"),
      ]),
  ]

  /// Lists whose right answer is known, with results of real runs.
  private static let known = [
    Case(
      what:
        "Messages: exact where all is asked; a window; where heights are expensive, few of them",
      list: .chat, heightNs: 30e3,
      expects: [
        ("sliding-window", "all operations*; only heights*"),
        ("adaptive", "the scroll bar must be exact"),
        ("estimated", "a height costs about 30 µs; cannot do offset"),
      ]),
    Case(
      what: "Equal rows: arithmetic, as long as they stay equal", list: .equal, heightNs: 400,
      expects: [
        ("sliding-window", "all operations*"), ("run-length", "the scroll bar must be exact"),
        ("fixed-list", "all rows have the same height; cannot do recalc"),
      ]),
    Case(
      what: "A feed that grows at its end: nothing that shows wrong rows, however fast it appends",
      list: .chat, scenarios: ["open", "scroll", "jump", "append"],
      expects: [
        ("sliding-window", "all operations*"),
        ("prefix-array", "the scroll bar must be exact; close: adaptive"),
      ]),
    Case(
      what: "A log with a true scroll bar: exact offsets that can append; both where two are close",
      list: .chat, scenarios: ["append", "edit", "prepend"],
      expects: [
        ("section-shift", "*; close: sliding-window"),
        ("sum-tree", "the scroll bar must be exact; close: adaptive"),
      ]),
    Case(
      what: "A calendar: the sections that shift, which its post is about", list: .calendar,
      expects: [("section-shift", "*"), ("all-heights", "*")]),
  ]

  private func rows(of list: Case) -> [Recommendation] {
    let groups = list.list.groups(list.scenarios, heights: list.heights)
    return Recommendation.all(for: RankingSection(groups: groups), heightNs: list.heightNs)
  }

  @Test("For each list what is right, and when", arguments: small + known)
  func lists(list: Case) {
    let rows = rows(of: list)
    #expect(rows.map(\.strategy) == list.expects.map(\.strategy))
    for (row, expected) in zip(rows, list.expects) {
      #expect(
        NamePattern(expected.when)?.matches(row.when) ?? (row.when == expected.when), "\(row)")
    }
  }

  @Test("The slowest operation, its share of a frame, and what decides where heights are expensive")
  func slowest() throws {
    let list = Case(what: "", list: .chat, heightNs: 30e3, expects: [])
    let rows = rows(of: list)
    let cells = rows.map { $0.cells.prefix(4).joined(separator: " | ") }
    #expect(
      cells == [
        "sliding-window | open 1.5 µs | <0.1 % | 460 µs",
        "adaptive | open 57 µs | 0.7 % | 3.0 s",
        "estimated | open 1.3 µs | <0.1 % | 270 µs",
      ])
    let titles = Recommendation.titles(heightNs: 400)
    #expect(titles.count == rows[0].cells.count && titles[3] == "at 400 ns a height")
  }

  @Test("Nothing was measured: nothing is recommended")
  func nothing() {
    let late = StrategyResult.absent("a", .timedOut("an operation takes 2 s"))
    for groups in [[], [GroupReport.of("scroll", "chat", 1000, [late])]] {
      let section = RankingSection(groups: groups)
      #expect(Recommendation.all(for: section).isEmpty && Findings(section).lines.isEmpty)
    }
  }

  private func findings(_ list: KnownList) -> [String] {
    Findings(RankingSection(groups: list.groups())).lines
  }

  @Test("What shows wrong rows or takes longer than a frame is named, with its scenarios")
  func found() {
    #expect(
      findings("name kind asked scroll prepend\na e 1 100 100\nb e 1 10* 9e6") == [
        "Operations over a 120 Hz frame (8.3 ms): at least 50 % in b (prepend).",
        "Wrong rows (share of operations): b (scroll 9.0 %).",
      ])
    #expect(findings("name kind asked scroll\na e 1 100").isEmpty)
    let many = (1...6).map { "s\($0) e 1 10*\ns\($0)(p) e 1 9*\n" }.joined()
    #expect(
      findings(KnownList("name kind asked scroll\n" + many)) == [
        "Wrong rows (share of operations): s1, s2, s3, s4, s5, s6 (scroll 9.0 %); 6 strategies "
          + "in the published form."
      ])
  }

  @Test("What seldom takes longer than a frame is named, with how often it does")
  func overAFrame() {
    var rare = KnownList("name kind asked scroll\na e 1 100\nb e 1 100\nc e 1 100").groups()
    // The last is one interruption among fewer than a hundred frames.
    let figures = [(9e6, 10e6, 40), (160e3, 9e6, 5), (160e3, 20.2e6, 1)]
    for (place, (p90, p99, over)) in figures.enumerated() {
      var frames = FrameFigures()
      (frames.p50Ns, frames.p90Ns, frames.p99Ns, frames.over8ms) = (100, p90, p99, over)
      rare[0].results[place].row.frames = frames
    }
    #expect(
      Findings(RankingSection(groups: rare)).lines == [
        "Operations over a 120 Hz frame (8.3 ms): at least 10 % in a (scroll); at least 1 % in b "
          + "(scroll)."
      ])
  }
}
