import Text

/// Pages of HTML: one file each, which needs no network and no other file.
///
/// What they are made of stands in `Web` and is compiled into the program, so that a program stays
/// one file.
enum HTML {
  /// A page.
  ///
  /// - Parameters:
  ///   - title: plain text.
  ///   - style: what it needs beside the style of all pages.
  static func page(title: String, style: [UInt8], body: String, script: [[UInt8]]) -> String {
    filled(
      PackageResources.page_html,
      [
        "TITLE": escaped(title),
        "STYLE": text(PackageResources.page_css + style),
        "BODY": body,
        "SCRIPT": script.map(text).joined(separator: "\n"),
      ])
  }

  /// A template with its parts in place of `@@NAME@@`; parts are HTML already.
  static func filled(_ template: [UInt8], _ parts: [String: String]) -> String {
    let pieces = text(template).split(separator: "@@", omittingEmptySubsequences: false)
    return pieces.enumerated()
      .map { $0.offset % 2 == 0 ? String($0.element) : parts[String($0.element)] ?? "" }.joined()
  }

  /// Text with everything escaped that HTML would read as markup, also inside quotes; control
  /// characters are spaces.
  static func escaped(_ text: String) -> String {
    // By scalars: a combining accent after a quote makes another character of it, but no less a quote.
    text.printable.unicodeScalars.reduce(into: "") { escaped, scalar in
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
  }

  private static func text(_ file: [UInt8]) -> String { String(decoding: file, as: UTF8.self) }
}
