import Basics

/// An option or operand of the command line, with the description that parsing, help and completions use.
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

  package init<Wrapped>(
    _ name: String, letter: Character? = nil, isOperand: Bool = false,
    _ parser: ValueParser<Wrapped>, _ summary: String, discussion: String = ""
  ) where Value == Wrapped? {
    facts = OptionFacts(
      form: isOperand ? .operand : .value, name: name, letter: letter, summary: summary,
      discussion: discussion, value: parser.facts,
      parse: { (texts, context) throws(RunFault) in
        let value: Value = texts.isEmpty ? nil : try parser.parse(texts, context)
        return value
      })
  }

  /// Creates a flag, which is an option without an argument. A flag is true if it is given on the command
  /// line.
  package init(
    flag name: String, letter: Character? = nil, _ summary: String, discussion: String = ""
  ) where Value == Bool {
    facts = OptionFacts(
      form: .flag, name: name, letter: letter, summary: summary, discussion: discussion,
      value: ValueFacts(placeholder: "", expectation: "", isList: true),
      parse: { (texts, _) in !texts.isEmpty })
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

  let form: Form
  /// The long name without dashes, unique among the options of a verb.
  let name: String
  let letter: Character?
  /// The line of help that describes the option.
  let summary: String
  /// The paragraph of full help that explains when the option is useful; may be empty.
  let discussion: String
  let value: ValueFacts
  var isRequired = false
  var defaultText: String?
  let parse: @Sendable ([String], ParsingContext) throws(RunFault) -> any Sendable

  /// The name in messages, such as `--rows` for an option and `run` for an operand.
  var spelling: String { form == .operand ? name : "--\(name)" }

  /// The option with the placeholder of its value, such as `--rows N,…`, `--quiet`, `SHELL` or `SHARD…`.
  var synopsis: String {
    switch form {
    case .flag: spelling
    case .value: "\(spelling) \(value.placeholder)"
    case .operand: name.uppercased() + (value.isList ? "…" : "")
    }
  }

  /// The spellings on the command line, such as `-r` and `--rows`; empty for an operand.
  var spellings: [String] {
    form == .operand ? [] : (letter.map { ["-\($0)"] } ?? []) + [spelling]
  }
}

/// The description of an option's value in help, messages and completions.
package struct ValueFacts: Sendable {
  /// Whether the value is a file or folder to read, a file to write, or neither.
  package enum Kind: Sendable { case input, output, word }

  /// The placeholder of the value in help, such as `PT`.
  var placeholder: String
  /// The text after "expected" in messages, such as `a length in points`.
  var expectation: String
  var kind = Kind.word
  /// The words that completions offer, in addition to all names of the kind `names`.
  var words: [String] = []
  var names: Vocabulary.Kind?
  var isList = false
}

/// The option that is being parsed, and the names that are valid in its value.
package struct ParsingContext: Sendable {
  let option: String
  let vocabulary: Vocabulary

  /// A usage error about a value of the option.
  func invalid(_ value: String, _ problem: String) -> RunFault {
    RunFault(.usage, "\(option) \(value.inQuotes): \(problem)")
  }
}

/// Converts the text of an option to a typed value.
package struct ValueParser<Value: Sendable>: Sendable {
  typealias Parse<Input> = @Sendable (Input, ParsingContext) throws(RunFault) -> Value

  let facts: ValueFacts
  let parse: Parse<[String]>

  /// Creates a parser that receives all values given for one option.
  init(all facts: ValueFacts, parse: @escaping Parse<[String]>) {
    (self.facts, self.parse) = (facts, parse)
  }

  /// Creates a parser for an option that may be given only once.
  init(one facts: ValueFacts, parse: @escaping Parse<String>) {
    self.init(all: facts) { (texts, context) throws(RunFault) in
      guard texts.count == 1 else {
        throw context.invalid(
          texts[1],
          "the option is given twice, first with \(texts[0].inQuotes)")
      }
      return try parse(texts[0], context)
    }
  }

  /// Creates a parser for a single value. The parser rejects texts for which `convert` returns nil.
  init(
    _ placeholder: String, _ expectation: String, kind: ValueFacts.Kind = .word,
    convert: @escaping @Sendable (String) -> Value?
  ) {
    let facts = ValueFacts(placeholder: placeholder, expectation: expectation, kind: kind)
    self.init(one: facts) { (text, context) throws(RunFault) in
      if let value = convert(text) { return value }
      let others = AmbiguousNumbers.alternatives(to: text) { convert($0) != nil }
      throw context.invalid(text, "expected \(expectation)\(AmbiguousNumbers.hint(others))")
    }
  }
}
