import RowOffsets

/// Rows that each have their own estimate, for example based on the length of their text.
///
/// Estimates are stored like measured heights, so this type keeps track of which rows are measured. If rows
/// can be inserted, track item identifiers instead of indices.
struct RowsWithEstimates {
  private(set) var rows: RowLayout
  private(set) var measured: Set<Int> = []

  init(estimates: [Double]) { rows = RowLayout(estimates) }

  /// Measures the rows on screen that haven't been measured yet. Returns the distance to add to the content
  /// offset.
  mutating func measure(visible: Range<Double>, height: (Int) -> Double) -> Double {
    let shown = rows.rows(in: visible)
    // The first row below this point keeps its position. If any row on screen has already been measured, use
    // the first measured one.
    let top = shown.first(where: measured.contains).map(rows.offset) ?? visible.lowerBound
    return rows.update(visible: max(top, visible.lowerBound)..<visible.upperBound) { rows in
      for row in shown where measured.insert(row).inserted { rows[row] = height(row) }
    }
  }
}
