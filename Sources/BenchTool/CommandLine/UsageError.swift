/// The command line is wrong; the tool exits with status 64 (`EX_USAGE`).
package struct UsageError: Error, Hashable {
  /// One line that names the option, the value and what was expected, without a line break.
  package let message: String

  /// An error with a message of one line.
  package init(_ message: String) { self.message = message }
}
