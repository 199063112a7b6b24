import ListLayout
import Replaying

/// A contender and the reference, each on rows of its own, under the same gestures.
public final class Lockstep {
  /// One frame of both.
  public struct Frame {
    /// What the contender shows.
    public var screen: [VisibleRow]
    /// What it should show.
    public var expected: [VisibleRow]
    /// The contender's content offset.
    public var contentOffset: LayoutUnit
    /// The contender's content height.
    public var contentHeight: LayoutUnit
    /// The contender's work for this frame.
    public var work: WorkCounters
  }

  /// The card of the contender.
  public let card: StrategyCard
  /// The contender's mode.
  public let mode: StrategyMode
  /// The contender.
  public let list: any Trial
  /// The reference.
  public let reference: any Trial
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
  /// The height of the row that the last gesture resized or deleted, before it did.
  private(set) var oldHeight = LayoutUnit.zero
  /// Offsets that the contender gave for `probes` just before the last gesture, a resize.
  private(set) var oldOffsets: [LayoutUnit] = []
  /// The most views that can have been in use at once: before a frame, with those it configured.
  private(set) var peakViews = 0
  private var views = 0

  /// Lays out the first frame of the script's list; the gestures are the caller's to apply.
  public convenience init(_ contender: StrategyEntry, mode: StrategyMode, script: GestureScript) {
    self.init(contender, mode: mode, script: script, steps: .none)
  }

  /// A lockstep that can also run steps of a timed loop.
  ///
  /// - Parameter otherHeights: what the loop `rotate` goes over to.
  init(
    _ contender: StrategyEntry, mode: StrategyMode, script: GestureScript, steps: Script,
    otherHeights alternate: [Int32]? = nil
  ) {
    card = contender.card
    self.mode = mode
    let options = script.options(in: mode)
    viewport = options.viewport
    let store = RowStore(heights: script.heights, alternate: alternate)
    store.isCounting = true
    list = contender.trial(on: store, options: options, script: steps)
    reference = Reference.trial(
      on: RowStore(heights: script.heights, alternate: alternate), options: options,
      topology: script.topology, formation: card.formation, script: steps)
    now = Frame(
      screen: list.screen, expected: reference.screen, contentOffset: list.contentOffset,
      contentHeight: list.contentHeight, work: list.store.counters)
    before = now
    countViews()
  }

  /// Applies a gesture to both and looks at the frame. The list must be able to take it: its row is
  /// there, heights are at least 0, a viewport more.
  public func apply(_ gesture: Gesture) {
    oldOffsets = []
    switch gesture {
    case .resize(let row, _), .delete(let row):
      oldHeight = trueHeight(of: row)
      if case .resize = gesture, mode == .corrected, card.contentSpace == .wholeList {
        oldOffsets = probes(around: row).map { list.offset(of: $0) }
      }
    case .viewport(let height): viewport = height
    case .scroll, .settle, .jump, .insert: break
    }
    self.gesture = gesture
    observe {
      list.apply(gesture)
      reference.apply(gesture)
    }
  }

  /// Runs a step of the timed loop's script on both and looks at the frame.
  func run(_ step: Int, of steps: Script) {
    if steps.loop == .rotate { viewport = LayoutUnit(rawValue: steps.distances[step]) }
    gesture = nil
    observe {
      _ = list.run(step..<step + 1, from: Checksum())
      _ = reference.run(step..<step + 1, from: Checksum())
    }
  }

  private func observe(_ change: () -> Void) {
    let work = list.store.counters
    change()
    step += 1
    before = now
    now = Frame(
      screen: list.screen, expected: reference.screen, contentOffset: list.contentOffset,
      contentHeight: list.contentHeight, work: list.store.counters - work)
    countViews()
  }

  private func countViews() {
    peakViews = max(peakViews, views + now.work[.viewsConfigured])
    views = 0
    list.visitViews { _ in views += 1 }
  }

  /// The number of rows.
  var count: Int { reference.store.count }

  func trueHeight(of row: Int) -> LayoutUnit { reference.store.rows.height(of: row) }

  /// P(row), by the reference.
  func trueOffset(of row: Int) -> LayoutUnit { reference.offset(of: row) }

  /// Rows whose offsets show whether a change of `row` stayed where it belongs.
  func probes(around row: Int) -> [Int] { [0, row, row + 1, count] }

  /// The rows that laws about offsets are tried on: all of a small list, else those at the ends, on
  /// screen and at the last change.
  var samples: [Int] {
    let count = count
    guard count > 6 else { return Array(0..<count) }
    var rows = [0, count - 1, count / 2]
    if let first = now.expected.first, let last = now.expected.last {
      rows += [first.row, last.row]
    }
    if let row = gesture?.row { rows += [row, row + 1].filter { $0 < count } }
    return rows
  }
}
