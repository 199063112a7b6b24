import BenchReplaying
import ListLayout

/// Runs a strategy and the reference with the same gestures, each on its own copy of the rows.
public final class Lockstep {
  /// A frame of the strategy and the same frame of the reference.
  public struct Frame {
    /// The rows on the screen of the strategy.
    public var screen: [VisibleRow]
    /// The rows on the screen of the reference.
    public var expected: [VisibleRow]
    /// The content offset of the strategy.
    public var contentOffset: LayoutUnit
    /// The content height of the strategy.
    public var contentHeight: LayoutUnit
    /// The work that the strategy did for this frame.
    public var work: WorkCounters

    fileprivate init(_ list: Trial, _ reference: Trial, since earlier: WorkCounters) {
      (screen, expected) = (list.screen, reference.screen)
      (contentOffset, contentHeight) = (list.contentOffset, list.contentHeight)
      work = list.store.counters - earlier
    }
  }

  /// The descriptor of the strategy.
  public let descriptor: StrategyDescriptor
  /// The mode in which the strategy runs.
  public let mode: StrategyMode
  /// The strategy under test.
  public let list: Trial
  /// The reference list, which determines the expected screen.
  public let reference: Trial
  /// The height of the viewport.
  public private(set) var viewport: LayoutUnit
  /// The number of gestures applied so far.
  public private(set) var step = 0
  /// The last gesture; nil before the first gesture.
  public private(set) var gesture: Gesture?
  /// The frame before the last gesture.
  public private(set) var before: Frame
  /// The frame after the last gesture.
  public private(set) var now: Frame
  /// An upper bound for the number of views in use at the same time: a frame uses at most all views that were
  /// in use before the frame and all views that the frame configured.
  private(set) var peakViews = 0
  private var views = 0
  private let trace = ScriptTrace.current

  /// Lays out the first frame of the script's list. The gestures of the script are not applied.
  public init(_ contender: StrategyEntry, mode: StrategyMode, script: GestureScript) {
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

  /// Applies gestures one after the other. `body` is called for the first screen and after each gesture.
  func run(_ gestures: [Gesture], _ body: (Lockstep) -> Void) {
    body(self)
    for gesture in gestures {
      apply(gesture)
      body(self)
    }
  }

  /// Applies a gesture to the strategy and to the reference. The gesture must be valid: its rows exist, its
  /// row heights are at least 0, and its viewport height is above 0.
  public func apply(_ gesture: Gesture) {
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

/// Receives each list and each gesture before the strategy processes it, so that another process knows the
/// input of a strategy that traps.
package struct ScriptTrace: Sendable {
  /// The trace that receives the scripts of the current task; nil by default.
  @TaskLocal package static var current: ScriptTrace?

  /// Receives a new list as a script without gestures, whose options contain the mode of the strategy.
  let begin: @Sendable (GestureScript) -> Void
  /// Receives the next gesture.
  let add: @Sendable (Gesture) -> Void

  package init(
    begin: @escaping @Sendable (GestureScript) -> Void, add: @escaping @Sendable (Gesture) -> Void
  ) {
    (self.begin, self.add) = (begin, add)
  }
}
