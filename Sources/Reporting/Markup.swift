import Basics

/// Self-contained HTML pages, which load nothing from the network or from other files. Their templates are in
/// the folder `Web` and are compiled into the program.
enum HTML {
  /// - Parameter style: The style sheet that this page needs in addition to the one for all pages.
  static func page(title: String, style: [UInt8], body: String, script: [[UInt8]]) -> String {
    filled(
      PackageResources.page_html,
      [
        "TITLE": escaped(title), "STYLE": text(PackageResources.page_css + style), "BODY": body,
        "SCRIPT": script.map(text).joined(separator: "\n"),
      ])
  }

  /// An HTML list of items, which are escaped.
  static func list(_ items: [String]) -> String {
    items.isEmpty
      ? "" : "<ul>\n\(items.map { "<li>\(escaped($0))</li>\n" }.joined())</ul>"
  }

  /// The template, with each `@@NAME@@` replaced by the HTML for that name.
  static func filled(_ template: [UInt8], _ parts: [String: String]) -> String {
    let pieces = text(template).split(separator: "@@", omittingEmptySubsequences: false)
    return pieces.enumerated()
      .map { $0.offset % 2 == 0 ? String($0.element) : parts[String($0.element)] ?? "" }.joined()
  }

  /// The text with HTML markup and quotation marks escaped, and with spaces instead of control characters.
  static func escaped(_ text: String) -> String {
    text.escapingScalars { names[$0].map { "&\($0);" } }
  }

  private static let names: [Unicode.Scalar: String] = [
    "&": "amp", "<": "lt", ">": "gt", "\"": "quot",
  ]

  private static func text(_ file: [UInt8]) -> String { String(decoding: file, as: UTF8.self) }
}

/// Text in GitHub's Markdown.
package enum Markdown {
  /// The text with Markdown markup escaped, and with spaces instead of control characters.
  package static func escaped(_ text: String) -> String {
    text.escapingScalars { markup.contains($0) ? "\\\($0)" : nil }
  }

  private static let markup = "\\`*_[]<>|~&$#".unicodeScalars

  /// The text with Markdown markup escaped, except that text in backticks stays code.
  package static func prose(_ text: String) -> String {
    let parts = text.split(separator: "`", omittingEmptySubsequences: false)
    // If the number of backticks is odd, they do not delimit code.
    guard parts.count % 2 == 1 else { return escaped(text) }
    return parts.indices.map { part in
      part % 2 == 0 ? escaped(String(parts[part])) : "`\(parts[part])`"
    }.joined()
  }

  /// The lines of a table whose cells are already Markdown. The first `words` columns are aligned left; the
  /// others contain numbers and are aligned right.
  package static func table(_ titles: [String], words: Int = 1, _ rows: [[String]]) -> [String] {
    func line(_ cells: [String]) -> String { "| " + cells.joined(separator: " | ") + " |" }
    let rule = titles.indices.map { $0 < words ? "---" : "---:" }
    return [line(titles), line(rule)] + rows.map(line)
  }

  /// The lines of a heading and a list; empty if the list is empty.
  static func section(_ heading: String, _ points: [String]) -> [String] {
    points.isEmpty ? [] : ["## " + heading, ""] + points.map { "- " + prose($0) }
  }
}

extension [[String]] {
  /// The paragraphs as text, separated by blank lines, with a final line break. Empty paragraphs are omitted.
  package var paragraphs: String {
    filter { !$0.isEmpty }.map { $0.joined(separator: "\n") + "\n" }.joined(separator: "\n")
  }
}

extension String {
  /// Escapes Unicode scalars instead of characters, because a markup character with a combining accent is still
  /// markup.
  fileprivate func escapingScalars(_ escape: (Unicode.Scalar) -> String?) -> String {
    printable.unicodeScalars.map { escape($0) ?? String($0) }.joined()
  }
}
