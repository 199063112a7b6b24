import Runs
import Text

/// A table for a terminal: columns side by side where they fit, wrapped where they nearly do, and
/// otherwise a list of each row's cells under one another.
struct TextTable {
  struct Column {
    let title: String
    var alignment = TextAlignment.right
    /// Whether long cells may be wrapped; for words, not for numbers.
    var wraps = false

    /// A column of numbers.
    static func numbers(_ title: String) -> Column { Column(title: title) }

    /// A column of names or sentences.
    static func words(_ title: String, wraps: Bool = false) -> Column {
      Column(title: title, alignment: .left, wraps: wraps)
    }
  }

  struct Cell: ExpressibleByStringInterpolation {
    let text: String
    var paint: Style.Paint?

    init(_ text: String, _ paint: Style.Paint? = nil) {
      self.text = text.printable
      self.paint = paint
    }

    init(stringLiteral text: String) { self.init(text) }
  }

  let columns: [Column]
  /// As many cells in each row as there are columns.
  var rows: [[Cell]] = []

  private static let gap = "  "

  /// The table in lines of at most `width` columns, a header first; none when there are no rows.
  func lines(width: Int, style: Style) -> [String] {
    guard !rows.isEmpty else { return [] }
    guard let widths = widths(within: width) else { return list(width: width, style: style) }
    let header = columns.map { Cell($0.title, .heading) }
    return ([header] + rows).flatMap { lines(of: $0, widths: widths, style: style) }
  }

  /// Whether the columns can stand side by side in so many columns of a terminal, without a broken cell.
  func fits(_ width: Int) -> Bool {
    let widths = columns.indices.map { column in
      ([columns[column].title] + rows.map { $0[column].text }).map(\.columns).max() ?? 0
    }
    return widths.reduce(0, +) + Self.gap.count * (columns.count - 1) <= width
  }

  /// The width of each column, where they can stand side by side; nil where they cannot.
  private func widths(within width: Int) -> [Int]? {
    let texts = columns.indices.map { column in
      [columns[column].title] + rows.map { $0[column].text }
    }
    var widths = texts.map { $0.map(\.columns).max() ?? 0 }
    let least = columns.indices.map { column in
      let wrapped = columns[column].wraps ? texts[column] : [columns[column].title]
      let words = wrapped.flatMap { $0.split(separator: " ").map { String($0).columns } }
      let unwrapped = columns[column].wraps ? [] : rows.map { $0[column].text.columns }
      return (words + unwrapped).max() ?? 0
    }
    var excess = widths.reduce(0, +) + Self.gap.count * (columns.count - 1) - width
    while excess > 0 {
      let shrinkable = columns.indices.filter { widths[$0] > least[$0] }
      guard let widest = shrinkable.max(by: { widths[$0] < widths[$1] }) else { return nil }
      widths[widest] -= 1
      excess -= 1
    }
    return widths
  }

  /// One row, in as many lines as its longest cell needs.
  private func lines(of row: [Cell], widths: [Int], style: Style) -> [String] {
    let wrapped = row.indices.map { Flow(width: widths[$0]).lines(of: row[$0].text) }
    let height = wrapped.map(\.count).max() ?? 0
    return (0..<height).map { line in
      let cells = row.indices.map { column in
        let text = line < wrapped[column].count ? wrapped[column][line] : ""
        return style(text, row[column].paint)
          .padded(to: widths[column], alignment: columns[column].alignment)
      }
      return cells.joined(separator: Self.gap).trimmedAtEnd
    }
  }

  /// Each row as its first cell and, under it, its others with their columns' titles.
  private func list(width: Int, style: Style) -> [String] {
    let indent = "  "
    let titles = (columns.dropFirst().map(\.title.columns).max() ?? 0) + Self.gap.count
    return rows.flatMap { row in
      [style(row[0].text, .heading)]
        + columns.indices.dropFirst().filter { !row[$0].text.isEmpty }.flatMap { column in
          let label = indent + columns[column].title
          return Flow(width: width, hanging: indent.count + titles)
            .lines(label, of: row[column].text)
        }
    }
  }
}
