import ListLayout
import Replaying

/// A strategy and the reference under the same gestures, each on its own rows.
public final class Lockstep {
  /// One frame of both.
  public struct Frame {
    /// The strategy's screen.
    public var screen: [VisibleRow]
    /// The reference's screen.
    public var expected: [VisibleRow]
    /// The strategy's content offset.
    public var contentOffset: LayoutUnit
    /// The strategy's content height.
    public var contentHeight: LayoutUnit
    /// The strategy's work for this frame.
    public var work: WorkCounters

    fileprivate init(_ list: Trial, _ reference: Trial, since earlier: WorkCounters) {
      (screen, expected) = (list.screen, reference.screen)
      (contentOffset, contentHeight) = (list.contentOffset, list.contentHeight)
      work = list.store.counters - earlier
    }
  }

  /// The descriptor of the strategy.
  public let descriptor: StrategyDescriptor
  /// The strategy's mode.
  public let mode: StrategyMode
  /// The strategy.
  public let list: Trial
  /// The reference.
  public let reference: Trial
  /// The viewport's height.
  public private(set) var viewport: LayoutUnit
  /// The number of gestures so far.
  public private(set) var step = 0
  /// The last gesture; nil before the first.
  public private(set) var gesture: Gesture?
  /// The frame before the last gesture.
  public private(set) var before: Frame
  /// The frame after it.
  public private(set) var now: Frame
  /// The max number of views that can have been in use at once: those before a frame and those it configured.
  private(set) var peakViews = 0
  private var views = 0
  private let trace = ScriptTrace.current

  /// Lays out the first frame of the script's list; the caller applies the gestures.
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

  /// Applies gestures one after the other; `body` is called for the first screen and after each.
  func run(_ gestures: [Gesture], _ body: (Lockstep) -> Void) {
    body(self)
    for gesture in gestures {
      apply(gesture)
      body(self)
    }
  }

  /// Applies a gesture to both. It must be valid: existing rows, heights of at least 0, a viewport above 0.
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

  // MARK: The true list

  var count: Int { reference.store.count }

  func trueHeight(of row: Int) -> LayoutUnit { reference.store.rows.height(of: row) }

  func trueOffset(of row: Int) -> LayoutUnit { reference.offset(of: row) }

  /// The rows for which invariants about offsets are checked: all of a small list, else those at the ends,
  /// on screen and at the last change.
  var samples: [Int] {
    let count = count
    guard count > 6 else { return Array(0..<count) }
    var rows = [0, count - 1, count / 2]
    if let first = now.expected.first, let last = now.expected.last {
      rows += [first.row, last.row]
    }
    for row in gesture?.rows.prefix(4) ?? [] { rows += [row, row + 1].filter { $0 < count } }
    return rows
  }

  /// Whether two content points are equal; in a circular list, modulo its height.
  func same(_ left: LayoutUnit, _ right: LayoutUnit) -> Bool {
    let total = trueOffset(of: count)
    guard descriptor.topology == .circular, total > .zero else { return left == right }
    return (left - right).rawValue % total.rawValue == 0
  }
}

/// Receives lists and gestures before a strategy runs them, so that they can be reported if the strategy
/// crashes.
package struct ScriptTrace: Sendable {
  /// The trace of the current task.
  @TaskLocal package static var current: ScriptTrace?

  /// Receives a list without gestures, and its mode in the options.
  let begin: @Sendable (GestureScript) -> Void
  /// Receives the next gesture.
  let add: @Sendable (Gesture) -> Void

  package init(
    begin: @escaping @Sendable (GestureScript) -> Void, add: @escaping @Sendable (Gesture) -> Void
  ) {
    (self.begin, self.add) = (begin, add)
  }
}
