import BenchBasics

package struct Command: Sendable {
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
  let options: [OptionFacts]
  let conflicts: [Conflict]
  /// Command lines without the program's name, each with a sentence that explains what it is for.
  let examples: [(command: String, sentence: String)]
  let exitCodes: [ExitCode: String]
  /// Whether the command measures nothing and can therefore run in debug builds.
  let isQuick: Bool
  /// Nil for `help`, which `CommandTable` handles.
  let perform: (@Sendable (Tool, Arguments) throws -> ExitCode)?

  package init(
    _ name: String, _ summary: String, discussion: String, options: [any CommandOption],
    conflicts: [Conflict] = [], examples: [(command: String, sentence: String)],
    exitCodes: [ExitCode: String] = [:],
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

package struct CommandTable: Sendable {
  let program: String
  package let vocabulary: Vocabulary
  /// The commands, in the order in which the help lists them. If the command line doesn't name a command, the
  /// first one runs.
  let commands: [Command]

  static let usual: [Command] = [
    .run, .list, .show, .verify, .count, .film, .compare, .export, .report, .initialise, .help,
  ]
  static let forMaintainers: [Command] = [.replay]
  static let hidden: [Command] = [.worker]

  package init(
    program: String = "bench", vocabulary: Vocabulary, only command: Command? = nil
  ) {
    (self.program, self.vocabulary) = (program, vocabulary)
    commands = command.map { [$0] } ?? Self.usual + Self.forMaintainers
  }

  var defaultCommand: Command { commands[0] }

  var hasOneCommand: Bool { commands.count == 1 }

  func invocation(of command: Command) -> String {
    hasOneCommand ? program : "\(program) \(command.name)"
  }
}

extension Command {
  static let help = Command(
    "help", "Explain a command and its options",
    discussion: "'help COMMAND' and 'COMMAND --help' print the same text.",
    options: [Options.helpCommand],
    examples: [("help run", "Explain 'run' and all its options.")])
}

/// An option or operand. `Value` is an optional type if the option may be omitted, and an array type if it
/// takes a list.
package struct Option<Value: Sendable>: CommandOption {
  package private(set) var facts: OptionFacts

  /// `text` is the default as users would type it; nil makes the option required.
  package init(
    _ name: String, letter: Character? = nil, isOperand: Bool = false,
    _ parser: ValueParser<Value>, default text: String?, _ summary: String, discussion: String = ""
  ) {
    facts = OptionFacts(
      form: isOperand ? .operand : .value, name: name, letter: letter, summary: summary,
      discussion: discussion, value: parser.facts, isRequired: text == nil, defaultText: text,
      parse: { (texts, context) throws(RunFault) in try parser.parse(texts, context) })
  }

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

package protocol CommandOption: Sendable {
  var facts: OptionFacts { get }
}

package struct OptionFacts: Sendable {
  enum Form: Sendable { case flag, operand, value }

  var form: Form
  let name: String
  let letter: Character?
  let summary: String
  let discussion: String
  let value: ValueFacts
  var isRequired: Bool
  var defaultText: String?
  let parse: @Sendable ([String], ParsingContext) throws(RunFault) -> any Sendable

  var spelling: String { form == .operand ? name : "--\(name)" }

  var synopsis: String {
    switch form {
    case .flag: spelling
    case .value: "\(spelling) \(value.placeholder)"
    case .operand: name.uppercased()
    }
  }

  var spellings: [String] {
    form == .operand ? [] : (letter.map { ["-\($0)"] } ?? []) + [spelling]
  }
}
