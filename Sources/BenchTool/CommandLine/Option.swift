import Basics

/// One option of the command line, from which parsing and help both come; verbs share it. `Value`
/// is what it gives: optional when the option may be absent, an array when it takes a list.
package struct Option<Value: Sendable>: CommandOption {
  package private(set) var facts: OptionFacts
  let parser: ValueParser<Value>

  private init(
    _ form: OptionFacts.Form, _ name: String, _ letter: Character?, _ parser: ValueParser<Value>,
    default usual: String? = nil, isRequired: Bool = false, _ summary: String, _ discussion: String
  ) {
    self.parser = parser
    facts = OptionFacts(
      form: form, name: name, letter: letter, summary: summary, discussion: discussion,
      value: parser.facts, isRequired: isRequired, defaultText: usual,
      check: { (texts, vocabulary) throws(InvalidValue) in
        _ = try parser.read(texts, vocabulary)
      })
  }

  /// An option with a default, which is text that a user could have typed, or, when `default` is nil, one
  /// that must be given; an operand is a value that stands alone, without a name before it.
  package init(
    _ name: String, letter: Character? = nil, isOperand: Bool = false,
    _ parser: ValueParser<Value>, default usual: String?, _ summary: String,
    discussion: String = ""
  ) {
    self.init(
      isOperand ? .operand : .value, name, letter, parser, default: usual,
      isRequired: usual == nil, summary, discussion)
  }

  package init<Wrapped>(
    _ name: String, letter: Character? = nil, isOperand: Bool = false,
    _ parser: ValueParser<Wrapped>, _ summary: String, discussion: String = ""
  ) where Value == Wrapped? {
    let read = parser.read
    let optional = ValueParser<Value>(parser.facts) {
      (texts, vocabulary) throws(InvalidValue) in
      texts.isEmpty ? nil : try read(texts, vocabulary)
    }
    self.init(isOperand ? .operand : .value, name, letter, optional, summary, discussion)
  }

  /// An option without a value: on when it is given.
  package init(
    flag name: String, letter: Character? = nil, _ summary: String, discussion: String = ""
  ) where Value == Bool {
    let given = ValueParser<Bool>(ValueFacts(placeholder: "", expectation: "", isList: true)) {
      (texts, _) throws(InvalidValue) in !texts.isEmpty
    }
    self.init(.flag, name, letter, given, summary, discussion)
  }

  /// The value where none is given.
  func usual(_ vocabulary: Vocabulary) throws(InvalidValue) -> Value {
    try parser.read(facts.defaultText.map { [$0] } ?? [], vocabulary)
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
  /// How it is written: `--name`, a value alone, or `--name VALUE`.
  enum Form: Sendable { case flag, operand, value }

  let form: Form
  /// The long name, without dashes; unique among the options of a verb.
  let name: String
  let letter: Character?
  let summary: String
  /// A paragraph that full help adds; may be empty.
  let discussion: String
  let value: ValueFacts
  var isRequired: Bool
  /// The value that stands when none is given, as a user would type it.
  var defaultText: String?
  let check: @Sendable ([String], Vocabulary) throws(InvalidValue) -> Void

  /// The option as messages name it: `--rows`, or the bare name of an operand.
  var spelling: String { form == .operand ? name : "--\(name)" }

  /// The option with what must follow it: `--rows N,…`, `--quiet`, `SHELL`, `SHARD…`.
  var synopsis: String {
    switch form {
    case .flag: spelling
    case .value: "\(spelling) \(value.placeholder)"
    case .operand: name.uppercased() + (value.isList ? "…" : "")
    }
  }

  /// Every way to write the name: `-r` and `--rows`; none for an operand.
  var spellings: [String] {
    form == .operand ? [] : (letter.map { ["-\($0)"] } ?? []) + [spelling]
  }
}

/// What help and completions say of an option's value, and which files it names.
package struct ValueFacts: Sendable {
  /// A file that is read, one that is written, a name that may have a path behind its colon, or none of these.
  package enum Kind: Sendable { case input, output, name, word }

  /// What stands for the value in help: `PT`.
  var placeholder: String
  /// What a value must be, as in "expected …": `a length in points`.
  var expectation: String
  var kind = Kind.word
  /// What a shell may offer: these words, and the names of a kind.
  var words: [String] = []
  var names: Vocabulary.Kind?
  var isList = false
}

/// Turns the text of an option's value into a typed value, and knows how to describe such a value.
package struct ValueParser<Value: Sendable>: Sendable {
  let facts: ValueFacts
  /// Reads all that was given for one option, or says what is wrong with it. Without a text, flags are off
  /// and options that may be absent are nil.
  let read: @Sendable ([String], Vocabulary) throws(InvalidValue) -> Value

  init(
    _ facts: ValueFacts,
    read: @escaping @Sendable ([String], Vocabulary) throws(InvalidValue) -> Value
  ) {
    (self.facts, self.read) = (facts, read)
  }

  /// A parser of a single text that explains its refusals itself.
  init(
    one facts: ValueFacts,
    read: @escaping @Sendable (String, Vocabulary) throws(InvalidValue) -> Value
  ) {
    self.init(facts) { (texts, vocabulary) throws(InvalidValue) in
      guard texts.count == 1 else {
        throw InvalidValue(texts[1], "given a second time, after \(texts[0].inQuotes)")
      }
      return try read(texts[0], vocabulary)
    }
  }

  /// A parser that rejects with its expectation, and with what may have been meant, wherever `convert` returns nil.
  init(
    _ placeholder: String, _ expectation: String, kind: ValueFacts.Kind = .word,
    convert: @escaping @Sendable (String) -> Value?
  ) {
    let facts = ValueFacts(placeholder: placeholder, expectation: expectation, kind: kind)
    self.init(one: facts) { (text, _) throws(InvalidValue) in
      guard let value = convert(text) else {
        let others = Readings.others(of: text) { convert($0) != nil }
        throw InvalidValue(text, "expected \(expectation)\(Readings.hint(others))")
      }
      return value
    }
  }
}

/// A value that an option rejects; the option adds its name to the message.
package struct InvalidValue: Error {
  let message: String

  /// Refuses `value`, and says after a colon what is wrong with it.
  init(_ value: String, _ problem: String) { message = "\(value.inQuotes): \(problem)" }
}
