import Basics
import Conformance
import Foundation
import ListLayout
import Measuring
import Replaying
import Workloads

/// The rows, the script and the expected answers that all strategies of a group share. Only one list exists at
/// a time; all use the same store of rows.
final class Fixture {
  let group: Plan.Group
  let script: Script
  let heights: [Int32]
  private var answers: [AnswerKey: ExpectedChecksums] = [:]
  private let alternate: [Int32]?
  private let options: LayoutOptions
  private let measurer: () throws -> (any RowMeasurer)?
  /// The shared store of rows, which exists from its first use until `releaseRows`.
  private var shared: RowStore?
  /// The position in the script that matches the current state of the shared rows.
  private var position = 0

  init(_ group: Plan.Group, request: RunRequest, workloads: WorkloadCache) throws {
    self.group = group
    let (scenario, screen) = (group.scenario, request.screen)
    let loaded = try workloads.heights(of: group.heights, rows: group.rows)
    heights = loaded.raw
    let builder = ScriptBuilder(
      heights: heights, viewport: screen.viewport, seed: request.seed, scale: request.scriptScale)
    script = builder.script(
      for: scenario,
      motion: try Self.motion(of: scenario, request, contentHeight: loaded.contentHeight),
      rotatedViewport: group.heights == .pages ? screen.rotated.viewport : screen.viewport)
    alternate = scenario.loop == .rotate ? loaded.alternate() : nil
    var options = LayoutOptions(viewport: screen.viewport, start: builder.start(of: scenario))
    options.takeTypicalRowHeight(of: heights)
    self.options = options
    measurer = { try workloads.measurer(of: group.heights) }
  }

  /// The gestures of the script, divided into cycles.
  private static func motion(
    of scenario: Scenario, _ request: RunRequest, contentHeight: LayoutUnit
  ) throws -> [[ScrollGesture]] {
    guard scenario.loop == .frames else { return [] }
    if let own = request.gestures { return [own] }
    let recorded = try request.motion.flatMap { try $0.gestures() }
    // Eight cycles have about 60,000 frames.
    let rounds = request.scriptScale.applied(to: 8)
    // A user's recording is played unchanged in every cycle, each time from a different position.
    if request.motion.contains(where: { if case .file = $0 { true } else { false } }) {
      return Array(repeating: recorded, count: rounds)
    }
    let isCircular = scenario.topology == .circular
    return recorded.rounds(
      rounds, isOnwards: isCircular,
      reach: isCircular ? nil : LayoutUnit(rawValue: contentHeight.rawValue / 8),
      seed: request.seed)
  }

  /// Returns a new store with the rows as they are before the script begins. If `isMeasured` is true, text is
  /// measured whenever a height is requested.
  func newStore(isMeasured: Bool = true) throws -> RowStore {
    let room = ScriptBuilder.room(for: group.scenario)
    let slack = script.loop == .rotate ? ScriptBuilder.maxShifted : 0
    let store =
      if isMeasured, let measurer = try measurer() {
        RowStore(measurer: measurer, count: heights.count, room: room, slack: slack)
      } else {
        RowStore(heights: heights, alternate: alternate, room: room, slack: slack)
      }
    // The first edit would copy all rows into an editable form, which belongs to the harness.
    if script.loop == .edit { store.makeEditable() }
    return store
  }

  /// Returns the shared rows as they are before `step`, which must be 0 or a multiple of the script's
  /// `startInterval`. All lists that used the shared rows must already have been destroyed.
  func rows(before step: Int) throws -> RowStore {
    let store = try shared ?? newStore()
    if shared == nil {
      shared = store
    } else if !group.scenario.changesRows {
      return store
    } else if script.loop == .edit, script.isRestartable {
      // Applying the remaining edits of the current unit, after which the rows are in their initial state, is
      // far cheaper than copying all rows into an editable form again.
      let end = min(script.count, (position + script.unit - 1) / script.unit * script.unit)
      script.apply(position..<end, to: store)
    } else {
      store.reset(heights: heights)
      if script.loop == .edit { store.makeEditable() }
    }
    script.apply(step / script.unit * script.unit..<step, to: store)
    position = step
    return store
  }

  /// Records the position in the script at which a list stopped using the shared rows.
  func leave(at step: Int) { position = step }
  func releaseRows() { shared = nil }

  /// Returns a list for timing, with its first screen laid out. `store` must contain the rows as they are
  /// before `step`.
  func trial(of entry: Plan.Entry, on store: RowStore, before step: Int = 0) -> Trial {
    var options = options
    options.mode = entry.mode
    // If the script changes no rows, the list opens at the start row of the script, which determines the rows
    // in a window. A circular list also does, because it has no last screen and gets no new rows.
    let isLinear = entry.descriptor.topology == .linear
    let isOther = step > 0 && group.scenario.changesRows && isLinear
    if isOther { options.start = script.anchorRow(before: step) }
    let trial = entry.contender.trial(on: store, options: options, script: script)
    // A list cannot be created at its last screen, so it is scrolled to that screen after its creation.
    if isOther, script.anchor.y < .zero { trial.apply(.scroll(-script.anchor.y)) }
    return trial
  }

  /// Builds and destroys a short list of the same type as the list of `entry`. The first use of a type
  /// allocates its metadata in blocks of 16 KiB, which must not count as memory of the list.
  func prewarm(_ entry: Plan.Entry) {
    var options = options
    (options.mode, options.start) = (entry.mode, 0)
    let store = RowStore(heights: Array(heights.prefix(64)))
    _ = entry.contender.trial(on: store, options: options, script: .none)
  }

  /// The number of steps from one checked answer to the next, which divides the number of steps in the script.
  /// It is larger than 1 in long scripts of short operations, to limit the memory for answers.
  var stride: Int {
    switch script.loop {
    case .offset, .offsetChain, .hitTest, .hitTestChain: max(1, script.count >> 14)
    default: 1
    }
  }

  /// The number of counted operations, which depends only on the scenario and the list, so that it is equal for
  /// all strategies and revisions. If some strategies process every row in each operation, fewer operations are
  /// counted on long lists.
  var countedOperations: Int {
    func few(_ work: Int, _ range: ClosedRange<Int>) -> Int {
      min(max(range.lowerBound, work / max(1, heights.count)), range.upperBound)
    }
    let number =
      switch script.loop {
      // At most one strategy is slow in these operations.
      case .offset, .offsetChain, .hitTest, .hitTestChain, .change: few(1 << 27, 128...4096)
      case .jump: few(1 << 26, 64...1024)
      case .frames: 1024
      case .prepend, .append, .follow: few(1 << 22, 4...512)
      case .open, .mixed, .recalc, .expand, .rotate, .edit: few(1 << 21, 2...512)
      }
    // Whole cycles of batches are counted if possible, because each cycle removes its inserted rows at its end.
    let isInBatches = [.prepend, .append, .follow].contains(script.loop) && number >= script.unit
    let whole = isInBatches ? number / script.unit * script.unit : number
    // An operation is hundreds of times slower if each height is measured on request.
    let isMeasured = group.heights.isMeasuredOnAsking
    let affordable = isMeasured ? max(min(whole, 4), whole / 16) : whole
    return min(max(stride, affordable / stride * stride), script.timedCount)
  }

  // MARK: Expected answers

  private enum AnswerKey: Hashable {
    case whole(StrategyDescriptor.Topology)
    /// The answers for the whole list, without the offsets, because the strategy only estimates offsets.
    case estimated
    case window(String, StrategyMode)
  }

  /// The expected answers, which are computed only once; nil for the empty strategy, which gives no answers.
  func expected(of entry: Plan.Entry) throws -> ExpectedChecksums? {
    let descriptor = entry.descriptor
    guard !descriptor.isFloor else { return nil }
    // The offsets in a window differ from those in the whole list, but the screen is the same for all
    // strategies.
    let asksOffsets = [.offset, .offsetChain, .recalc].contains(script.loop)
    let key: AnswerKey =
      switch descriptor.contentSpace {
      case .window where asksOffsets: .window(descriptor.id, entry.mode)
      case .estimated where asksOffsets: .estimated
      default: .whole(descriptor.topology)
      }
    if let known = answers[key] { return known }
    let window =
      if case .window = key { trial(of: entry, on: try newStore()) } else { nil as Trial? }
    let made = ExpectedChecksums(
      script: script, store: try newStore(isMeasured: false), options: options,
      topology: descriptor.topology, window: window, offsetsAreEstimates: key == .estimated,
      stride: stride)
    answers[key] = made
    return made
  }

  /// Whether the answers of an entry are also checked while it is timed. In the scenario `recalc`, the offsets
  /// of a window depend on earlier steps, so they are compared only in the check before timing.
  func checksTimed(_ entry: Plan.Entry) -> Bool {
    entry.mustBeExact
      && !(entry.descriptor.contentSpace == .window && script.loop == .recalc)
  }

  /// Computes the expected answers for all timed steps, then releases the reference lists and their rows. The
  /// answers for windows in `recalc` are discarded, because timed steps are not compared with them.
  func finishReferences() {
    answers = answers.filter { if case .window = $0.key { script.loop != .recalc } else { true } }
    for table in answers.values { table.finish() }
  }
}

extension ScriptRunner {
  convenience init(
    _ fixture: Fixture, _ entry: Plan.Entry, before step: Int, expected: ExpectedChecksums?
  ) throws {
    try self.init(fixture.script, stride: fixture.stride, before: step, expected: expected) { at in
      fixture.trial(of: entry, on: try fixture.rows(before: at), before: at)
    }
  }
}

/// The heights of all workloads of a run. Each workload is loaded only once.
final class WorkloadCache {
  private let seed: UInt64
  private let screen: Screen
  private var populations: [HeightsSpec: Population] = [:]
  private var tables: [HeightsSpec: [Int: Heights]] = [:]
  private var requestTimes: [HeightsSpec: Double] = [:]
  /// An estimate of the memory for all rows that have been loaded so far.
  private(set) var need = MemoryNeed()

  init(seed: UInt64, screen: Screen) {
    (self.seed, self.screen) = (seed, screen)
  }

  private func population(_ spec: HeightsSpec) throws -> Population {
    if let known = populations[spec] { return known }
    let made = try Population(spec, seed: seed)
    populations[spec] = made
    return made
  }

  /// The distinct row counts of the lists with these heights in a request, or of a user's file with heights.
  func counts(of spec: HeightsSpec, _ request: RunRequest) throws -> [Int] {
    switch spec {
    case .file where request.usesOwnCounts, .text where request.usesOwnCounts:
      if let own = try population(spec).count { return [own] }
    default: break
    }
    return request.rows.unique
  }

  /// The heights of `rows` rows. Throws `usage` if these rows and all rows that were loaded before do not fit
  /// in memory together.
  func heights(of spec: HeightsSpec, rows: Int) throws -> Heights {
    if let known = tables[spec]?[rows] { return known }
    let what = "\(spec.name), \(rows) rows"
    var minNeed = need
    minNeed.add(rows: rows)
    try minNeed.refuse(what)
    let made = try population(spec).heights(rows: rows, screen: screen)
    need.add(rows: rows, contentHeight: made.contentHeight)
    try need.refuse(what)
    tables[spec, default: [:]][rows] = made
    return made
  }

  /// A short description of a strategy's requirement if the rows do not meet it; nil if they do.
  func unmet(
    _ requirement: StrategyDescriptor.Requirement, _ spec: HeightsSpec, rows: Int
  ) throws -> String? {
    requirement.firstViolation(
      in: try heights(of: spec, rows: rows).raw, viewport: screen.viewport)?.need
  }

  /// An estimate of the time to get the height of one row on request, in nanoseconds: the mean over at most a
  /// thousand rows, which are measured for at most about 20 ms.
  func heightNanoseconds(of spec: HeightsSpec, rows: Int) throws -> Double {
    guard rows > 0, let measurer = try measurer(of: spec) else { return 3 }
    if let known = requestTimes[spec] { return known }
    let start = MonotonicClock.now()
    var (elapsed, requests, sum) = (UInt64(0), 0, 0)
    while requests < min(rows, 1000), elapsed < 20_000_000 {
      // The requested rows are spread over the list, because long texts may be adjacent.
      sum &+= Int(measurer.height(of: requests * max(1, rows / 1000)))
      requests += 1
      elapsed = MonotonicClock.now() - start
    }
    let time = sum < 0 ? 3 : Double(elapsed) / Double(requests)
    requestTimes[spec] = time
    return time
  }

  func measurer(of spec: HeightsSpec) throws -> (any RowMeasurer)? {
    guard spec.isMeasuredOnAsking else { return nil }
    let population = try population(spec)
    guard let upright = population.measurer(width: screen.width),
      let rotated = population.measurer(width: screen.rotated.width)
    else { return nil }
    return RotatingText(current: upright, other: rotated)
  }
}

/// Rows of text that can be measured at two widths: the width before a rotation and the width after it.
private final class RotatingText: RowMeasurer {
  private var current: TextMeasurer
  private var other: TextMeasurer
  let count = Int(Int32.max)

  init(current: TextMeasurer, other: TextMeasurer) {
    (self.current, self.other) = (current, other)
  }

  func height(of id: Int) -> Int32 { current.height(ofRow: id) }
  func flip() { swap(&current, &other) }
}

/// A generous estimate of the memory that lists need, made before the lists are created.
package struct MemoryNeed: Sendable {
  package private(set) var bytes = 0
  /// The size of the largest list, in bytes.
  private var largest = 0

  package init() {}

  /// Adds the memory for a list, only one of which is in use at a time. The content height may be 0 if unknown.
  package mutating func add(rows: Int, contentHeight: LayoutUnit = .zero) {
    // The strategy `sum-tree` has one leaf of 1,200 bytes for each `Int32.max` units (1/64 pt) of content
    // height, even if the leaf contains few rows.
    let leaves = Int(contentHeight.rawValue / Int64(Int32.max))
    // The list in use needs 96 bytes per row: 24 for heights (the original height and its copies in the store
    // and in the edited store, each before and after a rotation), and 72 for the largest index structure, a
    // table with nine copies of each row.
    let list = rows * 96 + leaves * 1200
    // A row of any list needs 8 bytes for its heights before and after a rotation.
    bytes += rows * 8 + max(0, list - largest)
    largest = max(largest, list)
  }

  /// Adds the memory to keep, pack and write a film (a recording of all frames) with `views` views per frame.
  package mutating func add(frames: Int, views: Int) {
    bytes += frames.multipliedReportingOverflow(by: 1000 + views * 100).partialValue
  }

  /// Adds the memory for a list of gestures.
  package mutating func add(gestures: Int) { bytes += gestures * 8 }

  /// Throws `usage` if the lists need more than nine tenths of the memory that this process may use.
  package func refuse(_ what: String) throws(RunFault) {
    let limit = MachineFacts.memoryLimit / 10 * 9
    guard limit > 0, bytes > limit else { return }
    let gibibytes = [bytes, limit].map { String(format: "%.1f", Double($0) / Double(1 << 30)) }
    throw RunFault(
      .usage,
      "\(what) would need about \(gibibytes[0]) GiB of memory, expected at most \(gibibytes[1]) GiB"
    )
  }
}
