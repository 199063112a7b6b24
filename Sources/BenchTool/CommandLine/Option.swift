import Basics

/// An option or operand of the command line; parsing, help and completions use its description. `Value` is
/// optional for an option that may be absent, and an array for a list.
package struct Option<Value: Sendable>: CommandOption {
  package private(set) var facts: OptionFacts

  /// An option that has a default, written as a user would type it, or that is required if `default` is nil.
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

  /// An option without a value: true if it is given.
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

/// An option with any type of value.
package protocol CommandOption: Sendable {
  var facts: OptionFacts { get }
}

/// The description of an option, without the type of its values.
package struct OptionFacts: Sendable {
  /// `--name`, a value without a name, or `--name VALUE`.
  enum Form: Sendable { case flag, operand, value }

  let form: Form
  /// The long name without dashes, unique among the options of a verb.
  let name: String
  let letter: Character?
  /// One line of help: what the option sets.
  let summary: String
  /// A paragraph for full help: when the option is useful; may be empty.
  let discussion: String
  let value: ValueFacts
  var isRequired = false
  var defaultText: String?
  let parse: @Sendable ([String], ParsingContext) throws(RunFault) -> any Sendable

  /// The name in messages: `--rows`, or the bare name of an operand.
  var spelling: String { form == .operand ? name : "--\(name)" }

  /// The option with its value: `--rows N,…`, `--quiet`, `SHELL`, `SHARD…`.
  var synopsis: String {
    switch form {
    case .flag: spelling
    case .value: "\(spelling) \(value.placeholder)"
    case .operand: name.uppercased() + (value.isList ? "…" : "")
    }
  }

  /// `-r` and `--rows`; empty for an operand.
  var spellings: [String] {
    form == .operand ? [] : (letter.map { ["-\($0)"] } ?? []) + [spelling]
  }
}

/// The description of an option's value in help, messages and completions.
package struct ValueFacts: Sendable {
  /// A file or folder to read, a file to write, or neither.
  package enum Kind: Sendable { case input, output, word }

  /// The value in help: `PT`.
  var placeholder: String
  /// The text after "expected": `a length in points`.
  var expectation: String
  var kind = Kind.word
  /// Completions: these words, and all names of a kind.
  var words: [String] = []
  var names: Vocabulary.Kind?
  var isList = false
}

/// The option that is being parsed, and the names that its value may have.
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

  /// A parser of all values that were given for one option.
  init(all facts: ValueFacts, parse: @escaping Parse<[String]>) {
    (self.facts, self.parse) = (facts, parse)
  }

  /// A parser of a single value, which may be given only once.
  init(one facts: ValueFacts, parse: @escaping Parse<String>) {
    self.init(all: facts) { (texts, context) throws(RunFault) in
      guard texts.count == 1 else {
        throw context.invalid(texts[1], "given a second time, after \(texts[0].inQuotes)")
      }
      return try parse(texts[0], context)
    }
  }

  /// A parser of a single value that rejects texts for which `convert` returns nil.
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
