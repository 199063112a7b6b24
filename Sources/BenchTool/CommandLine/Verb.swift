import HostSystem

/// One thing that the tool can do, as the command line describes it.
///
/// To add one: a file in `Verbs` with its description, its own options and what it does, and its name in
/// `CommandTable.standard`.
package struct Verb: Sendable {
  /// A command and what it is good for.
  package struct Example: Sendable {
    /// The command without the name of the program.
    let command: String
    let sentence: String

    package init(_ command: String, _ sentence: String) {
      (self.command, self.sentence) = (command, sentence)
    }
  }

  /// An option that makes others meaningless, and why, as the end of a sentence.
  package struct Conflict: Sendable {
    let option: any CommandOption
    let others: [any CommandOption]
    let reason: String

    package init(
      _ option: any CommandOption, excludes others: [any CommandOption], because reason: String
    ) {
      (self.option, self.others, self.reason) = (option, others, reason)
    }
  }

  /// What a verb does, with the tool, its arguments and the words that they were read from.
  package typealias Action =
    @Sendable (_ tool: Tool, _ arguments: Arguments, _ words: [String]) throws -> ExitCode

  package let name: String
  /// One line about it.
  package let summary: String
  /// A paragraph about it.
  package let discussion: String
  /// Its options and operands, in the order of help; `--help` is added to every verb's.
  package let options: [any CommandOption]
  package let conflicts: [Conflict]
  /// Commands to learn from, the most useful first.
  package let examples: [Example]
  package let exitStatuses: [ExitStatus]
  /// Whether it measures nothing and is done at once, whatever the build: others are for the release build.
  let isQuick: Bool
  /// What it does; nil for what the command table answers itself.
  let perform: Action?

  package init(
    _ name: String, _ summary: String, discussion: String, options: [any CommandOption],
    conflicts: [Conflict] = [], examples: [Example], exitStatuses: [ExitStatus],
    isQuick: Bool = false, perform: Action? = nil
  ) {
    self.name = name
    self.summary = summary
    self.discussion = discussion
    self.options = options + [Options.help]
    self.conflicts = conflicts
    self.examples = examples
    self.exitStatuses = exitStatuses
    self.isQuick = isQuick
    self.perform = perform
  }

  /// The options that have a name.
  package var namedOptions: [any CommandOption] { options.filter { $0.form != .operand } }

  /// The values that stand alone, in their order.
  package var operands: [any CommandOption] { options.filter { $0.form == .operand } }
}

/// A number that a verb exits with, and what it tells a script, as one line of help.
package struct ExitStatus: Hashable, Sendable {
  let code: ExitCode
  let meaning: String

  private init(_ code: ExitCode, _ meaning: String) { (self.code, self.meaning) = (code, meaning) }

  package static func fine(_ meaning: String) -> ExitStatus { ExitStatus(.success, meaning) }
  package static func broken(_ meaning: String) -> ExitStatus { ExitStatus(.regression, meaning) }
  package static func unresolved(_ meaning: String) -> ExitStatus {
    ExitStatus(.unresolved, meaning)
  }
  package static func incomparable(_ meaning: String) -> ExitStatus {
    ExitStatus(.incomparable, meaning)
  }
  package static func differentCells(_ meaning: String) -> ExitStatus {
    ExitStatus(.differentCells, meaning)
  }
  package static let usage = ExitStatus(.usage, "the command line is wrong")
  package static let badInput = ExitStatus(.badData, "an input file holds something unusable")
  package static let missingInput = ExitStatus(.missingInput, "an input file cannot be read")
  package static let internalError = ExitStatus(.internalFault, "a defect of this tool")
  package static let cannotCreate = ExitStatus(.cannotCreate, "an output file cannot be created")
  package static let inputOutput = ExitStatus(.ioFailure, "reading or writing failed")
  package static let interrupted = ExitStatus(
    .interrupted, "interrupted; what was measured is kept")
}
