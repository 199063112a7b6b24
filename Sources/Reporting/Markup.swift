import Basics
import Foundation

/// Pages of HTML: one file each, which needs no network and no other file. What they are made of stands in
/// `Web` and is compiled into the program.
enum HTML {
  /// - Parameter style: what the page needs beside the style of all pages.
  static func page(title: String, style: [UInt8], body: String, script: [[UInt8]]) -> String {
    filled(
      PackageResources.page_html,
      [
        "TITLE": escaped(title), "STYLE": text(PackageResources.page_css + style), "BODY": body,
        "SCRIPT": script.map(text).joined(separator: "\n"),
      ])
  }

  /// A table that scrolls by itself, of HTML; its name is said to who cannot see it.
  static func table(
    _ name: String, heads: [String], body: [String], style: String = "heat"
  ) -> String {
    """
    <div class="wide" tabindex="0" role="region" aria-label="\(name)">
    <table class="\(style)">
    <thead><tr>\(heads.map { #"<th scope="col">\#($0)</th>"# }.joined())</tr></thead>
    \(body.joined(separator: "\n"))
    </table>
    </div>
    """
  }

  /// A template with its parts in place of `@@NAME@@`; parts are HTML already.
  static func filled(_ template: [UInt8], _ parts: [String: String]) -> String {
    let pieces = text(template).split(separator: "@@", omittingEmptySubsequences: false)
    return pieces.enumerated()
      .map { $0.offset % 2 == 0 ? String($0.element) : parts[String($0.element)] ?? "" }.joined()
  }

  /// Text with what HTML would read as markup escaped, also inside quotes; control characters are spaces.
  static func escaped(_ text: String) -> String {
    text.escapingScalars { names[$0].map { "&\($0);" } }
  }

  private static let names: [Unicode.Scalar: String] = [
    "&": "amp", "<": "lt", ">": "gt", "\"": "quot",
  ]

  private static func text(_ file: [UInt8]) -> String { String(decoding: file, as: UTF8.self) }
}

/// Text as GitHub's Markdown shows it literally.
package enum Markdown {
  /// Text with what Markdown would read as markup escaped; control characters are spaces.
  package static func escaped(_ text: String) -> String {
    text.escapingScalars { markup.contains($0) ? "\\\($0)" : nil }
  }

  private static let markup = "\\`*_[]<>|~&$#".unicodeScalars

  /// Text of our own, in which `code` is meant as such; the rest is escaped.
  package static func prose(_ text: String) -> String {
    let parts = text.split(separator: "`", omittingEmptySubsequences: false)
    // An odd number of backticks is no markup of ours.
    guard parts.count % 2 == 1 else { return escaped(text) }
    return parts.indices.map { part in
      part % 2 == 0 ? escaped(String(parts[part])) : "`\(parts[part])`"
    }.joined()
  }

  /// A table, of which the first columns hold words and the others numbers; its cells are Markdown already.
  package static func table(_ titles: [String], words: Int = 1, _ rows: [[String]]) -> [String] {
    func line(_ cells: [String]) -> String { "| " + cells.joined(separator: " | ") + " |" }
    let rule = titles.indices.map { $0 < words ? "---" : "---:" }
    return [line(titles), line(rule)] + rows.map(line)
  }
}

extension [[String]] {
  /// Paragraphs of lines with a blank line between those that have any; ends in a line break.
  package var paragraphs: String {
    filter { !$0.isEmpty }.map { $0.joined(separator: "\n") + "\n" }.joined(separator: "\n")
  }
}

extension String {
  /// The text without control characters, and with other text for some scalars: `|` with a combining accent
  /// is another character, but no less a `|` for who reads the markup.
  fileprivate func escapingScalars(_ escape: (Unicode.Scalar) -> String?) -> String {
    printable.unicodeScalars.map { escape($0) ?? String($0) }.joined()
  }
}

/// An object of JSON with members of any kind; what is nil is null.
struct JSONObject: Encodable, ExpressibleByDictionaryLiteral {
  private struct Member: Encodable {
    let value: any Encodable

    func encode(to encoder: any Encoder) throws { try value.encode(to: encoder) }
  }

  private var members: [String: Member]

  init(dictionaryLiteral members: (String, any Encodable)...) {
    self.members = Dictionary(members.map { ($0, Member(value: $1)) }) { $1 }
  }

  /// With more members, or others.
  func with(_ more: JSONObject) -> JSONObject {
    var object = self
    object.members.merge(more.members) { $1 }
    return object
  }

  func encode(to encoder: any Encoder) throws { try members.encode(to: encoder) }
}

extension Encodable {
  /// The value as JSON, keys sorted: a document that ends in a line break, or a single line that does not.
  package func json(isDocument: Bool = true) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    if isDocument { encoder.outputFormatting.insert(.prettyPrinted) }
    // JSON has no word for them.
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    return try String(decoding: encoder.encode(self), as: UTF8.self) + (isDocument ? "\n" : "")
  }
}
