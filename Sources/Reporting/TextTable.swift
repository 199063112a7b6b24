import Basics

/// Whether text is coloured, and how.
package struct Style: Hashable, Sendable {
  enum Paint: String {
    case heading = "1", aside = "2", good = "32", warning = "33", bad = "1;31"
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
  struct Cell: ExpressibleByStringLiteral {
    let text: String
    var paint: Style.Paint?

    init(_ text: String, _ paint: Style.Paint? = nil) {
      (self.text, self.paint) = (text.printable, paint)
    }

    init(stringLiteral text: String) { self.init(text) }
  }

  var titles: [String]
  /// How many columns hold words, from the left; the others hold numbers.
  var words = 1
  /// Whether the last column holds sentences, which may be wrapped.
  var endsInSentences = false
  var rows: [[Cell]] = []

  private static let gap = "  "

  private func wraps(_ column: Int) -> Bool { endsInSentences && column == titles.count - 1 }

  /// The table in lines of at most `width` columns; none when there are no rows.
  func lines(width: Int, style: Style) -> [String] {
    guard !rows.isEmpty else { return [] }
    guard let widths = widths(within: width) else { return list(width: width, style: style) }
    let header = titles.map { Cell($0, .heading) }
    return ([header] + rows).flatMap { lines(of: $0, widths: widths, style: style) }
  }

  /// Whether the columns can stand side by side in so many columns of a terminal, without a broken cell.
  func fits(_ width: Int) -> Bool { Self.sum(fullWidths) <= width }

  private static func sum(_ widths: [Int]) -> Int {
    widths.reduce(0, +) + gap.count * (widths.count - 1)
  }

  private var fullWidths: [Int] {
    titles.indices.map { column in
      rows.map { $0[column].text.columns }.reduce(titles[column].columns, max)
    }
  }

  /// The width of each column, where they can stand side by side; nil where they cannot.
  private func widths(within width: Int) -> [Int]? {
    var widths = fullWidths
    // Titles wrap, and cells where they may.
    let least = titles.indices.map { column in
      let cells = rows.map(\.[column].text)
      let wrapped = [titles[column]] + (wraps(column) ? cells : [])
      let words = wrapped.flatMap { $0.split(separator: " ").map { String($0).columns } }
      let most = (words + (wraps(column) ? [] : cells.map(\.columns))).max() ?? 0
      // Beside sentences titles have two lines at most.
      return endsInSentences && !wraps(column) ? max(most, Self.halved(titles[column])) : most
    }
    for _ in 0..<max(0, Self.sum(widths) - width) {
      let shrinkable = titles.indices.filter { widths[$0] > least[$0] }
      // Titles wrap before sentences do, which need the room for longer.
      let titles = shrinkable.filter { !wraps($0) }
      guard
        let widest = (titles.isEmpty ? shrinkable : titles).max(by: { widths[$0] < widths[$1] })
      else { return nil }
      widths[widest] -= 1
    }
    return widths
  }

  /// The least width in which words take at most two lines.
  private static func halved(_ words: String) -> Int {
    (1...max(1, words.columns)).first { Flow(width: $0).lines(of: words).count <= 2 } ?? 0
  }

  private func lines(of row: [Cell], widths: [Int], style: Style) -> [String] {
    let wrapped = row.indices.map { Flow(width: widths[$0]).lines(of: row[$0].text) }
    return (0..<(wrapped.map(\.count).max() ?? 0)).map { line in
      let cells = row.indices.map { column in
        let text = line < wrapped[column].count ? wrapped[column][line] : ""
        let alignment = column < words || wraps(column) ? TextAlignment.left : .right
        return style(text, row[column].paint).padded(to: widths[column], alignment: alignment)
      }
      return cells.joined(separator: Self.gap).trimmedAtEnd
    }
  }

  /// Each row as its first cell and, under it, its others with their columns' titles.
  private func list(width: Int, style: Style) -> [String] {
    let room = (titles.dropFirst().map(\.columns).max() ?? 0) + Self.gap.count
    let flow = Flow(width: width, hanging: 2 + room)
    return rows.flatMap { row in
      [style(row[0].text, .heading)]
        + titles.indices.dropFirst().filter { !row[$0].text.isEmpty }
        .flatMap { flow.lines("  " + titles[$0], of: row[$0].text) }
    }
  }
}
