/// One thing that the tool can do, as the command line describes it.
///
/// To add one: describe it in a file of its own, and name it in `CommandTable.standard`.
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

  /// Describes a verb.
  package init(
    _ name: String, _ summary: String, discussion: String, options: [any CommandOption],
    conflicts: [Conflict] = [], examples: [Example], exitStatuses: [ExitStatus]
  ) {
    self.name = name
    self.summary = summary
    self.discussion = discussion
    self.options = options + [Options.help]
    self.conflicts = conflicts
    self.examples = examples
    self.exitStatuses = exitStatuses
  }

  /// The options that have a name.
  package var namedOptions: [any CommandOption] { options.filter { $0.form != .operand } }

  /// The values that stand alone, in their order.
  package var operands: [any CommandOption] { options.filter { $0.form == .operand } }
}
