import ListLayout
import Runs
import Testing

@testable import Reporting

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
