/// How an option is written.
package enum OptionForm: Hashable, Sendable {
  /// `--name`
  case flag
  /// `--name VALUE`
  case value(placeholder: String)
  /// A value alone.
  case operand
}

/// An option without its type of value, as tables of options hold it; `Option` is the only one.
package protocol CommandOption: Sendable {
  associatedtype Value: Sendable

  /// How it is written.
  var form: OptionForm { get }
  /// The long name, without dashes; unique among the options of a verb.
  var name: String { get }
  /// The short name; the same in every verb.
  var letter: Character? { get }
  /// One line about it.
  var summary: String { get }
  /// A paragraph that full help adds; may be empty.
  var discussion: String { get }
  /// What a value must be: `a length in points`.
  var expectation: String { get }
  /// What a shell can offer for the value.
  var completion: Completion { get }
  /// Whether it takes several values, and may be given repeatedly.
  var isList: Bool { get }
  /// Whether the verb cannot go without it.
  var isRequired: Bool { get }
  /// The value that stands when none is given, as a user would type it.
  var defaultText: String? { get }

  /// The value, given everything that was typed for this option.
  ///
  /// - Parameter texts: the values in their order; one empty text for each time a flag was given.
  /// - Throws: `UsageError` naming the option, the value and what was expected.
  func value(from texts: [String], _ vocabulary: Vocabulary) throws(UsageError) -> Value
}

extension CommandOption {
  /// The option as messages name it: `--rows`, or the bare name of an operand.
  package var spelling: String { form == .operand ? name : "--\(name)" }

  /// The option with what must follow it: `--rows N,…`, `--quiet`, `SHELL`, `SHARD…`.
  package var synopsis: String {
    switch form {
    case .flag: spelling
    case .value(let placeholder): "\(spelling) \(placeholder)"
    case .operand: name.uppercased() + (isList ? "…" : "")
    }
  }

  /// Every way to write the name: `-r` and `--rows`; none for an operand.
  package var spellings: [String] {
    form == .operand ? [] : (letter.map { ["-\($0)"] } ?? []) + [spelling]
  }
}
