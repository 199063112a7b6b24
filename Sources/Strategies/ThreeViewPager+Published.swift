import ListLayout

/// `layoutSubviews` of InfinitePagingScrollView.
///
/// Only a neighbour that has arrived in full turns the page, one page a pass, and it arrives at the
/// hard edge of the content: the scroll view keeps the offset in [0, 2h], so what a tick goes
/// beyond is lost. All three views are set up again. With three pages or fewer nothing is ever put
/// back: the pages stand in a row and the list ends. The bounce and the momentum that dies at an
/// edge are not modelled.
///
/// The post begins with page 0 in the first view, the offset at 0 and `currentPosition` 1; the
/// first layout sees a neighbour that has arrived and repairs that. Here the same with the page
/// that the list starts at. The post has no jump: the page is set up in the middle.
extension ThreeViewPager {
  /// Whether pages are turned at all.
  private var turnsPages: Bool { count > 3 }

  mutating func beginPublished() {
    contentOffset = turnsPages ? .zero : viewport * page
    if turnsPages { page = wrapped(page + 1) }
  }

  mutating func jumpPublished(to row: Int) {
    contentOffset = viewport * (turnsPages ? 1 : row)
    guard turnsPages else { return }
    page = row
    turns = nil
  }

  mutating func layoutPublished() {
    if turns == nil { setUpViews() }
    contentOffset = min(max(.zero, contentOffset), max(.zero, contentHeight - viewport))
    let ahead = contentOffset - viewport
    guard turnsPages, ahead.magnitude >= viewport else { return rows.note(.layoutPasses, 1) }
    turn(by: ahead < .zero ? -1 : 1)
    turns = nil
    contentOffset = viewport
    setUpViews()
    // The offset that was set makes the scroll view lay out once more, to no effect.
    rows.note(.layoutPasses, 2)
  }
}
