import Basics

extension CommandTable {
  package enum Request: Sendable {
    /// Text for the standard output, and nothing else to do: help, the version, completions.
    case print(String)
    case perform(Arguments)
  }

  /// Reads what the user typed after the name of the program; throws for the first thing that is wrong.
  package func parse(_ words: [String], width: Int = 80) throws(RunFault) -> Request {
    guard words != ["--"] else { throw RunFault(.usage, "nothing follows '--'") }
    let namesVerb = !hasOneVerb && words.first.map { !$0.hasPrefix("-") } ?? false
    let verb = namesVerb ? try self.verb(named: words[0]) : defaultVerb
    let rest = namesVerb ? words.dropFirst() : words[...]
    for word in rest.prefix(while: { $0 != "--" }) {
      if word == "--version" { return .print("\(program) \(version)\n") }
      guard word == "--help" || word == "-h" else { continue }
      return .print(
        namesVerb || hasOneVerb
          ? help(for: verb, width: width, isFull: word == "--help") : help(width: width))
    }
    let arguments = try Arguments(verb, rest, of: self)
    if verb.perform != nil { return .perform(arguments) }
    if verb.name == Verb.completions.name { return .print(completions) }
    guard let name = arguments[Options.helpVerb] else { return .print(help(width: width)) }
    return .print(help(for: try self.verb(named: name), width: width, isFull: true))
  }

  private func verb(named name: String) throws(RunFault) -> Verb {
    if let verb = (verbs + Self.hidden).first(where: { $0.name == name }) { return verb }
    if name == "claims" {
      throw RunFault(.usage, "'claims' is a program of its own: swift run -c release claims")
    }
    let names = verbs.map(\.name)
    let meant = Spelling.nearest(to: name, among: names) ?? defaultVerb.option(dashed: name)
    let hint = meant.map(Spelling.hint)
    throw RunFault(
      .usage, "unknown verb \(name.inQuotes)" + (hint ?? "; expected \(names.listed("or"))"))
  }
}

/// What the command line says, checked.
package struct Arguments: Sendable {
  let verb: Verb
  /// The files to read, and the folders.
  private(set) var inputs: [String] = []
  /// The files to write, each with the option that names it.
  private(set) var outputs: [(option: String, path: String)] = []
  private let table: CommandTable
  /// What was written for each option, by its name; an empty text for each time a flag was given.
  private var texts: [String: [String]] = [:]
  private var operandCount = 0

  /// Sorts the words that follow a verb by its options, and tries what is written for each.
  fileprivate init(
    _ verb: Verb, _ words: ArraySlice<String>, of table: CommandTable
  ) throws(RunFault) {
    (self.verb, self.table) = (verb, table)
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
    try refuseContradictions()
    for option in verb.options {
      let texts = texts(of: option)
      do {
        if !texts.isEmpty { try option.check(texts, table.vocabulary) }
      } catch {
        throw fault("\(option.spelling) \(error.message)")
      }
      let given = self.texts[option.name] ?? []
      switch option.value.kind {
      case .input: inputs += given
      case .output: outputs += texts.filter { $0 != "-" }.map { (option.spelling, $0) }
      case .name:
        let names = given.flatMap { (try? $0.commaSeparated(expected: "")) ?? [] }
        inputs += (option.value.isList ? names : given).compactMap { name in
          name.firstIndex(of: ":").map { String(name[$0...].dropFirst()) }
        }
      case .word: break
      }
    }
  }

  /// The value of an option, which must be one of the verb's own.
  package subscript<Value>(option: Option<Value>) -> Value {
    if let own = verb.options.first(where: { $0.name == option.facts.name }),
      let value = try? option.parser.read(texts(of: own), table.vocabulary)
    {
      return value
    }
    // Every text was tried when the command line was read: no input gets to this line.
    preconditionFailure("'\(verb.name)' has no \(option.facts.spelling) of type \(Value.self)")
  }

  /// Whether the option was written on the command line, rather than left to its default.
  func isGiven(_ option: any CommandOption) -> Bool { texts[option.facts.name] != nil }

  /// What stands for an option: what was written, or its default.
  private func texts(of option: OptionFacts) -> [String] {
    texts[option.name] ?? option.defaultText.map { [$0] } ?? []
  }

  private func fault(_ message: String) -> RunFault { RunFault(.usage, message) }

  private mutating func add(
    _ option: OptionFacts, value: String?, next words: inout ArraySlice<String>
  ) throws(RunFault) {
    var value = value
    if option.form == .flag {
      if let value { throw fault("\(option.spelling) takes no value: \(value.inQuotes)") }
    } else if value == nil, let next = words.first, Self.canBeValue(next) {
      value = words.removeFirst()
    } else if value == nil {
      throw fault("\(option.spelling) needs a value: \(option.value.expectation)")
    }
    texts[option.name, default: []].append(value ?? "")
  }

  /// Whether a word may be the value of the option before it: what looks like an option is one, or a
  /// forgotten value would swallow it. A negative number is taken, so that its refusal can say what is expected.
  private static func canBeValue(_ word: String) -> Bool {
    guard word.hasPrefix("-"), word != "-" else { return true }
    return word.dropFirst().first.map { $0.isASCII && ($0.isNumber || $0 == ".") } ?? false
  }

  private mutating func add(operand: String) throws(RunFault) {
    let operands = verb.operands
    let slot = min(operandCount, operands.count - 1)
    guard slot >= 0, operandCount < operands.count || operands[slot].value.isList else {
      let taken = operands.isEmpty ? "no operand" : "only \(operands.map(\.synopsis).listed("and"))"
      let isVerb = table.verbs.contains { $0.name == operand }
      let hint = verb.option(dashed: operand).map(Spelling.hint) ?? ""
      throw fault(
        "unexpected \(operand.inQuotes): '\(table.command(verb))' takes \(taken)"
          + (isVerb ? "; a verb comes first" : hint))
    }
    texts[operands[slot].name, default: []].append(operand)
    operandCount += 1
  }

  private func option(named name: String) throws(RunFault) -> OptionFacts {
    if let option = verb.namedOptions.first(where: { $0.name == name }) { return option }
    throw unknown("--\(name)", meant: verb.option(near: name))
  }

  private func option(lettered word: String) throws(RunFault) -> OptionFacts {
    let letters = word.dropFirst()
    let named = verb.namedOptions.first { $0.letter != nil && $0.letter == letters.first }
    if letters.count == 1, let named { return named }
    var meant = verb.option(near: String(letters))
    if meant == nil, let named, let letter = named.letter {
      let rest = letters.dropFirst().drop { $0 == "=" }
      meant = named.form == .flag ? "-\(letter) -\(rest)" : "-\(letter) \(rest)"
    }
    throw unknown(word, meant: meant)
  }

  /// The error for an option that the verb does not have: perhaps another verb does.
  private func unknown(_ word: String, meant: String?) -> RunFault {
    let owners = table.verbs.filter { $0.namedOptions.contains { $0.spellings.contains(word) } }
    let hint =
      owners.isEmpty
      ? meant.map(Spelling.hint) ?? ""
      : "; it belongs to \(owners.map { "'\($0.name)'" }.listed("and"))"
    return fault("'\(table.command(verb))' has no option \(word.inQuotes)\(hint)")
  }

  private func refuseContradictions() throws(RunFault) {
    let missing = verb.options.filter { $0.isRequired && texts[$0.name] == nil }
    guard missing.isEmpty else {
      let names = missing.map(\.synopsis).listed("and")
      let expectation = missing.count == 1 ? ": \(missing[0].value.expectation)" : ""
      throw fault("'\(table.command(verb))' needs \(names)\(expectation)")
    }
    for conflict in verb.conflicts where texts[conflict.option.name] != nil {
      guard let other = conflict.others.first(where: { texts[$0.name] != nil }) else { continue }
      throw fault(
        "\(other.spelling) cannot be used with \(conflict.option.spelling): \(conflict.reason)")
    }
  }
}

extension Verb {
  /// The option whose name is nearest to a word.
  fileprivate func option(near name: String) -> String? {
    Spelling.nearest(to: name, among: namedOptions.map(\.name)).map { "--\($0)" }
  }

  /// The option that a word is which begins with a dash, as word processors make of two hyphens.
  fileprivate func option(dashed word: String) -> String? {
    guard ["–", "—"].contains(where: word.hasPrefix) else { return nil }
    return option(near: String(Spelling.keyboard(word).drop { $0 == "-" }))
  }
}
