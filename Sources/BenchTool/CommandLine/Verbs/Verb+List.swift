extension Verb {
  /// Name what there is to measure.
  package static let list = Verb(
    "list", "List strategies, scenarios, heights and motion",
    discussion: "Prints the names that the other verbs take, and a line about each.",
    options: [Options.topic, Options.json],
    examples: [
      Example("list", "Everything there is."),
      Example("list strategies --json", "The cards of the strategies, for a script."),
    ],
    exitStatuses: [.fine("listed"), .usage, .internalError, .inputOutput])
}
