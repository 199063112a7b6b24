import ListLayout

/// What RSDayFlow's code does, with the list's ends added: its calendar has none.
///
/// A pass is its `layoutSubviews`: the scroll has moved the content, over the window's edge if it
/// went so far; then come the test, at most one shift and the layout, and a scroll view's clamp to
/// the window's ends before anything is drawn. So:
///
/// - It shifts only when overscrolled, six sections at most: what a tick moves beyond them is lost.
/// - The anchor of a shift is the section of "an arbitrary visible cell", `visibleCells[0]`; here
///   that is the last one on screen. When its section leaves the window, its missing attributes
///   read as 0 and the content jumps.
/// - Without visible cells nothing shifts any more: a window of rows without height is a trap.
/// - A shift lays out all twelve sections anew, and every view is configured anew.
/// - A change keeps the content offset, so what is read moves.
///
/// At the list's ends the window slides only as far as there are rows.
extension SectionShift {
  /// `layoutSubviews`, up to the drawing.
  mutating func shiftWhenOverscrolled() {
    if needsReload { reload() }
    if screen.contentOffset < .zero {
      shift(by: -min(batch, screen.window.first))
    }
    if screen.contentOffset > screen.window.height - viewport {
      shift(by: min(batch, rows.count - screen.window.end))
    }
    screen.contentOffset = min(max(.zero, screen.contentOffset), screen.lastOffset)
  }

  /// `shiftDatesByComponents:`.
  private mutating func shift(by distance: Int) {
    guard distance != 0, !screen.strip.views.isEmpty else { return }
    let visible = screen.strip.end - 1
    let item = visible - (visible - screen.window.first) % sectionRows
    let before = screen.window.offset(of: item)
    let first = screen.window.first + distance
    layOut(first..<min(rows.count, first + 2 * batch))
    let after = screen.window.range.contains(item) ? screen.window.offset(of: item) : .zero
    screen.contentOffset = screen.contentOffset + (after - before)
  }

  /// `scrollToDate:animated:`, which takes six sections to each side of the date wherever it is.
  mutating func redate(around row: Int) {
    layOut(windowRange(around: row))
    screen.contentOffset = screen.window.offset(of: row)
  }

  /// `reloadData` after a change: twelve sections from the same first row, or the list's last ones
  /// when that row and all after it are gone.
  private mutating func reload() {
    let first = screen.window.first
    layOut(
      first < rows.count
        ? first..<min(rows.count, first + 2 * batch) : windowRange(around: rows.count))
  }

  /// `reloadData`, `invalidateLayout`, `prepareLayout`.
  private mutating func layOut(_ range: Range<Int>) {
    screen.window.rebuild(range)
    screen.recycleViews()
    needsReload = false
  }
}
