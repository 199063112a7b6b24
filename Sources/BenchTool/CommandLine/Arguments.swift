import BenchBasics

package struct Arguments: Sendable {
  let command: Command
  package let words: [String]
  private(set) var inputs: [String] = []
  private(set) var outputs: [(option: String, path: String)] = []
  private let table: CommandTable
  private var values: [String: any Sendable] = [:]
  private var texts: [String: [String]] = [:]

  fileprivate init(
    _ command: Command, _ words: ArraySlice<String>, of table: CommandTable, line: [String]
  ) throws(RunFault) {
    (self.command, self.table, self.words) = (command, table, line)
    var words = words
    while let word = words.popFirst() {
      if word == "--" {
        while let operand = words.popFirst() { try add(operand: operand) }
      } else if word.hasPrefix("-"), word != "-" {
        let splits = word.hasPrefix("--") ? 1 : 0
        let parts = word.split(separator: "=", maxSplits: splits, omittingEmptySubsequences: false)
        let value = parts.count > 1 ? String(parts[1]) : nil
        try add(option(spelled: String(parts[0])), value: value, next: &words)
      } else {
        try add(operand: word)
      }
    }
    try checkRequirements()
    for option in command.options {
      let given = texts[option.name] ?? []
      let used = given.isEmpty ? option.defaultText.map { [$0] } ?? [] : given
      let context = ParsingContext(option: option.spelling, vocabulary: table.vocabulary)
      values[option.name] = try option.parse(used, context)
      switch option.value.kind {
      case .input: inputs += given
      case .output: outputs += used.filter { $0 != "-" }.map { (option.spelling, $0) }
      case .word: inputs += (values[option.name] as? any NamesFiles)?.paths ?? []
      }
    }
  }

  package subscript<Value>(option: Option<Value>) -> Value {
    guard let stored = values[option.facts.name], let value = stored as? Value else {
      preconditionFailure("'\(command.name)' has no \(option.facts.spelling) of type \(Value.self)")
    }
    return value
  }

  func isGiven(_ option: any CommandOption) -> Bool { texts[option.facts.name] != nil }

  private func fault(_ message: String) -> RunFault { RunFault(.usage, message) }

  private mutating func add(
    _ option: OptionFacts, value: String?, next words: inout ArraySlice<String>
  ) throws(RunFault) {
    var value = value
    if option.form == .flag {
      if let value { throw fault("\(option.spelling) does not accept a value: \(value.inQuotes)") }
    } else if value == nil {
      // A word that starts with a dash is an option, unless it is `-` or a negative number. Treating negative
      // numbers as values leads to better error messages.
      guard let next = words.first, next.prefixMatch(of: /-[^0-9.]/) == nil else {
        throw fault("\(option.spelling) needs a value: \(option.value.expectation)")
      }
      value = words.removeFirst()
    }
    texts[option.name, default: []].append(value ?? "")
  }

  private mutating func add(operand: String) throws(RunFault) {
    let operands = command.operands
    guard let next = operands.first(where: { texts[$0.name] == nil }) else {
      let taken = operands.isEmpty ? "no operand" : "only \(operands.map(\.synopsis).listed("and"))"
      throw fault(
        "unexpected \(operand.inQuotes): '\(table.invocation(of: command))' takes \(taken)")
    }
    texts[next.name, default: []].append(operand)
  }

  private func option(spelled word: String) throws(RunFault) -> OptionFacts {
    func spells(_ option: OptionFacts) -> Bool { option.spellings.contains(word) }
    if let option = command.namedOptions.first(where: spells) { return option }
    let owners = table.commands.filter { $0.namedOptions.contains(where: spells) }
    let near = Spelling.nearest(
      to: String(word.drop { $0 == "-" }), among: command.namedOptions.map(\.name))
    let hint =
      owners.isEmpty
      ? near.map { "; did you mean '--\($0)'?" } ?? ""
      : "; it is an option of \(owners.map { "'\($0.name)'" }.listed("and"))"
    throw fault("'\(table.invocation(of: command))' has no option \(word.inQuotes)\(hint)")
  }

  private func checkRequirements() throws(RunFault) {
    let missing = command.options.filter { $0.isRequired && texts[$0.name] == nil }
    guard missing.isEmpty else {
      let names = missing.map(\.synopsis).listed("and")
      throw fault("'\(table.invocation(of: command))' needs \(names)")
    }
    for conflict in command.conflicts where texts[conflict.option.name] != nil {
      guard let other = conflict.others.first(where: { texts[$0.name] != nil }) else { continue }
      throw fault(
        "\(other.spelling) cannot be used with \(conflict.option.spelling): \(conflict.reason)")
    }
  }
}

extension CommandTable {
  package enum Request: Sendable {
    case print(String)
    case perform(Arguments)
  }

  package func parse(_ words: [String], width: Int = 80) throws(RunFault) -> Request {
    guard words != ["--"] else { throw RunFault(.usage, "nothing follows '--'") }
    let namesCommand = !hasOneCommand && words.first.map { !$0.hasPrefix("-") } ?? false
    let command = namesCommand ? try self.command(named: words[0]) : defaultCommand
    let rest = namesCommand ? words.dropFirst() : words[...]
    for word in rest.prefix(while: { $0 != "--" }) {
      if word == "--version" { return .print("\(program) \(Tool.version)\n") }
      guard word == "--help" || word == "-h" else { continue }
      return .print(
        namesCommand || hasOneCommand
          ? help(for: command, width: width, isFull: word == "--help") : help(width: width))
    }
    let arguments = try Arguments(command, rest, of: self, line: [program] + words)
    if command.perform != nil { return .perform(arguments) }
    guard let name = arguments[Options.helpCommand] else { return .print(help(width: width)) }
    return .print(help(for: try self.command(named: name), width: width, isFull: true))
  }

  private func command(named name: String) throws(RunFault) -> Command {
    if let command = (commands + Self.hidden).first(where: { $0.name == name }) { return command }
    let names = commands.map(\.name)
    let hint = Spelling.hint(for: name, among: names)
    throw RunFault(
      .usage,
      "unknown command \(name.inQuotes)"
        + (hint.isEmpty ? "; expected \(names.listed("or"))" : hint))
  }
}
