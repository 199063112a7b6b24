import ListLayout
import Replaying

/// Loads rows when the reader comes near an end, and caches their heights.
///
/// Origin: "UITableView infinite scrolling in Swift" (2016, in Japanese): a blog reader that starts with 30
/// rows, loads 10 more below or 5 above, has them half a second later, and moves the content offset by the
/// height of those above. Both modes keep these numbers and the margin of 100 pt. Only scrolling starts a
/// load, each load and change calls `reloadData`, which reads all heights ever loaded, and nothing is
/// unloaded. Fixed, by the post's lines:
///
///     line      as published                                     corrected
///     292       loads while 100 pt or more from the end          loads while within 100 pt of it
///     302       tests the top with a load below under way        one load at a time
///     215-217   the first of several loads clears the flag;      each load sets and clears it
///               the same rows are loaded and shown twice
///     312       rows above are inserted one by one               they are inserted together
///     316-318   the offset moves while the table has its old     what is read keeps its place on
///               rows, which starts a load; a change moves what   screen
///               is read
///     252       cached heights outlive a change of width         the cache is emptied
///     270       each cell measures its row again                 a height is measured once
///
/// Not modelled: the working cell (line 123), which is 320 pt wide whatever the table's width.
///
/// Time: a frame is the first `layout()` after a gesture or change; other calls of `layout()` take no time.
/// Rows requested in frame f arrive at the start of frame f + latency; with latency 0, before the frame is
/// drawn. `offset(of:)` does not wait. The list is built with its first rows loaded.
///
/// Added, because the post's list has neither ends, changes nor jumps: at an end of the list nothing is
/// requested, and the first load there is the last 30 rows. Rows inserted among loaded ones are known at
/// once; others only shift row numbers. A jump to rows that are not loaded keeps the old screen until a
/// first load around that row arrives.
///
/// Invariant (corrected): the window contains the loaded rows, which are consecutive, with cached heights.
///
///     scroll, layout       O(v); a load O(w)                  v = rows in the viewport
///     one height, edits    O(w)                               w = rows loaded so far: it only grows
///     offset(of:)          O(1) when loaded; else 30 heights are asked for
///
/// Suits rows that are remote and expensive. A reader who is faster than the load waits; memory and the
/// cost of a load grow with all that was read (8 bytes a row loaded, 24 as published, repeated rows
/// included).
struct OnDemand<Rows: RowSource>: LayoutStrategy, ~Copyable {
  static var descriptor: StrategyDescriptor {
    StrategyDescriptor(
      id: "on-demand", title: "rows loaded near the ends, heights cached",
      origin: "UITableView infinite scrolling in Swift (Japanese blog, 2016)", group: .posts,
      contentSpace: .window,
      complexity: Complexity(
        open: .constant, offset: .constant, hitTest: .constant, change: .constant,
        edit: .constant, frame: .constant, rotate: .constant),
      publishedDefect: """
        Scrolling stops for good at the end of what is loaded, because more is loaded only while \
        the end is far away, and rows appear twice, because the same rows are loaded twice.
        """,
      inherentDeviation: """
        Motion stops where loaded rows end: a reader who passes the margin of 100 pt, or ten rows, \
        in less time than a load takes waits for the rest of that time and loses those points; a \
        jump to rows that are not loaded waits for one load, and thirty rows may not fill the screen.
        """,
      parameters: [margin, below, above])
  }

  /// Motion stops while rows are loaded. Deletions can leave less than a screen of rows, which move when
  /// others arrive. As published rows are shown twice, so there is no bound.
  static var bounds: [ScenarioBound] {
    [
      ScenarioBound(
        .content, in: [.drag, .fling, .ends, .rush, .jump, .resize, .prepend] + .changesBelow)
    ]
  }

  /// The distance from an end within which rows are loaded there.
  static var margin: StrategyParameter {
    StrategyParameter(
      0, "margin", usual: 100, in: 0...100_000, "points from an end at which more is loaded")
  }
  static var below: StrategyParameter {
    StrategyParameter(1, "below", usual: 10, in: 1...10_000, "rows a load below")
  }
  static var above: StrategyParameter {
    StrategyParameter(2, "above", usual: 5, in: 1...10_000, "rows a load above")
  }

  let rows: Rows
  let isPublished: Bool
  /// Frames between the request and the arrival of rows.
  let latency: Int
  let margin: LayoutUnit
  let rowsBelow: Int
  let rowsAbove: Int

  /// Corrected: the loaded rows and the rows on screen.
  private var screen: WindowScreen<Rows>
  /// Published: the post's table.
  var table: PostedTable<Rows>
  /// The rows around one that is not loaded, for `offset(of:)`.
  private var scratch: RowWindow<Rows>

  /// Frames so far.
  private(set) var frame = 0
  /// Rows to jump to that are being loaded.
  var jumps = PendingJumps()
  /// Corrected: the load under way, at most one of the two.
  private(set) var loadBelow: PendingLoad?
  private(set) var loadAbove: PendingLoad?
  /// Corrected: the content height as of the last `reloadData`.
  private var reloadedHeight = LayoutUnit.zero
  private var needsReload = false
  /// Published: the loads under way, in the order of their requests.
  var postedLoads: [PostedLoad] = []
  /// Published: `isLoading` of the post.
  var isPostLoading = false
  /// Motion since the last frame.
  private(set) var motion = LayoutUnit.zero
  /// Whether there was a motion since the last frame.
  var hasScrolled = false
  /// Whether something changed since the last layout.
  private var isStale = true

  init(rows: Rows, options: LayoutOptions) {
    self.rows = rows
    isPublished = options.mode == .published
    // A day of frames, so that sums of frames do not overflow.
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

  /// The rows that are loaded.
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
    // The post never empties its cache.
    if isPublished { return }
    screen.window.heightsChanged()
    screen.recycleViews()
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

  /// One frame: the rows that have arrived, the motion, `scrollViewDidScroll`.
  private mutating func scroll() {
    finishLoads()
    if needsReload { reload() }
    let before = contentOffset
    screen.scroll(by: motion)
    let top = screen.anchoredTop
    if hasScrolled || top != before { didScroll(to: top) }
    if latency == 0 { finishLoads() }
    placeInsideLoaded()
  }

  /// `scrollViewDidScroll:`: starts one load at a time, and none at the list's ends.
  private mutating func didScroll(to top: LayoutUnit) {
    guard loadBelow == nil, loadAbove == nil, jumps.isEmpty else { return }
    let lengthFromBottom = screen.window.height - (top + viewport)
    if lengthFromBottom <= margin, screen.window.end < rows.count {
      loadBelow = PendingLoad(count: rowsBelow, due: frame + latency)
    } else if top <= margin, screen.window.first > 0 {
      loadAbove = PendingLoad(count: rowsAbove, due: frame + latency)
    }
  }

  /// The completion handler of the load that has arrived.
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

  /// The first load, around a row.
  private mutating func land(on row: Int) {
    (loadBelow, loadAbove) = (nil, nil)
    screen.window.rebuild(rows.firstLoad(around: row))
    screen.recycleViews()
    reloadedHeight = screen.window.height
    needsReload = false
    screen.read(row)
    placeInsideLoaded()
  }

  /// Stops the motion at the ends of the loaded rows.
  private mutating func placeInsideLoaded() {
    screen.place(
      at: ScrollView.offset(
        screen.anchoredTop, within: screen.window.height, viewport: viewport))
  }

  /// `reloadData`: reads the cached height of every loaded row and recycles every cell.
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
