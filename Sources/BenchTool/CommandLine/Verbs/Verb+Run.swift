extension Verb {
  /// Measure; what the tool does when no verb is given.
  package static let run = Verb(
    "run", "Measure strategies against each other",
    discussion: """
      Runs every strategy through every scenario on the same lists, in turns, so that whatever the \
      machine does falls on all alike. What a strategy answers is checked before its times count. \
      With --json it prints all cells, the advice and the warnings as one document, with the names \
      of summary.csv.
      """,
    options: [
      Options.strategies, Options.runModes, Options.scenarios, Options.heights, Options.rows,
      Options.motion, Options.viewport, Options.width, Options.caches, Options.budget,
      Options.seed, Options.margin, Options.confidence, Options.handicap, Options.output,
      Options.record, Options.save, Options.shard, Options.isolate, Options.footprint,
      Options.rowCost, Options.resume, Options.dryRun, Options.quiet,
      Options.json,
    ],
    conflicts: [
      Conflict(
        Options.resume,
        excludes: [
          Options.strategies, Options.runModes, Options.scenarios, Options.heights, Options.rows,
          Options.motion, Options.viewport, Options.width, Options.caches, Options.budget,
          Options.seed,
          Options.margin, Options.confidence, Options.handicap, Options.output, Options.record,
          Options.shard,
        ],
        because: "a resumed run keeps its plan and its folder"),
      Conflict(
        Options.record, excludes: [Options.output], because: "both say where the results go"),
    ],
    examples: [
      Example("--strategy all", "Which technique for my list? An answer in a minute."),
      Example(
        "run --heights file:my-heights.txt --rows 10k --scenario scroll",
        "The same for the rows of your own app, and scrolling only."),
      Example(
        "run -s fenwick,blocked-sums -r 1M,10M -b 10m --record",
        "A longer look at two strategies, kept in git."),
      Example("run --resume results/latest", "Go on after an interruption."),
    ],
    exitStatuses: [
      .fine("measured; what was cut or cannot be measured is marked"),
      .broken("a strategy showed the wrong rows, or failed in its process with --isolate"),
      .usage, .badInput, .missingInput, .internalError, .cannotCreate, .inputOutput, .interrupted,
    ])
}
