import ListLayout
import Reporting
import Workloads

/// "Infinitely scrolling tables", option 2: a small table as a window on the days.
extension Claim {
  /// The post says "a smaller number of rows" and no more.
  private static let windows = [50, 100, 200, 400, 1000]

  /// reload-window with so many rows in its table, under some gestures.
  private static func table(
    of rows: Int, _ gestures: [[Gesture]], in runner: ClaimRunner
  ) throws -> MotionRecord {
    try runner.record(
      of: "reload-window:window=\(rows)", .published, on: .fixed(LayoutUnit(points: 44)),
      rows: 10_000, gestures)
  }

  private static func label(_ window: Int) -> String {
    "a window of \(Quantity.count(window)) rows"
  }

  static let windowJerky = Claim(
    id: "window-jerky", post: .mealSchedule,
    sentence: .quotation(
      "suffers from a jerky appearance because with only a certain number of rows in the table "
        + "there is an end point of the scrolling and there is a delay before I can update them",
      at: "000:11"),
    experiment: """
      reload-window as published with 50 to 1,000 rows of 44 pt, under the 19 recorded flings, each \
      from rest, and under 19 pairs of flings, the first caught halfway by the second, so that the \
      table is updated only after both; counted beside the reference
      """,
    rules: [
      Rule(
        "flings and pairs stopped by the window's end", .count, .atLeast, holds: 4, fails: 0,
        because: "jerky: a tenth of all 38 stop short; not jerky: none does")
    ],
    change: .init(
      on: "2026-11-22",
      because: """
        the experiment before it had 200 rows only, which the post does not say, and let every fling \
        come to rest, so that the delay never mattered; it varied the height of the rows
        """),
    limits: """
      A count, so a phone's is the same: but the flings were recorded on Android phones, and where a \
      finger catches a list is our choice. The reload's own time is no part of it
      """
  ) { runner in
    let points = try windows.map { window in
      let records = try [GestureSequences.flings(), GestureSequences.flingsCaughtByAnother].map {
        try table(of: window, $0, in: runner)
      }
      return Evidence.Point(
        label(window),
        [
          .share(
            records.reduce(0) { $0 + $1.cutShort }, of: records.reduce(0) { $0 + $1.sequences },
            "flings and pairs")
        ],
        detail: records.flatMap {
          [Quantity.count($0.cutShort), Quantity.count($0.stalls), Quantity.amount($0.lost.points)]
        })
    }
    return Evidence(
      "the window", points,
      titles: [
        "the window", "flings from rest stopped", "frames that stood still", "points lost",
        "pairs of flings stopped", "frames that stood still", "points lost",
      ])
  }

  static let rowSizeOverhead = Claim(
    id: "row-size-overhead", post: .mealSchedule,
    sentence: .quotation(
      "While this second option was better there is still too much lag because of UITableView "
        + "overhead in calculating row size",
      at: "000:12"),
    experiment: """
      reload-window as published with 50 to 1,000 rows of 44 pt and recycled-subview as published, \
      the post's third option, under the 19 recorded flings; heights asked, counted
      """,
    rules: [
      Rule(
        "heights that reload-window asks for each that recycled-subview asks", .ratio, .atLeast,
        holds: 2, fails: 1.1,
        because: "overhead: twice the row sizes that own views need, or more; within a tenth: none")
    ],
    limits: """
      A count, the same on a phone. That it was too much lag depends on what a height costs there: \
      the table says at which cost one reload takes a frame. What else UIKit does is not seen
      """
  ) { runner in
    let views = try runner.record(
      of: "recycled-subview", .published, on: .fixed(LayoutUnit(points: 44)), rows: 10_000,
      GestureSequences.flings())
    let points = try windows.map { window in
      let record = try table(of: window, GestureSequences.flings(), in: runner)
      let most = record.mostHeightsAsked
      let ratio = record.heightsPerRow / max(0.01, views.heightsPerRow)
      return Evidence.Point(
        label(window), [.exact(ratio, over: record.rowsEntered, "rows on screen")],
        detail: [
          Quantity.count(most), Quantity.amount(record.heightsPerRow),
          most > 0 ? time(Rule.frame60 / Double(most)) : "-",
        ])
    }
    return Evidence(
      "the window", points,
      titles: [
        "", "heights asked by a reload", "heights for each row that comes on screen",
        "a reload takes \(time(Rule.frame60)) with heights of",
      ], details: [["own views", "-", Quantity.amount(views.heightsPerRow), "-"]])
  }
}
