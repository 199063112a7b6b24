import Text

/// Help in the making: sections of prose and of two columns, wrapped at the width of a terminal.
struct HelpPage {
  private static let gap = 2
  private static let widestLabel = 26
  private static let narrowIndent = 6

  private(set) var text = ""
  private let width: Int

  /// An empty page; terminals narrower than 40 characters are taken to be 40 wide.
  init(width: Int) { self.width = max(width, 40) }

  /// Adds lines after a command's name, continued under their beginning.
  mutating func add(usage lines: [String], of program: String) {
    for (index, line) in lines.enumerated() {
      let label = (index == 0 ? "Usage: " : "       ") + program + " "
      let wrapped = Flow.paragraph(line, width: width, indent: label.count)
      text += label + wrapped.joined(separator: "\n").dropFirst(label.count) + "\n"
    }
  }

  /// Adds a paragraph after an empty line.
  mutating func add(paragraph: String) {
    text += "\n"
    add(Flow.paragraph(paragraph, width: width))
  }

  /// Adds a titled section of labels and, beside or under each, its paragraphs.
  mutating func add(section title: String, rows: [(label: String, paragraphs: [String])]) {
    guard !rows.isEmpty else { return }
    text += "\n\(title):\n"
    let widest = rows.map(\.label.count).filter { $0 <= Self.widestLabel }.max() ?? 0
    let isNarrow = width < 60
    let column = isNarrow ? Self.narrowIndent : Self.gap + widest + Self.gap
    for row in rows {
      var lines = row.paragraphs.flatMap { Flow.paragraph($0, width: width, indent: column) }
      let label = String(repeating: " ", count: Self.gap) + row.label
      if !isNarrow, label.count + Self.gap <= column, let first = lines.first {
        let padding = String(repeating: " ", count: column - label.count)
        lines[0] = label + padding + first.dropFirst(column)
      } else {
        lines.insert(label, at: 0)
      }
      add(lines)
    }
  }

  /// Adds a titled section of commands, and a sentence under each.
  mutating func add(examples: [Verb.Example], of program: String) {
    text += "\nExamples:\n"
    for example in examples {
      text += "  \(program) \(example.command)\n"
      add(Flow.paragraph(example.sentence, width: width, indent: Self.narrowIndent))
    }
  }

  private mutating func add(_ lines: [String]) { text += lines.map { $0 + "\n" }.joined() }
}
