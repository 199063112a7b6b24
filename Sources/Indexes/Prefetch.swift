import ListLayout
import Replaying

/// Loads rows ahead of the reader, as many as the speed needs, and drops those left behind.
///
/// Origin: this package, from `on-demand`, whose margin and batches do not depend on the reader.
/// Better than there: an end is asked for more when `slack <= max(100 pt, speed * latency + V)`,
/// each end by itself, and for so many rows that the margin is there again when they arrive; so a
/// steady reader of any speed waits at most once. Rows more than two margins away leave, so what is
/// loaded is at most the viewport, two margins on each side and 15 rows: 5 V + 2 * speed * latency
/// and 15 rows, when V is 100 pt or more.
/// What it still cannot: a jump to rows that are not loaded keeps the old screen, on which motion
/// goes on, until they are; and motion that begins or speeds up faster than a load takes, as a first
/// fling does, stops where loaded rows end.
/// Invariant: the window is what is loaded, consecutive rows with cached heights.
///
/// Time is as in `OnDemand`; the first screen, and one that a jump lands on, is whole.
///
///     scroll, layout       O(v); a load of b rows O(w + b)    v = rows in the viewport
///     one height, edits    O(w)                               w = rows loaded
///     offset(of:)          O(1) when loaded; else 30 heights are asked for
///
/// Wins when rows are far away and costly. Loses to sudden motion, and where every row is at hand.
struct Prefetch<Rows: RowSource>: LayoutStrategy, ~Copyable {
  static var descriptor: StrategyDescriptor {
    StrategyDescriptor(
      id: "prefetch", title: "rows loaded ahead as far as the speed needs, dropped behind",
      origin: "this package; on-demand with a margin that follows the speed", group: .ours,
      contentSpace: .window, modes: [.corrected],
      complexity: Complexity(
        open: .constant, offset: .constant, hitTest: .constant, change: .constant,
        edit: .constant, frame: .constant, rotate: .constant),
      inherentDeviation: """
        Motion that begins faster than rows can come stops where loaded rows end, for at most one \
        load's time, and its points are lost; a jump to rows that are not loaded waits for them. Where \
        rows on screen are deleted or move away, those above may not be loaded yet: the screen is blank \
        there until they arrive.
        """)
  }

  /// A finger is slower than its loads; a fling, a jump and a taller viewport are not.
  static var bounds: [ScenarioBound] {
    [
      ScenarioBound(.none, in: [.drag, .resize, .prepend, .append]),
      ScenarioBound(.content, in: [.fling, .ends, .rush, .jump, .viewport]),
    ]
  }

  private static var batchBelow: Int { 10 }
  private static var batchAbove: Int { 5 }

  private let rows: Rows
  /// Frames between asking and having.
  private let latency: Int
  private var screen: WindowScreen<Rows>
  /// The rows around one that is asked about and not loaded.
  private var scratch: RowWindow<Rows>

  /// Frames so far.
  private(set) var frame = 0
  /// What is being loaded below what is there, above it, and around a row to jump to.
  private(set) var below: PendingLoad?
  private(set) var above: PendingLoad?
  private var jumps = PendingJumps()
  /// Motion since the last frame.
  private var motion = LayoutUnit.zero
  /// Motion a frame, lately.
  private var velocity = LayoutUnit.zero
  /// The next frame loads its whole screen: the first one, or the one that a jump lands on.
  private var isLanding = true
  /// Something changed since the last layout.
  private var isStale = true

  init(rows: Rows, options: LayoutOptions) {
    self.rows = rows
    // A day of frames; more could not be told from never, and would not fit the sums.
    latency = min(max(0, options.loadLatency), 10_000_000)
    screen = WindowScreen(rows: rows, viewport: options.viewport, reading: options.start)
    scratch = RowWindow(rows: rows)
    screen.window.rebuild(rows.firstLoad(around: options.start))
  }

  // MARK: Where rows are

  mutating func offset(of row: Int) -> LayoutUnit {
    if screen.window.range.contains(row) { return screen.window.offset(of: row) }
    scratch.rebuild(rows.firstLoad(around: row))
    return scratch.offset(of: row)
  }

  func row(at offset: LayoutUnit) -> Int { screen.row(at: offset) }

  func origin(of row: Int) -> Int {
    screen.window.range.contains(row)
      ? screen.window.first : rows.firstLoad(around: row).lowerBound
  }

  var contentOffset: LayoutUnit { screen.contentOffset }
  var contentHeight: LayoutUnit { screen.window.height }
  var viewport: LayoutUnit { screen.viewport }
  /// The rows that are loaded.
  var loaded: Range<Int> { screen.window.range }

  // MARK: Changes

  mutating func heightChanged(of row: Int) {
    screen.heightChanged(of: row)
    isStale = true
  }

  mutating func heightsChanged() {
    screen.window.heightsChanged()
    isStale = true
  }

  mutating func inserted(_ new: Range<Int>) {
    screen.inserted(new)
    jumps.inserted(new)
    isStale = true
  }

  mutating func deleted(_ old: Range<Int>) {
    screen.deleted(old)
    jumps.deleted(old)
    isStale = true
  }

  // MARK: Motion

  mutating func scroll(by distance: LayoutUnit) {
    motion = motion + distance
    isStale = true
  }

  mutating func settle() {
    velocity = .zero
    isStale = true
  }

  mutating func jump(to row: Int) {
    isStale = true
    if screen.isReady(toShow: row) {
      jumps.removeAll()
      screen.read(row)
    } else if latency == 0 {
      land(on: row)
    } else {
      jumps.ask(for: row, after: frame, latency: latency)
    }
  }

  mutating func resizeViewport(to height: LayoutUnit) {
    screen.viewport = height
    isStale = true
  }

  /// Shows other rows than those that were loaded.
  private mutating func land(on row: Int) {
    screen.window.rebuild(rows.firstLoad(around: row))
    screen.read(row)
    velocity = .zero
    isLanding = true
  }

  // MARK: The frame

  mutating func layout() {
    rows.note(.layoutPasses, 1)
    if isStale {
      isStale = false
      frame += 1
      loadAhead()
    }
    screen.showRows()
    motion = .zero
  }

  func visitViews(_ body: (RowView) -> Void) { screen.strip.visit(body) }

  private mutating func loadAhead() {
    takeSpeed()
    takeLoads()
    screen.scroll(by: motion)
    let margins = self.margins
    if isLanding || latency == 0 {
      isLanding = false
      screen.fill(margins)
    } else {
      screen.hold(margins)
      askForRows(margins)
    }
  }

  /// The speed lately: that of this frame, or that of the last ones as it fades.
  private mutating func takeSpeed() {
    let faded = LayoutUnit(rawValue: velocity.rawValue / 8 * 7)
    velocity = motion.magnitude >= faded.magnitude ? motion : faded
    // Rows are not higher, and the product with the latency must fit.
    velocity = min(max(-LayoutUnit.maximumHeight, velocity), LayoutUnit.maximumHeight)
  }

  /// Adds the rows that have arrived. Where a jump lands, loads at the ends are void.
  private mutating func takeLoads() {
    if let row = jumps.take(at: frame, latency: latency, count: rows.count) {
      (below, above) = (nil, nil)
      land(on: row)
    }
    if let load = below, load.due <= frame {
      below = nil
      screen.window.growDown(by: min(load.count, rows.count - screen.window.end))
    }
    if let load = above, load.due <= frame {
      above = nil
      screen.window.growUp(by: min(load.count, screen.window.first))
    }
  }

  /// Points that the content moves at a speed while a load is under way.
  private func lead(_ speed: LayoutUnit) -> LayoutUnit { max(.zero, speed) * latency }

  /// What must be loaded around the viewport.
  private var margins: WindowMargins {
    let least = LayoutUnit(points: 100)
    return WindowMargins(
      above: max(least, lead(-velocity) + viewport), below: max(least, lead(velocity) + viewport),
      batchAbove: Self.batchAbove, batchBelow: Self.batchBelow, least: 0)
  }

  /// Asks for rows where the margin is used up: for what is missing, and for what the motion will
  /// have used up when they arrive.
  private mutating func askForRows(_ margins: WindowMargins) {
    let slack = contentHeight - (contentOffset + viewport)
    if below == nil, screen.window.end < rows.count, slack <= margins.below {
      let missing = margins.below - slack + lead(velocity)
      let count = screen.rows(filling: missing, inBatchesOf: Self.batchBelow)
      below = PendingLoad(count: count, due: frame + latency)
    }
    if above == nil, screen.window.first > 0, contentOffset <= margins.above {
      let missing = margins.above - contentOffset + lead(-velocity)
      let count = screen.rows(filling: missing, inBatchesOf: Self.batchAbove)
      above = PendingLoad(count: count, due: frame + latency)
    }
  }
}
