extension StringProtocol {
  /// The text as a message quotes it: in quotes, escaped, and cut when it is long.
  package var quoted: String {
    let longest = 60
    return (count > longest ? prefix(longest) + "…" : String(self)).debugDescription
  }
}

extension String {
  /// What the user typed, as a message shows it: in single quotes, on one line, cut after 60 characters;
  /// control characters and invisible formatting, which can reorder a terminal's text, are escaped.
  package var inQuotes: String {
    let shown = unicodeScalars.prefix(60).map(\.escaped).joined()
    return "'\(shown)\(unicodeScalars.count > 60 ? "…" : "")'"
  }
}

extension Unicode.Scalar {
  /// Whether it is a part of a line of text: no line break, nothing that steers a terminal, nothing
  /// that turns the direction of writing and so shows another text than there is.
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
  /// The text, with spaces for line breaks and other control characters: names from the command
  /// line must not move the cursor, nor hide what they are.
  package var printable: String {
    if isPlain { return self }
    let scalars = unicodeScalars.map { $0.isPlain ? $0 : " " }
    return String(String.UnicodeScalarView(scalars))
  }

  /// Whether all of it is printable ASCII, as nearly all text here is.
  var isPlain: Bool { utf8.allSatisfy { (0x20..<0x7F).contains($0) } }
}

extension String {
  /// The text with a space for each control character but line breaks: whatever a file says, it does not steer
  /// the terminal. Sequences that set colours may stay.
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
  /// The words with quotes where a POSIX shell needs them, a space between two.
  package static func text(of words: [String]) -> String {
    words.map(quoted).joined(separator: " ")
  }

  private static func quoted(_ word: String) -> String {
    let isPlain = word.allSatisfy {
      $0.isASCII && ($0.isLetter || $0.isNumber || "-_./:=,+@%".contains($0))
    }
    if isPlain, !word.isEmpty { return word }
    // `$'...'` keeps the command in one line; bash, zsh and POSIX 2024 have it.
    guard !word.unicodeScalars.allSatisfy(\.isPlain) else {
      return "'"
        + word.split(separator: "'", omittingEmptySubsequences: false)
        .joined(separator: "'\\''") + "'"
    }
    let escaped = word.unicodeScalars.map { scalar in
      switch scalar {
      case "'", "\\": "\\\(scalar)"
      case "\n": "\\n"
      case "\t": "\\t"
      case _ where scalar.isPlain: String(scalar)
      // Its bytes, in octal digits.
      default:
        String(scalar).utf8.map { "\\" + String(Int($0) + 0o1000, radix: 8).suffix(3) }.joined()
      }
    }
    return "$'" + escaped.joined() + "'"
  }
}
