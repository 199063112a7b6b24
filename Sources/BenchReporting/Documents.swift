import BenchBasics
import Foundation

/// Self-contained HTML pages. The templates of the pages are in the folder `Web` and are compiled into the
/// program.
enum HTML {
  /// Returns an HTML page. The page's own `style` is appended to the style sheet that all pages share.
  static func page(title: String, style: [UInt8], body: String, script: [[UInt8]]) -> String {
    filled(
      PackageResources.page_html,
      [
        "TITLE": escaped(title), "STYLE": text(PackageResources.page_css + style), "BODY": body,
        "SCRIPT": script.map(text).joined(separator: "\n"),
      ])
  }

  static func list(_ items: [String]) -> String {
    items.isEmpty ? "" : "<ul>\n\(items.map { "<li>\(escaped($0))</li>\n" }.joined())</ul>"
  }

  /// The value as JSON for a script element. Escaping `<` prevents its text from ending the element.
  static func script(_ value: some Encodable) throws -> String {
    try value.json(isDocument: false).replacing("<", with: "\\u003c")
  }

  /// Replaces each `@@NAME@@` in a template with the HTML for that name.
  static func filled(_ template: [UInt8], _ parts: [String: String]) -> String {
    let pieces = text(template).split(separator: "@@", omittingEmptySubsequences: false)
    return pieces.enumerated()
      .map { $0.offset % 2 == 0 ? String($0.element) : parts[String($0.element)] ?? "" }.joined()
  }

  static func escaped(_ text: String) -> String {
    text.escapingScalars { scalar in
      switch scalar {
      case "&": "&amp;"
      case "<": "&lt;"
      case ">": "&gt;"
      case "\"": "&quot;"
      default: nil
      }
    }
  }

  /// Escapes a text whose code is in backticks.
  static func prose(_ text: String) -> String {
    text.split(separator: "`", omittingEmptySubsequences: false).enumerated()
      .map { $0 % 2 == 0 ? escaped(String($1)) : "<code>\(escaped(String($1)))</code>" }.joined()
  }

  private static func text(_ file: [UInt8]) -> String { String(decoding: file, as: UTF8.self) }
}

package enum Markdown {
  package static func escaped(_ text: String) -> String {
    text.escapingScalars { "\\`*_[]<>|~&$#".unicodeScalars.contains($0) ? "\\\($0)" : nil }
  }

  /// Escapes a text for Markdown, except for the code in backticks.
  package static func prose(_ text: String) -> String {
    let parts = text.split(separator: "`", omittingEmptySubsequences: false).map(String.init)
    // An odd number of backticks cannot delimit code, so the whole text is escaped.
    guard parts.count % 2 == 1 else { return escaped(text) }
    return parts.enumerated().map { $0 % 2 == 0 ? escaped($1) : "`\($1)`" }.joined()
  }

  /// The lines of a Markdown table. The first `words` columns are aligned left; the others contain numbers
  /// and are aligned right.
  package static func table(_ titles: [String], words: Int = 1, _ rows: [[String]]) -> [String] {
    func line(_ cells: [String]) -> String { "| " + cells.joined(separator: " | ") + " |" }
    let rule = titles.indices.map { $0 < words ? "---" : "---:" }
    return [line(titles), line(rule)] + rows.map(line)
  }

  static func section(_ heading: String, _ points: [String]) -> [String] {
    points.isEmpty ? [] : ["## " + heading, ""] + points.map { "- " + prose($0) }
  }
}

extension [[String]] {
  /// The paragraphs, separated by blank lines. Empty paragraphs are omitted.
  package var paragraphs: String {
    filter { !$0.isEmpty }.map { $0.joined(separator: "\n") + "\n" }.joined(separator: "\n")
  }
}

extension String {
  /// Escapes Unicode scalars rather than characters, because a markup character with a combining accent is
  /// still markup.
  fileprivate func escapingScalars(_ escape: (Unicode.Scalar) -> String?) -> String {
    printable.unicodeScalars.map { escape($0) ?? String($0) }.joined()
  }
}

/// A JSON object. Members that are nil are encoded as null, whereas a synthesised `Encodable` conformance
/// would omit them.
struct JSONObject: Encodable, ExpressibleByDictionaryLiteral {
  private struct Member: Encodable {
    let value: any Encodable

    func encode(to encoder: any Encoder) throws { try value.encode(to: encoder) }
  }

  private var members: [String: Member]

  init(dictionaryLiteral members: (String, any Encodable)...) {
    self.members = Dictionary(members.map { ($0, Member(value: $1)) }) { $1 }
  }

  func with(_ more: JSONObject) -> JSONObject {
    var object = self
    object.members.merge(more.members) { $1 }
    return object
  }

  func encode(to encoder: any Encoder) throws { try members.encode(to: encoder) }
}

extension Encodable {
  /// The value as JSON with sorted keys: an indented document with a final line break, or a single line.
  package func json(isDocument: Bool = true) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    if isDocument { encoder.outputFormatting.insert(.prettyPrinted) }
    // JSON has no numbers for infinity and NaN, so they are written as strings.
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    return try String(decoding: encoder.encode(self), as: UTF8.self) + (isDocument ? "\n" : "")
  }
}
