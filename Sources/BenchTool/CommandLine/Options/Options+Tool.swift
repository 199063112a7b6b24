/// The options and operands that are about the tool itself.
extension Options {
  /// What to list.
  package static let topic = Option(
    operand: "topic",
    optional: .choice(Vocabulary.Kind.allCases.map { ($0.rawValue, $0) }), "What to list")

  /// Whose completions.
  package static let shell = Option(
    operand: "shell", .choice(Shell.allCases.map { ($0.rawValue, $0) }), "Which shell")

  /// A verb to explain.
  package static let helpVerb = Option(
    operand: "verb",
    optional: ValueParser<String>(
      placeholder: "VERB", expectation: "the name of a verb", completion: .verbs,
      convert: { $0 }),
    "Which verb to explain")

  /// Show help, and do nothing else.
  package static let help = Option(
    flag: "help", letter: "h", "Show this help; -h is the short form")

  /// Name the version, and do nothing else.
  package static let version = Option(flag: "version", "Print the version")
}
