extension Verb {
  /// Times over several runs.
  package static let history = Verb(
    "history", "Show times over the runs of one machine, and the steps in them",
    discussion: """
      Orders runs by date and shows the time of each cell in each of them. Runs whose times cannot \
      be compared with the newest one's are named and left out. A step is a change between the runs \
      before and those after it that exceeds the gate's thresholds and the noise between runs.
      """,
    options: [
      Options.runs, Options.shownStrategies, Options.shownScenarios, Options.shownRows,
      Options.gate, Options.historyFormat,
    ],
    examples: [
      Example("history results", "Every step in the runs that are kept."),
      Example(
        "history results/2026-* -s fenwick -c scroll -r 1M --format csv",
        "The times of one cell, for a plot."),
    ],
    exitStatuses: [
      .fine("shown, whatever the steps"),
      .incomparable("no two runs can be compared: what differs is named"),
      .differentCells("no run has such a cell"),
      .usage, .badInput, .missingInput, .internalError, .inputOutput,
    ])
}
