/// What the command line says, checked and typed.
package struct Arguments: Sendable {
  /// The name of the verb.
  package let verb: String
  private let values: [String: any Sendable]
  private let given: Set<String>
  /// The files to read, and the folders.
  let inputs: [String]
  /// The files to write, each with the option that names it.
  let outputs: [(option: String, path: String)]

  init(
    verb: String, values: [String: any Sendable], given: Set<String>, inputs: [String] = [],
    outputs: [(option: String, path: String)] = []
  ) {
    self.verb = verb
    self.values = values
    self.given = given
    self.inputs = inputs
    self.outputs = outputs
  }

  /// The value of an option, which must be one of the verb's own.
  package subscript<Value>(option: Option<Value>) -> Value {
    guard let value = values[option.name] as? Value else {
      // Every option of the verb has a value of its type here, so only a call site that asks
      // for another verb's option gets to this line; no input does.
      preconditionFailure("'\(verb)' has no \(option.spelling) of type \(Value.self)")
    }
    return value
  }

  /// Whether the option was written on the command line, rather than left to its default.
  package func isGiven(_ option: some CommandOption) -> Bool { given.contains(option.name) }
}
