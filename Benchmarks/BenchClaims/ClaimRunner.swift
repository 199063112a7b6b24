import BenchBasics
import BenchMeasuring
import BenchReplaying
import BenchReporting
import BenchRuns
import BenchWorkloads
import Conformance
import ListLayout

/// Runs the experiments for claims. The runner measures times in the same way as `bench run`, and compares
/// the frames of a list with those of the reference list.
final class ClaimRunner {
  static let viewport = LayoutUnit(points: 844)

  private let strategies: [StrategyEntry]
  let seed: UInt64
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

  /// The finding on a claim, based on the evidence from both sets of gestures (`Motion.all`).
  func finding(on claim: Claim) throws -> Finding {
    guard let experiment = experiments[claim.id] else { return Finding(claim) }
    return Finding(claim, try Motion.all.map(experiment))
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
      strategies: try ids.map { try strategy($0).descriptor.id }, mode: ModeChoice(mode),
      scenarios: [scenario], heights: heights.map(\.description), rows: rows,
      seed: seed &+ motion.seed, budgetSeconds: secondsPerRun)
    request.gestures = gestures
    request.keepsAllTimes = true
    return try Runner(request, of: strategies, isInterrupted: isInterrupted, report: report)
      .run().groups
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
    of id: String, _ mode: StrategyMode = .published, on heights: [Int32],
    viewport: LayoutUnit = ClaimRunner.viewport, start: Int = 0, latency: Int = 60
  ) throws -> Lockstep {
    let strategy = try strategy(id)
    var options = LayoutOptions(
      viewport: viewport, start: start, mode: mode, loadLatency: latency)
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
    try records(of: id, mode, on: heights(of: spec, rows: rows), gestures, motion)
  }

  /// The same with known heights. The frames of `opening`, which precede the gestures, are not recorded.
  func records(
    of id: String, _ mode: StrategyMode = .published, on heights: [Int32],
    after opening: [Gesture] = [], _ gestures: [[Gesture]], _ motion: Motion
  ) throws -> [MotionRecord] {
    try motion.starts.map { fraction in
      let start = Int(fraction * Double(heights.count))
      let list = try lockstep(of: id, mode, on: heights, start: start, latency: motion.latency)
      for gesture in opening { list.apply(gesture) }
      return MotionRecord(of: list, gestures)
    }
  }
}

extension GroupResult {
  func time(of strategy: String) -> MeasuredValue {
    guard let row = rows.first(where: { $0.cell.strategy == strategy }), row.status == .ok,
      let time = row.time.timeNs
    else { return .none }
    return row.value(time, row.time.lowNs, row.time.highNs)
  }

  /// The ratio of the times of two strategies in the group, of which one must be the fastest.
  func ratio(of one: String, to other: String) -> MeasuredValue {
    guard let base = fastest?.cell.strategy, base == one || base == other,
      let row = rows.first(where: { $0.cell.strategy == (base == other ? one : other) }),
      let ratio = row.ratio.value
    else { return .none }
    guard base == one else { return row.value(ratio, row.ratio.low, row.ratio.high) }
    return row.value(1 / ratio, row.ratio.high.map { 1 / $0 }, row.ratio.low.map { 1 / $0 })
  }
}

extension CellResult {
  fileprivate func value(_ number: Double, _ low: Double?, _ high: Double?) -> MeasuredValue {
    MeasuredValue(
      number: number, interval: Interval(low, high),
      basis: "over \(Quantity.count(rounds)) rounds")
  }
}

/// Counts of the differences between a list and the reference list while both receive the same gestures. All
/// counts are the same on every machine. The counts are of type `Double` because rules compare values of that
/// type.
struct MotionRecord {
  private(set) var frames = 0.0
  /// The number of frames in which the reference moved and the list did not.
  private(set) var stalls = 0.0
  /// The number of frames in which the list moved at least 1 pt in the wrong direction, or at least 1 pt
  /// further than the gesture requested.
  private(set) var stray = 0.0
  /// The number of frames in which the content did not move as the gesture asks, see `FrameDeviation`.
  private(set) var rough = 0.0
  /// The number of gesture sequences that lost at least 1 pt of motion.
  private(set) var cutShort = 0.0
  /// The total distance by which the motion of the list fell short of that of the reference.
  private(set) var lost = LayoutUnit.zero
  private var asked = LayoutUnit.zero
  /// The size of the largest jump or stall in a single frame.
  private(set) var largestSlip = LayoutUnit.zero
  /// The number of frames in which the technique repositioned its content or loaded rows.
  private(set) var repositioned = 0.0
  /// The total distance by which the technique set its content offset, beyond the motion of the content.
  private(set) var correction = LayoutUnit.zero
  private(set) var heightsAsked = 0.0
  /// The maximum number of heights that the technique requested in a single frame.
  private(set) var heightsInOneFrame = 0.0
  private var rowsEntered = 0.0
  private var counts: [FrameWork: Int] = [:]
  /// The kinds of frames, and the number of frames of each kind.
  var kinds: [(kind: FrameWork, count: Int)] { counts.map { ($0.key, $0.value) } }
  /// The increase in the list's content height. For a list that never unloads rows, the increase is the
  /// height of the loaded rows.
  private(set) var contentGrowth = LayoutUnit.zero

  /// The smallest difference that counts as visible: about a sixth of a millimetre, or 2 to 3 pixels, on a
  /// phone.
  private static let visible = LayoutUnit(points: 1)

  /// Applies sequences of gestures to a list and records each frame.
  init(of lockstep: Lockstep, _ sequences: [[Gesture]]) {
    let contentHeight = lockstep.now.contentHeight
    var last = FrameDeviation(lockstep)
    for gestures in sequences {
      let lostBefore = lost
      for gesture in gestures {
        lockstep.apply(gesture)
        last = FrameDeviation(lockstep, after: last)
        add(last, gesture, lockstep)
      }
      if lost - lostBefore >= Self.visible { cutShort += 1 }
    }
    contentGrowth = lockstep.now.contentHeight - contentHeight
  }

  private mutating func add(_ frame: FrameDeviation, _ gesture: Gesture, _ lockstep: Lockstep) {
    let now = lockstep.now
    frames += 1
    stalls += frame.isStall ? 1 : 0
    stray += frame.stray >= Self.visible ? 1 : 0
    rough += frame.isRough ? 1 : 0
    largestSlip = max(largestSlip, (frame.motionError ?? frame.slip).magnitude)
    repositioned += frame.isRepositioned ? 1 : 0
    correction += frame.correction
    heightsAsked += Double(now.work[.heightsAsked])
    heightsInOneFrame = max(heightsInOneFrame, Double(now.work[.heightsAsked]))
    var work = FrameWork(phase: gesture == .settle ? .settle : .scroll, work: now.work)
    work.work[.layoutPasses] = 0
    work.isRough = frame.isRough
    counts[work, default: 0] += 1
    let shown = Set(lockstep.before.expected.map(\.row))
    rowsEntered += Double(now.expected.count { !shown.contains($0.row) })
    if case .scroll(let distance) = gesture, distance != .zero {
      asked += distance.magnitude
      lost += max(.zero, distance < .zero ? frame.slip : -frame.slip)
    }
  }

  /// The total height of the rows that the list loaded but did not reach, in viewport heights.
  var unreached: Double {
    max(.zero, contentGrowth - (asked - lost)).points / ClaimRunner.viewport.points
  }
  /// The average number of heights that the list requested per row that entered the screen.
  var heightsPerRow: Double { heightsAsked / max(1, rowsEntered) }
  /// The basis of a number of frames, such as `of 1,200 frames`.
  var ofFrames: String { "of \(Quantity.amount(frames)) frames" }
}
