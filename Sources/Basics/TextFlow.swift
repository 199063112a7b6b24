/// Wraps text into lines. Lines break between the pieces of the text; a piece is broken at its spaces only if
/// the piece is wider than a line.
package struct Flow {
  package let width: Int
  package var hanging: Int

  /// Wraps text at `width` columns; every line except the first is indented by `hanging` columns.
  package init(width: Int, hanging: Int = 0) { (self.width, self.hanging) = (width, hanging) }

  /// Returns the lines of a text that consists of the label followed by the pieces, separated by spaces. The
  /// first piece of every line begins in the same column. A line is wider than `width` only if a single word
  /// is too wide.
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

  /// Breaks a text into lines at spaces, but not between a number and its unit.
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

  /// Breaks a paragraph into lines of at most `width` columns, including the indentation. Lines do not break
  /// at a no-break space, which is printed as a space.
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
  /// The number of columns that the text needs on a terminal. An East Asian wide character or emoji needs two
  /// columns, and the escape sequence of a colour needs none.
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

  /// The text padded with spaces to `width` columns.
  package func padded(to width: Int, alignment: TextAlignment = .left) -> String {
    let space = String(repeating: " ", count: max(0, width - columns))
    return alignment == .left ? self + space : space + self
  }

  /// The text, truncated to at most `width` columns; an ellipsis marks the truncation.
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
  /// The text followed by `end`, in at most `width` columns. If necessary, an ellipsis replaces the middle of
  /// the text.
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
  /// Whether terminals show the character in two columns, judged by its first scalar. Source: the wide blocks
  /// of Unicode's East_Asian_Width property; characters in the gaps between these blocks count as wide, too.
  fileprivate var isWide: Bool {
    switch unicodeScalars.first?.value ?? 0 {
    case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
      0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1FAFF, 0x20000...0x3FFFD:
      true
    default: false
    }
  }
}

extension [String] {
  /// The words joined as in a sentence, such as `a or b` for two words and `a, b or c` for three.
  package func listed(_ conjunction: String) -> String {
    guard let last, count > 1 else { return first ?? "" }
    return "\(dropLast().joined(separator: ", ")) \(conjunction) \(last)"
  }
}

extension Sequence where Element: Hashable {
  /// The distinct elements, in the order of their first occurrence.
  package var unique: [Element] {
    var seen: Set<Element> = []
    return filter { seen.insert($0).inserted }
  }
}

package enum Percent {
  /// Formats `thousandths` of a percent as a percentage without trailing zeros, such as `1`, `2.5` or
  /// `99.999`.
  package static func decimal(thousandths: Int) -> String {
    var decimals = String(thousandths % 1000 + 1000).dropFirst()
    while decimals.last == "0" { decimals.removeLast() }
    return "\(thousandths / 1000)\(decimals.isEmpty ? "" : ".")\(decimals)"
  }

  /// Formats a share as a percentage with at most three decimals: 0.025 becomes `2.5 %`.
  package static func text(_ share: Double) -> String {
    decimal(thousandths: Int((share * 100_000).rounded())) + " %"
  }
}
