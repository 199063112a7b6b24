import Basics

/// Whether text is coloured, and how.
///
/// Whether it should be is decided above: not in a pipe, and not where `NO_COLOR` is set.
package struct Style: Hashable, Sendable {
  enum Paint: String {
    case heading = "1"
    case aside = "2"
    case good = "32"
    case warning = "33"
    case bad = "1;31"
  }

  let useColour: Bool

  package init(useColour: Bool) { self.useColour = useColour }

  package static let plain = Style(useColour: false)

  func callAsFunction(_ text: String, _ paint: Paint?) -> String {
    guard useColour, let paint, !text.isEmpty else { return text }
    return "\u{1B}[\(paint.rawValue)m\(text)\u{1B}[0m"
  }
}

/// A table for a terminal: columns side by side where they fit, wrapped where they nearly do, and
/// otherwise a list of each row's cells under one another.
struct TextTable {
  struct Column {
    let title: String
    var alignment = TextAlignment.right
    /// Whether long cells may be wrapped; for words, not for numbers.
    var wraps = false

    static func numbers(_ title: String) -> Column { Column(title: title) }

    static func words(_ title: String, wraps: Bool = false) -> Column {
      Column(title: title, alignment: .left, wraps: wraps)
    }
  }

  struct Cell: ExpressibleByStringInterpolation {
    let text: String
    var paint: Style.Paint?

    init(_ text: String, _ paint: Style.Paint? = nil) {
      (self.text, self.paint) = (text.printable, paint)
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
  func fits(_ width: Int) -> Bool { Self.sum(fullWidths) <= width }

  private static func sum(_ widths: [Int]) -> Int {
    widths.reduce(0, +) + gap.count * (widths.count - 1)
  }

  private var fullWidths: [Int] {
    columns.indices.map { column in
      rows.map { $0[column].text.columns }.reduce(columns[column].title.columns, max)
    }
  }

  /// The width of each column, where they can stand side by side; nil where they cannot.
  private func widths(within width: Int) -> [Int]? {
    var widths = fullWidths
    // Titles wrap, and cells where they may.
    let least = columns.indices.map { column in
      let cells = rows.map(\.[column].text)
      let wrapped = [columns[column].title] + (columns[column].wraps ? cells : [])
      let words = wrapped.flatMap { $0.split(separator: " ").map { String($0).columns } }
      return (words + (columns[column].wraps ? [] : cells.map(\.columns))).max() ?? 0
    }
    for _ in 0..<max(0, Self.sum(widths) - width) {
      let shrinkable = columns.indices.filter { widths[$0] > least[$0] }
      guard let widest = shrinkable.max(by: { widths[$0] < widths[$1] }) else { return nil }
      widths[widest] -= 1
    }
    return widths
  }

  private func lines(of row: [Cell], widths: [Int], style: Style) -> [String] {
    let wrapped = row.indices.map { Flow(width: widths[$0]).lines(of: row[$0].text) }
    return (0..<(wrapped.map(\.count).max() ?? 0)).map { line in
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
    let titles = (columns.dropFirst().map(\.title.columns).max() ?? 0) + Self.gap.count
    let flow = Flow(width: width, hanging: 2 + titles)
    return rows.flatMap { row in
      [style(row[0].text, .heading)]
        + columns.indices.dropFirst().filter { !row[$0].text.isEmpty }
        .flatMap { flow.lines("  " + columns[$0].title, of: row[$0].text) }
    }
  }
}
