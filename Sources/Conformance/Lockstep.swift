import BenchReplaying
import ListLayout

/// A strategy and the reference with the same gestures, each on its own rows.
public final class Lockstep {
  /// A frame of the strategy, and the same frame of the reference.
  public struct Frame {
    public var screen: [VisibleRow]
    public var expected: [VisibleRow]
    public var contentOffset: LayoutUnit
    public var contentHeight: LayoutUnit
    public var work: WorkCounters

    fileprivate init(_ list: Trial, _ reference: Trial, since earlier: WorkCounters) {
      (screen, expected) = (list.screen, reference.screen)
      (contentOffset, contentHeight) = (list.contentOffset, list.contentHeight)
      work = list.store.counters - earlier
    }
  }

  public let descriptor: StrategyDescriptor
  public let mode: StrategyMode
  public let list: Trial
  public let reference: Trial
  public private(set) var viewport: LayoutUnit
  public private(set) var step = 0
  public private(set) var gesture: Gesture?
  /// The frame before it.
  public private(set) var before: Frame
  /// The frame after it.
  public private(set) var now: Frame
  /// At most so many views were in use at the same time: those before a frame and those that it configured.
  private(set) var peakViews = 0
  private var views = 0
  private let trace = ScriptTrace.current

  /// Lays out the first frame; the script's gestures are not applied.
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

  /// Applies gestures, and calls `body` for the first screen and after each of them.
  func run(_ gestures: [Gesture], _ body: (Lockstep) -> Void) {
    body(self)
    for gesture in gestures {
      apply(gesture)
      body(self)
    }
  }

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

/// Receives each list and gesture before the strategy does, so that another process knows what made it trap.
package struct ScriptTrace: Sendable {
  @TaskLocal package static var current: ScriptTrace?

  /// Receives a list as a script without gestures.
  let begin: @Sendable (GestureScript) -> Void
  let add: @Sendable (Gesture) -> Void

  package init(
    begin: @escaping @Sendable (GestureScript) -> Void, add: @escaping @Sendable (Gesture) -> Void
  ) {
    (self.begin, self.add) = (begin, add)
  }
}
