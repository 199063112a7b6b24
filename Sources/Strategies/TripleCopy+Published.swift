import ListLayout

/// `resetContentOffsetIfNeeded` of BBTableView, as it runs before each layout of the table.
///
/// Three copies, 3n rows, H = 3c. At the top of the content the offset becomes H/3, at the bottom
/// H/3 - V: two assignments, which lose whatever the tick went beyond the end. The first goes one
/// copy on, the second two copies back. Where fewer rows are visible than `floor(V / rowHeight)`,
/// nothing is put back. `rowHeight` is row 0's height.
///
/// The scroll view keeps the offset in [0, max(0, H - V)] after the tick and after each assignment;
/// its bounce, and the stall at the bottom that the guard causes while it lasts, are not modelled.
/// An assignment makes the table lay out again. With 2c <= V, where the guard allows it, each end
/// leads to the other and that never ends: it is cut after 100 passes. Changes are `reloadData`:
/// the offset stays.
extension CopiedList where Index: ~Copyable {
  private static var mostPasses: Int { 100 }

  var publishedHeight: LayoutUnit { circle.revolution * 3 }

  private var lastOffset: LayoutUnit { max(.zero, publishedHeight - viewport) }

  mutating func layoutPublished() {
    var passes = 0
    var isSet = true
    keepInRange()
    while isSet, passes < Self.mostPasses {
      isSet = resetContentOffset()
      keepInRange()
      passes += 1
    }
    rows.note(.layoutPasses, passes)
    if isSet { rows.note(.layoutsCut, 1) }
    showCopies()
  }

  private mutating func keepInRange() {
    contentOffset = min(max(.zero, contentOffset), lastOffset)
  }

  /// Returns whether the offset was set.
  private mutating func resetContentOffset() -> Bool {
    guard circle.revolution > .zero else { return false }
    let rowHeight = circle.height(of: 0)
    // V / 0 as a count is more rows than are visible.
    guard rowHeight > .zero else { return false }
    guard viewport.rawValue / rowHeight.rawValue <= visibleCount() else { return false }
    if contentOffset <= .zero {
      contentOffset = circle.revolution
    } else if contentOffset >= publishedHeight - viewport {
      contentOffset = circle.revolution - viewport
    } else {
      return false
    }
    return true
  }

  /// `indexPathsForVisibleRows.count`, rows without height between them included.
  private mutating func visibleCount() -> Int {
    let end = min(contentOffset + viewport, publishedHeight)
    return turn(at: end - LayoutUnit(rawValue: 1 as Int64)) - turn(at: contentOffset) + 1
  }

  /// The index path's row, in 0..<3n, at a content point.
  private mutating func turn(at offset: LayoutUnit) -> Int {
    let copy = Int(offset.rawValue / circle.revolution.rawValue)
    return copy * circle.count + circle.row(at: offset)
  }

  private mutating func showCopies() {
    var first = 0
    var top = LayoutUnit.zero
    if circle.revolution > .zero {
      first = turn(at: contentOffset)
      let (copy, row) = first.quotientAndRemainder(dividingBy: circle.count)
      top = circle.revolution * copy + circle.offset(of: row)
    }
    circle.show(from: first, at: top, to: min(contentOffset + viewport, publishedHeight))
  }
}
