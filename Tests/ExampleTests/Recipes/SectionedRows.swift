import RowOffsets

/// The rows of a list divided into sections. Each section's header is also a row.
struct SectionedRows {
  private(set) var rows = RowLayout()
  /// Row indices of the headers, in ascending order.
  private(set) var headers: [Int] = []

  mutating func append(section heights: [Double], headerHeight: Double) {
    headers.append(rows.count)
    rows.append(headerHeight)
    rows.append(contentsOf: heights)
  }

  func row(ofItem item: Int, inSection section: Int) -> Int { headers[section] + 1 + item }

  /// The header to show at the top of the viewport, and its y coordinate in the content. The next section's
  /// header pushes the sticky header up.
  func stickyHeader(at top: Double) -> (row: Int, y: Double)? {
    guard let first = rows.nearestRow(to: top),
      let section = headers.lastIndex(where: { $0 <= first })
    else { return nil }
    let header = headers[section]
    let end =
      section + 1 < headers.count ? rows.offset(of: headers[section + 1]) : rows.contentHeight
    return (header, max(rows.offset(of: header), min(top, end - rows[header])))
  }
}
