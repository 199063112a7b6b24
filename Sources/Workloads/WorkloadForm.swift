import Text

/// A form of what `--heights` or `--motion` takes: help, lists and messages have it from here.
package struct WorkloadForm: Sendable {
  /// The name, or the part of it before the colon.
  package let name: String
  /// What stands after the colon, `PT` or `PATH`; nil where there is none.
  package let argument: String?
  /// What it makes, as one line of a list.
  package let summary: String

  init(_ name: String, _ argument: String? = nil, _ summary: String) {
    (self.name, self.argument, self.summary) = (name, argument, summary)
  }

  /// As it is typed: `chat`, `fixed:PT`.
  package var spelling: String { argument.map { "\(name):\($0)" } ?? name }
}

extension [WorkloadForm] {
  /// The end of a message about a name that is none of these, which says what may have been meant.
  func hint(for word: String) -> String {
    Spelling.nearest(to: word, among: map(\.name)).map { ", did you mean \($0)?" }
      ?? ", expected \(map(\.spelling).joined(separator: ", "))"
  }
}
