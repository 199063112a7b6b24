import Basics
import Conformance
import ListLayout
import Measuring
import Replaying
import Reporting
import Runs
import Workloads

/// Runs the experiments of claims: strategies timed as `bench run` times them, and watched frame by
/// frame beside the reference.
final class ClaimRunner {
  static let viewport = LayoutUnit(points: 844)

  private let strategies: [StrategyEntry]
  private let seed: UInt64
  private let screen = Screen(width: LayoutUnit(points: 390), viewport: ClaimRunner.viewport)
  private let secondsPerGroup: Double
  private let isInterrupted: () -> Bool
  private let report: (RunEvent) throws -> Void
  private var populations: [HeightsSpec: Population] = [:]

  /// A runner that spends `budget` seconds on the times that `claims` need, less where it is interrupted or
  /// `report` throws.
  init(
    _ strategies: [StrategyEntry], claims: [Claim] = [], budget: Double = 0, seed: UInt64,
    isInterrupted: @escaping () -> Bool = { false },
    report: @escaping (RunEvent) throws -> Void = { _ in }
  ) {
    (self.strategies, self.seed) = (strategies, seed)
    (self.isInterrupted, self.report) = (isInterrupted, report)
    // Each is taken once for each motion.
    let groups = claims.flatMap(\.timings).reduce(0) { $0 + $1.groups } * Motion.all.count
    secondsPerGroup = budget / Double(max(1, groups))
  }

  private func strategy(_ id: String) throws -> StrategyEntry {
    guard let found = strategies.named(id) else {
      throw RunFault(.usage, "this program has no strategy '\(id)', which a claim is about")
    }
    return found
  }

  /// The groups of a timing, in its order: heights, then rows.
  func groups(_ timing: Timing, _ motion: Motion) throws -> [GroupResult] {
    var request = RunRequest(
      contenders: try timing.strategies.map(strategy), modes: [timing.mode],
      scenarios: Scenario.all.filter { $0.id == timing.scenario }, heights: timing.heights,
      rows: timing.rows, screen: screen, motion: [.flings], seed: seed &+ motion.seed,
      budget: secondsPerGroup * Double(timing.groups))
    request.gestures = timing.gestures.map { $0.map { $0.scaled(by: motion.factor) } }
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

  /// A strategy's list beside the reference, at its first screen, from a row on.
  func lockstep(
    of id: String, _ mode: StrategyMode = .published, on heights: [Int32], start: Int = 0,
    latency: Int = 60, viewport: LayoutUnit = ClaimRunner.viewport
  ) throws -> Lockstep {
    let strategy = try strategy(id)
    var options = LayoutOptions(
      viewport: viewport, start: start, mode: mode, loadLatency: latency)
    options.takeTypicalRowHeight(of: heights)
    return Lockstep(
      strategy, mode: mode,
      script: GestureScript(
        heights: heights, options: options, topology: strategy.descriptor.topology))
  }

  /// What a strategy does with gestures on a list, once from each start of the motion.
  func records(
    of id: String, _ mode: StrategyMode = .published, on spec: HeightsSpec, rows: Int = 10_000,
    _ gestures: [[Gesture]], _ motion: Motion
  ) throws -> [MotionRecord] {
    let heights = try heights(of: spec, rows: rows)
    return try motion.starts.map { part in
      let start = Int(part * Double(rows))
      return MotionRecord(
        of: try lockstep(of: id, mode, on: heights, start: start, latency: motion.latency), gestures
      )
    }
  }
}

extension ScrollGesture {
  fileprivate func scaled(by factor: Double) -> ScrollGesture {
    ScrollGesture(
      frames: frames.map { LayoutUnit(rawValue: Int64(Double($0.rawValue) * factor)) })
  }
}

/// Times to take: a run of one scenario.
struct Timing: Sendable {
  let scenario: String
  let strategies: [String]
  var mode = StrategyMode.published
  let heights: [HeightsSpec]
  var rows = [10_000]
  var gestures: [ScrollGesture]?

  var groups: Int { heights.count * rows.count }
}

extension GroupResult {
  private func row(_ strategy: String) -> SummaryRow? {
    rows.first { $0.cell.strategy == strategy }
  }

  func time(of strategy: String) -> Figure {
    guard let row = row(strategy), row.status == .ok, let median = row.time.timeNs
    else { return .none }
    return row.figure(median, row.time.lowNs, row.time.highNs)
  }

  /// How many times as long one of the group's two strategies takes as the other, round by round;
  /// without an interval where the group's A/A control differs by as much.
  func ratio(of one: String, to other: String) -> Figure {
    for (slower, isInverse) in [(one, false), (other, true)] {
      // The faster of the two is what the other one is judged by, and has no verdict.
      guard let row = row(slower), let ratio = row.ratio.value,
        let verdict = row.verdict
      else { continue }
      let isKnown = verdict != .suppressed
      let ends = [row.ratio.low, row.ratio.high].map { isKnown ? $0 : nil }
      guard isInverse else { return row.figure(ratio, ends[0], ends[1]) }
      return row.figure(1 / ratio, ends[1].map { 1 / $0 }, ends[0].map { 1 / $0 })
    }
    return .none
  }
}

extension SummaryRow {
  fileprivate func figure(_ value: Double, _ low: Double?, _ high: Double?) -> Figure {
    Figure(
      value: value, interval: Interval(low, high), basis: "over \(Quantity.count(rounds)) rounds")
  }
}
