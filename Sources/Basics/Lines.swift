/// Running text in lines of a given width, broken between its pieces, and within a piece only where
/// it alone is wider than a line.
package struct Flow {
  package let width: Int
  package var hanging: Int

  /// Lines of `width` columns, of which every one but the first leaves `hanging` free.
  package init(width: Int, hanging: Int = 0) { (self.width, self.hanging) = (width, hanging) }

  /// The lines that hold the pieces, a space between two; only a word that alone is wider than a line, a
  /// path, say, is longer. The label stands before the first piece, which begins at the column of the others.
  package func lines(_ label: String = "", _ pieces: [String]) -> [String] {
    let indent = String(repeating: " ", count: hanging)
    var lines: [String] = []
    var line = label
    if !label.isEmpty { line = label.padded(to: max(hanging, label.columns + 1)) }
    var used = line.columns
    var isFresh = true
    let breakable = pieces.flatMap { piece in
      piece.columns > width - hanging ? piece.split(separator: " ").map(String.init) : [piece]
    }
    for piece in breakable {
      let size = piece.columns
      if !isFresh, used + 1 + size > width {
        lines.append(line)
        (line, used, isFresh) = (indent, hanging, true)
      }
      line += isFresh ? piece : " " + piece
      used += isFresh ? size : 1 + size
      isFresh = false
    }
    return (lines + [line]).map(\.trimmedAtEnd)
  }

  /// The lines of a text that may be broken at its spaces, but not between a number and its unit.
  package func lines(_ label: String = "", of text: String) -> [String] {
    var pieces: [String] = []
    var isGlued = false
    for word in text.split(separator: " ") {
      let number = isGlued ? pieces.removeLast() + " " : ""
      pieces.append(number + word)
      isGlued = word.last?.isNumber ?? false
    }
    return lines(label, pieces)
  }

  /// The lines of one paragraph, each moved to the right by `indent` spaces and still within the width.
  /// A no-break space holds its neighbours together, and comes out as a space.
  package static func paragraph(_ text: String, width: Int, indent: Int = 0) -> [String] {
    let words = text.split(separator: " ").map(String.init)
    guard !words.isEmpty else { return [] }
    let margin = String(repeating: " ", count: indent)
    return Flow(width: width - indent).lines("", words).map { line in
      margin + String(line.map { $0 == "\u{A0}" ? " " : $0 })
    }
  }
}

extension String {
  package var trimmedAtEnd: String {
    var text = self
    while text.last == " " { text.removeLast() }
    return text
  }
}

package enum TextAlignment { case left, right }

extension String {
  /// The columns that a terminal gives the text: two for East Asian wide letters and emoji, none for colours.
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

extension String {
  /// The text and `end`, in at most `width` columns: where they take more, an ellipsis is in place of the middle of the
  /// text, and `end` stays whole.
  package func cut(to width: Int, before end: String) -> String {
    let room = width - end.columns
    guard columns > room, room > 0 else { return (self + end).cut(to: width) }
    var tail = ""
    for character in reversed() {
      guard tail.columns + String(character).columns <= (room - 1) / 2 else { break }
      tail = String(character) + tail
    }
    return cut(to: room - tail.columns) + tail + end
  }
}

extension Character {
  /// Whether terminals give it two columns; the first scalar decides.
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
