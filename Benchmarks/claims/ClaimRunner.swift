import Conformance
import HostSystem
import ListLayout
import Measuring
import Replaying
import Reporting
import Running
import Runs
import Workloads

/// Runs the experiments of claims: strategies timed as `bench run` times them, and watched frame by
/// frame beside the reference. All that claims need of the harness goes through this file.
final class ClaimRunner {
  /// The viewport of all experiments that name no other.
  static let viewport = LayoutUnit(points: 844)

  private let strategies: [StrategyEntry]
  private let seed: UInt64
  private let screen = Screen(width: LayoutUnit(points: 390), viewport: ClaimRunner.viewport)
  /// Seconds for each of the groups to be timed.
  private let secondsPerGroup: Double
  private let isInterrupted: () -> Bool
  private let report: (RunEvent) throws -> Void
  private var runs: [Timing: [TimedGroup]] = [:]
  private var populations: [HeightsSpec: Population] = [:]

  /// A runner that spends `budget` seconds on the times that `claims` need.
  ///
  /// - Parameters:
  ///   - report: is told what happens while times are taken; what it throws ends the work.
  ///   - isInterrupted: asked now and then; true ends the timing early.
  init(
    _ strategies: [StrategyEntry], claims: [Claim], budget: Double, seed: UInt64,
    isInterrupted: @escaping () -> Bool = { false },
    report: @escaping (RunEvent) throws -> Void = { _ in }
  ) {
    (self.strategies, self.seed) = (strategies, seed)
    (self.isInterrupted, self.report) = (isInterrupted, report)
    let groups = Set(claims.flatMap(\.timings)).reduce(0) { $0 + $1.heights.count * $1.rows.count }
    secondsPerGroup = budget / Double(max(1, groups))
  }

  func strategy(_ id: String) throws -> StrategyEntry {
    guard let found = strategies.named(id) else {
      throw RunFault(.usage, "this program has no strategy '\(id)', which a claim is about")
    }
    return found
  }

  // MARK: Times

  /// The groups of a timing, in its order: heights, then rows. Equal timings are run once.
  func groups(_ timing: Timing) throws -> [TimedGroup] {
    if let known = runs[timing] { return known }
    var request = RunRequest(
      contenders: try timing.strategies.map(strategy), modes: timing.modes,
      scenarios: Scenario.all.filter { $0.id == timing.scenario }, heights: timing.heights,
      rows: timing.rows, screen: screen, motion: [.flings], seed: seed,
      budget: secondsPerGroup * Double(timing.heights.count * timing.rows.count))
    request.gestures = timing.gestures
    request.keepsPlan = true
    let results = try Runner(request, isInterrupted: isInterrupted, report: report).run()
    let groups = results.map { TimedGroup(result: $0) }
    runs[timing] = groups
    return groups
  }

  // MARK: Counts

  /// The heights of rows as they are on a list of the experiments' width, or of another.
  func heights(of spec: HeightsSpec, rows: Int, width: LayoutUnit? = nil) throws -> [Int32] {
    let population = try populations[spec] ?? Population(spec, seed: seed)
    populations[spec] = population
    let screen = Screen(width: width ?? screen.width, viewport: screen.viewport)
    return try population.heights(rows: rows, screen: screen).raw
  }

  /// A strategy's list beside the reference, at its first screen: from `start`, or in the middle, a
  /// circular one on its last row. A load takes `latency` frames.
  func lockstep(
    of id: String, _ mode: StrategyMode, on heights: [Int32], start: Int? = nil,
    latency: Int = 60, viewport: LayoutUnit = ClaimRunner.viewport
  ) throws -> Lockstep {
    let strategy = try strategy(id)
    let isCircular = strategy.card.topology == .circular
    let options = LayoutOptions(
      viewport: viewport, start: start ?? (isCircular ? heights.count - 1 : heights.count / 2),
      mode: mode, loadLatency: latency)
    let script = GestureScript(
      heights: heights, options: options, topology: strategy.card.topology)
    return Lockstep(strategy, mode: mode, script: script)
  }

  /// What a strategy does with gestures on a list; it begins as `lockstep` says.
  func record(
    of id: String, _ mode: StrategyMode, on spec: HeightsSpec, rows: Int, _ gestures: [[Gesture]],
    latency: Int = 60, viewport: LayoutUnit = ClaimRunner.viewport
  ) throws -> MotionRecord {
    let heights = try heights(of: spec, rows: rows)
    let lockstep = try lockstep(of: id, mode, on: heights, latency: latency, viewport: viewport)
    return MotionRecord(of: lockstep, gestures)
  }
}

/// Times to take: a run of one scenario.
struct Timing: Hashable, Sendable {
  let scenario: String
  let strategies: [String]
  let modes: [StrategyMode]
  let heights: [HeightsSpec]
  let rows: [Int]
  let gestures: [ScrollGesture]?

  init(
    _ scenario: String, of strategies: [String], _ modes: [StrategyMode] = [.corrected],
    on heights: [HeightsSpec], rows: [Int], gestures: [ScrollGesture]? = nil
  ) {
    (self.scenario, self.strategies, self.modes) = (scenario, strategies, modes)
    (self.heights, self.rows, self.gestures) = (heights, rows, gestures)
  }
}

/// The times of some strategies on one list.
struct TimedGroup {
  fileprivate let result: GroupResult

  /// The heights of the list's rows.
  var heights: HeightsSpec { result.group.heights }

  private func row(_ strategy: String, _ mode: StrategyMode) -> SummaryRow? {
    result.rows.first { $0.cell.strategy == strategy && $0.cell.mode == mode.rawValue }
  }

  /// The median time of an operation.
  func time(of strategy: String, _ mode: StrategyMode) -> Figure {
    guard let row = row(strategy, mode), row.status == .ok, let median = row.time.medianNs else {
      return .none
    }
    let interval = Interval(row.time.lowNs, row.time.highNs)
    return .measured(median, interval, over: row.rounds, "rounds")
  }

  /// How many times as long one of the group's two strategies takes as the other, round by round;
  /// without an interval where the group's null control differs by as much.
  func ratio(
    of one: String, to other: String, _ mode: StrategyMode
  ) -> Figure {
    for (slower, isInverse) in [(one, false), (other, true)] {
      // The faster of the two is what the other one is judged by, and has no verdict.
      guard let row = row(slower, mode), let ratio = row.ratio.toFastest,
        let verdict = row.verdict.verdict
      else { continue }
      let ends = verdict == .withheld ? nil : Interval(row.ratio.low, row.ratio.high)
      guard isInverse else { return .measured(ratio, ends, over: row.rounds, "rounds") }
      return .measured(
        1 / ratio, ends.map { Interval(1 / $0.high, 1 / $0.low) }, over: row.rounds, "rounds")
    }
    return .none
  }

  /// Heights asked for in a frame.
  func heightsAsked(by strategy: String, _ mode: StrategyMode) -> Double? {
    row(strategy, mode)?.counters[.heightsAsked]
  }
}

extension Interval {
  /// Both ends, or none.
  fileprivate init?(_ low: Double?, _ high: Double?) {
    guard let low, let high else { return nil }
    self.init(low, high)
  }
}

/// What a report says about where and when it was made.
struct Surroundings {
  private let machine = MachineFacts.gather()
  private let before = MachineState.gather()
  private let started = Timestamp.now()
  private let revision = Revision.current()
  private let lock = RunLock()

  /// The machine, the build, the day and the revision, in a line.
  var facts: String {
    let state =
      switch revision.isDirty {
      case true?: ", with changes that are not committed"
      case false?: ""
      case nil: ", whether changed is unknown"
      }
    let words = [
      machine.cpuModel, "\(machine.cores) cores", machine.architecture, machine.os,
      "\(BuildFacts.compiler) \(BuildFacts.optimisation)",
      "load \(Quantity.amount(machine.loadAverage))",
    ]
    return "\(words.joined(separator: ", ")); \(started.day); revision \(revision.commit)\(state)."
  }

  /// What has been wrong with the machine since the beginning.
  var warnings: [String] {
    let after = MachineState.gather()
    let seconds = Double(Timestamp.now().seconds - started.seconds)
    var conditions = RunConditions(
      machine: machine, before: before, after: after, seconds: seconds)
    conditions.disturbance.otherCores = MachineState.otherCores(
      from: before, to: after, seconds: seconds)
    conditions.hadCompany = lock.hasCompany()
    return conditions.warnings.map(\.text)
  }
}
