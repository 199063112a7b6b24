import RowOffsets

/// Returns the rows that need views, including those up to half a screen above and below the viewport.
func rowsWithViews(in rows: RowLayout, visible: Range<Double>) -> Range<Int> {
  let overscan = (visible.upperBound - visible.lowerBound) / 2
  return rows.rows(in: visible.lowerBound - overscan..<visible.upperBound + overscan)
}
