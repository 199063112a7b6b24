import Testing

@testable import Reporting

@Suite("What to take away")
struct AdviceTests {
  private func statements(_ groups: [GroupReport]) -> [String: String] {
    Dictionary(
      Advice(groups.map(Ranking.init)).statements.map { ($0.label, $0.text) },
      uniquingKeysWith: { first, _ in first })
  }

  /// Results of `scroll` and `prepend`, each a name with its two medians.
  private func groups(_ medians: [(String, Double, Double)]) -> [GroupReport] {
    ["scroll", "prepend"].enumerated().map { number, scenario in
      let times = medians.map { number == 0 ? $0.1 : $0.2 }
      let least = times.min() ?? 1
      return .of(
        scenario, "chat", 1000,
        zip(medians, times).map { one, time in
          .measured(one.0, time, ratio: (time / least, time / least * 0.97, time / least * 1.03))
        })
    }
  }

  @Test("The one whose worst is best, not the one with most wins")
  func worst() {
    let advice = statements(
      groups([("wins", 100, 900), ("steady", 150, 310), ("other", 400, 300)]))
    #expect(
      advice["Start with"]
        == "steady: at most 1.50x the fastest in a frame or change (scroll), below 0.1 % of a "
        + "120 Hz frame (prepend).")
    #expect(advice["Exact offsets"] == nil)
  }

  @Test("One that is fastest in all needs no ratio")
  func fastestInAll() {
    let advice = statements(groups([("a", 100, 100), ("b", 200, 200)]))
    #expect(advice["Start with"]?.hasPrefix("a: the fastest in every frame and change, ") == true)
  }

  @Test("What can be felt of a frame counts more than a ratio of what cannot")
  func frames() {
    let advice = statements(groups([("spiky", 10, 3e6), ("even", 400, 1e6)]))
    #expect(
      advice["Start with"]?
        .hasPrefix("even: at most 40.0x the fastest in a frame or change (scroll), at most 12 %")
        == true)
    // Both rotate as slowly, but for noise; only one is slow where rows come in.
    let rotation = ["rotate", "prepend"].enumerated().map { number, scenario in
      let times = number == 0 ? [1.04e6, 1e6] : [420, 657e3]
      return GroupReport.of(
        scenario, "chat", 1_000_000,
        [
          .measured("tree", times[0], ratio: (times[0] / (times.min() ?? 1), 1, 2)),
          .measured("array", times[1], ratio: (times[1] / (times.min() ?? 1), 1, 2)),
        ])
    }
    #expect(statements(rotation)["Start with"]?.hasPrefix("tree: ") == true)
  }

  @Test("What comes close is named")
  func close() {
    let advice = statements(groups([("a", 100, 150), ("b", 105, 140), ("c", 100, 500)]))
    #expect(advice["Start with"]?.hasPrefix("b: ") == true)
    #expect(advice["Start with"]?.hasSuffix("Close: a.") == true)
  }

  @Test("What shows wrong rows or was cut anywhere is not recommended, however fast")
  func wrong() {
    var two = groups([("wrong", 10, 10), ("cut", 10, 10), ("right", 300, 300)])
    two[0].results[0].row.deviation.wrongSteps = 30
    two[0].results[0].checked = 120
    two[1].results[1].row.status = .cut
    let advice = statements(two)
    #expect(advice["Start with"]?.hasPrefix("right: ") == true)
    #expect(advice["Wrong rows"] == "in so many steps: wrong (scroll 25 %).")
  }

  @Test("Only what can do all that was asked is recommended")
  func whole() {
    var two = groups([("half", 10, 10), ("whole", 300, 300)])
    two[1].results[0] = .absent("half", .noFigure(reason: "has no ends"))
    #expect(statements(two)["Start with"]?.hasPrefix("whole: ") == true)
  }

  @Test("Exact offsets have a recommendation of their own, against each other")
  func exact() {
    var two = groups([("window", 10, 10), ("tree", 100, 110), ("array", 100, 900)])
    for group in two.indices { two[group].results[0].family = .window }
    let advice = statements(two)
    #expect(advice["Start with"]?.hasPrefix("window: ") == true)
    #expect(advice["Exact offsets"]?.hasPrefix("tree, for a true scroll bar: the fast") == true)
  }

  @Test("What takes longer than a frame is named, with its scenarios")
  func overAFrame() {
    let advice = statements(groups([("a", 100, 100), ("b", 100, 9e6)]))
    #expect(advice["Over a frame"] == "8.33 ms or more in one of 100: b (prepend).")
    #expect(advice["Frames"] == nil)
    #expect(
      statements(groups([("a", 100, 100)]))["Frames"] == "everything fits a 120 Hz frame (8.33 ms)."
    )
  }

  @Test("Heights asked for on opening are told, because here they cost nothing")
  func measuring() {
    var window = StrategyResult.measured("window", 100)
    window.family = .window
    window.row.work.heightsAsked = 20
    var exact = StrategyResult.measured("exact", 1e5, ratio: (1000, 990, 1010))
    exact.row.work.heightsAsked = 1e6
    let text = statements([.of("open", "chat", 1_000_000, [window, exact])])["Measuring"]
    #expect(text?.hasSuffix("so many rows: window 20, exact 1,000,000.") == true)
  }

  @Test("Text is measured on asking, and that is said")
  func measuredText() {
    var window = StrategyResult.measured("window", 100)
    window.row.work.heightsAsked = 20
    let groups = [GroupReport.of("open", "text:messages.txt", 1000, [window])]
    #expect(
      statements(groups)["Measuring"]
        == "heights are measured whenever they are asked for. Opening asks for so many: window 20.")
  }

  @Test("A slow question that decides nothing does not outweigh one that does")
  func noise() {
    var slow = groups([("noisy", 66e6, 20e3), ("steady", 70e6, 400)])
    for place in slow[0].results.indices {
      (slow[0].results[place].row.time.lowNs, slow[0].results[place].row.time.highNs) = (60e6, 80e6)
    }
    #expect(statements(slow)["Start with"]?.hasPrefix("steady: ") == true)
  }

  @Test("Circular lists have their own question")
  func endless() {
    var cyclic = StrategyResult.measured("cyclic", 100)
    cyclic.family = .circular
    var copies = StrategyResult.measured("copies", 150, ratio: (1.5, 1.4, 1.6))
    copies.family = .circular
    let advice = statements([.of("endless", "chat", 1000, [cyclic, copies])])
    #expect(advice["Endless"] == "cyclic 100 ns a frame, copies 1.50x.")
  }

  @Test("Nothing was measured: nothing is said")
  func nothing() {
    #expect(statements([]).isEmpty)
    #expect(statements([.of("scroll", "chat", 1000, [.absent("a", .cut)])]).isEmpty)
  }
}
