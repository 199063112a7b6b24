import RowOffsets

/// Rows with an estimate for each row, for example from the length of its text.
///
/// The estimates are stored like measured heights, so this type records which rows are measured. If rows are
/// inserted, record the identifiers of items instead of indices.
struct RowsWithEstimates {
  private(set) var rows: RowLayout
  private(set) var measured: Set<Int> = []

  init(estimates: [Double]) { rows = RowLayout(estimates) }

  /// Measures the rows on screen that are not measured yet. Returns the distance to add to the content
  /// offset.
  mutating func measure(visible: Range<Double>, height: (Int) -> Double) -> Double {
    let shown = rows.rows(in: visible)
    // The first row below this point keeps its position. It is measured already, if there is such a row.
    let top = shown.first(where: measured.contains).map(rows.offset) ?? visible.lowerBound
    return rows.update(visible: max(top, visible.lowerBound)..<visible.upperBound) { rows in
      for row in shown where measured.insert(row).inserted { rows[row] = height(row) }
    }
  }
}
