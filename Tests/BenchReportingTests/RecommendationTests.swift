import BenchBasics
import Foundation
import ListLayout
import Testing

@testable import BenchReporting
@testable import BenchRuns

@Suite("Recommendations")
struct RecommendationTests {
  /// A list's results, and the patterns that the recommendations must match.
  struct Case: Sendable, CustomTestStringConvertible {
    let name: String
    let list: KnownList
    var scenarios: [String] = []
    var heights = "list"
    var heightNs = 0.0
    let expects: [String]
    var testDescription: String { name }
  }

  private static let small = [
    Case(
      name: "Among equally good strategies, the one that is fastest on average is recommended",
      list:
        "name kind asked scroll prepend\nwins e 1 100 900\nsteady e 1 150 310\nother e 1 400 300",
      expects: ["steady: exact scroll bar, jumps: all heights are known"]),
    Case(
      name:
        "A noticeable difference matters more than a large ratio between times too short to notice",
      list: "name kind asked scroll prepend\nspiky e 1 10 3e6\neven e 1 400 1e6",
      expects: ["even: *"]),
    Case(
      name: "Close competitors are named",
      list: "name kind asked scroll prepend\na e 1 100 134.85\nb e 1 105 140\nc e 1 100 500",
      expects: ["a: *; close: b"]),
    Case(
      name: "Strategies that show wrong rows or time out are never recommended, no matter how fast",
      list: "name kind asked scroll prepend\nwrong e 1 10* 10\ncut e 1 10 cut\nright e 1 300 300",
      expects: ["right: exact scroll bar, jumps: *"]),
    Case(
      name:
        "Only a strategy that supports all operations, including offsets, is recommended as exact",
      list: """
        name kind asked scroll recalc hit-test
        window w 1 10 10 -
        half e 1 10 - 1
        tree e 1 100 110 9
        """,
      expects: [
        "window: chat, feed: *; calendar: *; cannot do hit-test",
        "tree: exact scroll bar, jumps: *",
      ]),
    Case(
      name:
        "On text lists, times already include measuring the rows, so this cost isn't added again",
      list: "name kind asked open\nwindow w 20 100\nexact e 9 200", heights: "text:messages.txt",
      heightNs: 30e3, expects: ["window: chat, feed: *", "exact: exact scroll bar, jumps: *"]),
    Case(
      name:
        "A strategy with an inherent deviation is recommended only if nothing else works, and with a note",
      list: "name kind asked scroll\nreload-window w! 200 19.7\non-demand w! 30 80.2*",
      expects: ["reload-window: *; limit: Motion is lost at its end."]),
    Case(
      name:
        "On circular lists, the opening and rotation times count, and an inherent deviation is a disadvantage",
      list: """
        name kind asked endless open rotate scroll recalc prepend
        triple-copy c! 300000 73 7.1e6 6.2e6 75 6.1e6 -
        slow-copy c 300000 70 7.2e6 6.3e6 75 6.1e6 -
        cyclic c 100000 79 6.7e5 6.6e5 81 140 -
        sliding-window w 15 - 1200 270 9 230 100
        """,
      expects: ["sliding-window: chat, feed: *; calendar: *", "cyclic: carousel: the list repeats"]),
  ]

  /// Results of real runs for which the right recommendation is known.
  private static let known = [
    Case(
      name:
        "For chat, the report recommends a strategy that requests few heights and one with exact offsets",
      list: .chat, heightNs: 30e3,
      expects: [
        "estimated: chat, feed: *; calendar: *; cannot do offset*",
        "adaptive: exact scroll bar, jumps: *",
      ]),
    Case(
      name:
        "If all rows are equally tall, run-length is recommended for logs and fixed-list for constant heights",
      list: .equal, heights: "fixed:44", heightNs: 400,
      expects: [
        "run-length: log: most lines have the same height",
        "fixed-list: equal rows: no row ever has another height; cannot do recalc",
      ]),
    Case(
      name:
        "For a log with an exact scroll bar, a strategy must have exact offsets and support appending",
      list: .chat, scenarios: ["append", "edit", "prepend"],
      expects: [
        "section-shift: *; close: sliding-window",
        "sum-tree: exact scroll bar, jumps: *; close: adaptive",
      ]),
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

  @Test(
    "Each row shows the slowest operation, its share of a frame, and its time including the cost of heights"
  )
  func slowest() {
    let rows = recommendations(for: Case(name: "", list: .chat, heightNs: 30e3, expects: []))
    #expect(
      rows.map { $0.cells().prefix(4).joined(separator: " | ") } == [
        "estimated | open 1.3 µs | <0.1 % | 270 µs", "adaptive | open 57 µs | 0.7 % | 3.0 s",
      ])
  }

  @Test(
    "Strategies that show wrong rows or take longer than a frame are listed with the affected scenarios"
  )
  func findings() {
    func findings(_ list: String) -> [String] {
      RunReport.of(KnownList("name kind asked scroll prepend\n" + list).groups()).findings
    }
    #expect(
      findings("a e 1 100 100\nb e 1 10* 9e6") == [
        "Slower than a 120 Hz frame (8.3 ms): b (prepend).",
        "Not recommended, because they show wrong rows: b (scroll 9.0 %).",
      ])
    let many = (1...6).map { "s\($0) e 1 10* 10\ns\($0)(p) e 1 9* 10\n" }.joined()
    #expect(
      findings(many).last
        == "Not recommended, because they show wrong rows: s1, s2, s3, s4, s5, s6 "
        + "(scroll 9.0 %); 6 strategies as published.")
  }
}

@Suite("Standings in reports")
struct StandingReportTests {
  private func group(_ results: [StrategyResult], _ scenario: String = "scroll") -> GroupReport {
    .of(scenario, "chat", 1000, results)
  }

  @Test("Results are sorted by time, and slowdowns are relative to the fastest ranked strategy")
  func order() {
    var slow = StrategyResult.measured("timed out", 5)
    slow.row.status = .timedOut("slow")
    let group = group([
      .measured("floor", 1), .measured("slow", 30), .measured("fast", 10), slow,
      .measured("fast", 6, mode: .published), .measured("near", 10.2),
    ])
    #expect(group.fastest?.name == "fast" && group.overhead?.name == "floor")
    #expect(
      group.byTime.map(\.name) == ["timed out", "fast (published)", "fast", "near", "slow"])
    #expect(
      group.byTime.map(\.slowdown)
        == [nil, nil, "fastest", "1.02x [1.02, 1.02]", "3.00x [3.00, 3.00]"])
  }

  /// Every report must use the standing stored with a result instead of comparing times.
  @Test("The stored standing determines the mark in every report")
  func readers() throws {
    for (standing, mark, word) in [
      (Standing.fastest, "<", "fastest"), (.tied, "<", "2.00x [?]"), (.undecided, "~", "2.00x [?]"),
      (.slower, "", "2.00x [?]"), (.unranked, "", "subject"),
    ] {
      var row = StrategyResult.measured("subject", 20).row
      row.cell.group = CellGroup(scenario: "scroll", heights: "chat", rows: 1000)
      (row.standing, row.ratio.value) = (standing, 2)
      row.standingReason = standing == .unranked ? .wrongRows : nil
      let report = RunReport(RunReport.of([]).record, [row]) { _ in nil }
      let screen = report.screen(folder: nil, width: 80, style: .plain)
      #expect(screen.contains("20ns\(mark)"), "\(standing)")
      #expect(screen.contains("<: fastest") == (mark == "<"), "\(standing)")
      #expect(screen.contains("~: undecided") == (mark == "~"), "\(standing)")
      #expect(report.readme.contains("20ns\(mark)"), "\(standing)")
      let cell = mark == "<" ? "&lt;" : mark
      #expect(report.page().contains("20ns\(cell)"), "\(standing)")
      let detail = report.detail(scenario: "scroll", width: 100, style: .plain) ?? ""
      #expect(detail.contains(word), "\(standing): \(detail)")
      #expect(
        detail.contains("Not ranked: subject (shows wrong rows).") == (standing == .unranked))
      #expect(
        try report.json(of: report.cells(), folder: "r")
          .contains("\"standing\" : \"\(standing.rawValue)\""), "\(standing)")
    }
  }

  @Test(
    "The reason for missing results lists the affected scenarios unless all scenarios are affected")
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
