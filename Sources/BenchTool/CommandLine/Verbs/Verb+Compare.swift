extension Verb {
  /// Judge one run by another.
  package static let compare = Verb(
    "compare", "Tell whether one run is slower than another, or works more",
    discussion: """
      Joins the cells of two runs and judges each. A time counts as changed when it differs by more \
      than the gate's relative and absolute thresholds, with its confidence for all cells together. \
      Single runs tell a cell that takes twice as long: processes of equal code differ by nearly as \
      much in some cells. Work is exact: any rise counts, on any machine; allocations and memory \
      have small tolerances, which the report names. \
      With --against both revisions are built and many pairs of their processes take turns on one \
      core: that tells a few percent.
      """,
    options: [
      Options.base, Options.head, Options.baseline, Options.gate, Options.thresholdFile,
      Options.relative, Options.absolute,
      Options.gateConfidence, Options.countersOnly, Options.allowNew, Options.strict,
      Options.reportFormat, Options.reportOutput, Options.against,
    ] + Options.pairing + [Options.selfTest],
    conflicts: [
      Conflict(
        Options.against, excludes: [Options.baseline, Options.countersOnly],
        because: "it measures both sides itself"),
      Conflict(
        Options.selfTest,
        excludes: [
          Options.baseline, Options.thresholdFile, Options.countersOnly, Options.against,
          Options.strategies, Options.modes,
          Options.pairedScenarios, Options.pairedBudget, Options.headHandicap, Options.gate,
          Options.relative, Options.absolute, Options.gateConfidence, Options.allowNew,
          Options.strict, Options.reportFormat, Options.reportOutput,
        ],
        because: "it compares this program with itself, always in the same way"),
    ],
    examples: [
      Example("compare --against main", "Has this tree become slower? Builds both and measures."),
      Example("compare --baseline main", "Is the last run slower than the one saved as main?"),
      Example("compare results/2026-03-01-xeon-1a2b3c4 results/latest", "What has changed since?"),
      Example(
        "compare --baseline main --counters-only --format markdown",
        "Does it work more? In a CI, on whatever machine."),
    ],
    exitStatuses: [
      .fine("nothing is certainly slower, and nothing works more"),
      .broken("a cell is slower, a counter rose, or work grows faster with the rows"),
      .unresolved("with --strict: some times decide nothing"),
      .incomparable("machine, compiler, settings, rows or the protocol of 'serve' differ"),
      .differentCells("cells are missing or new, or a run is not complete"),
      .usage, .badInput, .missingInput, .internalError, .cannotCreate, .inputOutput,
      .interrupted,
    ])
}
