import Runs
import Testing

@testable import Reporting

@Suite("Rankings")
struct RankingTests {
  private func ranking(_ results: [StrategyResult]) -> (Ranking, leaders: [String]) {
    let ranking = Ranking(.of("scroll", "chat", 1000, results))
    return (ranking, ranking.order.filter(ranking.leads).map(\.name))
  }

  @Test("By time, without the floor; the fastest and those not separated from it lead")
  func order() {
    let (ranking, leaders) = ranking([
      .measured("floor", 1, ratio: (0.1, 0.1, 0.1)),
      .measured("slow", 30, ratio: (3, 2.8, 3.2)),
      .measured("touching", 10.2, ratio: (1.02, 1, 1.04)),
      .measured("fast", 10),
      .measured("fast", 5, ratio: (0.5, 0.4, 0.6), mode: "published"),
      .measured("separated", 10.1, ratio: (1.01, 1.001, 1.02)),
      .measured("ahead in pairs", 10.3, ratio: (0.98, 0.9, 0.99)),
    ])
    #expect(ranking.fastest?.name == "fast")
    #expect(
      ranking.order.map(\.name)
        == ["fast (published)", "fast", "separated", "touching", "ahead in pairs", "slow"])
    // Published code beside its corrected form is never called the fastest.
    #expect(leaders == ["fast", "touching", "ahead in pairs"])
    #expect(ranking.floor?.name == "floor")
  }

  @Test("The fastest is the one that the ratios are to, whoever has the least median")
  func reference() {
    let (ranking, leaders) = ranking([
      .measured("least median", 10, ratio: (1.01, 0.97, 1.06)), .measured("judged", 10.4),
    ])
    #expect(ranking.fastest?.name == "judged" && leaders == ["least median", "judged"])
  }

  @Test("What was cut is ranked but never the fastest; without a paired ratio medians are compared")
  func cut() {
    var cut = StrategyResult.measured("cut", 5, ratio: nil)
    cut.row.status = .timedOut("slow")
    let (ranking, leaders) = ranking([cut, .measured("a", 10), .measured("b", 25, ratio: nil)])
    #expect(ranking.fastest?.name == "a" && leaders == ["a"])
    #expect(ranking.order.map(ranking.figure) == ["0.50x [?]", "fastest", "2.50x [?]"])
    #expect(self.ranking([cut]).0.order.isEmpty)
  }

  @Test("Each reason for a missing figure, with its scenarios where it is not so in all")
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
    #expect([GroupReport]().absences.isEmpty)
  }
}
