import BenchReplaying
import ListLayout

/// A circular pager with three views. As soon as a neighbour of the middle view fills the viewport, the pages
/// are reassigned to the views and the offset returns to the middle view.
///
/// Origin: the post "Infinite scrolling with reusable views iOS" and its `InfinitePagingScrollView` (2012).
/// In this model, the pager is vertical and each page is as tall as the viewport. Invariant: between frames,
/// if there are more than three pages, the viewport's top is less than one page away from the middle view's
/// top. The views show page - 1, page and page + 1, modulo the number of pages. With at most three pages, the
/// views show them in order and no page is ever turned.
///
///     view          0           1           2
///     shows      page - 1      page      page + 1
///     content y     0           h           2h          3h
///     viewport's top    (0             2h)
///
/// In published mode, views overlap from the second appearance on, and the view at `visibleViews.count / 2`
/// is not in the middle. Setting up a covered view is counted as work even though the view is never shown.
///
/// The post's pager cannot jump to a page. In this model, a jump shows the target page in the middle view.
/// Inherent deviation: each frame can turn at most one page. Any motion beyond the top of the new page is
/// lost, because `contentOffset` is set to the middle view's origin (002:139). A pager with at most three
/// pages stops at the first and last page, because pages are turned only if `noOfViews > numOfReusableViews`.
///
///     everything    O(1); turning a page sets up all three views
///
/// The pager needs neither heights nor an index, but every page must be as tall as the viewport, and it
/// cannot compute the offset of a distant page.
struct ThreeViewPager<Rows: RowSource>: LayoutStrategy, ~Copyable {
  // The pager declares no abilities. All pages are as tall as the viewport, and the post's pager supports
  // neither insertions nor deletions, because its `invalidateViews` method works only once. If pages are
  // changed or the viewport is resized anyway, the views are set up again for the same page number.
  static var descriptor: StrategyDescriptor {
    StrategyDescriptor(
      id: "three-view-pager",
      title: "three page views, recentred on the middle one after each page",
      origin: "Infinite scrolling with reusable views iOS (Shardul Prabhu, 2012)", group: .posts,
      topology: .circular, contentSpace: .window, requirement: .pages, abilities: [],
      complexity: Complexity(
        open: .constant, offset: .constant, hitTest: .constant, change: .constant,
        edit: .constant, frame: .constant, rotate: .constant),
      publishedDefect: """
        Each time the pager appears again, it adds three page views and removes none, so the reader can \
        no longer scroll back. The first layout turns a page without a gesture.
        """,
      inherentDeviation: """
        Each frame can turn at most one page, and any further motion is lost. A list of up to \
        three pages is not circular, so it stops at its first and last page.
        """,
      parameters: [appearances, origin])
  }

  static var bounds: [ScenarioBound] {
    [
      // Some of the degenerate and mixed lists used in verification have at most three pages, so they don't
      // wrap around.
      ScenarioBound(.none, in: [.jump], modes: StrategyMode.allCases, needsUsualValues: true),
      // The content ends right after the neighbouring page, so each frame can turn at most one page, and any
      // further motion is lost.
      ScenarioBound(
        .content, in: [.drag, .fling, .endless, .rush] + .odd, modes: StrategyMode.allCases,
        needsUsualValues: true),
    ]
  }

  private static var appearances: StrategyParameter {
    StrategyParameter(0, "appearances", usual: 1, in: 1...9, "how often the view has appeared")
  }

  private static var origin: StrategyParameter {
    StrategyParameter(
      1, "origin", usual: 0, in: 0...1000, "y of the scroll view in its superview, in points")
  }

  private static var maxSlots: Int { 3 }

  private let rows: Rows
  /// Number of times the view has appeared. In corrected mode, `appearances` is 1 and `origin` is 0.
  private let appearances: Int
  private let origin: LayoutUnit
  private var scrollView: ScrollView
  var viewport: LayoutUnit { scrollView.viewport }
  var contentOffset: LayoutUnit { scrollView.contentOffset }
  private var count: Int
  /// Page number, which the post calls `currentPosition`. The property is not used if the list has at most
  /// three pages.
  private var page: Int
  private var hasTurned = false
  private var needsSetUp = true
  private var views: [RowView] = []
  private var pool = ReusePool()

  init(rows: Rows, options: LayoutOptions) {
    self.rows = rows
    let isPublished = options.mode == .published
    appearances = isPublished ? options.parameters[Self.appearances] : 1
    origin = isPublished ? LayoutUnit(points: options.parameters[Self.origin]) : .zero
    scrollView = ScrollView(viewport: options.viewport)
    count = rows.count
    page = options.start
    jump(to: page)
    if isPublished, turnsPages {
      // The first view shows the start page, but `currentPosition` is the page of the middle view. The
      // content offset keeps its value from the view's previous appearance. When the view first appears, the
      // offset is 0.
      scrollView.contentOffset = appearances > 1 ? centre(after: appearances - 1) : .zero
      page = wrapped(page + 1)
    }
  }

  private func centre(after appearances: Int) -> LayoutUnit {
    y(of: Self.maxSlots * appearances / 2 % Self.maxSlots)
  }

  private func y(of slot: Int) -> LayoutUnit { origin + viewport * slot }

  private var turnsPages: Bool { count > Self.maxSlots }

  private var slots: Int { min(Self.maxSlots, count) }

  private var firstPage: Int { turnsPages ? wrapped(page - 1) : 0 }

  private func wrapped(_ page: Int) -> Int {
    guard count > 0 else { return 0 }
    let rest = page % count
    return rest < 0 ? rest + count : rest
  }

  // MARK: Where rows are

  func offset(of row: Int) -> LayoutUnit {
    let slot = wrapped(row - firstPage)
    return y(of: slot < slots ? slot : 1)
  }

  func origin(of row: Int) -> Int {
    wrapped(row - firstPage) < slots ? firstPage : wrapped(row - 1)
  }

  func row(at offset: LayoutUnit) -> Int {
    let slot = Int(max(.zero, offset - origin).rawValue / viewport.rawValue)
    return wrapped(firstPage + min(slot, max(0, slots - 1)))
  }

  var contentHeight: LayoutUnit { viewport * slots }

  // MARK: Changes

  mutating func heightChanged(of row: Int) {}
  mutating func heightsChanged() {}
  mutating func inserted(_ new: Range<Int>) { setUpAgain() }
  mutating func deleted(_ old: Range<Int>) { setUpAgain() }

  private mutating func setUpAgain() {
    count = rows.count
    jump(to: wrapped(page))
  }

  // MARK: Motion

  mutating func scroll(by distance: LayoutUnit) {
    scrollView.move(by: distance)
  }

  mutating func settle() {}

  mutating func jump(to row: Int) {
    page = row
    scrollView.contentOffset = turnsPages ? centre(after: appearances) : y(of: row)
    needsSetUp = true
  }

  mutating func resizeViewport(to height: LayoutUnit) {
    scrollView.viewport = height
    setUpAgain()
  }

  // MARK: The frame

  /// Models `layoutSubviews`. A second pass follows if the first pass resets the content offset or if a
  /// bounce ends. The second pass has no effect, because the offset is then less than a page away from the
  /// middle view.
  mutating func layout() {
    if needsSetUp { setUpViews() }
    turnPage()
    scrollView.finishMotion(over: contentHeight)
  }

  private mutating func turnPage() {
    let centre = centre(after: appearances)
    let ahead = contentOffset - centre
    guard turnsPages, ahead.magnitude >= viewport else { return rows.note(.layoutPasses, 1) }
    rows.note(.layoutPasses, 2)
    page = wrapped(page + (ahead < .zero ? -1 : 1))
    scrollView.contentOffset = centre
    hasTurned = true
    setUpViews()
  }

  /// Calls `clearView` and `setupView` for every view. Views added during the most recent appearance are
  /// drawn over all older views.
  private mutating func setUpViews() {
    needsSetUp = false
    for view in views { pool.recycle(view) }
    let covered = slots * (appearances - 1)
    if views.isEmpty { rows.note(.viewsCreated, covered) }
    rows.note(.viewsConfigured, covered)
    views.removeAll(keepingCapacity: true)
    for slot in 0..<slots {
      let page = turnsPages ? wrapped(page + step(to: slot)) : slot
      views.append(pool.take(row: page, y: y(of: slot), height: viewport, for: rows))
    }
  }

  /// A view's page number relative to `page`. Once a page has been turned, all views before the middle one
  /// show the previous page, and all views after it show the next page.
  private func step(to slot: Int) -> Int {
    guard hasTurned else { return slot - 1 }
    let index = Self.maxSlots * (appearances - 1) + slot
    return (index - Self.maxSlots * appearances / 2).signum()
  }

  func visitViews(_ body: (RowView) -> Void) {
    for view in views { body(view) }
  }
}
