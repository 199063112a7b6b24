import Text

/// Turns the text of an option's value into a typed value, and knows how to describe such a value.
package struct ValueParser<Value: Sendable>: Sendable {
  /// Reads one value, or says what is wrong with it.
  package typealias Read = @Sendable (String, Vocabulary) throws(InvalidValue) -> Value

  /// What stands for the value in help: `PT`.
  package let placeholder: String
  /// What a value must be, as in "expected …": `a length in points`.
  package let expectation: String
  /// What a shell can offer.
  package let completion: Completion
  /// Joins the values of an option that is given repeatedly; nil when it may be given once only.
  package let merge: (@Sendable (Value, Value) -> Value)?
  /// Reads one value.
  package let read: Read

  /// A parser that explains its refusals itself.
  package init(
    placeholder: String, expectation: String, completion: Completion = .nothing,
    merge: (@Sendable (Value, Value) -> Value)? = nil, read: @escaping Read
  ) {
    self.placeholder = placeholder
    self.expectation = expectation
    self.completion = completion
    self.merge = merge
    self.read = read
  }

  /// A parser that refuses with its expectation wherever `convert` answers nil.
  package init(
    placeholder: String, expectation: String, completion: Completion = .nothing,
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

  /// Reads all values that were given for one option, in their order.
  ///
  /// - Throws: `InvalidValue` when a value is refused, or is the second of an option that takes one.
  package func readAll(
    _ texts: [String], _ vocabulary: Vocabulary
  ) throws(InvalidValue) -> Value? {
    guard let first = texts.first else { return nil }
    var value = try read(first, vocabulary)
    for text in texts.dropFirst() {
      guard let merge else {
        throw InvalidValue(text, "given a second time, after \(QuotedValue(first))")
      }
      value = merge(value, try read(text, vocabulary))
    }
    return value
  }
}
