import Text

/// Sorts the words of a command line by the options of a verb, without reading their values.
struct ArgumentScanner {
  let verb: Verb
  let table: CommandTable
  private let byName: [String: any CommandOption]
  private let byLetter: [Character: any CommandOption]
  private var textsByName: [String: [String]] = [:]
  private var operandCount = 0

  init(verb: Verb, table: CommandTable) {
    self.verb = verb
    self.table = table
    let options = verb.namedOptions
    byName = Dictionary(options.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    byLetter = Dictionary(
      options.compactMap { option in option.letter.map { ($0, option) } },
      uniquingKeysWith: { first, _ in first })
  }

  /// The names of the options that were written.
  var given: Set<String> { Set(textsByName.keys) }

  /// What was written for an option: its values, or an empty text for each time a flag was given.
  func texts(of option: any CommandOption) -> [String] { textsByName[option.name] ?? [] }

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
    textsByName[option.name, default: []].append(value ?? "")
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
      throw unexpected(operand)
    }
    textsByName[operands[slot].name, default: []].append(operand)
    operandCount += 1
  }

  private func unexpected(_ operand: String) -> UsageError {
    let names = verb.operands.map(\.synopsis)
    let taken = names.isEmpty ? "no operand" : "only \(names.listed("and"))"
    let isVerb = table.verbs.contains { $0.name == operand }
    return UsageError(
      "unexpected \(QuotedValue(operand)): '\(table.program) \(verb.name)' takes \(taken)"
        + (isVerb ? "; a verb comes first" : ""))
  }

  private func option(named name: String) throws(UsageError) -> any CommandOption {
    if let option = byName[name] { return option }
    throw unknown("--\(name)", hint: Suggestion.nearest(to: name, among: names).map { "--\($0)" })
  }

  private func option(lettered word: String) throws(UsageError) -> any CommandOption {
    let letters = word.dropFirst()
    if letters.count == 1, let option = letters.first.flatMap({ byLetter[$0] }) { return option }
    var near = Suggestion.nearest(to: String(letters), among: names).map { "--\($0)" }
    if near == nil, let letter = letters.first, let option = byLetter[letter] {
      let rest = letters.dropFirst().drop { $0 == "=" }
      near = option.form == .flag ? "-\(letter) -\(rest)" : "-\(letter) \(rest)"
    }
    throw unknown(word, hint: near)
  }

  private var names: [String] { verb.namedOptions.map(\.name) }

  /// The error for an option that the verb does not have: perhaps another verb does.
  private func unknown(_ word: String, hint: String?) -> UsageError {
    let command = "'\(table.program) \(verb.name)'"
    let owners = table.verbs.filter { $0.namedOptions.contains { $0.spellings.contains(word) } }
    guard owners.isEmpty else {
      let names = owners.map { "'\($0.name)'" }.listed("and")
      return UsageError("\(command) has no option \(QuotedValue(word)); it belongs to \(names)")
    }
    return UsageError(
      "\(command) has no option \(QuotedValue(word))\(hint.map(Suggestion.hint) ?? "")")
  }
}
