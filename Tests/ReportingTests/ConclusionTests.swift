import Testing

@testable import Reporting

@Suite("Conclusions")
struct ConclusionTests {
  private func sentences(_ groups: [GroupReport]) -> [String] {
    Conclusion(groups.map(Ranking.init)).sentences
  }

  @Test("One that is fastest in all needs no ratio")
  func fastestInAll() {
    let results = [StrategyResult.measured("a", 100), .measured("b", 200, ratio: (2, 1.9, 2.1))]
    let groups = ["scroll", "prepend"].map { GroupReport.of($0, "chat", 1000, results) }
    #expect(
      sentences(groups) == [
        "scroll: a (100 ns per frame); prepend: a (100 ns per batch).", "a is the fastest in both.",
        "All fit a 120 Hz frame (8.33 ms): the slowest, b in scroll, takes <0.1 % of it.",
      ])
  }

  @Test("One that is not separated from another is as fast as any")
  func asFastAsAny() {
    let results = [StrategyResult.measured("a", 100), .measured("b", 101, ratio: (1.01, 0.9, 1.1))]
    let groups = ["scroll", "prepend"].map { GroupReport.of($0, "chat", 1000, results) }
    #expect(sentences(groups)[1] == "a is as fast as any in both.")
  }

  @Test("Of many that are not separated two are named")
  func manyTies() {
    let names = ["a", "b", "c", "d"]
    let results = names.map { StrategyResult.measured($0, 100, ratio: (1, 0.9, 1.1)) }
    let group = GroupReport.of("prepend", "chat", 1000, results)
    #expect(sentences([group]) == ["prepend: a, b or 2 others (100 ns per batch)."])
    let three = GroupReport.of("prepend", "chat", 1000, Array(results.prefix(3)))
    #expect(sentences([three]) == ["prepend: a, b or c (100 ns per batch)."])
  }

  @Test("What shows wrong rows wins nothing, however fast")
  func deviating() {
    var wrong = StrategyResult.measured("wrong", 50)
    wrong.row.deviation.wrongSteps = 1
    let others: [StrategyResult] = [
      .measured("a", 100), .measured("b", 300, ratio: (3, 2.9, 3.1)),
    ]
    let scroll = GroupReport.of("scroll", "chat", 1000, [wrong] + others)
    let prepend = GroupReport.of(
      "prepend", "chat", 1000,
      [wrong, .measured("b", 300), .measured("a", 450, ratio: (1.5, 1.4, 1.6))])
    #expect(
      sentences([scroll, prepend]).prefix(2) == [
        "scroll: a (100 ns per frame; faster with wrong rows: wrong*); "
          + "prepend: b (300 ns per batch; faster with wrong rows: wrong*).",
        "One for both: a, at most 1.50x the fastest (prepend).",
      ])
    #expect(
      sentences([.of("prepend", "chat", 1000, [wrong])]) == ["prepend: wrong*, with wrong rows."])
  }

  @Test("Only strategies that have all of the scenarios are candidates")
  func candidates() {
    let slow = StrategyResult.measured("b", 300, ratio: (3, 2.9, 3.1))
    let groups: [GroupReport] = [
      .of("scroll", "chat", 1000, [.measured("a", 100), slow, slow.named("c")]),
      .of(
        "recalc", "chat", 1000, [.absent("a", .cut), .measured("b", 9e6), .measured("c", 9.1e6)]),
    ]
    #expect(
      sentences(groups) == [
        "scroll: a (100 ns per frame); height change: b or c (9.00 ms per frame).",
        "One for both: b, at most 3.00x the fastest (scroll).",
        "Longer than a 120 Hz frame (8.33 ms): b (recalc), c (recalc).",
      ])
  }

  @Test("What was cut off is not said to fit")
  func cut() {
    let results = [StrategyResult.measured("a", 833_333), .absent("b", .cut)]
    #expect(
      sentences([.of("scroll", "chat", 1000, results)])[1] == """
        All that were not cut off fit a 120 Hz frame (8.33 ms): the slowest, a in scroll, takes \
        10 % of it.
        """)
  }

  @Test("Where frames were timed one by one, the slowest of a hundred counts, not the median")
  func percentiles() {
    var slow = StrategyResult.measured("b", 500, ratio: (5, 4.9, 5.1))
    slow.row.frames.p99Ns = 4_166_667
    #expect(
      sentences([.of("scroll", "chat", 1000, [.measured("a", 100), slow])])[1] == """
        All fit a 120 Hz frame (8.33 ms) at the 99th percentile: the slowest, b in scroll, takes \
        50 % of it.
        """)
    slow.row.frames.p99Ns = 9e6
    #expect(
      sentences([.of("scroll", "chat", 1000, [.measured("a", 100), slow])])[1]
        == "Longer than a 120 Hz frame (8.33 ms) at the 99th percentile: b (scroll).")
  }

  @Test("Without the usual scenarios the first ones speak; without figures nobody does")
  func others() {
    let groups = ["offset", "mixed", "edit", "jump"].map {
      GroupReport.of($0, "chat", 1000, [.measured("a", 100)])
    }
    #expect(
      sentences(Array(groups.prefix(3))) == [
        "offset: a (100 ns per question); mixed: a (100 ns per turn); edit: a (100 ns per edit)."
      ])
    #expect(sentences([.of("scroll", "chat", 1000, [.absent("a", .cut)])]).isEmpty)
    #expect(sentences([]).isEmpty)
  }
}

extension StrategyResult {
  fileprivate func named(_ strategy: String) -> StrategyResult {
    var result = self
    result.row.cell.strategy = strategy
    return result
  }
}
