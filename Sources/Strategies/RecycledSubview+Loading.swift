import ListLayout

/// The rows that a `RecycledSubview` has loaded, and where the viewport stands on them.
///
///                  |<--------- viewport --------->|
///     rows  ...[  ][     ][   ][       ][  ][   ][  ][     ]...
///         week or more                              week or more
///
/// A row is added while less than `week` is loaded beyond the viewport's end. Rows are dropped
/// when more than two are, as many as leave one. So a second pass finds nothing to do, and motion
/// back and forth over an edge loads nothing twice.
struct LoadedRows<Rows: RowSource> {
  /// The post's "week either side", of the rows of 44 pt that it takes for the default.
  private static var week: LayoutUnit { LayoutUnit(points: 7 * 44) }

  private let rows: Rows
  var window: RowWindow<Rows>
  /// The content point at the viewport's top.
  var top = LayoutUnit.zero

  init(rows: Rows) {
    self.rows = rows
    window = RowWindow(rows: rows)
  }

  /// Puts a row's top at a place on screen.
  mutating func place(_ row: Int, at y: LayoutUnit) {
    if row < window.first || row > window.end { window.rebuild(row..<row) }
    top = window.offset(of: row) - y
  }

  /// Loads the rows for a viewport that has a row on top.
  mutating func load(around row: Int, for viewport: LayoutUnit) {
    window.rebuild(row..<row)
    top = .zero
    load(for: viewport)
  }

  /// Loads what is missing at both ends and drops what is too much; the viewport stays where it is
  /// but for the list's ends.
  mutating func load(for viewport: LayoutUnit) {
    crossRows(for: viewport)
    loadAbove()
    loadBelow(for: viewport)
    if top > window.height - viewport {
      top = window.height - viewport
      loadAbove()
    }
    dropRows(for: viewport)
  }

  private mutating func loadAbove() {
    while top < Self.week, window.first > 0 { top += window.growUp(by: 1) }
    top = max(.zero, top)
  }

  private mutating func loadBelow(for viewport: LayoutUnit) {
    let count = rows.count
    while window.height - top - viewport < Self.week, window.end < count { window.growDown(by: 1) }
  }

  private mutating func dropRows(for viewport: LayoutUnit) {
    if top > Self.week + Self.week {
      var first = window.first
      while top - window.offset(of: first + 1) >= Self.week { first += 1 }
      if first > window.first { top -= window.shrinkTop(by: first - window.first) }
    }
    let bottom = top + viewport
    if window.height - bottom > Self.week + Self.week {
      var end = window.end
      while window.offset(of: end - 1) - bottom >= Self.week { end -= 1 }
      if end < window.end { window.shrinkBottom(by: window.end - end) }
    }
  }

  /// A viewport that left the loaded rows crosses the rows on its way without loading them, and
  /// begins anew where it arrives.
  private mutating func crossRows(for viewport: LayoutUnit) {
    let count = rows.count
    var row = window.first
    var y = LayoutUnit.zero
    if top > window.height, window.end < count {
      row = window.end
      y = window.height
      while row < count, y <= top {
        y += rows.height(of: row)
        row += 1
      }
      rows.note(.rowsScanned, row - window.end)
    } else if top + viewport <= .zero, window.first > 0 {
      while row > 0, y >= top {
        row -= 1
        y -= rows.height(of: row)
      }
      rows.note(.rowsScanned, window.first - row)
    } else {
      return
    }
    window.rebuild(row..<row)
    top -= y
  }

  /// The source has new rows. A batch longer than the loaded rows is not loaded: it cuts off those
  /// on the far side of it.
  mutating func inserted(_ new: Range<Int>, aboveAnchor: Bool) {
    let place = new.lowerBound
    if new.count > window.count, place >= window.first, place <= window.end {
      if aboveAnchor {
        window.shrinkTop(by: place - window.first)
      } else {
        window.shrinkBottom(by: window.end - place)
      }
    }
    if aboveAnchor || place < window.end { window.inserted(new) }
  }
}
