import Conformance
import ListLayout
import Measuring
import Replaying
import Workloads

/// What all strategies of a group stand on: the same rows, the same steps, the right answers. The rows are
/// one store, which each list finds in the state that it begins with; no two lists exist at once.
final class Fixture {
  let group: Plan.Group
  let script: Script
  let heights: [Int32]
  private var answers: [AnswerKey: ExpectedChecksums] = [:]
  private let alternate: [Int32]?
  private let options: LayoutOptions
  private let measurer: () throws -> (any RowMeasurer)?
  /// The rows, from the first list that needs them on until they are dropped.
  private var shared: RowStore?
  /// The step of the script before which the shared rows are.
  private var place = 0

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

  /// Rounds of recorded gestures; gestures of the caller's own once, as they are.
  private static func motion(
    of scenario: Scenario, _ request: RunRequest, contentHeight: LayoutUnit
  ) throws -> [[ScrollGesture]] {
    guard scenario.loop == .frames else { return [] }
    if let own = request.gestures { return [own] }
    let recorded = try request.motion.flatMap { try $0.gestures() }
    // So many are some 60,000 frames.
    let rounds = request.scriptScale.applied(to: 8)
    // A recording of the user's is played as it is, from other places.
    if request.motion.contains(where: { if case .file = $0 { true } else { false } }) {
      return Array(repeating: recorded, count: rounds)
    }
    let isCircular = scenario.topology == .circular
    return recorded.rounds(
      rounds, isOnwards: isCircular,
      reach: isCircular ? nil : LayoutUnit(rawValue: contentHeight.rawValue / 8),
      seed: request.seed)
  }

  /// Rows in the state in which the script begins; with `isMeasured`, text is measured on asking.
  func newStore(isMeasured: Bool = true) throws -> RowStore {
    let room = ScriptBuilder.room(for: group.scenario)
    let slack = script.loop == .rotate ? ScriptBuilder.maxShifted : 0
    let store =
      if isMeasured, let measurer = try measurer() {
        RowStore(measurer: measurer, count: heights.count, room: room, slack: slack)
      } else {
        RowStore(heights: heights, alternate: alternate, room: room, slack: slack)
      }
    // The first edit of a list copies its rows into another form: that is the harness's cost.
    if script.loop == .edit { store.makeEditable() }
    return store
  }

  /// The shared rows in the state before a step, 0 or a multiple of the script's `startInterval`. The lists
  /// that were on them are gone.
  func rows(before step: Int) throws -> RowStore {
    let store = try shared ?? newStore()
    if shared == nil {
      shared = store
    } else if !group.scenario.changesRows {
      return store
    } else if script.loop == .edit, script.isRestartable {
      // To copy all rows into their editable form again costs far more than the rest of the edits.
      let end = min(script.count, (place + script.unit - 1) / script.unit * script.unit)
      script.apply(place..<end, to: store)
    } else {
      store.reset(heights: heights)
      if script.loop == .edit { store.makeEditable() }
    }
    script.apply(step / script.unit * script.unit..<step, to: store)
    place = step
    return store
  }

  /// Says where the list that is gone has left the shared rows.
  func leave(at step: Int) { place = step }
  func dropRows() { shared = nil }

  /// A list for timing on rows as they are before a step, with its screen laid out.
  func trial(of entry: Plan.Entry, on store: RowStore, before step: Int = 0) -> Trial {
    var options = options
    options.mode = entry.mode
    // Where nothing changes the list begins as ever, for which rows a window holds depends on it; and so
    // does a circular one, which has no last screen and gets no new rows.
    let isLinear = entry.contender.descriptor.topology == .linear
    let isOther = step > 0 && group.scenario.changesRows && isLinear
    if isOther { options.start = script.anchorRow(before: step) }
    let trial = entry.contender.trial(on: store, options: options, script: script)
    // The last screen of a list cannot be begun with, only scrolled to.
    if isOther, script.anchor.y < .zero { trial.apply(.scroll(-script.anchor.y)) }
    return trial
  }

  /// Builds a short list of an entry's type and gives it up. At a type's first use the runtime keeps
  /// what it knows of it, in blocks of 16 KiB, which are no memory of a list.
  func prewarm(_ entry: Plan.Entry) {
    var options = options
    (options.mode, options.start) = (entry.mode, 0)
    let store = RowStore(heights: Array(heights.prefix(64)))
    _ = entry.contender.trial(on: store, options: options, script: .none)
  }

  /// Steps between two answers that can be told apart: the long scripts of short questions are checked
  /// in stretches, so that their answers need little memory. It divides the number of steps.
  var stride: Int {
    switch script.loop {
    case .offset, .offsetChain, .hitTest, .hitTestChain: max(1, script.count >> 14)
    default: 1
    }
  }

  /// The operations over which counters are sums: a number that follows from the scenario and the list alone, so
  /// that it is the same for all strategies and all revisions of them. Where some strategies do work for every
  /// row in an operation, long lists have fewer.
  var countedOperations: Int {
    let rows = max(1, heights.count)
    let isMeasured = group.heights.isMeasuredOnAsking
    func few(_ work: Int, _ range: ClosedRange<Int>) -> Int {
      min(max(range.lowerBound, work / rows), range.upperBound)
    }
    let number =
      switch script.loop {
      // At most one strategy is slow here.
      case .offset, .offsetChain, .hitTest, .hitTestChain, .change: few(1 << 27, 128...4096)
      case .jump: few(1 << 26, 64...1024)
      case .frames: 1024
      // Whole cycles of batches, at the end of which the rows are dropped again, as far as that is affordable.
      case .prepend, .append, .follow:
        few(1 << 22, 4...512) < script.unit
          ? few(1 << 22, 4...512) : few(1 << 22, 4...512) / script.unit * script.unit
      case .open, .mixed, .recalc, .expand, .rotate, .edit: few(1 << 21, 2...512)
      }
    // Where each height is measured when it is asked for, that takes hundreds of times as long.
    let affordable = isMeasured ? max(min(number, 4), number / 16) : number
    return min(max(stride, affordable / stride * stride), script.timedCount)
  }

  // MARK: The right answers

  private enum AnswerKey: Hashable {
    case whole(StrategyDescriptor.Topology)
    /// The whole list's, without offsets.
    case estimated
    case window(String, StrategyMode)
  }

  /// The right answers, worked out once; nil for the floor, which answers nothing.
  func expected(of entry: Plan.Entry) throws -> ExpectedChecksums? {
    let descriptor = entry.contender.descriptor
    guard !descriptor.isFloor else { return nil }
    // A window's offsets are its own; what is on screen is everybody's.
    let asksOffsets = [.offset, .offsetChain, .recalc].contains(script.loop)
    let isWindow = descriptor.contentSpace == .window && asksOffsets
    let isEstimated = descriptor.contentSpace == .estimated && asksOffsets
    let key: AnswerKey =
      isWindow
      ? .window(descriptor.id, entry.mode) : isEstimated ? .estimated : .whole(descriptor.topology)
    if let known = answers[key] { return known }
    let made = ExpectedChecksums(
      script: script, store: try newStore(isMeasured: false), options: options,
      topology: descriptor.topology, window: isWindow ? trial(of: entry, on: try newStore()) : nil,
      offsetsAreEstimates: isEstimated, stride: stride)
    answers[key] = made
    return made
  }

  /// Whether the timed answers of an entry can be checked too: what a window answers about offsets
  /// depends on where it has been, so among changes only its first run is.
  func checksTimed(_ entry: Plan.Entry) -> Bool {
    entry.mustBeExact
      && !(entry.contender.descriptor.contentSpace == .window && script.loop == .recalc)
  }

  /// Works out the answers that timed steps are compared with, and gives all references and their rows
  /// back. Those of a window among changes are not compared.
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
