import Conformance
import HostSystem
import ListLayout
import Measuring
import Recording
import Replaying
import Running
import Workloads

/// Where claims are put to the test: the strategies, timed as `bench run` times them, and watched
/// frame by frame beside the reference.
package final class Laboratory {
  private let contenders: [Contender]
  let seed: UInt64
  private let screen = Screen(width: LayoutUnit(points: 390), viewport: Laboratory.viewport)
  /// Seconds for each of the groups to be timed.
  private let secondsPerGroup: Double
  private let isInterrupted: () -> Bool
  private let report: (RunEvent) throws -> Void
  private var runs: [Timing: [GroupResult]] = [:]
  private var populations: [HeightsSpec: Population] = [:]

  /// The viewport of all experiments.
  static let viewport = LayoutUnit(points: 844)

  /// A laboratory that spends `budget` seconds on the times that `claims` need.
  ///
  /// - Parameters:
  ///   - report: is told what happens while times are taken; what it throws ends the work.
  ///   - isInterrupted: asked now and then; true ends the timing early.
  package init(
    _ contenders: [Contender], claims: [Claim], budget: Double, seed: UInt64,
    isInterrupted: @escaping () -> Bool, report: @escaping (RunEvent) throws -> Void
  ) {
    self.contenders = contenders
    self.seed = seed
    self.isInterrupted = isInterrupted
    self.report = report
    let groups = Set(claims.compactMap(\.timing)).reduce(0) { $0 + $1.groups }
    secondsPerGroup = budget / Double(max(1, groups))
  }

  func contender(_ id: String) throws -> Contender {
    guard let found = contenders.named(id) else {
      throw RunFault(.usage, "this program has no strategy '\(id)', which a claim is about")
    }
    return found
  }

  // MARK: Times

  /// The groups of a timing, in its order: heights, then rows. Equal timings are run once.
  func groups(_ timing: Timing) throws -> [GroupResult] {
    if let known = runs[timing] { return known }
    var request = RunRequest(
      contenders: try timing.strategies.map(contender), modes: timing.modes,
      scenarios: Scenario.all.filter { $0.id == timing.scenario }, heights: timing.heights,
      rows: timing.rows, screen: screen, motion: [.flings], seed: seed,
      budget: secondsPerGroup * Double(timing.groups))
    request.gestures = timing.gestures
    let results = try Runner(request, isInterrupted: isInterrupted, report: report).run()
    runs[timing] = results
    return results
  }

  // MARK: Counts

  /// The heights of rows as they are on a list of the experiments' width, or of another.
  func heights(of spec: HeightsSpec, rows: Int, width: LayoutUnit? = nil) throws -> [Int32] {
    if populations[spec] == nil { populations[spec] = try Population(spec, seed: seed) }
    let screen = Screen(width: width ?? screen.width, viewport: screen.viewport)
    return try populations[spec]?.heights(rows: rows, screen: screen).raw ?? []
  }

  /// A strategy's list beside the reference, at its first screen: from `start`, or in the middle, a
  /// circular one on its last row.
  func lockstep(
    of id: String, _ mode: StrategyMode, on heights: [Int32], start: Int? = nil,
    latency: Int = 60
  ) throws -> Lockstep {
    let contender = try contender(id)
    let isCircular = contender.card.topology == .circular
    let options = LayoutOptions(
      viewport: Self.viewport, start: start ?? (isCircular ? heights.count - 1 : heights.count / 2),
      mode: mode, loadLatency: latency)
    let script = GestureScript(
      heights: heights, options: options, topology: contender.card.topology)
    return Lockstep(contender, mode: mode, script: script)
  }

  /// What a strategy does with gestures on a list; it begins as `lockstep` says.
  func record(
    of id: String, _ mode: StrategyMode, on spec: HeightsSpec, rows: Int,
    strokes: [[Gesture]], latency: Int = 60
  ) throws -> MotionRecord {
    let heights = try heights(of: spec, rows: rows)
    let lockstep = try lockstep(of: id, mode, on: heights, latency: latency)
    return MotionRecord(of: lockstep, on: heights, strokes: strokes)
  }
}

/// Times to take: a run of one scenario.
package struct Timing: Hashable, Sendable {
  let strategies: [String]
  let modes: [StrategyMode]
  let scenario: String
  let heights: [HeightsSpec]
  let rows: [Int]
  let gestures: [ScrollGesture]?

  init(
    _ scenario: String, of strategies: [String], _ modes: [StrategyMode] = [.corrected],
    on heights: [HeightsSpec], rows: [Int], gestures: [ScrollGesture]? = nil
  ) {
    self.scenario = scenario
    self.strategies = strategies
    self.modes = modes
    self.heights = heights
    self.rows = rows
    self.gestures = gestures
  }

  /// The number of groups.
  var groups: Int { heights.count * rows.count }
}

extension GroupResult {
  /// The row of one strategy.
  func row(_ strategy: String, _ mode: StrategyMode = .corrected) -> SummaryRow? {
    rows.first { $0.cell.strategy == strategy && $0.cell.mode == mode.rawValue }
  }

  /// How many times as long one of two strategies takes as the other, round by round; withheld where
  /// the group's null control differs by as much.
  func ratio(
    of one: (String, StrategyMode), to other: (String, StrategyMode)
  ) -> Figure {
    guard let one = row(one.0, one.1), let other = row(other.0, other.1) else { return .none }
    let isInverse = one.ratio.toFastest == 1
    let (slower, faster) = isInverse ? (other, one) : (one, other)
    guard let ratio = slower.ratio.toFastest, faster.ratio.toFastest == 1 else { return .none }
    let isWithheld = slower.verdict.verdict == "withheld"
    let ends = isWithheld ? nil : Interval(slower.ratio.low, slower.ratio.high)
    let basis = Figure.Basis(slower.rounds, "rounds")
    guard isInverse else { return Figure(ratio, ends, of: basis) }
    return Figure(1 / ratio, ends.map { Interval(1 / $0.high, 1 / $0.low) }, of: basis)
  }

  /// The 99.9th percentile of the times of one strategy's single frames.
  func slowestFrames(of strategy: String, _ mode: StrategyMode) -> Figure {
    let place = group.entries.firstIndex {
      $0.contender.card.id == strategy && $0.mode == mode && $0.twinOf == nil
    }
    return place.flatMap { frames[$0]?.percentileFigure(99.9) } ?? .none
  }
}
