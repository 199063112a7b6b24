import BenchReplaying
import ListLayout

/// A list that loads more rows when the viewport comes close to either end of the loaded rows, and caches row
/// heights.
///
/// Origin: the post "UITableView infinite scrolling in Swift" (2016, in Japanese), which builds a blog
/// reader. The app starts with 30 rows. When the user scrolls to within 100 pt of an end, the app requests 10
/// rows below or 5 rows above, which arrive half a second later. Every load and every change calls
/// `reloadData`, which reads the heights of all loaded rows. Rows are never unloaded. README.md lists the
/// published code's defects.
///
/// A frame begins with the first `layout()` call after a gesture or change; later calls belong to the same
/// frame. Rows requested in frame f arrive at the start of frame f + latency, or before frame f is drawn if
/// the latency is 0. `offset(of:)` never waits for rows to load. The first rows are available immediately.
///
/// The post's list is endless and supports neither changes nor jumps. The model handles the ends of the list,
/// changes and jumps as follows. Once the end of the list is loaded, no more rows are requested. If the
/// initial load would extend past the end of the list, it contains the last 30 rows instead. Rows inserted
/// between loaded rows are treated as loaded immediately, while other inserted rows only shift row numbers. A
/// jump to an unloaded row requests an initial load around that row and leaves the screen unchanged until it
/// arrives.
///
///     scroll, layout       O(v); a load O(w)                  v = rows in the viewport
///     one height, edits    O(w)                               w = rows loaded so far, never unloaded
///     offset(of:)          O(1) when loaded; else 30 heights are requested
///
/// Use this technique for remote rows that are expensive to load. A user who scrolls faster than rows arrive
/// has to wait, and each load costs more than the one before. Each loaded row takes 8 bytes (24 bytes in
/// published mode).
struct OnDemand<Rows: RowSource>: LayoutStrategy, ~Copyable {
  static var descriptor: StrategyDescriptor {
    StrategyDescriptor(
      id: "on-demand", title: "rows loaded near the ends, with a height cache",
      origin: "UITableView infinite scrolling in Swift (Japanese blog, 2016)", group: .posts,
      contentSpace: .window,
      complexity: Complexity(
        open: .constant, offset: .constant, hitTest: .constant, change: .constant,
        edit: .constant, frame: .constant, rotate: .constant),
      publishedDefect: """
        More rows are requested only while the viewport is far from the end of the loaded rows, \
        so a list that scrolls to this end gets stuck there. Some rows are loaded and shown \
        twice.
        """,
      inherentDeviation: """
        If the reader scrolls through the margin (100 pt, or ten rows) before the next rows \
        arrive, scrolling stops at the end of the loaded rows until they do. A jump to unloaded \
        rows takes effect only after 30 rows have been loaded, and these rows may not fill the \
        screen.
        """,
      parameters: [margin, below, above])
  }

  /// Scrolling stops at the end of the loaded rows until more rows arrive. After deletions, the loaded rows
  /// may not fill the screen, in which case they move when more rows arrive. The published code shows some
  /// rows twice, so verification sets no limit on its deviation from the reference.
  static var bounds: [ScenarioBound] {
    [
      ScenarioBound(
        .content, in: [.drag, .fling, .ends, .rush, .jump, .resize, .prepend] + .changesBelow)
    ]
  }

  static var margin: StrategyParameter {
    StrategyParameter(
      0, "margin", usual: 100, in: 0...100_000,
      "distance from either end at which more rows are loaded, in points")
  }
  static var below: StrategyParameter {
    StrategyParameter(1, "below", usual: 10, in: 1...10_000, "rows per load below the viewport")
  }
  static var above: StrategyParameter {
    StrategyParameter(2, "above", usual: 5, in: 1...10_000, "rows per load above the viewport")
  }

  let rows: Rows
  let isPublished: Bool
  /// Number of frames between requesting rows and receiving them.
  let latency: Int
  let margin: LayoutUnit
  let rowsBelow: Int
  let rowsAbove: Int

  private var screen: WindowScreen<Rows>
  var table: PostedTable<Rows>
  /// Temporary window that `offset(of:)` uses to look up unloaded rows.
  private var scratch: RowWindow<Rows>

  private(set) var frame = 0
  var jumps = PendingJumps()
  private(set) var loadBelow: PendingLoad?
  private(set) var loadAbove: PendingLoad?
  private var reloadedHeight = LayoutUnit.zero
  private var needsReload = false
  /// Whether the next layout recycles every view because all heights changed. The old views still determine
  /// the anchor, so they are kept until that layout.
  private var needsViews = false
  var postedLoads: [PostedLoad] = []
  var isPostLoading = false
  private(set) var motion = LayoutUnit.zero
  var hasScrolled = false
  /// Whether the next layout starts a new frame, because a gesture or change has occurred since the last
  /// layout.
  private var isStale = true

  init(rows: Rows, options: LayoutOptions) {
    self.rows = rows
    isPublished = options.mode == .published
    // Limit the latency to about a day's worth of frames so that adding it to a frame number cannot overflow.
    latency = min(max(0, options.loadLatency), 10_000_000)
    margin = LayoutUnit(points: options.parameters[Self.margin])
    rowsBelow = options.parameters[Self.below]
    rowsAbove = options.parameters[Self.above]
    screen = WindowScreen(rows: rows, viewport: options.viewport, reading: options.start)
    table = PostedTable(rows: rows, viewport: options.viewport)
    scratch = RowWindow(rows: rows)
    if isPublished {
      table.load(rows.firstLoad(around: options.start))
      table.scrollToTop(of: options.start)
    } else {
      land(on: options.start)
    }
  }

  // MARK: Where rows are

  mutating func offset(of row: Int) -> LayoutUnit {
    if isPublished, let offset = table.offset(of: row) { return offset }
    if loaded.contains(row) { return screen.window.offset(of: row) }
    scratch.rebuild(rows.firstLoad(around: row))
    return scratch.offset(of: row)
  }

  mutating func row(at offset: LayoutUnit) -> Int {
    isPublished ? table.row(at: offset) : screen.row(at: offset)
  }

  func origin(of row: Int) -> Int {
    loaded.contains(row) ? loaded.lowerBound : rows.firstLoad(around: row).lowerBound
  }

  var loaded: Range<Int> { isPublished ? table.range : screen.window.range }
  var contentOffset: LayoutUnit { isPublished ? table.contentOffset : screen.contentOffset }
  var contentHeight: LayoutUnit { isPublished ? table.height : reloadedHeight }
  var viewport: LayoutUnit { isPublished ? table.viewport : screen.viewport }

  // MARK: Changes

  mutating func heightChanged(of row: Int) {
    isStale = true
    if isPublished { return table.heightChanged(of: row) }
    screen.heightChanged(of: row)
    dataChanged(in: row..<row + 1)
  }

  mutating func heightsChanged() {
    isStale = true
    if isPublished { return }
    screen.heightsChanged()
    needsViews = true
    reloadedHeight = screen.window.height
  }

  mutating func inserted(_ new: Range<Int>) {
    isStale = true
    jumps.inserted(new)
    if isPublished {
      table.inserted(new)
      for index in postedLoads.indices { postedLoads[index].inserted(new) }
    } else {
      screen.inserted(new)
      dataChanged(in: new)
    }
  }

  mutating func deleted(_ old: Range<Int>) {
    isStale = true
    jumps.deleted(old)
    if isPublished {
      table.deleted(old)
      for index in postedLoads.indices { postedLoads[index].deleted(old) }
    } else {
      dataChanged(in: old)
      screen.deleted(old)
    }
  }

  mutating func moved() { screen.moved() }

  private mutating func dataChanged(in changed: Range<Int>) {
    if changed.overlaps(screen.window.range) { needsReload = true }
  }

  // MARK: Motion

  mutating func scroll(by distance: LayoutUnit) {
    motion = motion + distance
    hasScrolled = true
    isStale = true
  }

  mutating func settle() { isStale = true }

  mutating func jump(to row: Int) {
    isStale = true
    if isPublished {
      jumpAsPublished(to: row)
    } else if loaded.contains(row) {
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
    table.viewport = height
    isStale = true
  }

  // MARK: The frame

  mutating func layout() {
    rows.note(.layoutPasses, 1)
    if isStale {
      isStale = false
      frame += 1
      if isPublished { scrollAsPublished() } else { scroll() }
      motion = .zero
      hasScrolled = false
    }
    if isPublished { table.showRows() } else { screen.showRows() }
  }

  func visitViews(_ body: (RowView) -> Void) {
    if isPublished { table.strip.visit(body) } else { screen.strip.visit(body) }
  }

  private mutating func scroll() {
    screen.keepAnchor()
    if needsViews {
      needsViews = false
      screen.recycleViews()
    }
    finishLoads()
    if needsReload { reload() }
    let before = contentOffset
    screen.scroll(by: motion)
    let top = screen.anchoredTop
    if hasScrolled || top != before { didScroll(to: top) }
    if latency == 0 { finishLoads() }
    placeInsideLoaded()
  }

  /// Models `scrollViewDidScroll:`. Near either end of the loaded rows, starts a load if no load is pending
  /// and the list has more rows in that direction.
  private mutating func didScroll(to top: LayoutUnit) {
    guard loadBelow == nil, loadAbove == nil, jumps.isEmpty else { return }
    let lengthFromBottom = screen.window.height - (top + viewport)
    if lengthFromBottom <= margin, screen.window.end < rows.count {
      loadBelow = PendingLoad(count: rowsBelow, due: frame + latency)
    } else if top <= margin, screen.window.first > 0 {
      loadAbove = PendingLoad(count: rowsAbove, due: frame + latency)
    }
  }

  private mutating func finishLoads() {
    if let load = loadBelow, load.due <= frame {
      loadBelow = nil
      screen.window.growDown(by: min(load.count, rows.count - screen.window.end))
      reload()
    }
    if let load = loadAbove, load.due <= frame {
      loadAbove = nil
      let height = screen.window.growUp(by: min(load.count, screen.window.first))
      screen.contentOffset = contentOffset + height
      reload()
    }
    if let row = jumps.take(at: frame, latency: latency, count: rows.count) { land(on: row) }
  }

  private mutating func land(on row: Int) {
    (loadBelow, loadAbove) = (nil, nil)
    screen.window.rebuild(rows.firstLoad(around: row))
    screen.recycleViews()
    reloadedHeight = screen.window.height
    needsReload = false
    screen.read(row)
    placeInsideLoaded()
  }

  private mutating func placeInsideLoaded() {
    screen.place(
      at: ScrollView.offset(
        screen.anchoredTop, within: screen.window.height, viewport: viewport))
  }

  private mutating func reload() {
    var height = LayoutUnit.zero
    for row in screen.window.range { height = height + screen.window.height(of: row) }
    reloadedHeight = height
    rows.note(.reloads, 1)
    rows.note(.rowsScanned, screen.window.count)
    screen.recycleViews()
    needsReload = false
  }
}
