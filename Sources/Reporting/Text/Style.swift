/// Whether text is coloured, and how.
///
/// Whether it should be is decided above: not in a pipe, and not where `NO_COLOR` is set.
package struct Style: Hashable, Sendable {
  /// What a piece of text is, for the eye.
  enum Paint: String {
    case heading = "1"
    case aside = "2"
    case good = "32"
    case warning = "33"
    case bad = "1;31"
  }

  /// Whether escape sequences for colours are written.
  package let useColour: Bool

  /// Text with colours or without.
  package init(useColour: Bool) { self.useColour = useColour }

  /// Text without any escape sequence.
  package static let plain = Style(useColour: false)

  func callAsFunction(_ text: String, _ paint: Paint?) -> String {
    guard useColour, let paint, !text.isEmpty else { return text }
    return "\u{1B}[\(paint.rawValue)m\(text)\u{1B}[0m"
  }
}
