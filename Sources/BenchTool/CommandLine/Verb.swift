import Basics

/// One thing that the tool can do. To add one: a file in `Verbs` with its description, its own options and
/// what it does, and its name in `CommandTable`.
package struct Verb: Sendable {
  /// A command, without the name of the program, and what it is good for.
  package struct Example: Sendable {
    let command, sentence: String

    package init(_ command: String, _ sentence: String) {
      (self.command, self.sentence) = (command, sentence)
    }
  }

  /// An option that makes others meaningless, and why, as the end of a sentence.
  package struct Conflict: Sendable {
    let option: OptionFacts
    let others: [OptionFacts]
    let reason: String

    package init(
      _ option: any CommandOption, excludes others: [any CommandOption], because reason: String
    ) {
      (self.option, self.others) = (option.facts, others.map(\.facts))
      self.reason = reason
    }
  }

  /// What a verb does, with the tool, its arguments and the words that they were read from.
  package typealias Action =
    @Sendable (_ tool: Tool, _ arguments: Arguments, _ words: [String]) throws -> ExitCode

  let name, summary, discussion: String
  /// Its options and operands, in the order of help; `--help` is added to every verb's.
  let options: [OptionFacts]
  let conflicts: [Conflict]
  let examples: [Example]
  let exitStatuses: [ExitStatus]
  /// Whether it measures nothing and is done at once, whatever the build: others are for the release build.
  let isQuick: Bool
  /// What it does; nil for what the command table answers itself.
  let perform: Action?

  package init(
    _ name: String, _ summary: String, discussion: String, options: [any CommandOption],
    conflicts: [Conflict] = [], examples: [Example], exitStatuses: [ExitStatus],
    isQuick: Bool = false, perform: Action? = nil
  ) {
    (self.name, self.summary, self.discussion) = (name, summary, discussion)
    self.options = (options + [Options.help]).map(\.facts)
    (self.conflicts, self.examples, self.exitStatuses) = (conflicts, examples, exitStatuses)
    (self.isQuick, self.perform) = (isQuick, perform)
  }

  var namedOptions: [OptionFacts] { options.filter { $0.form != .operand } }

  var operands: [OptionFacts] { options.filter { $0.form == .operand } }
}

/// A number that a verb exits with, and what it tells a script, as one line of help.
package struct ExitStatus: Sendable {
  let code: ExitCode
  let meaning: String

  init(_ code: ExitCode, _ meaning: String) { (self.code, self.meaning) = (code, meaning) }

  package static func fine(_ meaning: String) -> ExitStatus { ExitStatus(.success, meaning) }
  package static func broken(_ meaning: String) -> ExitStatus { ExitStatus(.regression, meaning) }
  package static let usage = ExitStatus(.usage, "the command line is wrong")
  package static let badInput = ExitStatus(.badData, "an input file holds something unusable")
  package static let missingInput = ExitStatus(.missingInput, "an input file cannot be read")
  package static let internalError = ExitStatus(.internalFault, "a defect of this tool")
  package static let cannotCreate = ExitStatus(.cannotCreate, "an output file cannot be created")
  package static let inputOutput = ExitStatus(.ioFailure, "reading or writing failed")
  package static let interrupted = ExitStatus(
    .interrupted, "interrupted; what was measured is kept")

  /// What can happen to every verb that reads files, and to those that write some too.
  static let ofInput = [usage, badInput, missingInput, internalError, inputOutput]
  static let ofFiles = [usage, badInput, missingInput, internalError, cannotCreate, inputOutput]
}

/// The whole command line as a value: parsing, help and completions are all read from it.
package struct CommandTable: Sendable {
  /// What the user types first: `bench`.
  let program: String
  let version: String
  let vocabulary: Vocabulary
  /// What the program can do. The first verb is meant when none is named.
  let verbs: [Verb]

  static let usual: [Verb] = [
    .run, .list, .show, .verify, .count, .film, .compare, .export, .report, .initialise,
    .completions, .help,
  ]
  /// What only maintainers and other programs need.
  static let forMaintainers: [Verb] = [.replay, .merge]
  /// What only this program starts, and studies: it is in no list.
  static let hidden: [Verb] = [.worker]

  /// The command line of the harness, or of a program that does only one thing.
  package init(
    program: String = "bench", version: String, vocabulary: Vocabulary, only verb: Verb? = nil
  ) {
    (self.program, self.version, self.vocabulary) = (program, version, vocabulary)
    verbs = verb.map { [$0] } ?? Self.usual + Self.forMaintainers
  }

  var defaultVerb: Verb { verbs[0] }

  /// Whether the program does one thing only, so that the command line names no verb.
  var hasOneVerb: Bool { verbs.count == 1 }

  /// What the user types to have a verb done: `bench run`.
  func command(_ verb: Verb) -> String { hasOneVerb ? program : "\(program) \(verb.name)" }
}

/// The verbs that the command table answers itself.
extension Verb {
  static let completions = Verb(
    "completions", "Print a script that completes this command line in a shell",
    discussion: "The first lines of the script say how to load it.",
    options: [Options.shell],
    examples: [Example("completions bash", "Print the script for bash.")],
    exitStatuses: [.fine("printed"), .usage])

  static let help = Verb(
    "help", "Explain a verb",
    discussion: "The same as --help after the verb.",
    options: [Options.helpVerb],
    examples: [Example("help run", "Everything about 'run'.")],
    exitStatuses: [.fine("printed"), .usage])
}
