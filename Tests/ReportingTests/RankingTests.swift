import Recording
import Testing

@testable import Reporting

@Suite("Rankings")
struct RankingTests {
  private func ranking(_ results: [StrategyResult]) -> Ranking {
    Ranking(.of("scroll", "chat", 1000, results))
  }

  @Test("By ratio: the fastest, those not separated from it, the slower ones; the floor apart")
  func order() {
    let ranking = ranking([
      .measured("floor", 1, ratio: (0.1, 0.1, 0.1), isFloor: true),
      .measured("slow", 30, ratio: (3, 2.8, 3.2)),
      .measured("touching", 10.2, ratio: (1.02, 1, 1.04)),
      .measured("fast", 10),
      .measured("separated", 10.1, ratio: (1.01, 1.001, 1.02)),
      .measured("ahead in pairs", 10.3, ratio: (0.98, 0.9, 0.99)),
    ])
    #expect(ranking.fastest?.name == "fast")
    #expect(ranking.alike.map(\.result.name) == ["ahead in pairs", "touching"])
    #expect(ranking.slower.map(\.result.name) == ["separated", "slow"])
    #expect(ranking.floor?.name == "floor")
    #expect(ranking.order.count == 5)
  }

  @Test("The fastest is the one that the ratios are to, whoever has the least median")
  func reference() {
    let ranking = ranking([
      .measured("least median", 10, ratio: (1.01, 0.97, 1.06)), .measured("judged", 10.4),
    ])
    #expect(ranking.fastest?.name == "judged")
    #expect(ranking.alike.map(\.result.name) == ["least median"])
  }

  @Test("A strategy that was cut is ranked but never the fastest")
  func cut() {
    var cut = StrategyResult.measured("cut", 5, ratio: nil)
    cut.row.status = .cut
    let ranking = ranking([cut, .measured("a", 10)])
    #expect(ranking.fastest?.name == "a")
    #expect(ranking.slower.map(\.ratio) == [0.5])
    #expect(self.ranking([cut]).order.isEmpty)
  }

  @Test("Without a paired ratio the medians are compared, without an interval")
  func unpaired() {
    let ranking = ranking([.measured("a", 10), .measured("b", 25, ratio: nil)])
    #expect(ranking.slower.map(\.figure) == ["2.50x [?]"])
  }

  @Test("Equal medians: the first of the roster leads")
  func ties() {
    let ranking = ranking([.measured("a", 10), .measured("b", 10, ratio: (1, 1, 1))])
    #expect(ranking.fastest?.name == "a")
    #expect(ranking.alike.map(\.result.name) == ["b"])
  }
}
