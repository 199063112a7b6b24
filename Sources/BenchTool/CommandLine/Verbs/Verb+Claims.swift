extension Verb {
  /// Put what posts say to the test.
  package static let claims = Verb(
    "claims", "Measure what posts about endless lists say",
    discussion: """
      Puts sentences of five posts to the test, each by an experiment and a rule, and says where \
      a sentence is true, where it is not, and where the figures do not decide.
      """,
    options: [
      Options.claims, Options.budget.defaulting(to: "120s"), Options.seed, Options.documentFormat,
      Options.document, Options.quiet,
    ],
    examples: [
      Example("claims", "All of them; the counted ones take some seconds beyond the budget."),
      Example("claims --claim variable-heights -b 30s", "One of them."),
      Example(
        "claims --format markdown --output results/CLAIMS.md",
        "A document with every figure, rule and limit."),
    ],
    exitStatuses: [
      .fine("measured, whatever the verdicts are"), .usage, .internalError, .cannotCreate,
      .inputOutput,
      .interrupted,
    ])
}
