import Basics

/// Self-contained HTML pages: no network, no other files. Their templates are in `Web`, which is compiled into
/// the program.
enum HTML {
  /// - Parameter style: The style sheet that the page needs in addition to that of all pages.
  static func page(title: String, style: [UInt8], body: String, script: [[UInt8]]) -> String {
    filled(
      PackageResources.page_html,
      [
        "TITLE": escaped(title), "STYLE": text(PackageResources.page_css + style), "BODY": body,
        "SCRIPT": script.map(text).joined(separator: "\n"),
      ])
  }

  /// The items of a list, escaped.
  static func list(_ items: [String]) -> String {
    items.isEmpty
      ? "" : "<ul>\n\(items.map { "<li>\(escaped($0))</li>\n" }.joined())</ul>"
  }

  /// A template with HTML in place of each `@@NAME@@`.
  static func filled(_ template: [UInt8], _ parts: [String: String]) -> String {
    let pieces = text(template).split(separator: "@@", omittingEmptySubsequences: false)
    return pieces.enumerated()
      .map { $0.offset % 2 == 0 ? String($0.element) : parts[String($0.element)] ?? "" }.joined()
  }

  /// Text with HTML's markup escaped, including quotation marks, and control characters as spaces.
  static func escaped(_ text: String) -> String {
    text.escapingScalars { names[$0].map { "&\($0);" } }
  }

  private static let names: [Unicode.Scalar: String] = [
    "&": "amp", "<": "lt", ">": "gt", "\"": "quot",
  ]

  private static func text(_ file: [UInt8]) -> String { String(decoding: file, as: UTF8.self) }
}

/// GitHub's Markdown.
package enum Markdown {
  /// Text with Markdown's markup escaped, and control characters as spaces.
  package static func escaped(_ text: String) -> String {
    text.escapingScalars { markup.contains($0) ? "\\\($0)" : nil }
  }

  private static let markup = "\\`*_[]<>|~&$#".unicodeScalars

  /// Escaped text in which `code` stays code.
  package static func prose(_ text: String) -> String {
    let parts = text.split(separator: "`", omittingEmptySubsequences: false)
    // An odd number of backticks cannot be code.
    guard parts.count % 2 == 1 else { return escaped(text) }
    return parts.indices.map { part in
      part % 2 == 0 ? escaped(String(parts[part])) : "`\(parts[part])`"
    }.joined()
  }

  /// The lines of a table. Its cells are Markdown already; the first `words` columns are aligned left, the others,
  /// numbers, right.
  package static func table(_ titles: [String], words: Int = 1, _ rows: [[String]]) -> [String] {
    func line(_ cells: [String]) -> String { "| " + cells.joined(separator: " | ") + " |" }
    let rule = titles.indices.map { $0 < words ? "---" : "---:" }
    return [line(titles), line(rule)] + rows.map(line)
  }

  /// A heading and a list; nothing for an empty list.
  static func section(_ heading: String, _ points: [String]) -> [String] {
    points.isEmpty ? [] : ["## " + heading, ""] + points.map { "- " + prose($0) }
  }
}

extension [[String]] {
  /// Paragraphs of lines, separated by blank lines, with a final line break. Empty paragraphs are omitted.
  package var paragraphs: String {
    filter { !$0.isEmpty }.map { $0.joined(separator: "\n") + "\n" }.joined(separator: "\n")
  }
}

extension String {
  /// Escapes scalars, not characters: a markup character with a combining accent is still markup.
  fileprivate func escapingScalars(_ escape: (Unicode.Scalar) -> String?) -> String {
    printable.unicodeScalars.map { escape($0) ?? String($0) }.joined()
  }
}
