extension Claim {
  /// All claims, the most discussed first: the first eight are a summary.
  public static let all: [Claim] = [
    variableHeights, windowJerky, recycledSmooth, onlySmooth, necessaryData, marginPreloads,
    pagerUnnoticed, sameContent, precedingHeights, fixedMath, rowSizeOverhead, recycledQuick,
    heightAskedOnce, weekOfDays, heightsCostly, workingCell, offsetMoves, viewsMemory,
    alwaysCentred, circularPager, relayoutSlower, sixMonths, batchTrips, threeCopies, takesDays,
    circle,
  ]

  /// Sentences of the posts that sound like facts and are not measured here, and why. Drawing (the
  /// patterns of UITableView Tricks), selection and UIKit's animation curves are not listed: nothing
  /// here draws.
  public static let unmeasured = [
    UnmeasuredSentence(
      .mealSchedule, "This pattern is a huge improvement over the first option", at: "000:11",
      because: "the list's rows over the window's, whatever is measured: as large as one likes"),
    UnmeasuredSentence(
      .mealSchedule, "if that date is within the current set I can perform a nice animated scroll",
      at: "000:15",
      because: "the animation is UIKit's; whether the date is there, `week-of-days` says"
    ),
    UnmeasuredSentence(
      .calendar,
      "future 6 months will not be a problem, you will just have to add stuff, but past 6 months is "
        + "the real challenge",
      at: "003:263", because: "about the work of programming it; both run the same code here"),
    UnmeasuredSentence(
      .calendar,
      "we must do it to avoid flickering and to heckle the CA transaction", at: "003:203",
      because: "flickering is a matter of when UIKit draws; nothing is drawn here"),
    UnmeasuredSentence(
      .tricks, "a developer has to do ZERO changes", at: "004:23",
      because: "about an interface, not about what it does"),
  ]
}
