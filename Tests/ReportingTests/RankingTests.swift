import Runs
import Testing

@testable import Reporting

@Suite("Rankings")
struct RankingTests {
  private func ranking(_ results: [StrategyResult]) -> Ranking {
    Ranking(.of("scroll", "chat", 1000, results))
  }

  private func leaders(_ ranking: Ranking) -> [String] {
    ranking.order.filter(ranking.leads).map(\.name)
  }

  @Test("By time, without the floor; the fastest and those not separated from it lead")
  func order() {
    var published = StrategyResult.measured(
      "fast", 5, ratio: (0.5, 0.4, 0.6), mode: "published")
    published.row.cell.strategy = "fast"
    let ranking = ranking([
      .measured("floor", 1, ratio: (0.1, 0.1, 0.1)),
      .measured("slow", 30, ratio: (3, 2.8, 3.2)),
      .measured("touching", 10.2, ratio: (1.02, 1, 1.04)),
      .measured("fast", 10), published,
      .measured("separated", 10.1, ratio: (1.01, 1.001, 1.02)),
      .measured("ahead in pairs", 10.3, ratio: (0.98, 0.9, 0.99)),
    ])
    #expect(ranking.fastest?.name == "fast")
    #expect(
      ranking.order.map(\.name)
        == ["fast (published)", "fast", "separated", "touching", "ahead in pairs", "slow"])
    // Published code beside its corrected form is never called the fastest.
    #expect(leaders(ranking) == ["fast", "touching", "ahead in pairs"])
    #expect(ranking.floor?.name == "floor")
  }

  @Test("The fastest is the one that the ratios are to, whoever has the least median")
  func reference() {
    let ranking = ranking([
      .measured("least median", 10, ratio: (1.01, 0.97, 1.06)), .measured("judged", 10.4),
    ])
    #expect(ranking.fastest?.name == "judged")
    #expect(leaders(ranking) == ["least median", "judged"])
  }

  @Test("A strategy that was cut is ranked but never the fastest")
  func cut() {
    var cut = StrategyResult.measured("cut", 5, ratio: nil)
    cut.row.status = .cut
    let ranking = ranking([cut, .measured("a", 10)])
    #expect(ranking.fastest?.name == "a" && leaders(ranking) == ["a"])
    #expect(self.ranking([cut]).order.isEmpty)
  }

  @Test("Without a paired ratio the medians are compared, without an interval")
  func unpaired() {
    let ranking = ranking([.measured("a", 10), .measured("b", 25, ratio: nil)])
    #expect(ranking.order.map(ranking.figure) == ["fastest", "2.50x [?]"])
  }

  @Test("Each reason for a missing figure, with its scenarios where it is not so in all")
  func absences() {
    func group(_ scenario: String, _ reasons: [(String, String?)]) -> GroupReport {
      .of(
        scenario, "chat", 1000,
        reasons.map { name, reason in
          reason.map { .absent(name, .unsupported($0)) } ?? .measured(name, 10)
        })
    }
    let groups = [
      group("scroll", [("fixed", "one height"), ("cyclic", nil), ("loop", nil)]),
      group("edit", [("fixed", "one height"), ("cyclic", "no ends"), ("loop", "no ends")]),
      group("append", [("fixed", "one height"), ("cyclic", "no ends"), ("loop", nil)]),
    ]
    #expect(
      groups.absences
        == ["one height: fixed", "no ends (edit, append): cyclic", "no ends (edit): loop"])
    #expect([GroupReport]().absences.isEmpty)
  }
}
