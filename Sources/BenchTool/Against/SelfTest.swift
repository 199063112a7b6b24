import Basics
import Foundation
import Runs

extension Options {
  static let selfTest = Option(
    flag: "self-test", "See whether a known slow-down is found on this machine",
    discussion: """
      Compares this program with itself, with one strategy made 5 % slower, and once more with 20 % \
      where the machine is too busy to tell: it must be called slower, and no other one different.
      """)
}

extension CompareVerb {
  /// `bench compare --self-test`: whether a known slow-down is found here, and nothing else.
  func selfTest() throws -> ExitCode {
    Interruption.listen()
    // The second where the machine is too busy to decide about the first.
    for share in [0.05, 0.2] {
      let result = try measure(share)
      try Terminal.print(result.text)
      if result.isPassed { return .success }
      guard result.isUndecided else { break }
    }
    return .regression
  }

  /// Compares this program with itself, a strategy of it slowed down by a share.
  private func measure(_ share: Double) throws -> SelfTestResult {
    let able = tool.strategies.map(\.card).filter { (card: StrategyCard) -> Bool in
      let isExact = card.contentSpace == .wholeList && card.inherentDeviation == nil
      let isAble = card.requirement == .anyHeights && card.modes.contains(.corrected)
      return isExact && isAble && !card.isFloor
    }
    guard able.count > 1 else {
      throw RunFault(.usage, "--self-test needs two strategies that lay out any list")
    }
    let chosen = able.prefix(4).map { $0.id }
    // Slow-downs that do not matter: less than half of the one made, so that both it and none at all
    // can be told within the time, on a busy machine too.
    guard let thresholds = Thresholds(relative: 0.02, absoluteNs: 0, confidence: 0.99) else {
      throw RunFault(.internalFault, "no thresholds")
    }
    // Questions about the whole list, of which a step takes neither too little nor too much.
    let words = try PairedPlan(
      arguments, tool: tool, strategies: chosen, scenarios: ["scroll", "hit-test"]
    ).words()
    let program = try Program.path()
    let (comparison, outcome) = try TemporaryFolder.with { folder in
      try ProgramPair(
        programs: Sides(base: program, head: program), words: Sides(base: words, head: words),
        handicap: Handicap(strategy: chosen[1], share: share), seed: arguments[Options.seed],
        folder: folder
      ).compare(thresholds: thresholds, budget: 45, note: arguments.note)
    }
    return SelfTestResult(comparison, pairs: outcome.pairs, slowed: chosen[1], by: share)
  }
}

struct SelfTestResult {
  private let comparison: RunComparison
  /// The pairs of processes that measured, and that confirmed.
  private let pairs: (measuring: Int, confirming: Int)
  private let slowed: String
  private let share: Double

  init(
    _ comparison: RunComparison, pairs: (measuring: Int, confirming: Int), slowed: String,
    by share: Double
  ) {
    (self.comparison, self.pairs, self.slowed, self.share) = (comparison, pairs, slowed, share)
  }

  private var own: [CellComparison] { comparison.times.filter { $0.cell.strategy == slowed } }
  private var others: [CellComparison] { comparison.times.filter { $0.cell.strategy != slowed } }
  /// Cells of the slowed strategy that were not called slower.
  private var missed: [CellComparison] { own.filter { $0.verdict != .slower } }
  /// Cells of others that were called different.
  private var invented: [CellComparison] { others.filter(\.verdict.isDifference) }
  /// Counts that differ, although both run the same code.
  private var miscounted: [CounterComparison] { comparison.counters.filter { $0.change != .same } }

  private var isSilentOtherwise: Bool { invented.isEmpty && miscounted.isEmpty }

  /// Whether the slow-down was found in all its cells and nothing else was.
  var isPassed: Bool { !own.isEmpty && missed.isEmpty && isSilentOtherwise }

  /// Whether nothing wrong was said, and too little to find the slow-down.
  var isUndecided: Bool {
    !missed.isEmpty && missed.allSatisfy { $0.verdict == .unresolved } && isSilentOtherwise
  }

  var text: String {
    func percent(_ cell: CellComparison) -> String {
      String(format: "%+.1f %%", (cell.ratio.value - 1) * 100)
    }
    let share = Percent.text(share)
    let equal = others.count { $0.verdict == .equivalent }
    var lines = [
      "\(slowed) was made \(share) slower: found in \(own.count - missed.count) of "
        + "\(own.count) cells" + own.map { " (\(percent($0)))" }.joined() + "; of the other "
        + "\(others.count) cells \(equal) are equal within 2 %, \(invented.count) "
        + "called different; \(pairs.measuring) pairs of processes measured, \(pairs.confirming) "
        + "confirmed."
    ]
    lines += (missed + invented).map { "\($0.cell.text): \(percent($0)), \($0.verdict.name)" }
    lines += miscounted.map {
      "\($0.cell.text): \($0.counter.name) \($0.base) before, \($0.head) now"
    }
    lines.append(
      isPassed
        ? "The comparison can be trusted here to find \(share) and to be silent otherwise."
        : isUndecided
          ? "This machine is too busy to find \(share) in this time."
          : "The comparison cannot be trusted here.")
    return lines.joined(separator: "\n") + "\n"
  }
}
