extension Verb {
  /// Do exactly so many steps, for tools that count from outside.
  package static let step = Verb(
    "step", "Do an exact number of steps with one strategy",
    discussion: """
      Builds a list and does steps of a scenario on it, without a clock. Prints a checksum of the \
      answers, and the most memory that the process had from when the strategy was built.
      """,
    options: [
      Options.strategy, Options.mode, Options.scenario, Options.oneHeights, Options.rowCount,
      Options.motion, Options.viewport, Options.width, Options.seed, Options.steps,
      Options.memoryLimit, Options.json,
    ],
    examples: [
      Example(
        "step -s fenwick -c scroll -r 1M --steps 10k",
        "10,000 frames, for a profiler to look at.")
    ],
    exitStatuses: [
      .fine("the steps are done"), .usage, .badInput, .missingInput, .internalError, .inputOutput,
    ])
}
