/// Something the user typed, as a message shows it: in quotes, on one line, not endless.
///
/// Control characters, line separators and invisible formatting (which can reorder a terminal's
/// text) are escaped; what lies beyond 60 characters is cut.
package struct QuotedValue: CustomStringConvertible {
  private static let limit = 60

  /// The value in single quotes.
  package let description: String

  /// Prepares a value for a message.
  package init(_ value: String) {
    let scalars = value.unicodeScalars
    var shown = ""
    for scalar in scalars.prefix(Self.limit) { shown += Self.escaped(scalar) }
    let isCut = scalars.dropFirst(Self.limit).first != nil
    description = "'\(shown)\(isCut ? "…" : "")'"
  }

  private static func escaped(_ scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "\n": return "\\n"
    case "\r": return "\\r"
    case "\t": return "\\t"
    default: break
    }
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator:
      return "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
    default:
      return String(scalar)
    }
  }
}
