import Foundation

/// Why a command ends early: one line for the user, one exit code for the script.
public struct RunFault: Error, Equatable, Sendable {
  /// The code the program ends with.
  public let exitCode: ExitCode

  /// One line: the file, the place, the value and what was expected, as far as they apply.
  public let message: String

  /// A fault with its code and its line.
  ///
  /// `message` may quote input: line breaks and other control characters in it become spaces.
  public init(_ exitCode: ExitCode, _ message: String) {
    self.exitCode = exitCode
    let scalars = message.unicodeScalars.map {
      $0.properties.generalCategory == .control ? " " : $0
    }
    self.message = String(String.UnicodeScalarView(scalars))
  }

  /// Bad data at a line of a file: `samples.csv:17: what`.
  public static func badData(file: String, line: Int, _ what: String) -> RunFault {
    RunFault(.badData, "\(file):\(line): \(what)")
  }

  /// A failed call of the operating system: `cannot write results/x: No space left on device`.
  ///
  /// `code` is the `errno` of the call.
  public static func system(
    _ exitCode: ExitCode, cannot verb: String, _ path: String, code: Int32
  ) -> RunFault {
    RunFault(exitCode, "cannot \(verb) \(path): \(String(cString: strerror(code)))")
  }

  /// `text` as a message quotes it: in quotes, escaped, and cut when it is long.
  package static func quoted(_ text: String) -> String {
    let longest = 60
    return (text.count > longest ? text.prefix(longest) + "…" : text).debugDescription
  }
}

extension RunFault: CustomStringConvertible {
  /// The message.
  public var description: String { message }
}
