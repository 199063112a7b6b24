import ListLayout

/// A circular pager with three views: the offset is set back to the middle one once a neighbour has
/// arrived in full.
///
/// Origin: "Infinite scrolling with reusable views iOS" (InfinitePagingScrollView, 2012), here
/// vertical; a page is as high as the viewport.
/// Invariant, with more than three pages: between frames the viewport's top is less than a page
/// from the middle view's top, and the views show the pages before, at and after `page`, modulo the
/// count. Fewer pages stand in a row from page 0, and nothing is ever put back.
///
///     view          0           1           2
///     shows      page - 1      page      page + 1
///     content y     0           h           2h          3h
///     viewport's top    (0             2h)
///
///     post's line                             as published              mended
///     `self.contentOffset=centerViewOrigin`   what a frame goes beyond  the offset goes back by
///                                             a page is lost            whole pages, the rest stays
///     `currentPosition++`                     one page a frame,         as many as the offset is
///                                             however far it went       away from the middle view
///     clearView, setupView for each view      three set up for a page   they take turns: one for a
///                                                                       page, at most three
///     `currentPosition=1` over pages 0, 1, 2  the first layout turns a  begins with the start in
///                                             page to repair it         the middle
///
/// The scroll view stops the published offset at the ends of its content, [0, 2h], which is where a
/// neighbour has arrived; the bounce and the momentum that dies there are not modelled. The post
/// has no jump: as published the page is set up in the middle like any other, corrected the views
/// that show it already move over.
/// Forced deviation: `noOfViews > numOfReusableViews` is the condition for turning at all, so three
/// pages or fewer end like any scroll view's.
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
        open: .constant, offset: .constant, hitTest: .constant, change: .constant,
        edit: .constant, frame: .constant, rotate: .constant),
      publishedDefect: """
        A frame turns one page at most and stops at its top: what it was moved beyond that is lost.
        """,
      inherentDeviation: """
        A list of one, two or three pages does not go round: it stops at its first and last page.
        """,
      bounds: [
        // Lists of three pages or fewer have ends: there are some among the degenerate and the mixed.
        ScenarioBound(.none, in: [.drag, .fling, .jump, .endless]),
        ScenarioBound(.content, in: .odd),
        ScenarioBound(.none, in: [.jump], modes: [.published]),
        // The neighbouring page is the edge of the content: one page a frame, the rest is lost.
        ScenarioBound(.content, in: [.drag, .fling, .endless] + .odd, modes: [.published]),
      ])
  }

  private static var greatestSlots: Int { 3 }

  private let rows: Rows
  private let isPublished: Bool
  private(set) var viewport: LayoutUnit
  private(set) var contentOffset: LayoutUnit
  private var count: Int
  /// The page of the middle view; nothing where no pages are turned.
  private var page: Int
  /// How many pages `page` has gone on since the views were set up; nil when all must be.
  private var turns: Int?
  private var views: [RowView] = []
  private var pool = ReusePool()

  init(rows: Rows, options: LayoutOptions) {
    self.rows = rows
    isPublished = options.mode == .published
    viewport = options.viewport
    count = rows.count
    page = options.start
    contentOffset = .zero
    jump(to: page)
    if isPublished, turnsPages {
      // The start stands in the first view, at the viewport's top, while the position says that it
      // is in the middle.
      contentOffset = .zero
      page = wrapped(page + 1)
    }
  }

  /// Whether pages are turned at all.
  private var turnsPages: Bool { count > Self.greatestSlots }

  /// The number of views.
  private var slots: Int { min(Self.greatestSlots, count) }

  /// The page of the first view.
  private var firstPage: Int { turnsPages ? wrapped(page - 1) : 0 }

  private func wrapped(_ page: Int) -> Int {
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
    guard turnsPages else {
      page = row
      contentOffset = viewport * row
      return
    }
    let ahead = wrapped(row - page)
    turn(by: ahead <= count - ahead ? ahead : ahead - count)
    contentOffset = viewport
    if isPublished { turns = nil }
  }

  mutating func resizeViewport(to height: LayoutUnit) {
    viewport = height
    setUpAgain()
  }

  /// Goes on by a number of pages.
  private mutating func turn(by pages: Int) {
    page = wrapped(page + pages)
    turns = turns.map { $0 + pages }
  }

  // MARK: The frame

  /// `layoutSubviews`. Where the offset is set back, the scroll view lays out once more, to no
  /// effect.
  mutating func layout() {
    if turns == nil { setUpViews() }
    if isPublished || !turnsPages {
      contentOffset = min(max(.zero, contentOffset), max(.zero, contentHeight - viewport))
    }
    let ahead = contentOffset - viewport
    // Whole pages, towards zero: a neighbour that has not arrived in full turns nothing.
    let pages = turnsPages ? Int(ahead.rawValue / viewport.rawValue) : 0
    rows.note(.layoutPasses, pages == 0 ? 1 : 2)
    turn(by: pages)
    if pages != 0 {
      // The edges of the published content leave one page at most, and no rest.
      contentOffset = contentOffset - viewport * pages
      if isPublished { turns = nil }
    }
    if turns != 0 { setUpViews() }
  }

  /// Shows the pages around `page`: views whose pages are still wanted move over, the others are
  /// set up.
  private mutating func setUpViews() {
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
