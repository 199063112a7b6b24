import BenchBasics

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

  let name, summary, discussion: String
  /// The options and operands, in the order in which help lists them.
  let options: [OptionFacts]
  let conflicts: [Conflict]
  let examples: [Example]
  /// The exit codes of the verb, with their meanings as shown in help.
  let exitCodes: [ExitCode: String]
  /// Whether the verb measures nothing, so that a debug build may perform it.
  let isQuick: Bool
  /// The action of the verb; nil for `help`, which `CommandTable` answers.
  let perform: (@Sendable (Tool, Arguments) throws -> ExitCode)?

  package init(
    _ name: String, _ summary: String, discussion: String, options: [any CommandOption],
    conflicts: [Conflict] = [], examples: [Example], exitCodes: [ExitCode: String] = [:],
    isQuick: Bool = false, perform: (@Sendable (Tool, Arguments) throws -> ExitCode)? = nil
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

/// The verbs of a program. Parsing and help are derived from this table.
package struct CommandTable: Sendable {
  /// The name of the program in help and messages.
  let program: String
  let version: String
  package let vocabulary: Vocabulary
  /// The verbs in the order in which help lists them. The first verb is performed if the command line names
  /// no verb.
  let verbs: [Verb]

  static let usual: [Verb] = [
    .run, .list, .show, .verify, .count, .film, .compare, .export, .report, .initialise, .help,
  ]
  /// The verbs for maintainers and scripts, which help lists in a separate section.
  static let forMaintainers: [Verb] = [.replay]
  /// The verbs that help does not list.
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
  static let help = Verb(
    "help", "Explain a verb and its options",
    discussion: "'help VERB' prints the same text as 'VERB --help'.",
    options: [Options.helpVerb],
    examples: [Example("help run", "Explain 'run' and all its options.")])
}

/// An option or operand of the command line, with the description that parsing and help use.
/// `Value` is an optional type if the option may be absent, and an array type if the option accepts a list.
package struct Option<Value: Sendable>: CommandOption {
  package private(set) var facts: OptionFacts

  /// Creates an option whose default `text` is written as a user would type it. If `text` is nil, the option
  /// is required.
  package init(
    _ name: String, letter: Character? = nil, isOperand: Bool = false,
    _ parser: ValueParser<Value>, default text: String?, _ summary: String, discussion: String = ""
  ) {
    facts = OptionFacts(
      form: isOperand ? .operand : .value, name: name, letter: letter, summary: summary,
      discussion: discussion, value: parser.facts, isRequired: text == nil, defaultText: text,
      parse: { (texts, context) throws(RunFault) in try parser.parse(texts, context) })
  }

  /// Creates an option that may be absent.
  package init<Wrapped>(
    _ name: String, letter: Character? = nil, isOperand: Bool = false,
    _ parser: ValueParser<Wrapped>, _ summary: String, discussion: String = ""
  ) where Value == Wrapped? {
    let optional = ValueParser(all: parser.facts) { (texts, context) throws(RunFault) in
      texts.isEmpty ? nil : try parser.parse(texts, context)
    }
    self.init(
      name, letter: letter, isOperand: isOperand, optional, default: nil, summary,
      discussion: discussion)
    facts.isRequired = false
  }

  /// Creates a flag, which is an option without an argument. A flag is true if it is given on the command
  /// line.
  package init(
    flag name: String, letter: Character? = nil, _ summary: String, discussion: String = ""
  ) where Value == Bool {
    let isGiven = ValueParser(all: ValueFacts()) { (texts, _) in !texts.isEmpty }
    self.init(name, letter: letter, isGiven, default: nil, summary, discussion: discussion)
    (facts.form, facts.isRequired) = (.flag, false)
  }

  package func defaulting(to text: String) -> Option {
    var option = self
    (option.facts.defaultText, option.facts.isRequired) = (text, false)
    return option
  }
}

/// An option, regardless of the type of its value.
package protocol CommandOption: Sendable {
  var facts: OptionFacts { get }
}

/// The type-erased description of an option.
package struct OptionFacts: Sendable {
  /// The syntax of an option on the command line, which is `--name`, `VALUE` or `--name VALUE`.
  enum Form: Sendable { case flag, operand, value }

  var form: Form
  /// The long name without dashes, unique among the options of a verb.
  let name: String
  let letter: Character?
  /// The line of help that describes the option.
  let summary: String
  /// The paragraph of full help that explains when the option is useful; may be empty.
  let discussion: String
  let value: ValueFacts
  var isRequired: Bool
  var defaultText: String?
  let parse: @Sendable ([String], ParsingContext) throws(RunFault) -> any Sendable

  /// The name in messages, such as `--rows` for an option and `run` for an operand.
  var spelling: String { form == .operand ? name : "--\(name)" }

  /// The option with the placeholder of its value, such as `--rows N,…`, `--quiet` or `RUN`.
  var synopsis: String {
    switch form {
    case .flag: spelling
    case .value: "\(spelling) \(value.placeholder)"
    case .operand: name.uppercased()
    }
  }

  /// The spellings on the command line, such as `-r` and `--rows`; empty for an operand.
  var spellings: [String] {
    form == .operand ? [] : (letter.map { ["-\($0)"] } ?? []) + [spelling]
  }
}
