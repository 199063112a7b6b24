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
    tallest == 44 ? "rows of 44 pt" : "rows of 44 to \(tallest) pt"
  }

  /// The list of a phone whose screen is 844 pt high: the status bar and a navigation bar take 64 pt
  /// of it (000:127).
  private static let listHeight = LayoutUnit(points: 780)

  /// recycled-subview with as many views as fill the screen, which is what the post counts by
  /// (000:38), and some extra: 19 rows of 44 pt fill a screen of 844 pt, 18 the list.
  private static func views(extra: Int) -> String { "recycled-subview:extra=\(extra + 1)" }

  // MARK: Quick, smooth

  private static let flings = Timing(
    "scroll", of: ["recycled-subview"], [.published], on: tallest.map(heights(upTo:)),
    rows: [10_000])

  static let recycledQuick = Claim(
    id: "recycled-quick", post: .mealSchedule,
    sentence: .quotation(
      "I could quickly add and remove subviews from the start and end of the content when the "
        + "UIScrollView was scrolled",
      at: "000:13"),
    experiment: """
      recycled-subview as published under the 19 recorded flings, on rows of 44 pt up to a tallest \
      one: timed, and the frames counted whose layout never comes to rest
      """,
    rules: [
      Rule(
        "time of a frame", .nanoseconds, .atMost, holds: Rule.frame120, fails: Rule.frame120,
        because: "quickly: in time for a display of 120 Hz"),
      Rule(
        "frames whose layout never comes to rest", .count, .atMost, holds: 0, fails: 1,
        because: "quickly: after 100 passes such a frame is cut here; on a phone it would not end"),
    ],
    change: .init(
      on: "2026-11-23",
      because: """
        the time until our cut passed for the frame's; on 2026-11-22 it was parted from \
        recycled-smooth, of which the post says this in other words
        """),
    limits: """
      Times are without drawing and UIKit, and the mean of a fling's frames: those that move rows \
      take longer. The post does not give its row height: 44 pt is taken
      """, timings: [flings]
  ) { runner in
    Evidence(
      "the rows",
      try zip(tallest, runner.groups(flings)).map { tallest, group in
        let record = try runner.record(
          of: "recycled-subview", .published, on: heights(upTo: tallest), rows: 10_000,
          GestureSequences.flings())
        return Evidence.Point(
          label(tallest),
          [
            group.time(of: "recycled-subview", .published),
            .share(record.cutFrames, of: record.frames, "frames"),
          ])
      })
  }

  static let recycledSmooth = Claim(
    id: "recycled-smooth", post: .mealSchedule,
    sentence: .quotation(
      "I choose to have a few extra days on either end of the visible set to allow for smoother "
        + "scrolling",
      at: "000:15"),
    experiment: """
      recycled-subview as published with 2, 4 and the post's 14 views more than fill the screen, and \
      with none, in a list of 780 pt of rows of 44 pt, under the 19 recorded flings; each frame \
      compared with the reference
      """,
    rules: [
      Rule(
        "frames that jump or are partly blank, for each without extra views", .ratio, .atMost,
        holds: 0.9, fails: 1, because: "smoother: a tenth of such frames fewer, or more")
    ],
    change: .init(
      on: "2026-11-23",
      because: """
        the list was as high as the screen, so that 8 pt were missing without extra views, and what \
        is smooth with and without them was no; on 2026-11-22, because the extra days were never \
        taken away
        """),
    limits: """
      A count, the same on a phone. Views are made within their frame here: what spare ones save a \
      phone by being made early is not seen. Layouts that never come to rest are `recycled-quick`. \
      The post does not give its row height: 44 pt is taken, and higher rows need no extra views
      """
  ) { runner in
    func records(upTo tallest: Int) throws -> [(extra: Int, record: MotionRecord)] {
      try [0, 2, 4, 14].map { extra in
        let record = try runner.record(
          of: views(extra: extra), .published, on: heights(upTo: tallest), rows: 10_000,
          GestureSequences.flings(), viewport: listHeight)
        return (extra, record)
      }
    }
    let all = try tallest.map { (label: label($0), records: try records(upTo: $0)) }
    let without = Double(max(1, all[0].records[0].record.unsteadyFrames))
    return Evidence(
      "extra views",
      all[0].records.dropFirst().map { extra, record in
        let ratio = Double(record.unsteadyFrames) / without
        return .init("\(extra) extra views", [.exact(ratio, over: record.frames, "frames")])
      },
      titles: ["", "jumps", "blank", "never at rest", "frames"],
      details: all.flatMap { list in
        list.records.map { ["\(list.label), \($0.extra) extra views"] + $0.record.roughCounts }
      })
  }

  // MARK: The number of heights

  static let heightAskedOnce = Claim(
    id: "height-asked-once", post: .mealSchedule,
    sentence: .quotation(
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
  ) { runner in
    Evidence(
      "the rows",
      try tallest.map { tallest in
        let record = try runner.record(
          of: "recycled-subview", .published, on: heights(upTo: tallest), rows: 10_000,
          GestureSequences.flings())
        return Evidence.Point(
          label(tallest),
          [.exact(record.heightsPerRow, over: record.rowsEntered, "rows")])
      },
      notes: ["Where layouts never come to rest the number says when they are cut, and no more."])
  }

  // MARK: A week of extra days

  static let weekOfDays = Claim(
    id: "week-of-days", post: .mealSchedule,
    sentence: .quotation(
      "Most date changes are going to be by a week, so that is how many extra days I have "
        + "available, just in case",
      at: "000:15"),
    experiment: """
      recycled-subview as published in a list of 780 pt, with the views of a screen of 844 pt; after \
      each of the 19 recorded flings it is told to show the day a week after, or before, the first \
      one on screen; changes that rebuild the whole set, counted
      """,
    rules: [
      Rule(
        "changes by a week that rebuild the set", .count, .atMost, holds: 0, fails: 2,
        because: """
          available: the day is in the set and the move can be animated; a tenth of all that rebuild \
          is not
          """)
    ],
    change: .init(
      on: "2026-11-23",
      because: "the number of views was worked out from the list, and the post's is from the screen"
    ),
    limits: """
      A count, the same on a phone of this height with rows of 44 pt, the model of the post's own. \
      The list is as much lower as a status bar and a navigation bar are high; the post does not say \
      how much. The animation is UIKit's and not seen
      """
  ) { runner in
    let points = try tallest.dropLast().flatMap { tallest in
      try [("forward", 7), ("back", -7)].map { way, days in
        let heights = try runner.heights(of: heights(upTo: tallest), rows: 10_000)
        let list = try runner.lockstep(
          of: views(extra: 14), .published, on: heights, viewport: listHeight)
        let flings = GestureSequences.flings()
        let rebuilds = flings.count { fling in
          for gesture in fling { list.apply(gesture) }
          list.apply(.jump(row: (list.now.screen.first?.row ?? 0) + days))
          return list.now.work[.reloads] > 0
        }
        return Evidence.Point(
          "a week \(way) with \(label(tallest))", [.share(rebuilds, of: flings.count, "changes")])
      }
    }
    return Evidence("the change", isOrdered: false, points)
  }
}
