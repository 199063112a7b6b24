import Foundation
import HostSystem
import ListLayout
import Running
import Runs
import Text

/// `bench compare --self-test`: whether a known slow-down is found here, and nothing else.
struct SelfTestVerb {
  let tool: Tool
  let arguments: Arguments

  /// The slow-downs made: the second one where the machine is too busy to decide about the first.
  private static let shares = [0.05, 0.2]
  /// Slow-downs that do not matter: less than half of the one made, so that both it and none at all
  /// can be told within the time, on a busy machine too.
  private static let thresholds = Thresholds(relative: 0.02, absoluteNs: 0, confidence: 0.99)
  /// The seconds that a slow-down may take.
  private static let budget = 45.0
  /// Questions about the whole list, of which a step takes neither too little nor too much.
  private static let scenarios = ["scroll", "hit-test"]
  /// Strategies taken, the second of which is made slower.
  private static let strategies = 4

  func perform() throws -> ExitCode {
    Interruption.listen()
    for share in Self.shares {
      let result = try measure(share)
      try Terminal.print(result.text)
      guard result.isUndecided, share != Self.shares.last else {
        return result.isPassed ? .success : .regression
      }
    }
    return .regression
  }

  /// Compares this program with itself, a strategy of it slowed down by a share.
  private func measure(_ share: Double) throws -> SelfTestResult {
    let chosen = try chosen()
    guard let thresholds = Self.thresholds else { throw RunFault(.internalFault, "no thresholds") }
    let words = try PairedPlan(
      arguments, tool: tool, strategies: chosen, scenarios: Self.scenarios
    ).words()
    let program = try ProgramPlace.runningProgram()
    let note = { (line: String) in if !arguments[Options.quiet] { Terminal.say(line) } }
    let (comparison, outcome) = try TemporaryFolder.with { folder in
      return try ProgramPair(
        Sides(base: program, head: program), words: Sides(base: words, head: words),
        handicap: Handicap(strategy: chosen[1], share: share), seed: arguments[Options.seed],
        folder: folder
      ).compare(thresholds: thresholds, budget: Self.budget, note: note)
    }
    return SelfTestResult(comparison, pairs: outcome.pairs, slowed: chosen[1], by: share)
  }

  /// The strategies to compare: at least two, of which the second is made slower.
  private func chosen() throws(RunFault) -> [String] {
    let able = tool.strategies.filter { contender in
      let card = contender.card
      return !card.isFloor && card.requirement == .anyHeights && card.contentSpace == .wholeList
        && card.inherentDeviation == nil && card.modes.contains(.corrected)
    }
    guard able.count > 1 else {
      throw RunFault(.usage, "--self-test needs two strategies that lay out any list")
    }
    return able.prefix(Self.strategies).map(\.card.id)
  }
}

/// What a self-test comes to.
struct SelfTestResult {
  /// The strategy that was made slower.
  let slowed: String
  /// By how much.
  let share: Double
  /// Its cells that were not called slower.
  let missed: [CellComparison]
  /// Cells of others that were called different.
  let invented: [CellComparison]
  /// Counts that differ, although both run the same code.
  let miscounted: [CounterComparison]
  /// Cells of others that were called equal.
  let equal: Int
  /// All cells.
  let cells: [CellComparison]
  /// The pairs of processes that measured, and that confirmed.
  let pairs: (measuring: Int, confirming: Int)

  init(
    _ comparison: RunComparison, pairs: (measuring: Int, confirming: Int), slowed: String,
    by share: Double
  ) {
    self.slowed = slowed
    self.share = share
    self.pairs = pairs
    cells = comparison.times
    let own = cells.filter { $0.cell.strategy == slowed }
    let others = cells.filter { $0.cell.strategy != slowed }
    missed = own.filter { $0.verdict != .slower }
    invented = others.filter { $0.verdict.isDifference }
    equal = others.count { $0.verdict == .equivalent }
    miscounted = comparison.counters.filter { $0.change != .same }
  }

  /// Whether the slow-down was found in all its cells and nothing else was.
  var isPassed: Bool {
    cells.contains { $0.cell.strategy == slowed } && missed.isEmpty && invented.isEmpty
      && miscounted.isEmpty
  }

  /// Whether nothing wrong was said, and too little to find the slow-down.
  var isUndecided: Bool {
    !missed.isEmpty && missed.allSatisfy { $0.verdict == .unresolved } && invented.isEmpty
      && miscounted.isEmpty
  }

  /// A line for what was found, and one for each fault.
  var text: String {
    let own = cells.filter { $0.cell.strategy == slowed }
    let found = own.count - missed.count
    var lines = [
      "\(slowed) was made \(Percent.text(share)) slower: found in \(found) of \(own.count) cells"
        + own.map { " (\(Self.percent($0.ratio.value)))" }.joined() + "; of the other "
        + "\(cells.count - own.count) cells \(equal) are equal within 2 %, \(invented.count) "
        + "called different; \(pairs.measuring) pairs of processes measured, \(pairs.confirming) "
        + "confirmed."
    ]
    lines += (missed + invented).map {
      "\($0.cell.text): \(Self.percent($0.ratio.value)), \($0.verdict.name)"
    }
    lines += miscounted.map {
      "\($0.cell.text): \($0.counter.name) \($0.base) before, \($0.head) now"
    }
    lines.append(
      isPassed
        ? "The comparison can be trusted here to find \(Percent.text(share)) and to be silent otherwise."
        : isUndecided
          ? "This machine is too busy to find \(Percent.text(share)) in this time."
          : "The comparison cannot be trusted here.")
    return lines.joined(separator: "\n") + "\n"
  }

  private static func percent(_ ratio: Double) -> String {
    String(format: "%+.1f %%", (ratio - 1) * 100)
  }
}
