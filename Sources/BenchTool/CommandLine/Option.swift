/// One option of the command line: how it is spelled, read and explained.
///
/// Parsing, help and shell completions all come from this one value, and the verbs that have the
/// option share it. `Value` is what it gives: optional when the option may be absent, an array when
/// it takes a list.
package struct Option<Value: Sendable>: CommandOption {
  package let form: OptionForm
  package let name: String
  package let letter: Character?
  package let summary: String
  package let discussion: String
  package private(set) var defaultText: String?
  private let parser: ValueParser<Value>
  /// The value when nothing was typed and there is no default either; nil when that is an error.
  private let absent: Value?

  package var expectation: String { parser.expectation }
  package var completion: Completion { parser.completion }
  package var isList: Bool { form != .flag && parser.merge != nil }
  package var isRequired: Bool { defaultText == nil && absent == nil }

  package func value(
    from texts: [String], _ vocabulary: Vocabulary
  ) throws(UsageError) -> Value {
    let texts = texts.isEmpty ? defaultText.map { [$0] } ?? [] : texts
    do {
      if let value = try parser.readAll(texts, vocabulary) ?? absent { return value }
    } catch {
      throw UsageError("\(spelling) \(error.message)")
    }
    throw UsageError("\(spelling) needs a value: \(expectation)")
  }

  /// The same option with another default, for a verb that needs one.
  package func defaulting(to text: String) -> Option {
    var option = self
    option.defaultText = text
    return option
  }
}

extension Option {
  /// An option with a default, or, when `default` is nil, one that must be given.
  ///
  /// The default is text that a user could have typed: it is shown in help and read like any other.
  package init(
    _ name: String, letter: Character? = nil, _ parser: ValueParser<Value>,
    default defaultText: String?, _ summary: String, discussion: String = ""
  ) {
    self.init(
      form: .value(placeholder: parser.placeholder), name: name, letter: letter, summary: summary,
      discussion: discussion, defaultText: defaultText, parser: parser, absent: nil)
  }

  /// An option that may be absent.
  package init<Wrapped>(
    _ name: String, letter: Character? = nil, _ parser: ValueParser<Wrapped>,
    _ summary: String, discussion: String = ""
  ) where Value == Wrapped? {
    self.init(
      form: .value(placeholder: parser.placeholder), name: name, letter: letter, summary: summary,
      discussion: discussion, parser: parser.optional, absent: .some(nil))
  }

  /// An option without a value: on when it is given.
  package init(
    flag name: String, letter: Character? = nil, _ summary: String, discussion: String = ""
  ) where Value == Bool {
    self.init(
      form: .flag, name: name, letter: letter, summary: summary, discussion: discussion,
      parser: ValueParser(placeholder: "", expectation: "", merge: { $0 && $1 }) { _, _ in true },
      absent: false)
  }

  /// A value that stands alone, without a name before it, and must be given.
  package init(
    operand name: String, _ parser: ValueParser<Value>, _ summary: String
  ) {
    self.init(
      form: .operand, name: name, letter: nil, summary: summary, discussion: "", parser: parser,
      absent: nil)
  }

  /// A value that stands alone, without a name before it, and may be absent.
  package init<Wrapped>(
    operand name: String, optional parser: ValueParser<Wrapped>, _ summary: String,
    discussion: String = ""
  ) where Value == Wrapped? {
    self.init(
      form: .operand, name: name, letter: nil, summary: summary, discussion: discussion,
      parser: parser.optional, absent: .some(nil))
  }
}

/// How an option is written.
package enum OptionForm: Hashable, Sendable {
  /// `--name`
  case flag
  /// `--name VALUE`
  case value(placeholder: String)
  /// A value alone.
  case operand
}

/// An option without its type of value, as tables of options hold it; `Option` is the only one.
package protocol CommandOption: Sendable {
  associatedtype Value: Sendable

  var form: OptionForm { get }
  /// The long name, without dashes; unique among the options of a verb.
  var name: String { get }
  /// The short name; the same in every verb.
  var letter: Character? { get }
  /// One line about it.
  var summary: String { get }
  /// A paragraph that full help adds; may be empty.
  var discussion: String { get }
  /// What a value must be: `a length in points`.
  var expectation: String { get }
  var completion: Completion { get }
  /// Whether it takes several values, and may be given repeatedly.
  var isList: Bool { get }
  /// Whether the verb cannot go without it.
  var isRequired: Bool { get }
  /// The value that stands when none is given, as a user would type it.
  var defaultText: String? { get }

  /// The value, given everything that was typed for this option.
  ///
  /// - Parameter texts: the values in their order; one empty text for each time a flag was given.
  /// - Throws: `UsageError` naming the option, the value and what was expected.
  func value(from texts: [String], _ vocabulary: Vocabulary) throws(UsageError) -> Value
}

extension CommandOption {
  /// The option as messages name it: `--rows`, or the bare name of an operand.
  package var spelling: String { form == .operand ? name : "--\(name)" }

  /// The option with what must follow it: `--rows N,…`, `--quiet`, `SHELL`, `SHARD…`.
  package var synopsis: String {
    switch form {
    case .flag: spelling
    case .value(let placeholder): "\(spelling) \(placeholder)"
    case .operand: name.uppercased() + (isList ? "…" : "")
    }
  }

  /// Every way to write the name: `-r` and `--rows`; none for an operand.
  package var spellings: [String] {
    form == .operand ? [] : (letter.map { ["-\($0)"] } ?? []) + [spelling]
  }
}
