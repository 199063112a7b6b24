import BenchBasics
import BenchReplaying
import BenchWorkloads
import Conformance
import ListLayout

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
  /// The true offsets of the rows; nil until the first check and after the last.
  private var offsets: [LayoutUnit]?
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
    let specs = try request.motion.map(MotionSpec.init)
    let recorded = try specs.flatMap { try $0.gestures(rate: request.costs.hz) }
    // Eight cycles have about 60,000 frames.
    let rounds = request.scriptScale.applied(to: 8)
    // A user's recording is played unchanged in every cycle, each time from a different position.
    if specs.contains(where: { if case .file = $0 { true } else { false } }) {
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
      case .offset, .offsetChain, .hitTest, .hitTestChain, .change: few(1 << 26, 64...4096)
      case .jump: few(1 << 25, 64...1024)
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

  /// Whether the work of an entry's frames is counted. An A/A control would repeat the counts of its base.
  func countsFrames(of entry: Plan.Entry) -> Bool {
    !entry.descriptor.isFloor && entry.controlOf == nil
      && script.phase(of: script.setupSteps) != nil
  }

  /// An empty tally of a new list's frames.
  func tally(of list: Trial, topology: StrategyDescriptor.Topology) -> FrameTally {
    if offsets == nil, script.loop == .frames { offsets = FrameTally.offsets(of: heights) }
    return FrameTally(
      list, offsets: offsets ?? [], viewport: options.viewport, topology: topology)
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
    let asksOffsets = group.scenario.question != .screen
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

  /// A sentence about the first wrong answer or screen of an entry in `steps`; nil if a second run of the steps
  /// is right.
  func wrongAnswer(of entry: Plan.Entry, in steps: Range<Int>) throws -> String? {
    func lists(start: Int? = nil) throws -> (list: Trial, reference: Trial) {
      var options = options
      options.mode = entry.mode
      options.start = start ?? options.start
      let descriptor = entry.descriptor
      let list = entry.contender.trial(on: try newStore(), options: options, script: script)
      let reference = Reference.trial(
        on: try newStore(isMeasured: false), options: options, topology: descriptor.topology,
        window: descriptor.contentSpace == .window ? list : nil,
        offsetsAreEstimates: descriptor.contentSpace == .estimated, script: script)
      return (list, reference)
    }
    let (list, reference) = try lists()
    for trial in [list, reference] { _ = trial.run(0..<steps.lowerBound, from: Checksum()) }
    return try script.difference(between: list, and: reference, in: steps) {
      try lists(start: $0)
    }
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
    offsets = nil
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
