import Text

/// Text as GitHub's Markdown shows it literally.
package enum Markdown {
  /// The text with everything escaped that Markdown would read as markup; line breaks and other
  /// control characters become spaces.
  package static func escaped(_ text: String) -> String {
    let markup: Set<Unicode.Scalar> = [
      "\\", "`", "*", "_", "[", "]", "<", ">", "|", "~", "&", "$", "#",
    ]
    // By scalars: an accent after a `|` does not make it another letter for a reader of Markdown.
    return text.printable.unicodeScalars.reduce(into: "") { escaped, scalar in
      if markup.contains(scalar) { escaped.append("\\") }
      escaped.unicodeScalars.append(scalar)
    }
  }

  /// Text of our own, in which `code` is meant as such; the rest is escaped.
  package static func prose(_ text: String) -> String {
    let parts = text.split(separator: "`", omittingEmptySubsequences: false)
    // An odd number of backticks is no markup of ours.
    guard parts.count % 2 == 1 else { return escaped(text) }
    return parts.indices.map { part in
      part % 2 == 0 ? escaped(String(parts[part])) : "`\(parts[part])`"
    }.joined()
  }

  /// A table: names left, numbers right; the cells are Markdown already.
  ///
  /// - Parameter words: how many of the columns, from the left, hold words.
  package static func table(_ titles: [String], words: Int = 1, _ rows: [[String]]) -> [String] {
    func line(_ cells: [String]) -> String { "| " + cells.joined(separator: " | ") + " |" }
    let rule = titles.indices.map { $0 < words ? "---" : "---:" }
    return [line(titles), line(rule)] + rows.map(line)
  }
}
