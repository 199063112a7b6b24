/// The whole command line as a value: parsing, help and completions are all read from it.
package struct CommandTable: Sendable {
  /// What the user types first: `bench`.
  package let program: String
  /// The version, as `--version` prints it.
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
  }
}

extension CommandTable {
  /// The command line of the harness.
  ///
  /// - Parameters:
  ///   - program: the name of the executable; another one where users bring strategies of their own.
  ///   - vocabulary: the strategies, scenarios, heights and motion that this executable knows.
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
        .list, .show, .verify, .film, .compare, .claims, .export, .report,
      ],
      forMaintainers: [.replay, .step, .footprint, .merge, .history, .serve])
  }
}
