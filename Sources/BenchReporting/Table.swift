import BenchBasics

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

/// A table that can be rendered for terminals, in Markdown and in HTML. The first `wordColumns` columns
/// contain words; the others contain numbers.
struct Table {
  struct Cell: ExpressibleByStringLiteral {
    let text: String
    /// Marks that follow a number, such as `<`. On a terminal, they have their own column so that the numbers
    /// line up.
    var mark = ""
    var paint: Style.Paint?
    /// The cell's background shade in HTML, from 1 to 4; nil for none.
    var shade: Int?
    var tip: String?

    init(_ text: String, _ paint: Style.Paint? = nil) {
      (self.text, self.paint) = (text.printable, paint)
    }

    init(stringLiteral text: String) { self.init(text) }

    var columns: Int { text.columns + mark.columns }
  }

  struct Block {
    var heading: String?
    var rows: [[Cell]]
  }

  var titles: [Cell]
  var wordColumns: Int
  let endsInSentences: Bool
  var blocks: [Block]

  init(_ titles: [String], wordColumns: Int = 1, rows: [[Cell]], endsInSentences: Bool = false) {
    self.titles = titles.map { Cell($0, .heading) }
    (self.wordColumns, blocks) = (wordColumns, [Block(rows: rows)])
    self.endsInSentences = endsInSentences
  }

  var rows: [[Cell]] { blocks.flatMap(\.rows) }

  mutating func remove(column: Int) {
    titles.remove(at: column)
    if column < wordColumns { wordColumns -= 1 }
    for block in blocks.indices {
      for row in blocks[block].rows.indices { blocks[block].rows[row].remove(at: column) }
    }
  }

  /// If the columns don't fit side by side even with wrapped text, lists the cells of each row one below the
  /// other.
  func lines(width: Int, style: Style) -> [String] {
    guard !rows.isEmpty else { return [] }
    guard let columns = columns(within: width) else { return list(width: width, style: style) }
    return lines(of: titles, columns, style)
      + blocks.flatMap { block in
        let heading = block.heading.map { Flow(width: width, hanging: 2).lines(of: $0) } ?? []
        return heading.map { style($0, .aside) }
          + block.rows.flatMap { lines(of: $0, columns, style) }
      }
  }

  /// Returns a copy without the rightmost columns that don't fit, and the titles of the removed columns.
  func fitted(to width: Int, minColumns: Int, keepsLast: Bool = false) -> (Table, hidden: [String])
  {
    var (table, hidden, columns) = (self, [String](), fullColumns)
    while columns.count > minColumns, columns.totalWidth > width {
      let column = columns.count - (keepsLast ? 2 : 1)
      hidden.insert(table.titles[column].text, at: 0)
      table.remove(column: column)
      columns.remove(at: column)
    }
    return (table, hidden)
  }

  /// Returns a copy that fits in `width`. Until the table fits or has only three columns, the second-to-last
  /// column is removed.
  func narrowed(to width: Int) -> Table {
    var table = self
    while table.titles.count > 3, table.columns(within: width) == nil {
      table.remove(column: table.titles.count - 2)
    }
    return table
  }

  fileprivate struct Column {
    var width: Int
    /// The part of `width` that is reserved for marks after numbers.
    let markWidth: Int

    var gap: Int { max(1, 2 - markWidth) }
  }

  private var fullColumns: [Column] {
    let rows = rows
    return titles.indices.map { column in
      let texts = rows.map { $0[column].text.columns } + [titles[column].text.columns]
      let markWidth = rows.map { $0[column].mark.columns }.max() ?? 0
      return Column(width: (texts.max() ?? 0) + markWidth, markWidth: markWidth)
    }
  }

  private func wraps(_ column: Int) -> Bool { endsInSentences && column == titles.count - 1 }

  /// The column widths at which all columns fit side by side, or nil if they don't fit at any widths.
  /// Sentences are wrapped only if wrapping the titles doesn't save enough space.
  private func columns(within width: Int) -> [Column]? {
    var columns = fullColumns
    guard columns.totalWidth > width else { return columns }
    let rows = rows
    let minWidths = titles.indices.map { minWidth($0, rows) + columns[$0].markWidth }
    for _ in 0..<columns.totalWidth - width {
      let shrinkable = titles.indices.filter { columns[$0].width > minWidths[$0] }
      let titles = shrinkable.filter { !wraps($0) }
      guard
        let widest = (titles.isEmpty ? shrinkable : titles)
          .max(by: { columns[$0].width < columns[$1].width })
      else { return nil }
      columns[widest].width -= 1
    }
    return columns
  }

  private func minWidth(_ column: Int, _ rows: [[Cell]]) -> Int {
    func longestWord(_ text: String) -> Int {
      text.split(separator: " ").map { String($0).columns }.max() ?? 0
    }
    let title = titles[column].text
    let cells = rows.map { wraps(column) ? longestWord($0[column].text) : $0[column].text.columns }
    let least = (cells + [longestWord(title)]).max() ?? 0
    // If the last column contains sentences, titles wrap to at most two lines.
    let twoLines = (1...max(1, title.columns)).first { Flow(width: $0).lines(of: title).count <= 2 }
    return endsInSentences && !wraps(column) ? max(least, twoLines ?? 0) : least
  }

  private func lines(of row: [Cell], _ columns: [Column], _ style: Style) -> [String] {
    let wrapped = row.indices.map { Flow(width: columns[$0].width).lines(of: row[$0].text) }
    return (0..<(wrapped.map(\.count).max() ?? 0)).map { line in
      let cells = row.indices.map { index -> String in
        let column = columns[index]
        let gap = String(repeating: " ", count: column.gap)
        let text = line < wrapped[index].count ? wrapped[index][line] : ""
        if index < wordColumns || wraps(index) {
          return style(text, row[index].paint).padded(to: column.width) + gap
        }
        return style(
          text.padded(to: column.width - column.markWidth, alignment: .right)
            + row[index].mark.padded(to: column.markWidth), row[index].paint) + gap
      }
      return cells.joined().trimmedAtEnd
    }
  }

  private func list(width: Int, style: Style) -> [String] {
    let room = (titles.dropFirst().map(\.text.columns).max() ?? 0) + 2
    let flow = Flow(width: width, hanging: 2 + room)
    return rows.flatMap { row in
      [style(row[0].text, .heading)]
        + titles.indices.dropFirst().filter { !row[$0].text.isEmpty }
        .flatMap { flow.lines("  " + titles[$0].text, of: row[$0].text + row[$0].mark) }
    }
  }
}

extension [Table.Column] {
  fileprivate var totalWidth: Int { map(\.width).reduce(0, +) + dropLast().map(\.gap).reduce(0, +) }
}

extension Table {
  var markdown: [String] {
    Markdown.table(
      titles.map { Markdown.escaped($0.text) }, words: wordColumns,
      rows.map { row in row.map { Markdown.escaped($0.text + $0.mark) } })
  }

  func html(name: String? = nil, style: String = "heat") -> String {
    func heading(_ cell: Cell, _ scope: String) -> String {
      #"<th scope="\#(scope)"\#(cell.htmlTip)>\#(HTML.escaped(cell.text))</th>"#
    }
    let bodies = blocks.map { block in
      let head = block.heading.map {
        #"<tr class="family"><th scope="rowgroup" colspan="\#(titles.count)">\#(HTML.escaped($0))</th></tr>"#
      }
      let rows = block.rows.map { row in
        "<tr>\(heading(row[0], "row"))\(row.dropFirst().map(\.html).joined())</tr>"
      }
      return (["<tbody>"] + [head].compactMap { $0 } + rows + ["</tbody>"]).joined(separator: "\n")
    }
    return """
      <div class="wide" tabindex="0" role="region" aria-label="\(HTML.escaped(name ?? titles[0].text))">
      <table class="\(style)">
      <thead><tr>\(titles.map { heading($0, "col") }.joined())</tr></thead>
      \(bodies.joined(separator: "\n"))
      </table>
      </div>
      """
  }
}

extension Table.Cell {
  fileprivate var htmlTip: String {
    tip.map { #" title="\#(HTML.escaped($0.filter { $0 != "`" }))""# } ?? ""
  }

  fileprivate var html: String {
    let kind = shade.map { #" class="h\#($0)""# } ?? (paint == .aside ? #" class="off""# : "")
    // Allow line breaks within a group of times on narrow pages.
    let content = HTML.escaped(text + mark).replacing("/", with: "/<wbr>")
    return "<td\(kind)\(htmlTip)>\(paint == .good ? "<b>\(content)</b>" : content)</td>"
  }
}
