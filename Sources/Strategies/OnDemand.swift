import ListLayout

/// Loads rows when the reader comes near an end, and caches their heights.
///
/// Origin: "UITableView infinite scrolling in Swift" (2016, in Japanese): a blog reader that loads
/// 10 rows below or 5 above, half a second later has them, and moves the content offset by what
/// came above.
/// Invariant: the window is what is loaded, consecutive rows with cached heights. The list's
/// content ends where they end, so motion stops there: the points lost while waiting are the
/// deviation that the technique forces.
///
/// Time: a frame is the first `layout()` after a gesture or change; a `layout()` without one takes
/// no time. What was asked for in frame f is there at the start of frame f + latency; with latency
/// 0, before the frame is drawn. Questions (`offset(of:)`) never wait. The first screen is loaded
/// when the list is built.
/// Inserted rows inside what is loaded are pushed and known at once; others only shift numbers.
///
///     scroll, layout       O(v); a load of b rows O(w + b)    v = rows in the viewport
///     one height, edits    O(w)                               w = rows loaded
///     offset(of:)          O(1) when loaded; else 30 heights are asked for
///
/// Wins when rows are far away and costly. Loses to a reader who is faster than the load.
struct OnDemand<Rows: RowSource>: LayoutStrategy, ~Copyable {
  static var card: StrategyCard {
    StrategyCard(
      id: "on-demand", title: "rows loaded near the ends, heights cached",
      origin: "UITableView infinite scrolling in Swift (Japanese blog, 2016)", group: .posts,
      contentSpace: .window,
      complexity: Complexity(
        prepare: .constant, offset: .constant, hitTest: .constant, change: .constant,
        edit: .constant, frame: .constant, relayout: .constant),
      inherentDeviation:
        "motion stops where loaded rows end: frames spent waiting stall and lose their points")
  }

  let rows: Rows
  let isPublished: Bool
  /// Frames between asking and having.
  let latency: Int
  var screen: WindowScreen<Rows>
  /// The rows around one that is asked about and not loaded.
  private var scratch: RowWindow<Rows>

  /// Frames so far.
  var frame = 0
  /// What is being loaded below what is there, above it, and around a row to jump to.
  var below: PendingLoad?
  var above: PendingLoad?
  var target: PendingJump?
  /// Motion since the last frame.
  var motion = LayoutUnit.zero
  /// Motion a frame, lately.
  var velocity = LayoutUnit.zero
  /// The next frame loads its whole screen: the first one, or the one that a jump lands on.
  var isLanding = true
  /// Something changed since the last layout.
  private var isStale = true

  /// Published: `isLoading` of the post.
  var isLoading = false
  /// Published: the data changed since the last `reloadData`.
  var needsReload = false
  /// Published: the content height as of the last `reloadData`.
  var reloadedHeight = LayoutUnit.zero
  /// Published: there was a motion since the last frame.
  var hasScrolled = false

  init(rows: Rows, options: LayoutOptions) {
    self.rows = rows
    isPublished = options.mode == .published
    // A day of frames; more could not be told from never, and would not fit the sums.
    latency = min(max(0, options.loadLatency), 10_000_000)
    screen = WindowScreen(rows: rows, viewport: options.viewport, reading: options.start)
    scratch = RowWindow(rows: rows)
    screen.window.rebuild(firstLoad(around: options.start))
    if isPublished {
      reload()
      scrollToTop(of: options.start)
    }
  }

  /// Thirty rows from the one before a row.
  func firstLoad(around row: Int) -> Range<Int> {
    let first = max(0, row - 1)
    return first..<min(rows.count, first + 30)
  }

  // MARK: Where rows are

  mutating func offset(of row: Int) -> LayoutUnit {
    if screen.window.range.contains(row) { return screen.window.offset(of: row) }
    scratch.rebuild(firstLoad(around: row))
    return scratch.offset(of: row)
  }

  func row(at offset: LayoutUnit) -> Int { screen.row(at: offset) }

  func origin(of row: Int) -> Int {
    screen.window.range.contains(row) ? screen.window.first : firstLoad(around: row).lowerBound
  }

  var contentOffset: LayoutUnit { screen.contentOffset }
  var contentHeight: LayoutUnit { isPublished ? reloadedHeight : screen.window.height }
  var viewport: LayoutUnit { screen.viewport }

  // MARK: Changes

  mutating func heightChanged(of row: Int) {
    screen.heightChanged(of: row)
    dataChanged(in: row..<row + 1)
  }

  mutating func heightsChanged() {
    // The post never empties its cache.
    if !isPublished { screen.window.heightsChanged() }
    isStale = true
  }

  mutating func inserted(_ new: Range<Int>) {
    screen.inserted(new)
    target?.inserted(new)
    dataChanged(in: new)
  }

  mutating func deleted(_ old: Range<Int>) {
    dataChanged(in: old)
    screen.deleted(old)
    target?.deleted(old)
  }

  private mutating func dataChanged(in changed: Range<Int>) {
    isStale = true
    if isPublished, changed.overlaps(screen.window.range) { needsReload = true }
  }

  // MARK: Motion

  mutating func scroll(by distance: LayoutUnit) {
    motion = motion + distance
    hasScrolled = true
    isStale = true
  }

  mutating func settle() {
    velocity = .zero
    isStale = true
  }

  mutating func jump(to row: Int) {
    isStale = true
    if isPublished {
      jumpAsPublished(to: row)
    } else if isReady(toShow: row) {
      target = nil
      screen.read(row)
    } else if latency == 0 {
      land(on: row)
    } else {
      askForJump(to: row)
    }
  }

  mutating func resizeViewport(to height: LayoutUnit) {
    screen.viewport = height
    isStale = true
  }

  // MARK: The frame

  mutating func layout() {
    rows.note(.layoutPasses, 1)
    let isFrame = isStale
    if isFrame {
      isStale = false
      frame += 1
    }
    if isPublished {
      if isFrame { scrollAsPublished() }
      showRowsAsPublished()
    } else {
      if isFrame { loadAhead() }
      screen.showRows()
    }
    motion = .zero
  }

  func visitViews(_ body: (RowView) -> Void) { screen.strip.visit(body) }
}
