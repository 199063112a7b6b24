import BenchBasics
import BenchReplaying
import BenchWorkloads
import Conformance
import ListLayout

/// The rows, script and expected answers of a group. All strategies share one row store, so only one list may
/// exist at a time.
final class Fixture {
  let group: Plan.Group
  let script: Script
  let heights: [Int32]
  private var answers: [AnswerKey: ExpectedChecksums] = [:]
  private let alternate: [Int32]?
  private let options: LayoutOptions
  private let measurer: () throws -> (any RowMeasurer)?
  private var offsets: [LayoutUnit]?
  private var shared: RowStore?
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

  private static func motion(
    of scenario: Scenario, _ request: RunRequest, contentHeight: LayoutUnit
  ) throws -> [[ScrollGesture]] {
    guard scenario.loop == .frames else { return [] }
    if let own = request.gestures { return [own] }
    let specs = try request.motion.map(MotionSpec.init)
    let recorded = try specs.flatMap { try $0.gestures(rate: request.costs.hz) }
    let rounds = request.scriptScale.applied(to: 8)
    // Every cycle replays the user's recordings unmodified, each time from a different position.
    if specs.contains(where: { if case .file = $0 { true } else { false } }) {
      return Array(repeating: recorded, count: rounds)
    }
    let isCircular = scenario.topology == .circular
    return recorded.rounds(
      rounds, isOnwards: isCircular,
      reach: isCircular ? nil : LayoutUnit(rawValue: contentHeight.rawValue / 8),
      seed: request.seed)
  }

  /// Creates the rows in the state that the script's first step expects.
  func newStore(isMeasured: Bool = true) throws -> RowStore {
    let room = ScriptBuilder.room(for: group.scenario)
    let slack = script.loop == .rotate ? ScriptBuilder.maxShifted : 0
    let store =
      if isMeasured, let measurer = try measurer() {
        RowStore(measurer: measurer, count: heights.count, room: room, slack: slack)
      } else {
        RowStore(heights: heights, alternate: alternate, room: room, slack: slack)
      }
    // Convert the rows now, so that the strategy isn't charged for it on its first edit.
    if script.loop == .edit { store.makeEditable() }
    return store
  }

  /// Returns the shared rows in their state before `step`, a multiple of the script's `startInterval`. Lists
  /// that use these rows must be destroyed before the call.
  func rows(before step: Int) throws -> RowStore {
    let store = try shared ?? newStore()
    if shared == nil {
      shared = store
    } else if !group.scenario.changesRows {
      return store
    } else if script.loop == .edit, script.isRestartable {
      // The rows return to their initial state at the end of each unit, so finish the unit instead of
      // copying all rows again.
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

  func leave(at step: Int) { position = step }
  func releaseRows() { shared = nil }

  func trial(of entry: Plan.Entry, on store: RowStore, before step: Int = 0) -> Trial {
    var options = options
    options.mode = entry.mode
    // If rows never change, every list opens at the script's first row, because a window's contents depend on
    // where it opens. Circular lists also open there: they have no last screen, and no rows are added to
    // them.
    let isLinear = entry.descriptor.topology == .linear
    let isOther = step > 0 && group.scenario.changesRows && isLinear
    if isOther { options.start = script.anchorRow(before: step) }
    let trial = entry.contender.trial(on: store, options: options, script: script)
    // A list can't open with its last rows at the bottom of the screen, so scroll there.
    if isOther, script.anchor.y < .zero { trial.apply(.scroll(-script.anchor.y)) }
    return trial
  }

  /// On first use, Swift allocates a type's metadata in blocks of 16 KiB, which shouldn't count as the
  /// list's memory.
  func prewarm(_ entry: Plan.Entry) {
    var options = options
    (options.mode, options.start) = (entry.mode, 0)
    let store = RowStore(heights: Array(heights.prefix(64)))
    _ = entry.contender.trial(on: store, options: options, script: .none)
  }

  /// The number of steps between checked answers, which is a divisor of the script's length. In long scripts,
  /// answers are checked less often to save memory.
  var stride: Int {
    switch script.loop {
    case .offset, .offsetChain, .hitTest, .hitTestChain: max(1, script.count >> 14)
    default: 1
    }
  }

  /// The number of operations to count. This number depends only on the scenario and the list, so it is the
  /// same for all strategies and revisions.
  var countedOperations: Int {
    func few(_ work: Int, _ range: ClosedRange<Int>) -> Int {
      min(max(range.lowerBound, work / max(1, heights.count)), range.upperBound)
    }
    let number =
      switch script.loop {
      case .offset, .offsetChain, .hitTest, .hitTestChain, .change: few(1 << 26, 64...4096)
      case .jump: few(1 << 25, 64...1024)
      case .frames: 1024
      case .prepend, .append, .follow: few(1 << 22, 4...512)
      case .open, .mixed, .recalc, .expand, .rotate, .edit: few(1 << 21, 2...512)
      }
    // Prefer whole cycles, because each cycle ends by removing the rows it inserted.
    let isInBatches = [.prepend, .append, .follow].contains(script.loop) && number >= script.unit
    let whole = isInBatches ? number / script.unit * script.unit : number
    // Count fewer steps if heights are measured on request, which makes each step hundreds of times slower.
    let isMeasured = group.heights.isMeasuredOnAsking
    let affordable = isMeasured ? max(min(whole, 4), whole / 16) : whole
    return min(max(stride, affordable / stride * stride), script.timedCount)
  }

  func countsFrames(of entry: Plan.Entry) -> Bool {
    !entry.descriptor.isFloor && entry.controlOf == nil
      && script.phase(of: script.setupSteps) != nil
  }

  func tally(of list: Trial, topology: StrategyDescriptor.Topology) -> FrameTally {
    if offsets == nil, script.loop == .frames { offsets = FrameTally.offsets(of: heights) }
    return FrameTally(
      list, offsets: offsets ?? [], viewport: options.viewport, topology: topology)
  }

  // MARK: Expected answers

  private enum AnswerKey: Hashable {
    case whole(StrategyDescriptor.Topology)
    case estimated
    case window(String, StrategyMode)
  }

  func expected(of entry: Plan.Entry) throws -> ExpectedChecksums? {
    let descriptor = entry.descriptor
    guard !descriptor.isFloor else { return nil }
    // Offsets in a window differ from those in the whole list, but all strategies show the same screen.
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

  /// Whether answers are also checked during timing. In `recalc`, a window's offsets depend on earlier steps,
  /// so they are only verified before timing starts.
  func checksTimed(_ entry: Plan.Entry) -> Bool {
    entry.mustBeExact
      && !(entry.descriptor.contentSpace == .window && script.loop == .recalc)
  }

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
