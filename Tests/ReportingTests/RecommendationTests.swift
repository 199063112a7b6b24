import Basics
import Foundation
import ListLayout
import Testing

@testable import Reporting
@testable import Runs

@Suite("Recommendations")
struct RecommendationTests {
  /// A test case: the results for a list, and patterns that the recommended strategies and their conditions
  /// must match.
  struct Case: Sendable, CustomTestStringConvertible {
    let name: String
    let list: KnownList
    var scenarios: [String] = []
    var heights = "list"
    /// The cost of a requested height, in nanoseconds; with 0, the recommendation ignores this cost.
    var heightNs = 0.0
    let expects: [String]
    var testDescription: String { name }
  }

  private static let small = [
    Case(
      name: "Among equals the fastest on average",
      list:
        "name kind asked scroll prepend\nwins e 1 100 900\nsteady e 1 150 310\nother e 1 400 300",
      expects: ["steady: all operations are needed (best of 3); the scroll bar must be exact"]),
    Case(
      name: "Noticed time counts more than a ratio of unnoticed times",
      list: "name kind asked scroll prepend\nspiky e 1 10 3e6\neven e 1 400 1e6",
      expects: ["even: *"]),
    Case(
      name: "Both rotate slowly, but for noise; only one is slow when rows are inserted",
      list: "name kind asked rotate prepend\ntree e 1 1.04e6 420\narray e 1 1e6 657e3",
      expects: ["tree: *"]),
    Case(
      name: "Close competitors are named",
      list: "name kind asked scroll prepend\na e 1 100 134.85\nb e 1 105 140\nc e 1 100 500",
      expects: ["a: *; close: b"]),
    Case(
      name: "A strategy with wrong rows or a timeout is not recommended, however fast",
      list: "name kind asked scroll prepend\nwrong e 1 10* 10\ncut e 1 10 cut\nright e 1 300 300",
      expects: ["right: all operations are needed (only candidate)*"]),
    Case(
      name: "Only a strategy that can do all operations is recommended for all, positions included",
      list: """
        name kind asked scroll recalc hit-test
        window w 1 10 10 -
        half e 1 10 - 1
        tree e 1 100 110 9
        """,
      expects: [
        "tree: all operations are needed (only candidate); the scroll bar must be exact",
        "window: only heights near the screen are known; cannot do hit-test",
      ]),
    Case(
      name: "Where no strategy can do all operations, none is recommended for all",
      list: "name kind asked scroll recalc hit-test\nwindow w 1 10 10 -\nhalf e 1 10 - 1",
      expects: ["window: only heights near the screen are known; cannot do hit-test"]),
    Case(
      name: "Exact offsets have their own recommendation where a window is the best for all",
      list: "name kind asked scroll prepend\nwindow w 1 10 10\ntree e 1 100 110\narray e 1 100 900",
      expects: [
        "window: all operations are needed (best of 3); only heights near the screen are known",
        "tree: the scroll bar must be exact",
      ]),
    Case(
      name: "Text is measured within the times: no cost of heights is added",
      list: "name kind asked open\nwindow w 20 100\nexact e 9 200", heights: "text:messages.txt",
      heightNs: 30e3, expects: ["window: all operations*", "exact: the scroll bar must be exact"]),
    Case(
      name: "A strategy with a limit is recommended only without alternative, with its limit",
      list: "name kind asked scroll\nreload-window w! 200 19.7\non-demand w! 30 80.2*",
      expects: ["reload-window: *; limit: Motion is lost at its end."]),
    Case(
      name: "Without ends: opening and rotation count, and a strategy with a limit does not win",
      list: """
        name kind asked endless open rotate scroll recalc prepend
        triple-copy c! 300000 73 7.1e6 6.2e6 75 6.1e6 -
        slow-copy c 300000 70 7.2e6 6.3e6 75 6.1e6 -
        cyclic c 100000 79 6.7e5 6.6e5 81 140 -
        sliding-window w 15 - 1200 270 9 230 100
        """,
      expects: [
        "sliding-window: all operations are needed (only candidate)*",
        "cyclic: the list is endless",
      ]),
  ]

  /// Lists with results of real runs, for which the right recommendation is known.
  private static let known = [
    Case(
      name:
        "Messages: a window for all operations, exact offsets, few heights where they are "
        + "expensive",
      list: .chat, heightNs: 30e3,
      expects: [
        "sliding-window: all operations*; only heights*", "adaptive: the scroll bar must be exact",
        "estimated: a height costs about 30 µs; cannot do offset",
      ]),
    Case(
      name: "Equal rows: arithmetic, if they stay equal", list: .equal, heightNs: 400,
      expects: [
        "sliding-window: all operations*", "run-length: the scroll bar must be exact",
        "fixed-list: all rows have the same height; cannot do recalc",
      ]),
    Case(
      name: "A feed that grows at its end: no strategy with wrong rows, however fast it appends",
      list: .chat, scenarios: ["open", "scroll", "jump", "append"],
      expects: [
        "sliding-window: all operations*",
        "prefix-array: the scroll bar must be exact; close: adaptive",
      ]),
    Case(
      name: "A log with an exact scroll bar: exact offsets that can append, and a close competitor",
      list: .chat, scenarios: ["append", "edit", "prepend"],
      expects: [
        "section-shift: *; close: sliding-window",
        "sum-tree: the scroll bar must be exact; close: adaptive",
      ]),
    Case(
      name: "A calendar: the technique of its post, shifting sections", list: .calendar,
      expects: ["section-shift: *", "all-heights: *"]),
  ]

  private func recommendations(for list: Case) -> [Recommendation] {
    var report = RunReport.of(list.list.groups(list.scenarios, heights: list.heights))
    report.heightNs = list.heightNs
    return report.recommendations[0].rows
  }

  @Test("Each list gets the right recommendations and conditions", arguments: small + known)
  func lists(list: Case) {
    let rows = recommendations(for: list).map { "\($0.strategy): \($0.when)" }
    #expect(rows.count == list.expects.count)
    for (row, expected) in zip(rows, list.expects) {
      #expect(fnmatch(expected, row, 0) == 0, "\(row)")
    }
  }

  @Test("A row has the slowest operation, its share of a frame, and the time with heights")
  func slowest() {
    let rows = recommendations(for: Case(name: "", list: .chat, heightNs: 30e3, expects: []))
    #expect(
      rows.map { $0.cells.prefix(4).joined(separator: " | ") } == [
        "sliding-window | open 1.5 µs | <0.1 % | 460 µs",
        "adaptive | open 57 µs | 0.7 % | 3.0 s",
        "estimated | open 1.3 µs | <0.1 % | 270 µs",
      ])
    #expect(Recommendation.table([], heightNs: 400).titles[3].text == "at 400 ns a height")
  }

  @Test("Strategies with wrong rows or times over a frame are named, with their scenarios")
  func findings() {
    func findings(_ list: String) -> [String] {
      RunReport.of(KnownList("name kind asked scroll prepend\n" + list).groups()).findings
    }
    #expect(
      findings("a e 1 100 100\nb e 1 10* 9e6") == [
        "Slower than a 120 Hz frame (8.3 ms): b (prepend).",
        "Not recommended, because they show wrong rows: b (scroll 9.0 %).",
      ])
    #expect(findings("a e 1 100 100").isEmpty)
    let many = (1...6).map { "s\($0) e 1 10* 10\ns\($0)(p) e 1 9* 10\n" }.joined()
    #expect(
      findings(many + "right e 1 500 500") == [
        "Not recommended, because they show wrong rows: s1, s2, s3, s4, s5, s6 (scroll 9.0 %); "
          + "6 strategies as published."
      ])
  }
}

@Suite("Rankings")
struct RankingTests {
  private func group(_ results: [StrategyResult], _ scenario: String = "scroll") -> GroupReport {
    .of(scenario, "chat", 1000, results)
  }

  private func leaders(_ group: GroupReport) -> [String] {
    group.ranking.filter(\.isLeading).map(\.name)
  }

  @Test("Results are ranked by time; the fastest strategy and those tied with it lead")
  func order() {
    let group = group([
      .measured("floor", 1, ratio: (0.1, 0.1, 0.1)),
      .measured("slow", 30, ratio: (3, 2.8, 3.2)),
      .measured("touching", 10.2, ratio: (1.02, 1, 1.04)),
      .measured("fast", 10),
      .measured("fast", 5, ratio: (0.5, 0.4, 0.6), mode: "published"),
      .measured("slower", 10.1, ratio: (1.01, 1.001, 1.02)),
      // The ratios of all strategies are relative to the strategy marked as the fastest, even if another
      // strategy has a shorter time.
      .measured("ahead in pairs", 9.8, ratio: (1.01, 0.97, 1.06)),
    ])
    #expect(group.fastest?.name == "fast" && group.overhead?.name == "floor")
    #expect(
      group.ranking.map(\.name)
        == ["fast (published)", "ahead in pairs", "fast", "slower", "touching", "slow"])
    // Published code is never marked as the fastest if the group also contains its corrected code.
    #expect(leaders(group) == ["ahead in pairs", "fast", "touching"])
  }

  @Test("A timed-out strategy is ranked but never the fastest; times replace missing ratios")
  func timedOut() {
    var slow = StrategyResult.measured("timed out", 5, ratio: nil)
    slow.row.status = .timedOut("slow")
    let group = group([slow, .measured("a", 10), .measured("b", 25, ratio: nil)])
    #expect(group.fastest?.name == "a" && leaders(group) == ["a"])
    #expect(group.ranking.map(\.slowdown) == ["0.50x [?]", "fastest", "2.50x [?]"])
    #expect(self.group([slow]).ranking.isEmpty)
  }

  @Test("In the scenario offset, a window is not ranked together with whole lists")
  func windows() {
    let window = StrategyResult.measured("window", 5, descriptor: .of("window", "w"))
    let others = ["tree", "array"].map { name in
      StrategyResult.measured(
        name, name == "tree" ? 20 : 10, ratio: (4, 3.9, 4.1), descriptor: .of(name, "e"))
    }
    let offset = group([window] + others, "offset")
    #expect(offset.fastest?.name == "array" && leaders(offset) == ["array"])
    #expect(offset.ranking.map(\.slowdown) == [nil, "fastest", "2.00x [?]"])
    // In all scenarios except `offset`, window strategies do the same work as the other strategies, so a
    // window strategy can be the fastest. Window strategies can always be compared with each other.
    #expect(leaders(group([window] + others)) == ["window"])
    #expect(leaders(group([window], "offset")) == ["window"])
    let report = RunReport.of([offset])
    let screen = report.screen(folder: nil, width: 100, style: .plain)
    #expect(
      screen.contains("5.0ns†")
        && screen.replacing("\n", with: " ").contains("†: computes offsets"))
    let detail = report.detail(scenario: "offset", width: 100, style: .plain) ?? ""
    #expect(detail.contains("Window strategies know only the rows near the screen"))
  }

  @Test("Each reason for a missing result has its scenarios unless it applies to all")
  func absences() {
    let ends: [(String, String?, String?)] = [
      ("scroll", nil, nil), ("edit", "no ends", "no ends"), ("append", "no ends", nil),
    ]
    let groups = ends.map { scenario, cyclic, loop in
      let reasons = [("fixed", "one height"), ("cyclic", cyclic), ("loop", loop)]
      let results = reasons.map { name, reason -> StrategyResult in
        reason.map { .absent(name, .unsupported($0)) } ?? .measured(name, 10)
      }
      return GroupReport.of(scenario, "chat", 1000, results)
    }
    #expect(
      groups.absences
        == ["one height: fixed", "no ends (edit, append): cyclic", "no ends (edit): loop"])
  }
}
