/// A shell that completions are written for.
package enum Shell: String, CaseIterable, Sendable {
  /// GNU bash, 3.2 or later.
  case bash
  /// The Z shell.
  case zsh
  /// The friendly interactive shell, 3 or later.
  case fish
}

extension Shell {
  /// Text as one word that the shell takes literally.
  func quoted(_ text: String) -> String {
    let escaped = text.map { character in
      switch (character, self) {
      case ("'", .bash), ("'", .zsh): "'\\''"
      case ("'", .fish), ("\\", .fish): "\\\(character)"
      default: String(character)
      }
    }
    return "'\(escaped.joined())'"
  }

  /// The name of the function that completes a program: letters, digits and underscores.
  func functionName(for program: String) -> String {
    "_" + String(program.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" })
  }
}
