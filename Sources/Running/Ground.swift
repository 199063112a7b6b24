import Conformance
import ListLayout
import Measuring
import Replaying
import Workloads

/// What all strategies of a group stand on: the same rows, the same steps, the right answers.
final class Ground {
  let group: Plan.Group
  let script: Script
  let options: LayoutOptions
  let heights: [Int32]
  let alternate: [Int32]?
  private let measurer: () throws -> (any RowMeasurer)?
  /// The rows of all strategies, where nothing changes them.
  private var shared: RowStore?

  init(_ group: Plan.Group, request: RunRequest, shelf: WorkloadShelf) throws {
    self.group = group
    let scenario = group.scenario
    let raw = try shelf.heights(of: group.heights, rows: group.rows).raw
    let builder = ScriptBuilder(
      heights: raw, viewport: request.screen.viewport, seed: request.seed)
    let isPages = group.heights == .pages
    heights = raw
    script = builder.script(
      for: scenario, motion: try Self.motion(of: scenario, request),
      rotatedViewport: isPages ? request.screen.rotated.viewport : request.screen.viewport)
    alternate =
      scenario.loop == .recalcAll
      ? try shelf.alternate(of: group.heights, rows: group.rows) : nil
    options = LayoutOptions(
      viewport: request.screen.viewport, start: builder.start(of: scenario))
    measurer = { try shelf.measurer(of: group.heights) }
  }

  /// Flings back and forth, or always onwards and then back for the seam of a circular list.
  private static func motion(
    of scenario: Scenario, _ request: RunRequest
  ) throws -> [MotionEvent] {
    guard scenario.loop == .frames else { return [] }
    if let own = request.gestures { return Array(Motion(gestures: own)) }
    let recorded = try request.motion.flatMap { try $0.gestures(at: .hz120) }
    // A recording of the user's is played as it is.
    let isRecording = request.motion.contains { if case .file = $0 { true } else { false } }
    if isRecording { return Array(Motion(gestures: recorded)) }
    let gestures = 8
    guard scenario.topology == .circular else {
      return Array(
        Motion(drawing: gestures, from: recorded, direction: .asRecorded, seed: request.seed))
    }
    let onwards = Motion(
      drawing: gestures / 2, from: recorded, direction: .onwards, seed: request.seed)
    return Array(
      Motion(gestures: onwards.gestures + onwards.gestures.reversed().map(\.mirrored)))
  }

  /// The options of one entry.
  func options(of entry: Plan.Entry) -> LayoutOptions {
    var options = options
    options.mode = entry.mode
    return options
  }

  /// Rows in the state in which the script begins: each strategy's own, unless no step changes
  /// them.
  func store() throws -> RowStore {
    if let shared { return shared }
    let store: RowStore
    if let measurer = try measurer() {
      store = RowStore(measurer: measurer, count: heights.count)
    } else {
      store = RowStore(heights: heights, alternate: alternate)
    }
    // The first edit of a list copies its rows into another form: that is the harness's cost.
    if group.scenario.needs.contains(.edit) { store.makeEditable() }
    if !group.scenario.changesRows { shared = store }
    return store
  }

  /// A trial for timing.
  func trial(of entry: Plan.Entry, on store: RowStore) -> any Trial {
    entry.contender.trial(on: store, options: options(of: entry), script: script)
  }

  /// Builds a short list of an entry's type and gives it up. At a type's first use the runtime keeps
  /// what it knows of it, in blocks of 16 KiB, which are no memory of a list.
  func meet(_ entry: Plan.Entry) {
    var options = options(of: entry)
    options.start = 0
    let store = RowStore(heights: Array(heights.prefix(64)))
    _ = entry.contender.trial(on: store, options: options, script: .none)
  }
}
