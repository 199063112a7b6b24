extension Verb {
  /// Measure memory, a process for each strategy.
  package static let footprint = Verb(
    "footprint", "Measure the memory of each strategy in a process of its own",
    discussion: """
      Starts 'step' for each strategy and compares the most memory that it has with that of a \
      strategy that does nothing: what is more is the strategy's own, to within some 200 KiB.
      """,
    options: [
      Options.strategies, Options.modes, Options.scenario, Options.heights.defaulting(to: "chat"),
      Options.rowCount.defaulting(to: "1M"), Options.viewport, Options.width, Options.seed,
      Options.steps, Options.json,
    ],
    examples: [
      Example("footprint", "Every strategy, on a million rows."),
      Example(
        "footprint -s fenwick -H pages -r 10M --json", "One strategy on a longer list, as JSON."),
    ],
    exitStatuses: [
      .fine("measured; what cannot be measured says why"), .usage, .badInput, .missingInput,
      .internalError, .inputOutput, .interrupted,
    ])
}
