extension Verb {
  /// Write a run for another program.
  package static let export = Verb(
    "export", "Write a run in a format that another program reads",
    discussion: """
      Reads the folder of a run that has ended and writes its times, in nanoseconds per operation or in \
      the format's own unit, each round where the format can hold it. Cells without a figure, cut \
      ones, those with wrong rows on screen and the null controls are left out, and counted on the \
      standard error.
      """,
    options: [Options.run, Options.format, Options.exportOutput],
    examples: [
      Example(
        "export results/latest --format benchfmt --output new.txt",
        "For 'benchstat -col /strategy new.txt', or 'benchstat old.txt new.txt'."),
      Example("export results/latest --format markdown", "Print tables for a comment."),
      Example(
        "export results/latest --format google-benchmark --output run.json",
        "For Bencher's adapter cpp_google, or the tool googlecpp of github-action-benchmark."),
    ],
    exitStatuses: [
      .fine("written; of an interrupted run, what there is"), .usage, .badInput, .missingInput,
      .internalError, .cannotCreate, .inputOutput,
    ])
}
