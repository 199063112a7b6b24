extension Verb {
  /// Write the tables of a run again.
  package static let report = Verb(
    "report", "Write the README.md of a run again from its files",
    discussion: """
      Reads run.json and summary.csv in the folder of a run that has ended, replaces its README.md, and \
      prints the path of that. When nothing was changed, the new README.md is the old one.
      """,
    options: [Options.run],
    examples: [Example("report results/latest", "After an update of bench, or an edit by hand.")],
    exitStatuses: [
      .fine("written; an interrupted run says so"), .usage, .badInput, .missingInput,
      .internalError, .cannotCreate, .inputOutput,
    ])
}
