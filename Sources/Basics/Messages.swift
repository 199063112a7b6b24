import Foundation

/// An error that ends a command; it consists of a message for the user and an exit code for scripts.
package struct RunFault: Error, Equatable, Sendable {
  package let exitCode: ExitCode
  /// The message for the user, on one line.
  package let message: String

  /// Creates an error. `message` may contain any user input, because its control characters and line breaks
  /// are replaced by spaces.
  package init(_ exitCode: ExitCode, _ message: String) {
    (self.exitCode, self.message) = (exitCode, message.printable)
  }

  /// An error about invalid data in a line of a file; the message begins with the file and the line number,
  /// such as `samples.csv:17`.
  package static func badData(file: String, line: Int, _ what: String) -> RunFault {
    RunFault(.badData, "\(file):\(line): \(what)")
  }

  /// An error about a failed system call; `code` is the `errno` of the call. The message ends with the
  /// system's text for `code`, such as `No space left on device`. If the system call failed because no more
  /// files can be opened, the exit code is `ioFailure` regardless of `exitCode`.
  package static func system(
    _ exitCode: ExitCode, cannot verb: String, _ path: String, code: Int32
  ) -> RunFault {
    RunFault(
      code == EMFILE || code == ENFILE ? .ioFailure : exitCode,
      "cannot \(verb) \(path): \(String(cString: strerror(code)))")
  }
}

extension RunFault: CustomStringConvertible {
  package var description: String { message }
}

/// The exit codes of `bench`. The exit codes 64 to 74 are from BSD's `sysexits.h`; 130 is the exit code that
/// shells use after Ctrl-C.
package enum ExitCode: Int32, CaseIterable, Sendable {
  case success = 0
  /// A comparison found a regression, or a strategy failed verification.
  case regression = 1
  /// The two runs cannot be compared, because their machine, build, plan or workloads differ.
  case incomparable = 3
  /// The two compared runs have different cells (combinations of strategy, scenario and list).
  case differentCells = 4
  /// The command line is invalid.
  case usage = 64
  case badData = 65
  case missingInput = 66
  /// The error is caused by a defect in `bench` itself.
  case internalFault = 70
  case cannotCreate = 73
  /// Reading or writing failed, or memory is exhausted.
  case ioFailure = 74
  /// The command was interrupted; the partial result is kept and marked as partial.
  case interrupted = 130
}

extension StringProtocol {
  /// The text in double quotes, as shown in messages: escaped as in a Swift literal, and truncated after 60
  /// characters.
  package var quoted: String {
    let longest = 60
    return (count > longest ? prefix(longest) + "…" : String(self)).debugDescription
  }
}

extension String {
  /// User input in single quotes, as shown in messages: printed on one line, and truncated after 60
  /// characters. Control characters and invisible formatting characters are escaped.
  package var inQuotes: String {
    let shown = unicodeScalars.prefix(60).map(\.escaped).joined()
    return "'\(shown)\(unicodeScalars.count > 60 ? "…" : "")'"
  }
}

extension Unicode.Scalar {
  /// Whether the Unicode scalar is plain text. Line breaks, control characters and bidirectional controls are
  /// not plain text, because they could disguise text on a terminal.
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
  /// The text for printing on a terminal: line breaks and other scalars that are not plain text are replaced
  /// by spaces.
  package var printable: String {
    if isPlain { return self }
    let scalars = unicodeScalars.map { $0.isPlain ? $0 : " " }
    return String(String.UnicodeScalarView(scalars))
  }

  /// Whether the text consists of printable ASCII characters.
  var isPlain: Bool { utf8.allSatisfy { (0x20..<0x7F).contains($0) } }

  /// A copy of the text in which spaces replace all control characters except line breaks. If
  /// `keepingColours` is true, the escape sequences for colours are kept.
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
  /// A command line for a POSIX shell that consists of `words`, each of which is quoted if necessary.
  package static func text(of words: [String]) -> String {
    words.map(quoted).joined(separator: " ")
  }

  private static func quoted(_ word: String) -> String {
    let isPlain = word.allSatisfy {
      $0.isASCII && ($0.isLetter || $0.isNumber || "-_./:=,+@%".contains($0))
    }
    if isPlain, !word.isEmpty { return word }
    // Words with control characters are quoted as `$'...'` (supported by bash, zsh and POSIX 2024), which
    // keeps the command on one line.
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
      // Scalars that are not plain text are written as octal escapes of their UTF-8 bytes.
      default:
        String(scalar).utf8.map { "\\" + String(Int($0) + 0o1000, radix: 8).suffix(3) }.joined()
      }
    }
    return "$'" + escaped.joined() + "'"
  }
}

/// Suggestions for misspelt words.
package enum Spelling {
  /// Returns the element of `words` that is most similar to `word`, for a "did you mean" hint; ignores case.
  /// The most similar element is the one with the smallest edit distance, which may be at most one edit per
  /// three characters of `word`. If no element is similar enough and `word` has at least three characters,
  /// returns the first element that begins with `word`.
  package static func nearest(to word: String, among words: [String]) -> String? {
    // Words of more than 64 bytes are not compared, because the comparison needs quadratic time and such a
    // word is unlikely to be a misspelt name.
    guard word.utf8.count <= 64 else { return nil }
    let typed = word.lowercased()
    let distances = words.map { editDistance(from: typed, to: $0.lowercased()) }
    if let best = distances.indices.min(by: { distances[$0] < distances[$1] }),
      distances[best] <= max(1, typed.count / 3), distances[best] < typed.count
    {
      return words[best]
    }
    return typed.count < 3 ? nil : words.first { $0.lowercased().hasPrefix(typed) }
  }

  /// The hint at the end of an error message, such as `; did you mean 'run'?`; empty if no word is similar.
  package static func hint(for word: String, among words: [String]) -> String {
    hint(nearest(to: word, among: words))
  }

  /// The hint at the end of an error message; empty if `word` is nil.
  package static func hint(_ word: String?) -> String { hint(word.map { [$0] } ?? []) }

  /// The hint at the end of an error message, such as `; did you mean '1000' or '1'?`; empty without words.
  package static func hint(_ words: [String]) -> String {
    words.isEmpty ? "" : "; did you mean \(words.map(\.inQuotes).listed("or"))?"
  }

  /// Removes quotation marks at both ends of the text, and replaces the typographic dashes of word processors
  /// and web pages with `-` and `--`.
  package static func keyboard(_ text: String) -> String {
    func isQuote(_ character: Character) -> Bool { "“”„‟‘’‚‛«»‹›\"'".contains(character) }
    var inner = text[...]
    while let last = inner.last, isQuote(last) { inner.removeLast() }
    return String(inner.drop(while: isQuote)).replacing("—", with: "--").replacing("–", with: "-")
  }

  /// The optimal string alignment distance (Damerau 1964): the number of characters to insert, delete or
  /// replace, plus the number of pairs of neighbouring characters to swap.
  package static func editDistance(from first: String, to second: String) -> Int {
    let (first, second) = (Array(first), Array(second))
    // Row i of the distance table contains the edit distances from `first.prefix(i)` to each prefix of
    // `second`.
    var beforeLast = [Int](repeating: 0, count: second.count + 1)
    var last = Array(0...second.count)
    for i in first.indices {
      var row = [i + 1]
      for j in second.indices {
        let replaced = last[j] + (first[i] == second[j] ? 0 : 1)
        var distance = min(replaced, last[j + 1] + 1, row[j] + 1)
        if i > 0, j > 0, first[i] == second[j - 1], first[i - 1] == second[j] {
          distance = min(distance, beforeLast[j - 1] + 1)
        }
        row.append(distance)
      }
      (beforeLast, last) = (last, row)
    }
    return last[second.count]
  }
}
