import RowOffsets

/// A terminal log that wraps long entries. All lengths are in lines of text.
struct TerminalLog {
  private(set) var entries: [[Character]] = []
  private(set) var rows = RowLayout()
  /// The first line on screen.
  private(set) var top = 0
  let size: (columns: Int, lines: Int)

  init(columns: Int, lines: Int) { size = (columns, lines) }

  private var visible: Range<Double> { Double(top)..<Double(top + size.lines) }

  /// Adds an entry. If the end of the log is on screen, it stays there.
  mutating func append(_ entry: String) {
    entries.append(Array(entry))
    let height = max(1, (entry.count + size.columns - 1) / size.columns)
    top += Int(rows.update(visible: visible, stickingTo: .bottom) { $0.append(Double(height)) })
  }

  mutating func scroll(by lines: Int) {
    top = max(0, min(top + lines, Int(rows.contentHeight) - size.lines))
  }

  /// The lines on screen.
  var screen: [String] {
    rows.rows(in: visible).flatMap { row in
      (0..<Int(rows[row])).compactMap { part in
        let line = Int(rows.offset(of: row)) + part
        guard (top..<top + size.lines).contains(line) else { return nil }
        return String(entries[row].dropFirst(part * size.columns).prefix(size.columns))
      }
    }
  }
}
