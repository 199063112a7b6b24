import HostSystem

/// One thing that the tool can do, as the command line describes it.
///
/// To add one: a file in `Verbs` with its description, its own options and what it does, and its name in
/// `CommandTable.standard`.
package struct Verb: Sendable {
  /// A command and what it is good for.
  package struct Example: Sendable {
    /// The command without the name of the program.
    package let command: String
    /// One sentence.
    package let sentence: String

    /// An example of a verb.
    package init(_ command: String, _ sentence: String) {
      self.command = command
      self.sentence = sentence
    }
  }

  /// An option that makes others meaningless.
  package struct Conflict: Sendable {
    /// The option.
    package let option: any CommandOption
    /// What may not be given with it.
    package let others: [any CommandOption]
    /// Why, as the end of a sentence.
    package let reason: String

    /// Refuses `others` beside `option`.
    package init(
      _ option: any CommandOption, excludes others: [any CommandOption], because reason: String
    ) {
      self.option = option
      self.others = others
      self.reason = reason
    }
  }

  /// What the user types.
  package let name: String
  /// One line about it.
  package let summary: String
  /// A paragraph about it.
  package let discussion: String
  /// Its options and operands, in the order of help; `--help` is added to every verb's.
  package let options: [any CommandOption]
  /// What may not be given together.
  package let conflicts: [Conflict]
  /// Commands to learn from, the most useful first.
  package let examples: [Example]
  /// What its exit statuses mean.
  package let exitStatuses: [ExitStatus]

  /// Whether it measures nothing and is done at once, whatever the build: others are for the release build.
  let isQuick: Bool
  /// What it does; nil for what the command table answers itself.
  let perform: Action?

  /// What a verb does, with the tool, its arguments and the words that they were read from.
  package typealias Action =
    @Sendable (_ tool: Tool, _ arguments: Arguments, _ words: [String]) throws -> ExitCode

  /// Describes a verb.
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

/// A number that a verb exits with, and what it tells a script.
package struct ExitStatus: Hashable, Sendable {
  /// The number.
  package let code: Int32
  /// What it means, as one line of help.
  package let meaning: String

  private init(_ code: Int32, _ meaning: String) {
    self.code = code
    self.meaning = meaning
  }

  /// The verb did what it was asked, and this is what that was.
  package static func fine(_ meaning: String) -> ExitStatus { ExitStatus(0, meaning) }

  /// A contract is broken, or something became slower.
  package static func broken(_ meaning: String) -> ExitStatus { ExitStatus(1, meaning) }

  /// The data do not decide, and this is when that counts.
  package static func unresolved(_ meaning: String) -> ExitStatus { ExitStatus(2, meaning) }

  /// The runs must not be put side by side, and this is why.
  package static func incomparable(_ meaning: String) -> ExitStatus { ExitStatus(3, meaning) }

  /// The runs do not hold the cells that they should, and this is how.
  package static func differentCells(_ meaning: String) -> ExitStatus { ExitStatus(4, meaning) }

  /// `EX_USAGE`
  package static let usage = ExitStatus(64, "the command line is wrong")
  /// `EX_DATAERR`
  package static let badInput = ExitStatus(65, "an input file holds something unusable")
  /// `EX_NOINPUT`
  package static let missingInput = ExitStatus(66, "an input file cannot be read")
  /// `EX_SOFTWARE`
  package static let internalError = ExitStatus(70, "a defect of this tool")
  /// `EX_CANTCREAT`
  package static let cannotCreate = ExitStatus(73, "an output file cannot be created")
  /// `EX_IOERR`
  package static let inputOutput = ExitStatus(74, "reading or writing failed")
  /// The status of a process that was interrupted.
  package static let interrupted = ExitStatus(130, "interrupted; what was measured is kept")
}
