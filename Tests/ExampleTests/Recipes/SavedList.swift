import RowOffsets

/// List state to save when an app exits: the rows and the position of the first visible row.
struct SavedList: Codable {
  var rows: RowLayout
  private let firstRow: Int
  /// Distance from the top of the first visible row to the top of the viewport.
  private let distance: Double

  init(_ rows: RowLayout, top: Double) {
    self.rows = rows
    firstRow = rows.nearestRow(to: top) ?? 0
    distance = top - rows.offset(of: firstRow)
  }

  /// The content offset at which the row is shown in the same place as before, even after
  /// `rows.forgetHeights(of: rows.indices)`.
  var top: Double { rows.offset(of: firstRow) + distance }
}
