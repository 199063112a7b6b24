/// The verbs that every tool has; the command table answers them itself.
extension Verb {
  /// Print a script that teaches a shell this command line.
  package static let completions = Verb(
    "completions", "Print a script that completes this command line in a shell",
    discussion: "The first lines of the script say how to load it.",
    options: [Options.shell],
    examples: [Example("completions bash", "Print the script for bash.")],
    exitStatuses: [.fine("printed"), .usage])

  /// Explain a verb.
  package static let help = Verb(
    "help", "Explain a verb",
    discussion: "The same as --help after the verb.",
    options: [Options.helpVerb],
    examples: [Example("help run", "Everything about 'run'.")],
    exitStatuses: [.fine("printed"), .usage])
}
