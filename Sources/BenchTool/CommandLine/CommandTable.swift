/// The whole command line as a value: parsing, help and completions are all read from it.
package struct CommandTable: Sendable {
  /// What the user types first: `bench`.
  package let program: String
  /// As `--version` prints it.
  package let version: String
  /// A paragraph about the program.
  package let discussion: String
  /// The names that options take.
  package let vocabulary: Vocabulary
  /// What the program can do. The first verb is meant when none is named.
  package let verbs: [Verb]
  /// Those of the verbs that only maintainers and other programs need.
  let maintainersVerbs: [Verb]
  let defaultVerb: Verb
  /// Whether the program does one thing only, so that the command line names no verb.
  let hasOneVerb: Bool

  /// A command line with these verbs, and `help` and `completions` besides.
  package init(
    program: String, version: String, discussion: String, vocabulary: Vocabulary,
    default defaultVerb: Verb, others: [Verb], forMaintainers: [Verb] = []
  ) {
    self.program = program
    self.version = version
    self.discussion = discussion
    self.vocabulary = vocabulary
    self.defaultVerb = defaultVerb
    maintainersVerbs = forMaintainers
    verbs = [defaultVerb] + others + [.completions, .help] + forMaintainers
    hasOneVerb = false
  }

  /// The command line of a program that does one thing.
  package init(program: String, version: String, vocabulary: Vocabulary, only verb: Verb) {
    self.program = program
    self.version = version
    discussion = ""
    self.vocabulary = vocabulary
    defaultVerb = verb
    maintainersVerbs = []
    verbs = [verb]
    hasOneVerb = true
  }

  /// What the user types to have a verb done: `bench run`.
  func command(_ verb: Verb) -> String { hasOneVerb ? program : "\(program) \(verb.name)" }
}

extension CommandTable {
  /// The command line of the harness; of a program with strategies of its own, under another name.
  package static func standard(
    program: String = "bench", version: String, vocabulary: Vocabulary
  ) -> CommandTable {
    CommandTable(
      program: program, version: version,
      discussion: """
        Measures techniques for laying out long lists: it checks that each shows the right rows \
        at the right places, and times how fast.
        """,
      vocabulary: vocabulary, default: .run,
      others: [
        .list, .show, .verify, .film, .compare, .export, .report,
      ],
      forMaintainers: [.replay, .step, .merge])
  }
}

/// The verbs that every tool has; the command table answers them itself.
extension Verb {
  package static let completions = Verb(
    "completions", "Print a script that completes this command line in a shell",
    discussion: "The first lines of the script say how to load it.",
    options: [Options.shell],
    examples: [Example("completions bash", "Print the script for bash.")],
    exitStatuses: [.fine("printed"), .usage])

  package static let help = Verb(
    "help", "Explain a verb",
    discussion: "The same as --help after the verb.",
    options: [Options.helpVerb],
    examples: [Example("help run", "Everything about 'run'.")],
    exitStatuses: [.fine("printed"), .usage])
}

/// The command line is wrong; the tool exits with status 64 (`EX_USAGE`).
package struct UsageError: Error, Hashable {
  /// One line that names the option, the value and what was expected, without a line break.
  package let message: String

  /// An error with a message of one line.
  package init(_ message: String) { self.message = message }
}
