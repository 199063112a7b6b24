import Runs
import Text

/// A command as it can be typed again.
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
      default:
        scalar.isPlain ? String(scalar) : octal(scalar)
      }
    }
    return "$'" + escaped.joined() + "'"
  }

  /// The bytes of a scalar, as `\ooo` each.
  private static func octal(_ scalar: Unicode.Scalar) -> String {
    String(scalar).utf8.map { byte in
      let digits = String(byte, radix: 8)
      return "\\" + String(repeating: "0", count: 3 - digits.count) + digits
    }.joined()
  }
}
