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
    let namesVerb = !hasOneVerb && words.first.map { !$0.hasPrefix("-") } ?? false
    let verb = namesVerb ? try self.verb(named: words[0]) : defaultVerb
    let rest = namesVerb ? words.dropFirst() : words[...]
    for word in rest.prefix(while: { $0 != "--" }) {
      switch word {
      case "--help", "-h":
        let isFull = word != "-h"
        return .print(
          namesVerb || hasOneVerb
            ? help(for: verb, width: width, isFull: isFull) : help(width: width))
      case "--version":
        return .print("\(program) \(version)\n")
      default:
        break
      }
    }
    let arguments = try arguments(of: verb, in: rest)
    switch verb.name {
    case Verb.completions.name:
      return .print(completions)
    case Verb.help.name:
      guard let name = arguments[Options.helpVerb] else { return .print(help(width: width)) }
      return .print(help(for: try self.verb(named: name), width: width, isFull: true))
    default:
      return .perform(arguments)
    }
  }

  private func verb(named name: String) throws(UsageError) -> Verb {
    if let verb = verbs.first(where: { $0.name == name }) { return verb }
    if name == "claims" {
      throw UsageError("'claims' is a program of its own: swift run -c release claims")
    }
    let names = verbs.map(\.name)
    let hint = Spelling.hint(for: name, among: names)
    throw UsageError(
      "unknown verb \(QuotedValue(name))"
        + (hint.isEmpty ? "; expected \(names.listed("or"))" : hint))
  }

  private func arguments(
    of verb: Verb, in words: ArraySlice<String>
  ) throws(UsageError) -> Arguments {
    var scanner = ArgumentScanner(verb: verb, table: self)
    try scanner.scan(words)
    try scanner.check()
    var arguments = Arguments(verb: verb, given: Set(scanner.texts.keys))
    for option in verb.options {
      let texts = scanner.texts[option.name] ?? []
      let value = try option.value(from: texts, vocabulary)
      arguments.values[option.name] = value
      if case .file(let path)? = value as? TableDestination {
        arguments.outputs.append((option.spelling, path))
      } else {
        arguments.inputs += option.completion.paths(in: texts)
      }
    }
    return arguments
  }
}

/// Sorts the words of a command line by the options of a verb, without reading their values.
private struct ArgumentScanner {
  let verb: Verb
  let table: CommandTable
  /// What was written for each option, by its name: values, or an empty text for each time a flag was
  /// given.
  private(set) var texts: [String: [String]] = [:]
  private var operandCount = 0

  init(verb: Verb, table: CommandTable) {
    (self.verb, self.table) = (verb, table)
  }

  /// Sorts the words that follow the verb.
  mutating func scan(_ words: ArraySlice<String>) throws(UsageError) {
    var words = words
    while let word = words.popFirst() {
      if word == "--" {
        while let operand = words.popFirst() { try add(operand: operand) }
      } else if word.hasPrefix("--") {
        let parts = word.dropFirst(2).split(
          separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let option = try option(named: String(parts[0]))
        try add(option, value: parts.count > 1 ? String(parts[1]) : nil, next: &words)
      } else if word.hasPrefix("-"), word != "-" {
        try add(option(lettered: word), value: nil, next: &words)
      } else {
        try add(operand: word)
      }
    }
  }

  private mutating func add(
    _ option: any CommandOption, value: String?, next words: inout ArraySlice<String>
  ) throws(UsageError) {
    var value = value
    if option.form == .flag {
      if let value { throw UsageError("\(option.spelling) takes no value: \(QuotedValue(value))") }
    } else if value == nil, let next = words.first, Self.canBeValue(next) {
      value = words.removeFirst()
    } else if value == nil {
      throw UsageError("\(option.spelling) needs a value: \(option.expectation)")
    }
    texts[option.name, default: []].append(value ?? "")
  }

  /// Whether a word may be the value of the option before it.
  ///
  /// What looks like an option is one, or a forgotten value would swallow it; `--name=-x` is the
  /// way to such a value. A negative number is taken, so that its refusal can say what is expected.
  private static func canBeValue(_ word: String) -> Bool {
    guard word.hasPrefix("-"), word != "-" else { return true }
    return word.dropFirst().first.map { $0.isASCII && ($0.isNumber || $0 == ".") } ?? false
  }

  private mutating func add(operand: String) throws(UsageError) {
    let operands = verb.operands
    let slot = min(operandCount, operands.count - 1)
    guard slot >= 0, operandCount < operands.count || operands[slot].isList else {
      let taken = operands.isEmpty ? "no operand" : "only \(operands.map(\.synopsis).listed("and"))"
      let isVerb = table.verbs.contains { $0.name == operand }
      throw UsageError(
        "unexpected \(QuotedValue(operand)): '\(table.command(verb))' takes \(taken)"
          + (isVerb ? "; a verb comes first" : ""))
    }
    texts[operands[slot].name, default: []].append(operand)
    operandCount += 1
  }

  private func option(named name: String) throws(UsageError) -> any CommandOption {
    if let option = verb.namedOptions.first(where: { $0.name == name }) { return option }
    throw unknown("--\(name)", meant: nearestOption(to: name))
  }

  private func option(lettered word: String) throws(UsageError) -> any CommandOption {
    let letters = word.dropFirst()
    let named = verb.namedOptions.first { $0.letter != nil && $0.letter == letters.first }
    if letters.count == 1, let named { return named }
    var meant = nearestOption(to: String(letters))
    if meant == nil, let named, let letter = named.letter {
      let rest = letters.dropFirst().drop { $0 == "=" }
      meant = named.form == .flag ? "-\(letter) -\(rest)" : "-\(letter) \(rest)"
    }
    throw unknown(word, meant: meant)
  }

  private func nearestOption(to name: String) -> String? {
    Spelling.nearest(to: name, among: verb.namedOptions.map(\.name)).map { "--\($0)" }
  }

  /// The error for an option that the verb does not have: perhaps another verb does.
  private func unknown(_ word: String, meant: String?) -> UsageError {
    let owners = table.verbs.filter { $0.namedOptions.contains { $0.spellings.contains(word) } }
    let hint =
      owners.isEmpty
      ? meant.map(Spelling.hint) ?? ""
      : "; it belongs to \(owners.map { "'\($0.name)'" }.listed("and"))"
    return UsageError("'\(table.command(verb))' has no option \(QuotedValue(word))\(hint)")
  }

  /// Checks that nothing is missing and nothing contradicts.
  func check() throws(UsageError) {
    let missing = verb.options.filter { $0.isRequired && texts[$0.name] == nil }
    guard missing.isEmpty else {
      let names = missing.map(\.synopsis).listed("and")
      let expectation = missing.count == 1 ? ": \(missing[0].expectation)" : ""
      throw UsageError("'\(table.command(verb))' needs \(names)\(expectation)")
    }
    for conflict in verb.conflicts where texts[conflict.option.name] != nil {
      guard let other = conflict.others.first(where: { texts[$0.name] != nil }) else { continue }
      throw UsageError(
        "\(other.spelling) cannot be used with \(conflict.option.spelling): \(conflict.reason)")
    }
  }
}

/// What the command line says, checked and typed.
package struct Arguments: Sendable {
  /// What is asked for.
  package let verb: Verb
  /// The names of the options that were written.
  fileprivate let given: Set<String>
  fileprivate var values: [String: any Sendable] = [:]
  /// The files to read, and the folders.
  fileprivate(set) var inputs: [String] = []
  /// The files to write, each with the option that names it.
  fileprivate(set) var outputs: [(option: String, path: String)] = []

  /// The value of an option, which must be one of the verb's own.
  package subscript<Value>(option: Option<Value>) -> Value {
    guard let value = values[option.name] as? Value else {
      // Every option of the verb has a value of its type here, so only a call site that asks
      // for another verb's option gets to this line; no input does.
      preconditionFailure("'\(verb.name)' has no \(option.spelling) of type \(Value.self)")
    }
    return value
  }

  /// Whether the option was written on the command line, rather than left to its default.
  package func isGiven(_ option: some CommandOption) -> Bool { given.contains(option.name) }
}
