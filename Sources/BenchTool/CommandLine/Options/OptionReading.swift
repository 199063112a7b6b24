/// How an option turns what was typed, if anything, into its value.
struct OptionReading<Value: Sendable>: Sendable {
  /// What a value must be; empty for a flag.
  var expectation = ""
  /// What a shell can offer.
  var completion = Completion.nothing
  /// Whether it takes several values.
  var isList = false
  /// The text that stands when nothing was typed.
  var defaultText: String?
  /// The value when nothing was typed and there is no default either; nil when that is an error.
  var absent: Value?
  /// Reads what was typed; nil for nothing.
  let read: @Sendable ([String], Vocabulary) throws(InvalidValue) -> Value?
}

extension OptionReading {
  /// Reads with a parser; required when there is no default.
  init(_ parser: ValueParser<Value>, default defaultText: String?) {
    self.init(
      expectation: parser.expectation, completion: parser.completion,
      isList: parser.merge != nil, defaultText: defaultText, read: parser.readAll)
  }

  /// Reads with a parser, and gives nil when nothing was typed.
  init<Wrapped>(optional parser: ValueParser<Wrapped>) where Value == Wrapped? {
    self.init(
      expectation: parser.expectation, completion: parser.completion,
      isList: parser.merge != nil, absent: .some(nil)
    ) { (texts, vocabulary) throws(InvalidValue) in
      try parser.readAll(texts, vocabulary).map(Optional.some)
    }
  }
}

extension OptionReading<Bool> {
  /// Tells whether anything was typed.
  static var flag: OptionReading {
    OptionReading(absent: false) { (texts, _) throws(InvalidValue) in !texts.isEmpty }
  }
}
