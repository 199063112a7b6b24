/// On which side of a column a text stands.
package enum TextAlignment {
  case left
  case right
}

extension String {
  /// How many columns of a terminal the text takes: two for East Asian wide letters and emoji, none
  /// for colours.
  ///
  /// Complexity: O(length).
  package var columns: Int {
    if isPlain { return utf8.count }
    var columns = 0
    var isEscape = false
    for character in self {
      if isEscape {
        isEscape = character != "m"
      } else if character == "\u{1B}" {
        isEscape = true
      } else {
        columns += character.isWide ? 2 : 1
      }
    }
    return columns
  }

  /// The text with spaces after or before it, up to a number of columns.
  package func padded(to width: Int, alignment: TextAlignment = .left) -> String {
    let space = String(repeating: " ", count: max(0, width - columns))
    return alignment == .left ? self + space : space + self
  }

  /// The beginning of the text, with an ellipsis, where the whole takes more than `width` columns.
  package func cut(to width: Int) -> String {
    guard columns > width else { return self }
    var kept = ""
    for character in self {
      guard (kept + String(character)).columns < width else { break }
      kept.append(character)
    }
    return width > 0 ? kept + "…" : ""
  }
}

extension Character {
  /// Whether terminals give it two columns; the first scalar decides.
  ///
  /// Source: the blocks that Unicode's East_Asian_Width lists as wide, without their gaps.
  fileprivate var isWide: Bool {
    switch unicodeScalars.first?.value ?? 0 {
    case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
      0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1FAFF, 0x20000...0x3FFFD:
      true
    default: false
    }
  }
}
