import Text

/// A value that an option refuses; the option adds its name to the message.
package struct InvalidValue: Error, Hashable {
  /// The value in quotes and what was expected instead.
  package let message: String

  /// Refuses `value`, and says after a colon what is wrong with it.
  package init(_ value: String, _ problem: String) { message = "\(QuotedValue(value)): \(problem)" }
}
