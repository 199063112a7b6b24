import Basics

/// A command of the tool. To add a verb, define it in a new file in `Verbs` and list it in `CommandTable`.
package struct Verb: Sendable {
  /// An example in help: a command line without the name of the program, and a sentence about its purpose.
  package struct Example: Sendable {
    let command, sentence: String

    package init(_ command: String, _ sentence: String) {
      (self.command, self.sentence) = (command, sentence)
    }
  }

  /// An option that cannot be combined with certain other options. `reason` is the last part of the error
  /// message.
  package struct Conflict: Sendable {
    let option: OptionFacts
    let others: [OptionFacts]
    let reason: String

    package init(
      _ option: any CommandOption, excludes others: [any CommandOption], because reason: String
    ) {
      (self.option, self.others, self.reason) = (option.facts, others.map(\.facts), reason)
    }
  }

  package typealias Action = @Sendable (Tool, Arguments) throws -> ExitCode

  let name, summary, discussion: String
  /// The options and operands, in the order in which help lists them.
  let options: [OptionFacts]
  let conflicts: [Conflict]
  let examples: [Example]
  /// The exit codes of the verb, with their meanings as shown in help.
  let exitCodes: [ExitCode: String]
  /// Whether the verb measures nothing, so that a debug build may perform it.
  let isQuick: Bool
  /// The action of the verb; nil for `help` and `completions`, whose text `CommandTable` creates without an
  /// action.
  let perform: Action?

  package init(
    _ name: String, _ summary: String, discussion: String, options: [any CommandOption],
    conflicts: [Conflict] = [], examples: [Example], exitCodes: [ExitCode: String] = [:],
    isQuick: Bool = false, perform: Action? = nil
  ) {
    (self.name, self.summary, self.discussion) = (name, summary, discussion)
    (self.options, self.conflicts) = (options.map(\.facts), conflicts)
    self.examples = examples
    self.exitCodes = Self.usualExitCodes.merging(exitCodes) { $1 }
    (self.isQuick, self.perform) = (isQuick, perform)
  }

  private static let usualExitCodes: [ExitCode: String] = [
    .success: "success", .usage: "usage error, or nothing to do",
    .badData: "invalid data in an input file", .missingInput: "an input file or a tool is missing",
    .internalFault: "internal error", .cannotCreate: "an output file cannot be created",
    .ioFailure: "reading or writing failed", .interrupted: "interrupted",
  ]

  var namedOptions: [OptionFacts] { options.filter { $0.form != .operand } }

  var operands: [OptionFacts] { options.filter { $0.form == .operand } }
}

/// The verbs of a program. Parsing, help and completions are derived from this table.
package struct CommandTable: Sendable {
  /// The name of the program in help and messages.
  let program: String
  let version: String
  package let vocabulary: Vocabulary
  /// The verbs in the order in which help lists them. The first verb is performed if the command line names
  /// no verb.
  let verbs: [Verb]

  static let usual: [Verb] = [
    .run, .list, .show, .verify, .count, .film, .compare, .export, .report, .initialise,
    .completions, .help,
  ]
  /// The verbs for maintainers and scripts, which help lists in a separate section.
  static let forMaintainers: [Verb] = [.replay, .merge]
  /// The verbs that help and completions do not list.
  static let hidden: [Verb] = [.worker]

  /// Creates the command table of a program. If `verb` is not nil, it is the only verb, and users do not type
  /// its name.
  package init(
    program: String = "bench", version: String, vocabulary: Vocabulary, only verb: Verb? = nil
  ) {
    (self.program, self.version, self.vocabulary) = (program, version, vocabulary)
    verbs = verb.map { [$0] } ?? Self.usual + Self.forMaintainers
  }

  var defaultVerb: Verb { verbs[0] }

  var hasOneVerb: Bool { verbs.count == 1 }

  /// The words on the command line that start a verb, such as `bench run`.
  func command(_ verb: Verb) -> String { hasOneVerb ? program : "\(program) \(verb.name)" }
}

extension Verb {
  static let completions = Verb(
    "completions", "Print shell completions",
    discussion: "The comments at the top of the script explain how to load it.",
    options: [Options.shell],
    examples: [Example("completions bash", "Print the script for bash.")])

  static let help = Verb(
    "help", "Explain a verb and its options",
    discussion: "'help VERB' prints the same text as 'VERB --help'.",
    options: [Options.helpVerb],
    examples: [Example("help run", "Explain 'run' and all its options.")])
}
