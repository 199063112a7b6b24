/// The options of `show`.
extension Options {
  /// A run that has ended; the last one unless told.
  package static let shownRun = run.defaulting(to: "results/latest")

  /// The list that comes first.
  package static let shownList = Option(
    "heights", letter: "H", .name(.heights, placeholder: "KIND"), "Which of its lists comes first")

  /// The length of its lists.
  package static let shownLength = Option(
    "rows", letter: "r", .count(placeholder: "N"), "Which length of them; the longest unless told")

  /// What a height costs that is asked for.
  package static let rowCost = Option(
    "row-cost", .nanoseconds, "Add so much for each height that was asked for",
    discussion: """
      What it takes to measure a row in your app: 30us for a label on a phone. Heights asked are \
      counted, so the cost is added to the times on the screen alone; files have what was measured.
      """)

  /// One question.
  package static let shownScenario = Option(
    "scenario", letter: "c", .name(.scenarios, placeholder: "ID"), "One question in full")

  /// One strategy.
  package static let shownStrategy = Option(
    "strategy", letter: "s", .name(.strategies, placeholder: "ID"), "One strategy in full")
}
