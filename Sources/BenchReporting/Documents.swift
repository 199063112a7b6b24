import BenchBasics
import Foundation

/// Builds self-contained HTML pages from the templates in `Web`, which are compiled into the program.
enum HTML {
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

  static func details(_ title: String, _ html: String) -> String {
    "<details><summary>\(escaped(title))</summary>\n\(html)\n</details>"
  }

  /// JSON for a script element. Every `<` is escaped so that the text can't end the element.
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
    let entities: [Unicode.Scalar: String] = [
      "&": "&amp;", "<": "&lt;", ">": "&gt;", "\"": "&quot;",
    ]
    return text.escapingScalars { entities[$0] }
  }

  private static func text(_ file: [UInt8]) -> String { String(decoding: file, as: UTF8.self) }
}

package enum Markdown {
  package static func escaped(_ text: String) -> String {
    text.escapingScalars { "\\`*_[]<>|~&$#".unicodeScalars.contains($0) ? "\\\($0)" : nil }
  }

  /// Escapes everything except code in backticks.
  package static func prose(_ text: String) -> String {
    let parts = text.split(separator: "`", omittingEmptySubsequences: false).map(String.init)
    // If the number of backticks is odd, they can't delimit code, so escape the whole text.
    guard parts.count % 2 == 1 else { return escaped(text) }
    return parts.enumerated().map { $0 % 2 == 0 ? escaped($1) : "`\($1)`" }.joined()
  }

  /// Left-aligns the first `words` columns, and right-aligns the others, which contain numbers.
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

/// A JSON object that encodes nil members as null. A synthesised `Encodable` conformance would omit them.
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
  package func json(isDocument: Bool = true) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    if isDocument { encoder.outputFormatting.insert(.prettyPrinted) }
    // JSON can't represent infinity and NaN as numbers, so write them as strings.
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    return try String(decoding: encoder.encode(self), as: UTF8.self) + (isDocument ? "\n" : "")
  }
}
