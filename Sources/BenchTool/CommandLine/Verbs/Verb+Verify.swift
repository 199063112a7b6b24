extension Verb {
  /// Compare strategies with the reference.
  package static let verify = Verb(
    "verify", "Check that strategies show the right rows at the right places",
    discussion: """
      Makes the same random gestures on each strategy and on the reference, compares what is on \
      screen after every frame, and prints how far each strategy deviates.
      """,
    options: [
      Options.strategies, Options.modes.defaulting(to: "both"), Options.heights,
      Options.gestureCount, Options.seed, Options.documentFormat, Options.document, Options.quiet,
      Options.json,
    ],
    examples: [
      Example("verify", "Every strategy, as published and as corrected."),
      Example(
        "verify -s fenwick --gestures 100k --seed 7", "A thorough look at a strategy of your own."),
      Example(
        "verify -s posts --format markdown --output results/VERIFY.md",
        "What the posts' code shows, as a document."),
    ],
    exitStatuses: [
      .fine("every deviation is one that the strategy declares"),
      .broken("a strategy broke the contract"),
      .usage, .badInput, .missingInput, .internalError, .cannotCreate, .inputOutput, .interrupted,
    ])
}
