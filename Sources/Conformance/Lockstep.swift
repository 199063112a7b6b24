import BenchReplaying
import ListLayout

/// Replays the same gestures on a strategy and on the reference, each with its own rows.
package final class Lockstep {
  /// The strategy's frame and the matching screen of the reference.
  package struct Frame {
    package let screen, expected: [VisibleRow]
    package let contentOffset, contentHeight: LayoutUnit
    /// The strategy's work counters for this frame.
    package let work: WorkCounters

    fileprivate init(_ list: Trial, _ reference: Trial, since earlier: WorkCounters) {
      (screen, expected) = (list.screen, reference.screen)
      (contentOffset, contentHeight) = (list.contentOffset, list.contentHeight)
      work = list.store.counters - earlier
    }
  }

  package let descriptor: StrategyDescriptor
  package let mode: StrategyMode
  /// The strategy under test.
  package let list: Trial
  package let reference: Trial
  package private(set) var viewport: LayoutUnit
  /// Number of gestures applied so far.
  package private(set) var step = 0
  /// The last gesture, or nil before the first one.
  package private(set) var gesture: Gesture?
  package private(set) var before: Frame
  package private(set) var now: Frame
  /// An upper bound on the number of views in use at once, counting the views in use before each
  /// frame plus the views configured in it.
  private(set) var peakViews = 0
  private var views = 0
  private let trace = ScriptTrace.current

  /// Lays out the first frame, without applying the script's gestures.
  package init(_ contender: StrategyEntry, mode: StrategyMode, script: GestureScript) {
    descriptor = contender.descriptor
    self.mode = mode
    let options = script.options(in: mode)
    viewport = options.viewport
    if let trace {
      var start = script
      (start.options, start.gestures) = (options, [])
      trace.begin(start)
    }
    let store = RowStore(heights: script.heights)
    store.isCounting = true
    list = contender.trial(on: store, options: options)
    reference = Reference.trial(
      on: RowStore(heights: script.heights), options: options, topology: script.topology,
      formation: contender.formation)
    now = Frame(list, reference, since: WorkCounters())
    before = now
    countViews()
  }

  /// Applies gestures, calling `body` for the first screen and after each gesture.
  func run(_ gestures: [Gesture], _ body: (Lockstep) -> Void) {
    body(self)
    for gesture in gestures {
      apply(gesture)
      body(self)
    }
  }

  /// Applies a gesture, which must be valid, to both lists and lays out their next frames.
  package func apply(_ gesture: Gesture) {
    for case .viewport(let height) in gesture.changes { viewport = height }
    self.gesture = gesture
    trace?.add(gesture)
    let work = list.store.counters
    list.apply(gesture)
    reference.apply(gesture)
    step += 1
    before = now
    now = Frame(list, reference, since: work)
    countViews()
  }

  private func countViews() {
    peakViews = max(peakViews, views + now.work[.viewsConfigured])
    views = 0
    list.visitViews { _ in views += 1 }
  }

  var count: Int { reference.store.count }

  func trueHeight(of row: Int) -> LayoutUnit { reference.store.rows.height(of: row) }

  func trueOffset(of row: Int) -> LayoutUnit { reference.offset(of: row) }
}

/// Receives each list and gesture before the strategy does. If the strategy then traps, another
/// process can determine which gesture was responsible.
package struct ScriptTrace: Sendable {
  @TaskLocal package static var current: ScriptTrace?

  /// Receives a new list, in the form of a script without gestures.
  let begin: @Sendable (GestureScript) -> Void
  let add: @Sendable (Gesture) -> Void

  package init(
    begin: @escaping @Sendable (GestureScript) -> Void, add: @escaping @Sendable (Gesture) -> Void
  ) {
    (self.begin, self.add) = (begin, add)
  }
}
