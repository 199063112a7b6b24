import ListLayout

/// An index that adds up heights on every query.
struct Plain<Rows: RowSource>: OffsetIndex {
  static var descriptor: StrategyDescriptor {
    StrategyDescriptor(
      id: "plain", title: "adding up", origin: "an example", modes: [.corrected],
      complexity: Complexity(
        open: .constant, offset: .linear, hitTest: .linear, change: .linear, edit: .linear,
        frame: .linear, rotate: .linear))
  }

  let rows: Rows
  init(rows: Rows) { self.rows = rows }

  var count: Int { rows.count }
  func offset(of row: Int) -> LayoutUnit {
    (0..<row).reduce(.zero) { $0 + rows.height(of: $1) }
  }
  func row(at offset: LayoutUnit) -> Int {
    var (row, bottom) = (0, LayoutUnit.zero)
    while row + 1 < count {
      bottom = bottom + rows.height(of: row)
      if bottom > offset { break }
      row += 1
    }
    return row
  }
  func height(of row: Int) -> LayoutUnit { rows.height(of: row) }
  func total() -> LayoutUnit { offset(of: count) }
  func heightChanged(of row: Int) {}
  func heightsChanged() {}
  func inserted(_ rows: Range<Int>) {}
  func deleted(_ rows: Range<Int>) {}
}

typealias PlainList<Rows: RowSource> = IndexedList<Plain<Rows>>
