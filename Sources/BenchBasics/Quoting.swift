extension StringProtocol {
  /// The text in double quotes, escaped as in a Swift literal and truncated after 60 characters.
  package var quoted: String {
    let longest = 60
    return (count > longest ? prefix(longest) + "…" : String(self)).debugDescription
  }
}

extension String {
  /// User input in single quotes, on a single line and truncated after 60 characters.
  package var inQuotes: String {
    let shown = unicodeScalars.prefix(60).map(\.escaped).joined()
    return "'\(shown)\(unicodeScalars.count > 60 ? "…" : "")'"
  }
}

extension Unicode.Scalar {
  /// Whether the scalar is safe to print. Line breaks, control characters and bidirectional controls are
  /// considered unsafe; bidirectional controls could disguise text on a terminal.
  package var isPlain: Bool {
    switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: false
    default: !properties.isBidiControl
    }
  }

  fileprivate var escaped: String {
    switch (self, properties.generalCategory) {
    case ("\n", _): "\\n"
    case ("\r", _): "\\r"
    case ("\t", _): "\\t"
    case (_, .control), (_, .format), (_, .lineSeparator), (_, .paragraphSeparator):
      "\\u{\(String(value, radix: 16, uppercase: true))}"
    default: String(self)
    }
  }
}

extension String {
  package var printable: String {
    if isPlain { return self }
    let scalars = unicodeScalars.map { $0.isPlain ? $0 : " " }
    return String(String.UnicodeScalarView(scalars))
  }

  var isPlain: Bool { utf8.allSatisfy { (0x20..<0x7F).contains($0) } }

  package func withoutControls(keepingColours: Bool) -> String {
    func isControl(_ scalar: Unicode.Scalar) -> Bool {
      scalar != "\n" && scalar.properties.generalCategory == .control
    }
    guard unicodeScalars.contains(where: isControl) else { return self }
    let escape: Unicode.Scalar = "\u{1B}"
    let pieces = unicodeScalars.split(separator: escape, omittingEmptySubsequences: false)
    var text = String.UnicodeScalarView()
    for (place, piece) in pieces.enumerated() {
      if place > 0 {
        let isColour = String(piece).prefixMatch(of: /\[[0-9;]*m/) != nil
        text.append(keepingColours && isColour ? escape : " ")
      }
      text.append(contentsOf: piece.map { isControl($0) ? " " : $0 })
    }
    return String(text)
  }
}

package enum ShellCommand {
  package static func text(of words: [String]) -> String {
    words.map(quoted).joined(separator: " ")
  }

  private static func quoted(_ word: String) -> String {
    let isPlain = word.allSatisfy {
      $0.isASCII && ($0.isLetter || $0.isNumber || "-_./:=,+@%".contains($0))
    }
    if isPlain, !word.isEmpty { return word }
    if word.unicodeScalars.allSatisfy(\.isPlain) {
      return "'" + word.replacing("'", with: "'\\''") + "'"
    }
    // Use `$'...'` (bash, zsh and POSIX 2024) to keep a word that contains control characters on one line.
    let escaped = word.unicodeScalars.map { scalar in
      switch scalar {
      case "'", "\\": "\\\(scalar)"
      case "\n": "\\n"
      case _ where scalar.isPlain: String(scalar)
      // Escape the UTF-8 bytes in octal.
      default:
        String(scalar).utf8.map { "\\" + String(Int($0) + 0o1000, radix: 8).suffix(3) }.joined()
      }
    }
    return "$'" + escaped.joined() + "'"
  }
}
