import Recording
import Text

/// What `bench footprint` found: the memory of each strategy in a process of its own.
package struct FootprintTable {
  private let rows: [FootprintRow]

  /// A table of these findings, in their order.
  package init(_ rows: [FootprintRow]) { self.rows = rows }

  /// The table in lines of at most `width` columns, below 40 taken as 40; ends in a line break.
  package func text(width: Int, style: Style) -> String {
    let groups = rows.map(\.cell.group).unique
    let parts = groups.map { group in
      let title =
        "\(group.heights.printable), \(Quantity.rows(group.rows)) rows, "
        + group.scenario.printable
      var table = TextTable(columns: [
        .words("strategy"), .words("mode"), .numbers("peak"), .numbers("own"),
        .numbers("own per row"), .words("", wraps: true),
      ])
      table.rows = rows.filter { $0.cell.group == group }.map(cells)
      let lines = table.lines(width: max(40, width), style: style)
      return ([style(title, .heading)] + lines).joined(separator: "\n") + "\n"
    }
    return parts.joined(separator: "\n")
  }

  private func cells(of row: FootprintRow) -> [TextTable.Cell] {
    func bytes(_ value: Double?) -> TextTable.Cell { .init(value.map(Quantity.bytes) ?? "") }
    let own = row.ownBytes.map(Double.init)
    let count = row.cell.group.rows
    let reason =
      if case .noFigure(let reason) = row.status { reason } else { "" }
    return [
      .init(row.cell.strategy), .init(row.cell.mode), bytes(row.peakBytes.map(Double.init)),
      bytes(own), bytes(count > 0 ? own.map { $0 / Double(count) } : nil), .init(reason),
    ]
  }

  /// The findings as `bench footprint --json` writes them: `footprints`.
  package func json() throws -> String {
    try JSONText.of(Document(footprints: rows.map(Document.Entry.init)))
  }

  private struct Document: Encodable {
    struct Entry: Encodable {
      let scenario, heights, strategy, mode: String
      let rows: Int
      let peakBytes, ownBytes: Int?
      let reason: String?

      init(_ row: FootprintRow) {
        scenario = row.cell.group.scenario
        heights = row.cell.group.heights
        rows = row.cell.group.rows
        strategy = row.cell.strategy
        mode = row.cell.mode
        peakBytes = row.peakBytes
        ownBytes = row.ownBytes
        reason = if case .noFigure(let reason) = row.status { reason } else { nil }
      }

      enum CodingKeys: String, CodingKey {
        case scenario, heights, strategy, mode, rows
        case peakBytes = "peak_rss_bytes"
        case ownBytes = "own_bytes"
        case reason
      }
    }

    let footprints: [Entry]
  }
}
