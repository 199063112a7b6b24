extension Verb {
  /// Show a finished run.
  package static let show = Verb(
    "show", "Show a run again, another length of it, or a part in full",
    discussion: """
      Prints the screen with which a run ends. With --scenario it prints one question over all \
      strategies instead, with --strategy one strategy over all questions, both with intervals and \
      counters. With --json it prints all cells of that, with every length and list unless one is asked \
      for. Nothing is measured.
      """,
    options: [
      Options.shownRun, Options.shownList, Options.shownLength, Options.shownScenario,
      Options.shownStrategy, Options.rowCost, Options.json,
    ],
    conflicts: [
      .init(
        Options.shownScenario, excludes: [Options.shownStrategy],
        because: "each of them is a table of its own")
    ],
    examples: [
      Example("show --rows 1k", "The last run, its lists of 1,000 rows."),
      Example("show --strategy fenwick", "All that the last run knows of one strategy."),
      Example("show --row-cost 30us", "The last run, were each height a label's to measure."),
      Example("show results/latest --scenario scroll", "One question, from fast to slow."),
      Example("show --rows 1M --json", "The table for a script."),
    ],
    exitStatuses: [
      .fine("shown"), .usage, .badInput, .missingInput, .internalError, .inputOutput,
    ])
}
