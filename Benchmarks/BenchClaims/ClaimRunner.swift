import BenchBasics
import BenchMeasuring
import BenchReplaying
import BenchReporting
import BenchRuns
import BenchWorkloads
import Conformance
import ListLayout

/// Runs the experiments for claims. Measures times in the same way as `bench run`, and compares each list's
/// frames with those of the reference list.
final class ClaimRunner {
  static let viewport = LayoutUnit(points: 844)

  private let strategies: [StrategyEntry]
  let seed: UInt64
  private let screen = Screen(width: LayoutUnit(points: 390), viewport: ClaimRunner.viewport)
  private let secondsPerRun: Double
  private let isInterrupted: () -> Bool
  private let report: (RunEvent) throws -> Void
  private var populations: [HeightsSpec: Population] = [:]

  /// Creates a runner that spends `budget` seconds on the measurements for `claims`.
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

  func finding(on claim: Claim) throws -> Finding {
    guard let experiment = experiments[claim.id] else { return Finding(claim) }
    return Finding(claim, try Motion.all.map(experiment))
  }

  private func strategy(_ id: String) throws -> StrategyEntry {
    guard let found = strategies.named(id) else {
      throw RunFault(.usage, "a claim needs the strategy '\(id)', which is missing")
    }
    return found
  }

  func groups(
    of ids: [String], _ mode: ModeChoice = .published, scenario: String, heights: [HeightsSpec],
    rows: [Int] = [10_000], gestures: [ScrollGesture]? = nil, _ motion: Motion
  ) throws -> [GroupResult] {
    var request = RunRequest(
      strategies: try ids.map { try strategy($0).descriptor.id }, mode: mode,
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

  /// A strategy and the reference list, which receive the same gestures in lockstep. Both start with row
  /// `start` at the top of the screen.
  func lockstep(
    of id: String, _ mode: StrategyMode = .published, on heights: [Int32],
    viewport: LayoutUnit = ClaimRunner.viewport, start: Int = 0, latency: Int = 60
  ) throws -> Lockstep {
    let strategy = try strategy(id)
    var options = LayoutOptions(viewport: viewport, start: start, mode: mode, loadLatency: latency)
    options.takeTypicalRowHeight(of: heights)
    let topology = strategy.descriptor.topology
    return Lockstep(
      strategy, mode: mode,
      script: GestureScript(heights: heights, options: options, topology: topology))
  }

  func records(
    of id: String, _ mode: StrategyMode = .published, on spec: HeightsSpec, rows: Int = 10_000,
    _ gestures: [[Gesture]], _ motion: Motion
  ) throws -> [MotionRecord] {
    try records(of: id, mode, on: heights(of: spec, rows: rows), gestures, motion)
  }

  /// Frames of `opening`, which runs before the gestures, are not recorded.
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

  /// Ratio between the times of two strategies in the group. One of the two must be the fastest strategy in
  /// the group.
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
      number: number, interval: Interval(low, high), basis: "over \(Quantity.count(rounds)) rounds")
  }
}

/// Counts how a list differs from the reference list when both receive the same gestures. The counts are of
/// type `Double` because rules compare doubles.
struct MotionRecord {
  private(set) var frames = 0.0
  /// Frames in which the reference moved but the list did not.
  private(set) var stalls = 0.0
  /// Frames in which the list moved at least 1 pt in the wrong direction or at least 1 pt too far.
  private(set) var stray = 0.0
  /// Frames in which the content did not follow the gesture; see `FrameDeviation`.
  private(set) var rough = 0.0
  /// Gesture sequences that lost at least 1 pt of motion.
  private(set) var cutShort = 0.0
  /// Total distance by which the list moved less than the reference.
  private(set) var lost = LayoutUnit.zero
  private var asked = LayoutUnit.zero
  private(set) var largestSlip = LayoutUnit.zero
  /// Frames in which the technique repositioned its content or loaded rows.
  private(set) var repositioned = 0.0
  /// Total distance by which the technique changed its content offset without moving the content on screen.
  private(set) var correction = LayoutUnit.zero
  private(set) var heightsAsked = 0.0
  private(set) var heightsInOneFrame = 0.0
  private var rowsEntered = 0.0
  private(set) var kinds: [FrameWork: Int] = [:]
  /// Increase in the list's content height, which equals the height of newly loaded rows if the list never
  /// unloads any.
  private(set) var contentGrowth = LayoutUnit.zero

  /// Smallest difference that counts as visible: about a sixth of a millimetre (2 to 3 pixels) on a phone.
  private static let visible = LayoutUnit(points: 1)

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
    kinds[work, default: 0] += 1
    let shown = Set(lockstep.before.expected.map(\.row))
    rowsEntered += Double(now.expected.count { !shown.contains($0.row) })
    if case .scroll(let distance) = gesture, distance != .zero {
      asked += distance.magnitude
      lost += max(.zero, distance < .zero ? frame.slip : -frame.slip)
    }
  }

  /// Total height of the rows that the list loaded but never reached, in viewport heights.
  var unreached: Double {
    max(.zero, contentGrowth - (asked - lost)).points / ClaimRunner.viewport.points
  }
  var heightsPerRow: Double { heightsAsked / max(1, rowsEntered) }
  var ofFrames: String { "of \(Quantity.amount(frames)) frames" }
}

// MARK: Smoothness

extension MotionRecord {
  func smoothness(_ rowNs: Double, _ motion: Motion) -> Smoothness {
    Smoothness(
      kinds.map { (kind: $0, count: $1) },
      FrameCosts(rowNs: Int64(rowNs), hz: motion.framesPerSecond))
  }

  /// Returns the maximum cost per height at which no frame is late, in nanoseconds. The result is infinite if
  /// no heights are requested.
  func smoothUpTo(_ motion: Motion) -> Double {
    smoothness(0, motion).smoothUpToNs.map(Double.init) ?? .infinity
  }
}

extension [MotionRecord] {
  static let smoothTitles = [
    "largest cost of a height without a late frame", "hitches at 30 µs and 300 µs a height, ms/s",
    "longest frame after a gesture at 300 µs a height", "rough frames",
  ]

  func smoothTexts(_ motion: Motion) -> [String] {
    func time(_ nanoseconds: Double) -> String {
      Quantity.time(nanoseconds: nanoseconds, digits: 2)
    }
    let limit = map { $0.smoothUpTo(motion) }.min() ?? 0
    let ratios = [30_000, 300_000].map { cost in
      most(map { Double($0.smoothness(cost, motion).hitchNsPerSecond ?? 0) / 1e6 })
    }
    let stall = map { Double($0.smoothness(300_000, motion).stallNs ?? 0) }.max() ?? 0
    return [
      !limit.isFinite ? "any" : limit == 0 ? "late without heights" : time(limit),
      ratios.joined(separator: " and "), stall == 0 ? "0" : time(stall),
      "\(range(map(\.rough))) \(self[0].ofFrames)",
    ]
  }
}
