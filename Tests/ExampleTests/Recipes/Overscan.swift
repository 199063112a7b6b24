import RowOffsets

/// The rows that need views, which are those on screen plus those up to half a screen above and below.
func rowsWithViews(in rows: RowLayout, visible: Range<Double>) -> Range<Int> {
  let overscan = (visible.upperBound - visible.lowerBound) / 2
  return rows.rows(in: visible.lowerBound - overscan..<visible.upperBound + overscan)
}
