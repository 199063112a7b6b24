import Basics

/// One option of the command line: how it is spelled, read and explained.
///
/// Parsing, help and shell completions all come from this one value, and the verbs that have the
/// option share it. `Value` is what it gives: optional when the option may be absent, an array when
/// it takes a list.
package struct Option<Value: Sendable>: CommandOption {
  package private(set) var facts: OptionFacts
  /// The value of what was typed or stands by default; nil where nothing does and the option must be given.
  let value: @Sendable ([String], Vocabulary) throws(InvalidValue) -> Value?

  private init(
    _ form: OptionFacts.Form, _ name: String, letter: Character? = nil,
    _ parser: ValueParser<Value>, default usual: String? = nil, absent: Value? = nil,
    _ summary: String, _ discussion: String
  ) {
    value = { (texts, vocabulary) throws(InvalidValue) in
      texts.isEmpty ? absent : try parser.read(texts, vocabulary)
    }
    facts = OptionFacts(
      form: form, name: name, letter: letter, summary: summary, discussion: discussion,
      expectation: parser.expectation, completion: parser.completion, isList: parser.isList,
      isRequired: usual == nil && absent == nil, defaultText: usual,
      check: { (texts, vocabulary) throws(InvalidValue) in
        _ = try parser.read(texts, vocabulary)
      })
  }

  /// An option with a default, or, when `default` is nil, one that must be given; an operand is a value
  /// that stands alone, without a name before it.
  ///
  /// The default is text that a user could have typed: it is shown in help and read like any other.
  package init(
    _ name: String, letter: Character? = nil, isOperand: Bool = false,
    _ parser: ValueParser<Value>, default usual: String?, _ summary: String,
    discussion: String = ""
  ) {
    self.init(
      isOperand ? .operand : .value(placeholder: parser.placeholder), name, letter: letter, parser,
      default: usual, summary, discussion)
  }

  /// An option that may be absent.
  package init<Wrapped>(
    _ name: String, letter: Character? = nil, isOperand: Bool = false,
    _ parser: ValueParser<Wrapped>, _ summary: String, discussion: String = ""
  ) where Value == Wrapped? {
    self.init(
      isOperand ? .operand : .value(placeholder: parser.placeholder), name, letter: letter,
      parser.optional, absent: .some(nil), summary, discussion)
  }

  /// An option without a value: on when it is given.
  package init(
    flag name: String, letter: Character? = nil, _ summary: String, discussion: String = ""
  ) where Value == Bool {
    self.init(.flag, name, letter: letter, .given, absent: false, summary, discussion)
  }

  package func defaulting(to text: String) -> Option {
    var option = self
    (option.facts.defaultText, option.facts.isRequired) = (text, false)
    return option
  }
}

/// An option of any type of value; `Option` is the only one.
package protocol CommandOption: Sendable {
  var facts: OptionFacts { get }
}

/// What parsing, help and completions know of an option, whatever its values are.
package struct OptionFacts: Sendable {
  /// How it is written: `--name`, `--name VALUE`, or a value alone.
  enum Form: Hashable, Sendable {
    case flag, operand
    case value(placeholder: String)
  }

  let form: Form
  /// The long name, without dashes; unique among the options of a verb.
  let name: String
  /// The short name; the same in every verb.
  let letter: Character?
  let summary: String
  /// A paragraph that full help adds; may be empty.
  let discussion: String
  /// What a value must be: `a length in points`.
  let expectation: String
  let completion: Completion
  /// Whether it takes several values.
  let isList: Bool
  /// Whether the verb cannot go without it.
  var isRequired: Bool
  /// The value that stands when none is given, as a user would type it.
  var defaultText: String?
  /// Refuses texts that are no value.
  let check: @Sendable ([String], Vocabulary) throws(InvalidValue) -> Void

  /// The option as messages name it: `--rows`, or the bare name of an operand.
  var spelling: String { form == .operand ? name : "--\(name)" }

  /// The option with what must follow it: `--rows N,…`, `--quiet`, `SHELL`, `SHARD…`.
  var synopsis: String {
    switch form {
    case .flag: spelling
    case .value(let placeholder): "\(spelling) \(placeholder)"
    case .operand: name.uppercased() + (isList ? "…" : "")
    }
  }

  /// Every way to write the name: `-r` and `--rows`; none for an operand.
  var spellings: [String] {
    form == .operand ? [] : (letter.map { ["-\($0)"] } ?? []) + [spelling]
  }
}

/// Turns the text of an option's value into a typed value, and knows how to describe such a value.
package struct ValueParser<Value: Sendable>: Sendable {
  /// What stands for the value in help: `PT`.
  let placeholder: String
  /// What a value must be, as in "expected …".
  let expectation: String
  package let completion: Completion
  /// Whether the option may be given repeatedly.
  let isList: Bool
  /// Reads all that was given for one option, at least one text, or says what is wrong with it.
  package let read: @Sendable ([String], Vocabulary) throws(InvalidValue) -> Value

  /// A parser of a single text that explains its refusals itself.
  package init(
    placeholder: String, expectation: String, completion: Completion = .nothing,
    read: @escaping @Sendable (String, Vocabulary) throws(InvalidValue) -> Value
  ) {
    self.init(
      placeholder: placeholder, expectation: expectation, completion: completion, isList: false
    ) { (texts, vocabulary) throws(InvalidValue) in
      guard texts.count == 1 else {
        throw InvalidValue(texts[1], "given a second time, after \(QuotedValue(texts[0]))")
      }
      return try read(texts[0], vocabulary)
    }
  }

  /// A parser that refuses with its expectation wherever `convert` answers nil.
  init(
    _ placeholder: String, _ expectation: String, completion: Completion = .nothing,
    convert: @escaping @Sendable (String) -> Value?
  ) {
    self.init(placeholder: placeholder, expectation: expectation, completion: completion) {
      (text, _) throws(InvalidValue) in
      guard let value = convert(text) else {
        throw InvalidValue(text, "expected \(expectation)")
      }
      return value
    }
  }

  init(
    placeholder: String, expectation: String, completion: Completion, isList: Bool,
    readAll: @escaping @Sendable ([String], Vocabulary) throws(InvalidValue) -> Value
  ) {
    self.placeholder = placeholder
    self.expectation = expectation
    self.completion = completion
    self.isList = isList
    read = readAll
  }

  /// The same for an option that may be absent.
  var optional: ValueParser<Value?> {
    ValueParser<Value?>(
      placeholder: placeholder, expectation: expectation, completion: completion, isList: isList
    ) { [read] (texts, vocabulary) throws(InvalidValue) in try read(texts, vocabulary) }
  }
}

/// A value that an option refuses; the option adds its name to the message.
package struct InvalidValue: Error {
  /// The value in quotes and what was expected instead.
  let message: String

  /// Refuses `value`, and says after a colon what is wrong with it.
  package init(_ value: String, _ problem: String) { message = "\(QuotedValue(value)): \(problem)" }
}
