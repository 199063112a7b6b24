import Recording

/// The options that say how measuring is done.
extension Options {
  /// How long the run may take.
  package static let budget = Option(
    "budget", letter: "b", .duration, default: "60s", "Time that the whole run may take",
    discussion: "The plan is made to fit. What takes too long all the same is cut, and marked so.")

  /// Where random choices start.
  package static let seed = Option(
    "seed", .seed, default: "1", "Start of all random choices",
    discussion: "The same seed gives the same lists, the same movements and the same order.")

  /// What counts as equal.
  package static let margin = Option(
    "margin", .percentage(thousandths: 10...100_000, such: 1000), default: "1%",
    "Difference that does not matter",
    discussion: "Strategies that certainly differ by less are called equivalent.")

  /// How sure a verdict is.
  package static let confidence = Option(
    "confidence", .percentage(thousandths: 50_000...99_999, such: 95_000), default: "95%",
    "Confidence of intervals and verdicts",
    discussion: "It holds for each table as a whole, however many comparisons it makes.")

  /// In which state the caches are.
  package static let caches = Option(
    "caches",
    .choice([
      ("warm", [CacheState.warm]), ("cold", [CacheState.cold]),
      ("both", CacheState.allCases),
    ]),
    default: "warm", "State of the caches",
    discussion: """
      warm is a list in use: steps are timed once their time has settled. cold is the first use after \
      something else had the caches: they are emptied before each step.
      """)

  /// What a run should find, to see whether it does.
  package static let handicap = Option(
    "handicap", .percentage(thousandths: 10...1_000_000, such: 2000),
    "Add a copy of each strategy that is slower by so much",
    discussion: "It shows whether the run can tell such a difference: ID+2% should be 'slower'.")

  /// Which part of the plan.
  package static let shard = Option(
    "shard", .shard, "Measure one of several equal parts of the plan",
    discussion: "For machines that share the work: 1/4 to 4/4, each with the same other options.")

  /// How many random gestures.
  package static let gestureCount = Option(
    "gestures", letter: "g", .count(placeholder: "N"), default: "20k",
    "How many random gestures to make on each strategy")
}
