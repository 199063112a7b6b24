// Properties that determine the width of text on terminals and in the typesetter. Typesetting reads these
// properties for every character. The properties are inlinable so that the compiler can optimise them
// together with the typesetter; this module itself is compiled without optimisation.

extension Unicode.Scalar {
  /// Whether the scalar takes up no space. Zero-width scalars include nonspacing and enclosing marks,
  /// control characters, default-ignorable characters, and the vowels and final consonants of Korean
  /// syllables.
  @inlinable
  package var hasNoWidth: Bool {
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .control: true
    case _ where properties.isDefaultIgnorableCodePoint: true
    default: (0x1160...0x11ff).contains(value) || (0xd7b0...0xd7ff).contains(value)
    }
  }

  /// Whether the scalar is as wide as an ideograph. The standard library does not expose the East Asian width
  /// property.
  @inlinable
  package var isWide: Bool {
    switch value {
    // Korean syllables and their leading consonants.
    case 0x1100...0x115f, 0xa960...0xa97c, 0xac00...0xd7a3: true
    // CJK radicals, punctuation, kana, ideographs, and Yi.
    case 0x2e80...0x303e, 0x3040...0xa4cf: true
    // Compatibility and rare ideographs.
    case 0xf900...0xfaff, 0x20000...0x3fffd: true
    // Vertical forms, fullwidth forms, and fullwidth signs.
    case 0xfe30...0xfe6f, 0xff01...0xff60, 0xffe0...0xffe6: true
    default: false
    }
  }
}

extension Character {
  /// Whether the character is displayed as an emoji, either by default or because its first scalar is
  /// followed by U+FE0F, a keycap mark, a zero-width joiner or a skin tone modifier.
  @inlinable
  package var isEmoji: Bool {
    guard let first = unicodeScalars.first else { return false }
    if first.value >= 0x2000, first.properties.isEmojiPresentation { return true }
    switch unicodeScalars.dropFirst().first?.value ?? 0 {
    case 0xfe0f, 0x20e3: return first.properties.isEmoji
    case 0x200d, 0x1f3fb...0x1f3ff: return first.properties.isEmoji && !first.isASCII
    default: return false
    }
  }

  fileprivate var cells: Int {
    if isASCII { return 1 }
    if isEmoji { return 2 }
    return unicodeScalars.reduce(0) { $0 + ($1.hasNoWidth ? 0 : $1.isWide ? 2 : 1) }
  }
}

extension String {
  /// The number of terminal columns that the text occupies. Ideographs and emoji take two columns; combining
  /// marks and colour escape sequences take none.
  package var columns: Int {
    if isPlain { return utf8.count }
    let escape: Unicode.Scalar = "\u{1B}"
    let text = unicodeScalars.contains(escape) ? replacing(/\u{1B}[^m]*m/, with: "") : self
    return text.reduce(0) { $0 + $1.cells }
  }

  package func padded(to width: Int, alignment: TextAlignment = .left) -> String {
    let space = String(repeating: " ", count: max(0, width - columns))
    return alignment == .left ? self + space : space + self
  }

  package func cut(to width: Int) -> String {
    guard columns > width else { return self }
    return width > 0 ? String(beginning(width - 1)) + "…" : ""
  }

  package func cut(to width: Int, before end: String) -> String {
    let room = width - end.columns
    guard columns > room, room > 0 else { return (self + end).cut(to: width) }
    let tail = String(String(reversed()).beginning((room - 1) / 2).reversed())
    return cut(to: room - tail.columns) + tail + end
  }

  private func beginning(_ width: Int) -> Substring {
    var left = width
    return prefix { character in
      left -= character.cells
      return left >= 0
    }
  }
}

package enum TextAlignment { case left, right }
