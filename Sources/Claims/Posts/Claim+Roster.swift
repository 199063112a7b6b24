extension Claim {
  /// All claims, the most discussed first: the first eight are a summary.
  public static let all: [Claim] = [
    variableHeights, windowJerky, recycledSmooth, onlySmooth, relayoutSlower, heightsCostly,
    threeCopies, sameContent, pagerUnnoticed, threeViews, marginPreloads, offsetMoves,
    windowImprovement, fixedMath, heightAskedOnce, takesDays,
  ]

  /// Sentences of the posts that sound like facts and are not measured here, and why.
  public static let unmeasured: [(post: Post, sentence: String, reason: String)] = [
    (
      .mealSchedule, "there is still too much lag because of UITableView overhead",
      "the overhead is UIKit's own; no UIKit runs here"
    ),
    (
      .calendar, "past 6 months is the real challenge",
      "about the work of programming it; both directions run the same code here"
    ),
    (
      .tricks, "a developer has to do ZERO changes", "about an interface, not about what it does"
    ),
  ]
}
