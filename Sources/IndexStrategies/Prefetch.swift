import BenchReplaying
import ListLayout

/// A list that loads rows ahead of the viewport and drops rows far behind it. The faster the list scrolls,
/// the further ahead it loads rows.
///
/// Origin: this package, based on `on-demand`, whose margin and batch sizes are fixed. At each end of the
/// loaded rows, `prefetch` requests more rows when `slack <= max(100 pt, speed * latency + V)`. Here, `slack`
/// is the height of the loaded rows between the viewport and that end, and V is the viewport's height. Each
/// request is large enough to restore the margin once the rows arrive, so a list that scrolls at constant
/// speed has to wait for rows at most once. Rows more than two margins away from the viewport are dropped. If
/// V is 100 pt or more, the height of the loaded rows is at most 5 V + 2 * speed * latency, plus the height
/// of 15 rows.
///
/// After a jump to unloaded rows, the old rows stay on screen and can be scrolled until the new ones arrive.
/// If scrolling accelerates too quickly, for example when a list at rest is flung, the content stops at the
/// end of the loaded rows.
///
/// Time is measured in frames, as in `OnDemand`. The first screen is always complete, both when the list
/// opens and after a jump.
///
///     scroll, layout       O(v); a load of b rows O(w + b)    v = rows in the viewport
///     one height, edits    O(w)                               w = rows loaded
///     offset(of:)          O(1) for a loaded row; else 30 heights are read
///
/// Choose this list if rows come from a slow source and users do not scroll abruptly.
struct Prefetch<Rows: RowSource>: LayoutStrategy, ~Copyable {
  static var descriptor: StrategyDescriptor {
    StrategyDescriptor(
      id: "prefetch", title: "rows loaded further ahead at higher speeds",
      origin: "this package; on-demand with a speed-dependent margin", group: .ours,
      contentSpace: .window, modes: [.corrected],
      complexity: Complexity(
        open: .constant, offset: .constant, hitTest: .constant, change: .constant,
        edit: .constant, frame: .constant, rotate: .constant),
      inherentDeviation: """
        If a gesture starts faster than rows can be loaded, scrolling stops at the end of the \
        loaded rows until more rows arrive. A jump to unloaded rows takes effect only after \
        these rows have been loaded. If rows on screen are deleted or move away, the rows above \
        them may not be loaded yet, and part of the screen stays blank until they are.
        """)
  }

  /// The deviations from the reference that are allowed in each scenario. During a drag, all rows arrive in
  /// time. During a fling, after a jump, or when the viewport grows, rows may arrive late.
  static var bounds: [ScenarioBound] {
    [
      ScenarioBound(.none, in: [.drag, .resize, .prepend, .append]),
      ScenarioBound(.content, in: [.fling, .ends, .rush, .jump, .viewport]),
    ]
  }

  private static var batchBelow: Int { 10 }
  private static var batchAbove: Int { 5 }

  private let rows: Rows
  /// Number of frames between requesting rows and receiving them.
  private let latency: Int
  private var screen: WindowScreen<Rows>
  /// Window around the unloaded row whose offset was requested most recently.
  private var scratch: RowWindow<Rows>

  private(set) var frame = 0
  private(set) var below: PendingLoad?
  private(set) var above: PendingLoad?
  private var jumps = PendingJumps()
  private var motion = LayoutUnit.zero
  /// Distance scrolled in the last frame, or 7/8 of the previous velocity if that is larger in magnitude.
  private var velocity = LayoutUnit.zero
  /// Whether the next frame loads all visible rows immediately. True for the first frame and for frames in
  /// which a jump's rows arrive.
  private var isLanding = true
  private var isStale = true

  init(rows: Rows, options: LayoutOptions) {
    self.rows = rows
    // Limit the latency to 10,000,000 frames (about one day) so that multiplying it by a speed cannot
    // overflow.
    latency = min(max(0, options.loadLatency), 10_000_000)
    screen = WindowScreen(rows: rows, viewport: options.viewport, reading: options.start)
    scratch = RowWindow(rows: rows)
    screen.window.rebuild(rows.firstLoad(around: options.start))
  }

  // MARK: Positions

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
  var loaded: Range<Int> { screen.window.range }

  // MARK: Changes

  mutating func heightChanged(of row: Int) {
    screen.heightChanged(of: row)
    isStale = true
  }

  mutating func heightsChanged() {
    screen.heightsChanged()
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

  mutating func moved() { screen.moved() }

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
    updateSpeed()
    screen.keepAnchor()
    addLoadedRows()
    screen.scroll(by: motion)
    let margins = self.margins
    if isLanding || latency == 0 {
      isLanding = false
      screen.fill(margins)
    } else {
      screen.hold(margins)
      requestRows(margins)
    }
  }

  private mutating func updateSpeed() {
    let faded = LayoutUnit(rawValue: velocity.rawValue / 8 * 7)
    velocity = motion.magnitude >= faded.magnitude ? motion : faded
    // Limit the speed so that multiplying it by the latency cannot overflow.
    velocity = min(max(-LayoutUnit.maximumHeight, velocity), LayoutUnit.maximumHeight)
  }

  /// Adds the rows that have arrived to the window. The arrival of a jump's rows cancels all other loads.
  private mutating func addLoadedRows() {
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

  private func distanceDuringLoad(_ speed: LayoutUnit) -> LayoutUnit { max(.zero, speed) * latency }

  private var margins: WindowMargins {
    let minimum = LayoutUnit(points: 100)
    return WindowMargins(
      above: max(minimum, distanceDuringLoad(-velocity) + viewport),
      below: max(minimum, distanceDuringLoad(velocity) + viewport),
      batchAbove: Self.batchAbove, batchBelow: Self.batchBelow, minRows: 0)
  }

  /// Each request covers the rows missing from the margin and the rows that will be scrolled past before the
  /// requested rows arrive.
  private mutating func requestRows(_ margins: WindowMargins) {
    let slack = contentHeight - (contentOffset + viewport)
    if below == nil, screen.window.end < rows.count, slack <= margins.below {
      let missing = margins.below - slack + distanceDuringLoad(velocity)
      let count = screen.rows(filling: missing, inBatchesOf: Self.batchBelow)
      below = PendingLoad(count: count, due: frame + latency)
    }
    if above == nil, screen.window.first > 0, contentOffset <= margins.above {
      let missing = margins.above - contentOffset + distanceDuringLoad(-velocity)
      let count = screen.rows(filling: missing, inBatchesOf: Self.batchAbove)
      above = PendingLoad(count: count, due: frame + latency)
    }
  }
}
