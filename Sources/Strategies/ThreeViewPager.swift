import ListLayout

/// A circular pager with three views: the offset is set back to the middle one, and the views take
/// turns.
///
/// Origin: "Infinite scrolling with reusable views iOS" (InfinitePagingScrollView, 2012), here
/// vertical; a page is as high as the viewport.
/// Invariant (corrected): the viewport's top is at most half a page from the middle view's top, and
/// the views show the pages before, at and after `page`, modulo the count. One or two pages stand
/// in more than one view.
/// Published: see `ThreeViewPager+Published.swift`.
///
///     view          0           1           2
///     shows      page - 1      page      page + 1
///     content y     0           h           2h          3h
///     viewport's top      [h/2       3h/2)
///
///     everything    O(1); k pages further, at most |k| and at most three views are set up
///
/// Wins with pages: three views, no heights, no index. Cannot show rows of other heights, more than
/// its three pages, or say where a far page is.
struct ThreeViewPager<Rows: RowSource>: LayoutStrategy, ~Copyable {
  // No abilities: a page's height is the viewport's, so neither changes alone; and the post has no
  // way to insert or delete (its `invalidateViews` works once). Such calls do no harm: the views
  // are set up again on the same page number.
  static var card: StrategyCard {
    StrategyCard(
      id: "three-view-pager", title: "three page views, the offset set back to the middle one",
      origin: "Infinite scrolling with reusable views iOS (Shardul Prabhu, 2012)", group: .posts,
      topology: .circular, contentSpace: .window, requirement: .pages, abilities: [],
      complexity: Complexity(
        prepare: .constant, offset: .constant, hitTest: .constant, change: .constant,
        edit: .constant, frame: .constant, relayout: .constant))
  }

  let rows: Rows
  let isPublished: Bool
  private(set) var viewport: LayoutUnit
  var contentOffset: LayoutUnit
  private(set) var count: Int
  /// The page of the middle view.
  var page: Int
  /// How many pages `page` has gone on since the views were set up; nil when all must be.
  var turns: Int?
  private var views: [RowView] = []
  private var pool = ReusePool()

  init(rows: Rows, options: LayoutOptions) {
    self.rows = rows
    isPublished = options.mode == .published
    viewport = options.viewport
    count = rows.count
    page = options.start
    contentOffset = viewport
    if isPublished { beginPublished() }
  }

  /// The number of views.
  var slots: Int { count > 0 && !isPublished ? 3 : min(3, count) }

  /// The page of the first view.
  var firstPage: Int { isPublished && count <= 3 ? 0 : wrapped(page - 1) }

  func wrapped(_ page: Int) -> Int {
    guard count > 0 else { return 0 }
    let rest = page % count
    return rest < 0 ? rest + count : rest
  }

  // MARK: Where rows are

  /// A page in none of the views would be put into the middle one.
  func offset(of row: Int) -> LayoutUnit {
    let slot = wrapped(row - firstPage)
    return viewport * (slot < slots ? slot : 1)
  }

  func origin(of row: Int) -> Int {
    wrapped(row - firstPage) < slots ? firstPage : wrapped(row - 1)
  }

  func row(at offset: LayoutUnit) -> Int {
    let slot = Int(max(.zero, offset).rawValue / viewport.rawValue)
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
    turns = nil
  }

  // MARK: Motion

  mutating func scroll(by distance: LayoutUnit) { contentOffset = contentOffset + distance }
  mutating func settle() {}

  mutating func jump(to row: Int) {
    if isPublished { return jumpPublished(to: row) }
    let ahead = wrapped(row - page)
    turn(by: ahead <= count - ahead ? ahead : ahead - count)
    contentOffset = viewport
  }

  mutating func resizeViewport(to height: LayoutUnit) {
    viewport = height
    setUpAgain()
  }

  /// Goes on by a number of pages.
  mutating func turn(by pages: Int) {
    page = wrapped(page + pages)
    turns = turns.map { $0 + pages }
  }

  // MARK: The frame

  mutating func layout() {
    if isPublished { return layoutPublished() }
    rows.note(.layoutPasses, 1)
    // k = floor((y - h/2) / h), in halves of a unit.
    let height = viewport.rawValue
    let (quotient, rest) = (2 * contentOffset.rawValue - height)
      .quotientAndRemainder(dividingBy: 2 * height)
    let pages = rest < 0 ? quotient - 1 : quotient
    contentOffset = contentOffset - LayoutUnit(rawValue: height * pages)
    turn(by: Int(pages))
    setUpViews()
  }

  /// Shows the pages around `page`: views whose pages are still wanted move over, the others are
  /// set up.
  mutating func setUpViews() {
    let slots = slots
    let kept = turns.map { max(0, slots - abs($0)) } ?? 0
    let isForward = (turns ?? 0) >= 0
    let leaving = isForward ? 0..<views.count - kept : kept..<views.count
    for view in views[leaving] { pool.recycle(view) }
    views.removeSubrange(leaving)
    let firstKept = isForward ? 0 : slots - kept
    for slot in 0..<slots {
      let y = viewport * slot
      if slot >= firstKept, slot < firstKept + kept {
        pool.move(views[slot], to: y, height: viewport, for: rows)
      } else {
        let page = wrapped(firstPage + slot)
        let view = pool.take(row: page, y: y, height: viewport, for: rows)
        views.insert(view, at: slot)
      }
    }
    turns = 0
  }

  func visitViews(_ body: (RowView) -> Void) {
    for view in views { body(view) }
  }
}
