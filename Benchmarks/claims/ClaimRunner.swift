import Basics
import Conformance
import ListLayout
import Measuring
import Replaying
import Reporting
import Runs
import Workloads

/// Runs the experiments for claims. The runner measures times in the same way as `bench run`, and compares
/// the frames of a list with those of the reference list.
final class ClaimRunner {
  static let viewport = LayoutUnit(points: 844)

  private let strategies: [StrategyEntry]
  private let seed: UInt64
  private let screen = Screen(width: LayoutUnit(points: 390), viewport: ClaimRunner.viewport)
  private let secondsPerRun: Double
  private let isInterrupted: () -> Bool
  private let report: (RunEvent) throws -> Void
  private var populations: [HeightsSpec: Population] = [:]

  /// Creates a runner that spends `budget` seconds on the measurements that `claims` need.
  init(
    _ strategies: [StrategyEntry], claims: [Claim] = [], budget: Double = 0, seed: UInt64,
    isInterrupted: @escaping () -> Bool = { false },
    report: @escaping (RunEvent) throws -> Void = { _ in }
  ) {
    (self.strategies, self.seed) = (strategies, seed)
    (self.isInterrupted, self.report) = (isInterrupted, report)
    let runs = claims.reduce(0) { $0 + $1.timedRuns } * Motion.all.count
    secondsPerRun = budget / Double(max(1, runs))
  }

  private func strategy(_ id: String) throws -> StrategyEntry {
    guard let found = strategies.named(id) else {
      throw RunFault(.usage, "this program lacks the strategy '\(id)', which a claim needs")
    }
    return found
  }

  /// Measures times in one scenario. Returns one group of results for each list, ordered by heights and then
  /// by number of rows.
  func groups(
    of ids: [String], _ mode: StrategyMode = .published, scenario: String, heights: [HeightsSpec],
    rows: [Int] = [10_000], gestures: [ScrollGesture]? = nil, _ motion: Motion
  ) throws -> [GroupResult] {
    var request = RunRequest(
      contenders: try ids.map(strategy), modes: [mode],
      scenarios: Scenario.all.filter { $0.id == scenario }, heights: heights, rows: rows,
      screen: screen, motion: [.flings], seed: seed &+ motion.seed, budget: secondsPerRun)
    request.gestures = gestures.map { $0.map { $0.scaled(by: motion.factor) } }
    request.keepsPlan = true
    return try Runner(request, isInterrupted: isInterrupted, report: report).run().groups
  }

  func heights(
    of spec: HeightsSpec, rows: Int = 10_000, width: LayoutUnit? = nil
  ) throws -> [Int32] {
    let population = try populations[spec] ?? Population(spec, seed: seed)
    populations[spec] = population
    let screen = Screen(width: width ?? screen.width, viewport: screen.viewport)
    return try population.heights(rows: rows, screen: screen).raw
  }

  /// A strategy in lockstep with the reference list: both receive the same gestures. Both lists start with
  /// row `start` at the top of the screen.
  func lockstep(
    of id: String, _ mode: StrategyMode = .published, on heights: [Int32], start: Int = 0,
    latency: Int = 60
  ) throws -> Lockstep {
    let strategy = try strategy(id)
    var options = LayoutOptions(
      viewport: Self.viewport, start: start, mode: mode, loadLatency: latency)
    options.takeTypicalRowHeight(of: heights)
    let topology = strategy.descriptor.topology
    return Lockstep(
      strategy, mode: mode,
      script: GestureScript(heights: heights, options: options, topology: topology))
  }

  /// Applies `gestures` to a strategy's list, once from each starting row of the motion, and returns a record
  /// for each starting row.
  func records(
    of id: String, _ mode: StrategyMode = .published, on spec: HeightsSpec, rows: Int = 10_000,
    _ gestures: [[Gesture]], _ motion: Motion
  ) throws -> [MotionRecord] {
    let heights = try heights(of: spec, rows: rows)
    return try motion.starts.map { fraction in
      let list = try lockstep(
        of: id, mode, on: heights, start: Int(fraction * Double(rows)), latency: motion.latency)
      return MotionRecord(of: list, gestures)
    }
  }
}

extension GroupResult {
  private func row(_ strategy: String) -> CellResult? {
    rows.first { $0.cell.strategy == strategy }
  }

  func time(of strategy: String) -> MeasuredValue {
    guard let row = row(strategy), row.status == .ok, let time = row.time.timeNs
    else { return .none }
    return row.value(time, row.time.lowNs, row.time.highNs)
  }

  /// The ratio of the times of two strategies in the group, computed from pairs of times that were measured
  /// in the same repetition. The ratio has no interval if its verdict is suppressed, which happens if the A/A
  /// control shows a difference of the same size.
  func ratio(of one: String, to other: String) -> MeasuredValue {
    for (slower, isInverse) in [(one, false), (other, true)] {
      // All ratios in a group are relative to its fastest strategy, which has no verdict itself. The loop
      // therefore looks for a verdict on either of the two strategies.
      guard let row = row(slower), let ratio = row.ratio.value, let verdict = row.verdict
      else { continue }
      let isSuppressed = verdict == .suppressed
      let (low, high) = isSuppressed ? (nil, nil) : (row.ratio.low, row.ratio.high)
      guard isInverse else { return row.value(ratio, low, high) }
      return row.value(1 / ratio, high.map { 1 / $0 }, low.map { 1 / $0 })
    }
    return .none
  }
}

extension CellResult {
  fileprivate func value(_ number: Double, _ low: Double?, _ high: Double?) -> MeasuredValue {
    MeasuredValue(
      number: number, interval: Interval(low, high),
      basis: "over \(Quantity.count(rounds)) rounds")
  }
}
