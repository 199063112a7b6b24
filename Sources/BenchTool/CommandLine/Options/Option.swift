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
  private var reading: OptionReading<Value>

  package var expectation: String { reading.expectation }
  package var completion: Completion { reading.completion }
  package var isList: Bool { reading.isList }
  package var isRequired: Bool { reading.defaultText == nil && reading.absent == nil }
  package var defaultText: String? { reading.defaultText }

  package func value(
    from texts: [String], _ vocabulary: Vocabulary
  ) throws(UsageError) -> Value {
    let texts = texts.isEmpty ? defaultText.map { [$0] } ?? [] : texts
    do {
      if let value = try reading.read(texts, vocabulary) ?? reading.absent { return value }
    } catch {
      throw UsageError("\(spelling) \(error.message)")
    }
    throw UsageError("\(spelling) needs a value: \(expectation)")
  }

  /// The same option with another default, for a verb that needs one.
  package func defaulting(to text: String) -> Option {
    var option = self
    option.reading.defaultText = text
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
      discussion: discussion, reading: OptionReading(parser, default: defaultText))
  }

  /// An option that may be absent.
  package init<Wrapped>(
    _ name: String, letter: Character? = nil, _ parser: ValueParser<Wrapped>,
    _ summary: String, discussion: String = ""
  ) where Value == Wrapped? {
    self.init(
      form: .value(placeholder: parser.placeholder), name: name, letter: letter, summary: summary,
      discussion: discussion, reading: OptionReading(optional: parser))
  }

  /// An option without a value: on when it is given.
  package init(
    flag name: String, letter: Character? = nil, _ summary: String, discussion: String = ""
  ) where Value == Bool {
    self.init(
      form: .flag, name: name, letter: letter, summary: summary, discussion: discussion,
      reading: .flag)
  }

  /// A value that stands alone, without a name before it, and must be given.
  package init(
    operand name: String, _ parser: ValueParser<Value>, _ summary: String, discussion: String = ""
  ) {
    self.init(
      form: .operand, name: name, letter: nil, summary: summary, discussion: discussion,
      reading: OptionReading(parser, default: nil))
  }

  /// A value that stands alone, without a name before it, and may be absent.
  package init<Wrapped>(
    operand name: String, optional parser: ValueParser<Wrapped>, _ summary: String,
    discussion: String = ""
  ) where Value == Wrapped? {
    self.init(
      form: .operand, name: name, letter: nil, summary: summary, discussion: discussion,
      reading: OptionReading(optional: parser))
  }
}
