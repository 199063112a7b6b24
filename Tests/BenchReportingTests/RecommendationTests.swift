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
    var heights = "list"
    var heightNs = 0.0
    let expects: [String]
    var testDescription: String { name }
  }

  private static let cases = [
    Case(
      name: "Among equally good strategies, the one that is fastest on average is recommended",
      list:
        "name kind asked scroll prepend\nwins e 1 100 900\nsteady e 1 150 310\nother e 1 400 300",
      expects: ["steady: exact scroll bar, jumps: all heights are known"]),
    Case(
      name: "A noticeable difference matters more than a large ratio of unnoticeable times",
      list: "name kind asked scroll prepend\nspiky e 1 10 3e6\neven e 1 400 1e6",
      expects: ["even: *"]),
    Case(
      name: "Close competitors are named",
      list: "name kind asked scroll prepend\na e 1 100 134.85\nb e 1 105 140\nc e 1 100 500",
      expects: ["a: *; close: b"]),
    Case(
      name: "Strategies that show wrong rows or time out are never recommended",
      list: "name kind asked scroll prepend\nwrong e 1 10* 10\ncut e 1 10 cut\nright e 1 300 300",
      expects: ["right: exact scroll bar, jumps: *"]),
    Case(
      name: "Only strategies that support all operations are recommended as exact",
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
      name: "On text lists, times already include measuring the rows",
      list: "name kind asked open\nwindow w 20 100\nexact e 9 200", heights: "text:messages.txt",
      heightNs: 30e3, expects: ["window: chat, feed: *", "exact: exact scroll bar, jumps: *"]),
    Case(
      name: "Strategies with an inherent deviation are recommended only if nothing else works",
      list: "name kind asked scroll\nreload-window w! 200 19.7\non-demand w! 30 80.2*",
      expects: ["reload-window: *; limit: Motion is lost at its end."]),
    Case(
      name: "On circular lists, the opening and rotation times count",
      list: """
        name kind asked endless open rotate scroll recalc prepend
        triple-copy c! 300000 73 7.1e6 6.2e6 75 6.1e6 -
        slow-copy c 300000 70 7.2e6 6.3e6 75 6.1e6 -
        cyclic c 100000 79 6.7e5 6.6e5 81 140 -
        sliding-window w 15 - 1200 270 9 230 100
        """,
      expects: ["sliding-window: chat, feed: *; calendar: *", "cyclic: carousel: the list repeats"]),
    Case(
      name: "A list gets a strategy that requests few heights and one with exact offsets",
      list: .chat, heightNs: 30e3,
      expects: [
        "estimated: chat, feed: *; calendar: *; cannot do offset*",
        "adaptive: exact scroll bar, jumps: *",
      ]),
  ]

  @Test("Each list gets the right recommendations and conditions", arguments: cases)
  func lists(list: Case) {
    var report = RunReport.of(list.list.groups(heights: list.heights))
    report.heightNs = list.heightNs
    let rows = report.recommendations[0].rows.map { "\($0.strategy): \($0.when)" }
    #expect(rows.count == list.expects.count)
    for (row, expected) in zip(rows, list.expects) {
      #expect(fnmatch(expected, row, 0) == 0, "\(row)")
    }
  }

  @Test("Each row shows the slowest operation, without and with the cost of heights")
  func slowest() {
    // By default, a height costs 30 µs.
    let rows = RunReport.of(KnownList.chat.groups()).recommendations[0].rows
    #expect(
      rows.map { $0.cells().prefix(4).joined(separator: " | ") } == [
        "estimated | open 1.3 µs | <0.1 % | 270 µs", "adaptive | open 57 µs | 0.7 % | 3.0 s",
      ])
  }

  @Test("Strategies that show wrong rows or take longer than a frame are listed")
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
