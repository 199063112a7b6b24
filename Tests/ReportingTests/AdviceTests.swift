import Testing

@testable import Reporting
@testable import Runs

@Suite("What to take away")
struct AdviceTests {
  private func statements(_ groups: [GroupReport]) -> [String: String] {
    Dictionary(
      Advice(RankingSection(groups: groups)).statements.map { ($0.label, $0.text) },
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

  @Test("By time first, then why it is the first and of how many")
  func average() {
    let advice = statements(
      groups([("wins", 100, 900), ("steady", 150, 310), ("other", 400, 300)]))
    #expect(
      advice["Start with"]
        == "steady: nothing takes more than 0.1 % of a 120 Hz frame; its longest is prepend, 310 ns. "
        + "On average the fastest of the 3.")
    #expect(advice["Exact offsets"] == nil)
  }

  @Test("What can be felt of a frame counts more than a ratio of what cannot")
  func frames() {
    let advice = statements(groups([("spiky", 10, 3e6), ("even", 400, 1e6)]))
    #expect(
      advice["Start with"]
        == "even: its longest is prepend, 1.00 ms, 12 % of a 120 Hz frame. About the least "
        + "of the 2 where it can be felt (1 % of a frame).")
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

  @Test("What comes close is named, whichever of the two is first", arguments: [0.93, 1.07])
  func close(noise: Double) {
    let advice = statements(
      groups([("a", 100, 145 * noise), ("b", 105, 140), ("c", 100, 500)]))
    let (first, second) = noise < 1 ? ("a", "b") : ("b", "a")
    #expect(advice["Start with"]?.hasPrefix(first + ": ") == true)
    #expect(advice["Start with"]?.hasSuffix(" Close: \(second).") == true)
  }

  @Test("What shows wrong rows or was cut anywhere is not recommended, however fast")
  func wrong() {
    var two = groups([("wrong", 10, 10), ("cut", 10, 10), ("right", 300, 300)])
    two[0].results[0] = two[0].results[0].wrong(25)
    two[1].results[1].row.status = .cut
    let advice = statements(two)
    #expect(
      advice["Start with"]?.hasSuffix(" The only one that shows the right rows everywhere.") == true
    )
    #expect(advice["Wrong rows"] == "in so many steps: wrong (scroll 25 %).")
  }

  @Test("Only what can do all that was asked is recommended")
  func whole() {
    var two = groups([("half", 10, 10), ("whole", 300, 300)])
    two[1].results[0] = .absent("half", .unsupported("has no ends"))
    #expect(
      statements(two)["Start with"]?.hasSuffix(" The only one that can do all of this.") == true)
  }

  @Test("Exact offsets have a recommendation of their own, against each other")
  func exact() {
    var two = groups([("window", 10, 10), ("tree", 100, 110), ("array", 100, 900)])
    for group in two.indices { two[group].results[0].card = .of("window", "w") }
    let advice = statements(two)
    #expect(advice["Start with"]?.hasPrefix("window: ") == true)
    #expect(
      advice["Exact offsets"]?.hasPrefix("tree, for a true scroll bar: nothing takes more") == true)
    #expect(advice["Exact offsets"]?.contains("the fastest of the 2 with exact offsets") == true)
  }

  @Test("What takes longer than a frame is named, with its scenarios, and how often it does")
  func overAFrame() {
    let advice = statements(groups([("a", 100, 100), ("b", 100, 9e6)]))
    #expect(advice["Over a frame"] == "8.33 ms or more, half of the time: b (prepend).")
    #expect(advice["Frames"] == nil)
    var rare = groups([("a", 100, 100), ("b", 100, 100), ("c", 100, 100)])
    func frames(_ p90: Double, _ p99: Double, _ most: Double, over: Int) -> FrameFigures {
      var figures = FrameFigures()
      figures.over8ms = over
      (figures.p50Ns, figures.p90Ns, figures.p99Ns, figures.maxNs) = (100, p90, p99, most)
      return figures
    }
    rare[1].results[0].row.frames = frames(9e6, 10e6, 11e6, over: 40)
    rare[1].results[1].row.frames = frames(160e3, 9e6, 11e6, over: 5)
    // One interruption among fewer than a hundred frames.
    rare[1].results[2].row.frames = frames(160e3, 20.2e6, 20.2e6, over: 1)
    #expect(
      statements(rare)["Over a frame"]
        == "8.33 ms or more, one time in ten: a (prepend); one time in a hundred: b (prepend).")
    rare[1].results.removeFirst(2)
    #expect(statements(rare)["Frames"] == "everything fits a 120 Hz frame (8.33 ms).")
  }

  @Test("Heights asked for on opening are told; more of them than rows are some twice")
  func measuring() {
    let window = StrategyResult.measured("window", 100, card: .of("window", "w"))
      .with(.work(.heightsAsked), 20)
    let exact = StrategyResult.measured("exact", 1e5, ratio: (1000, 990, 1010))
      .with(.work(.heightsAsked), 1_312_288)
    let text = statements([.of("open", "chat", 1_000_000, [window, exact])])["Heights"]
    #expect(
      text == "known here. Opening asks: window for 20, exact for 1,312,288 (some twice).")
  }

  @Test("Text is measured on asking, and that is said; heights are then not dear once more")
  func measuredText() {
    let window = StrategyResult.measured("window", 100).with(.work(.heightsAsked), 20)
    let texts = statements([.of("open", "text:messages.txt", 1000, [window])])
    #expect(
      texts["Heights"] == "measured whenever they are asked for. Opening asks: window for 20.")
    #expect(texts["Dear heights"] == nil)
  }

  @Test("What was wrong while timed has no figure, a line that says why, and is never recommended")
  func wrongWhileTimed() {
    var two = groups([("liar", 1, 1), ("right", 300, 300)])
    // A file of an older program may hold its times.
    two[1].results[0].row.status = .wrong(step: nil)
    let advice = statements(two)
    #expect(advice["Start with"]?.hasPrefix("right: ") == true)
    #expect(advice["No figure"] == "wrong answers while timed (prepend): liar.")
    #expect(two[1].results[0].time == nil)
  }

  @Test("A slow question that decides nothing does not outweigh one that does")
  func noise() {
    var slow = groups([("noisy", 66e6, 20e3), ("steady", 70e6, 400)])
    for place in slow[0].results.indices {
      (slow[0].results[place].row.time.lowNs, slow[0].results[place].row.time.highNs) = (60e6, 80e6)
    }
    #expect(statements(slow)["Start with"]?.hasPrefix("steady: ") == true)
  }

  @Test("Nothing was measured: nothing is said")
  func nothing() {
    #expect(statements([]).isEmpty)
    #expect(statements([.of("scroll", "chat", 1000, [.absent("a", .cut)])]).isEmpty)
  }
}
