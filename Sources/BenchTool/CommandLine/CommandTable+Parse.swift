import Text

extension CommandTable {
  /// What a command line asks for.
  package enum Request: Sendable {
    /// Text for the standard output, and nothing else to do: help, the version, completions.
    case print(String)
    /// Something for the verb that the arguments name.
    case perform(Arguments)
  }

  /// Reads a command line.
  ///
  /// - Parameters:
  ///   - words: what the user typed after the name of the program.
  ///   - width: the width of the terminal in characters, for help.
  /// - Throws: `UsageError` for the first thing that is wrong.
  /// - Complexity: O(*n*) in the length of the words.
  package func parse(_ words: [String], width: Int = 80) throws(UsageError) -> Request {
    guard words != ["--"] else { throw UsageError("nothing follows '--'") }
    let namesVerb = words.first.map { !$0.hasPrefix("-") } ?? false
    let verb = namesVerb ? try self.verb(named: words[0]) : defaultVerb
    let rest = namesVerb ? words.dropFirst() : words[...]
    for word in rest.prefix(while: { $0 != "--" }) {
      switch word {
      case "--help", "-h":
        let isFull = word != "-h"
        return .print(
          namesVerb ? help(for: verb, width: width, isFull: isFull) : help(width: width))
      case "--version":
        return .print("\(program) \(version)\n")
      default:
        break
      }
    }
    return try answer(arguments(of: verb, in: rest), width: width)
  }

  /// The verb with this name.
  func verb(named name: String) throws(UsageError) -> Verb {
    if let verb = verbs.first(where: { $0.name == name }) { return verb }
    let names = verbs.map(\.name)
    let hint =
      Suggestion.nearest(to: name, among: names).map(Suggestion.hint)
      ?? "; expected \(names.listed("or"))"
    throw UsageError("unknown verb \(QuotedValue(name))\(hint)")
  }

  private func answer(_ arguments: Arguments, width: Int) throws(UsageError) -> Request {
    switch arguments.verb {
    case Verb.completions.name:
      return .print(completions(for: arguments[Options.shell]))
    case Verb.help.name:
      guard let name = arguments[Options.helpVerb] else { return .print(help(width: width)) }
      return .print(help(for: try verb(named: name), width: width, isFull: true))
    default:
      return .perform(arguments)
    }
  }

  private func arguments(
    of verb: Verb, in words: ArraySlice<String>
  ) throws(UsageError) -> Arguments {
    var scanner = ArgumentScanner(verb: verb, table: self)
    try scanner.scan(words)
    try scanner.check()
    var values: [String: any Sendable] = [:]
    var inputs: [String] = []
    var outputs: [(option: String, path: String)] = []
    for option in verb.options {
      let texts = scanner.texts(of: option)
      let value = try option.value(from: texts, vocabulary)
      values[option.name] = value
      if case .file(let path)? = value as? TableDestination {
        outputs.append((option.spelling, path))
      } else {
        inputs += option.completion.paths(in: texts)
      }
    }
    return Arguments(
      verb: verb.name, values: values, given: scanner.given, inputs: inputs, outputs: outputs)
  }
}
