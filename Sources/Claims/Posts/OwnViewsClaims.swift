import ListLayout
import Reporting
import Workloads

/// "Infinitely scrolling tables", option 3: own views in a scroll view, the code of the post.
extension Claim {
  /// The tallest row of each list, in points: the post's views move when its own row height, 44 pt
  /// here, is used up.
  private static let tallest = [44, 88, 132, 300]

  private static func heights(upTo tallest: Int) -> HeightsSpec {
    let least = LayoutUnit(points: 44)
    return tallest == 44 ? .fixed(least) : .uniform(least...LayoutUnit(points: tallest))
  }

  private static func label(_ tallest: Int) -> String {
    tallest == 44 ? "rows of 44 pt" : "rows up to \(tallest) pt"
  }

  // MARK: Quick, smooth

  private static let flings = Timing(
    "scroll", of: ["recycled-subview"], [.published], on: tallest.map(heights(upTo:)),
    rows: [10_000])

  static let recycledQuick = Claim(
    "recycled-quick", .mealSchedule,
    .quotation(
      "I could quickly add and remove subviews from the start and end of the content when the "
        + "UIScrollView was scrolled",
      at: "000:13"),
    experiment: """
      recycled-subview as published under recorded flings, on rows of 44 pt up to a tallest one: \
      every frame timed by itself
      """,
    rules: [.inTime],
    state: .changed(
      on: "2026-11-22",
      because: "it was one claim with recycled-smooth, of which the post says this in other words"),
    limits: """
      Times are without drawing and UIKit, and a frame that never comes to rest is cut after 100 \
      passes: on a phone it would not end. The post does not give its row height: 44 pt is taken
      """, timing: flings
  ) { laboratory in
    let points = try zip(tallest, laboratory.groups(flings)).map { tallest, result in
      Evidence.Point(
        label(tallest), size: Double(tallest),
        [result.slowestFrames(of: "recycled-subview", .published)])
    }
    return Evidence(along: "the rows", points)
  }

  static let recycledSmooth = Claim(
    "recycled-smooth", .mealSchedule,
    .quotation(
      "I choose to have a few extra days on either end of the visible set to allow for smoother "
        + "scrolling",
      at: "000:15"),
    experiment: """
      recycled-subview as published with its 14 extra views, a week at either end, and with none, \
      under the 19 recorded flings; each frame compared with the reference
      """,
    rules: [
      Rule(
        "frames that extra views keep from jumping, being blank or never coming to rest", .count,
        .atLeast, holds: 1, fails: 0, because: "smoother: fewer such frames than without"),
      .steady,
    ],
    state: .changed(
      on: "2026-11-22",
      because: "the experiment before it never took the extra days away, as the sentence asks"),
    limits: """
      A count, the same on a phone. The post does not give its row height: 44 pt is taken, so that \
      without extra views 19 of them stand in for 844 pt
      """
  ) { laboratory in
    var details: [[String]] = []
    let points = try tallest.map { tallest in
      let records = try ["recycled-subview", "recycled-subview:extra=0"].map { id in
        try laboratory.record(
          of: id, .published, on: heights(upTo: tallest), rows: 10_000, strokes: Strokes.flings())
      }
      for (extra, record) in zip(["14 extra", "none"], records) {
        let counts = [record.jumps, record.blankFrames, record.cutFrames, record.frames]
        details.append(["\(label(tallest)), \(extra)"] + counts.map(Quantity.count))
      }
      let saved = records[1].roughFrames - records[0].roughFrames
      return Evidence.Point(
        label(tallest), size: Double(tallest),
        [
          Figure(exactly: Double(saved), of: .init(records[0].frames, "frames")),
          records[0].roughFigure,
        ])
    }
    return Evidence(
      along: "the rows", points,
      details: .init(["", "jumps", "blank", "never at rest", "frames"], details))
  }

  // MARK: The number of heights

  static let heightAskedOnce = Claim(
    "height-asked-once", .mealSchedule,
    .quotation(
      "I could have variable height rows because I could control the number of times each row had "
        + "to be recalculated",
      at: "000:13"),
    experiment: "recycled-subview as published under the 19 recorded flings; counted",
    rules: [
      Rule(
        "heights asked for each row that comes on screen", .ratio, .atMost, holds: 1.5, fails: 2,
        because: "under control: about once; twice or more is what it was to prevent")
    ],
    limits: "A count, the same on a phone; the post's rows of 44 pt are taken, as it gives none"
  ) { laboratory in
    Evidence(
      along: "the rows",
      try tallest.map { tallest in
        let record = try laboratory.record(
          of: "recycled-subview", .published, on: heights(upTo: tallest), rows: 10_000,
          strokes: Strokes.flings())
        return Evidence.Point(
          label(tallest), size: Double(tallest),
          [Figure(exactly: record.heightsPerRow, of: .init(record.rowsEntered, "rows"))])
      },
      notes: [
        "Where layouts never come to rest the number says when they are cut, and no more."
      ])
  }

  // MARK: A week of extra days

  static let weekOfDays = Claim(
    "week-of-days", .mealSchedule,
    .quotation(
      "Most date changes are going to be by a week, so that is how many extra days I have "
        + "available, just in case",
      at: "000:15"),
    experiment: """
      recycled-subview as published; after each of the 19 recorded flings it is told to show the day \
      a week after, or before, the first one on screen; changes that rebuild the whole set, counted
      """,
    rules: [
      Rule(
        "changes by a week that rebuild the set", .count, .atMost, holds: 0, fails: 2,
        because: """
          available: the day is in the set and the move can be animated; a tenth of all that rebuild \
          is not
          """)
    ],
    limits: """
      A count, the same on a phone of this height with rows of 44 pt, the model of the post's own. \
      The animation is UIKit's and not seen
      """
  ) { laboratory in
    let points = try tallest.dropLast().flatMap { tallest in
      try [("forward", 7), ("back", -7)].map { way, days in
        let heights = try laboratory.heights(of: heights(upTo: tallest), rows: 10_000)
        let list = try laboratory.lockstep(of: "recycled-subview", .published, on: heights)
        let strokes = Strokes.flings()
        let rebuilds = strokes.count { stroke in
          for gesture in stroke { list.apply(gesture) }
          list.apply(.jump(row: (list.now.screen.first?.row ?? 0) + days))
          return list.now.work[.reloads] > 0
        }
        return Evidence.Point(
          "a week \(way) with \(label(tallest))",
          [Figure(exactly: Double(rebuilds), of: .init(strokes.count, "changes"))])
      }
    }
    return Evidence(along: "the change", points)
  }
}
