import ListLayout
import Reporting
import Workloads

/// "Infinitely scrolling tables", option 1: a table with a very large number of rows.
extension Claim {
  // MARK: Each preceding row

  static let precedingHeights = Claim(
    id: "preceding-heights", post: .mealSchedule,
    sentence: .quotation(
      "When you call scrollToRowAtIndexPath: for example, iOS must determine the height of each "
        + "preceding row",
      at: "000:6-7"),
    experiment: """
      lists of 10k chat messages, opened at the top, are told to show row 5,000; the heights that \
      the call asks for, counted, beside those that the opening did
      """,
    rules: [
      Rule(
        "heights asked by the call for each preceding row", .ratio, .atLeast, holds: 1, fails: 0.1,
        because: "each preceding row: one height a row; a list that asks for a tenth need not")
    ],
    change: .init(
      on: "2026-11-23",
      because: "it counted the opening's heights, too, and the sentence is about the call"),
    limits: """
      A count, the same on a phone. iOS itself cannot be seen here: all-heights as published is \
      built as the post describes iOS's table, so its yes repeats the description; whether a list \
      must ask so many is what the others say
      """
  ) { runner in
    let (rows, target) = (10_000, 5000)
    let heights = try runner.heights(of: .chat, rows: rows)
    let techniques: [(String, StrategyMode)] = [
      ("all-heights", .published), ("all-heights", .corrected), ("blocked-sums", .corrected),
      ("estimated", .corrected), ("reload-window", .published), ("recycled-subview", .published),
      ("section-shift", .published),
    ]
    return Evidence(
      "technique", isOrdered: false,
      try techniques.map { id, mode in
        let list = try runner.lockstep(of: id, mode, on: heights, start: 0)
        let opening = list.now.work[.heightsAsked]
        list.apply(.jump(row: target))
        let call = list.now.work[.heightsAsked]
        return Evidence.Point(
          "\(id) as \(mode.rawValue)",
          [.exact(Double(call) / Double(target), over: target, "rows")],
          detail: [Quantity.count(opening), Quantity.count(call)])
      },
      titles: ["technique", "heights asked to open", "to show row 5,000"])
  }

  // MARK: Variable heights

  static let variableHeights = Claim(
    id: "variable-heights", post: .mealSchedule,
    sentence: .quotation(
      "if that height is variable then the costs of calculating the offsets become untenable as "
        + "soon as the table has more than a couple of hundred rows",
      at: "000:7"),
    experiment: """
      all-heights as published opens a list of 400 rows at the top, then shows row 200, for which it \
      asks the height of each preceding row; the heights asked are counted, and cost from 100 ns to \
      1 ms each
      """,
    rules: [
      Rule(
        "time for the heights of an opening", .nanoseconds, .atLeast, holds: Rule.frame60,
        fails: Rule.frame120,
        because: "untenable: a frame is missed even at 60 Hz; tenable: it fits into one at 120 Hz"),
      Rule(
        "time for the heights of a jump to the middle", .nanoseconds, .atLeast, holds: Rule.frame60,
        fails: Rule.frame120, because: "the same: scrolling to a row is what the sentence is about"),
    ],
    change: .init(
      on: "2026-11-22",
      because: """
        the experiment before it timed openings alone, with text that takes under a microsecond a \
        row: the length of the list at which that is slow says little about the author's views
        """),
    limits: """
      The numbers of heights are counts, the same on a phone; what one costs there is the reader's \
      to know. 400 rows are twice a couple of hundred. Nothing but the heights is counted, so each \
      time is the least that it can be
      """
  ) { runner in
    let asked = try heightsAsked(rows: 400, in: runner)
    let points = [100, 1000, 10_000, 20_000, 50_000, 100_000, 1_000_000].map { cost in
      Evidence.Point(
        "heights that cost \(time(Double(cost))) each",
        asked.map { .exact(Double($0 * cost), over: $0, "heights") })
    }
    return Evidence(
      "what a height costs", points,
      titles: [
        "the list", "heights asked to open", "to jump to the middle",
        "an opening takes \(time(Rule.frame60)) with heights of", "a jump does with heights of",
      ],
      details: try [200, 400, 1000, 10_000, 100_000].map { rows in
        let asked = try heightsAsked(rows: rows, in: runner)
        return [Claim.rows(rows)] + asked.map(Quantity.count)
          + asked.map { $0 > 0 ? time(Rule.frame60 / Double($0)) : "-" }
      })
  }

  /// The heights that the table asks for when it opens at the top, and to show its middle row.
  private static func heightsAsked(rows: Int, in runner: ClaimRunner) throws -> [Int] {
    let heights = try runner.heights(of: .chat, rows: rows)
    let list = try runner.lockstep(of: "all-heights", .published, on: heights, start: 0)
    let opening = list.now.work[.heightsAsked]
    list.apply(.jump(row: rows / 2))
    return [opening, list.now.work[.heightsAsked]]
  }

  // MARK: Fixed heights

  private static let arithmetic = Timing(
    "offset", of: ["fixed-list"], on: [.fixed(LayoutUnit(points: 44))], rows: [200, 1_000_000])

  static let fixedMath = Claim(
    id: "fixed-math", post: .mealSchedule,
    sentence: .quotation(
      "With a fixed height, iOS will simply do the math to calculate the offset for a particular "
        + "row",
      at: "000:7"),
    experiment:
      "fixed-list is asked for the offsets of random rows, of 200 and of 1M rows of 44 pt",
    rules: [
      Rule(
        "time for an offset with 1M rows", .nanoseconds, .atMost, holds: 10, fails: 100,
        because: "simply the math: some thirty operations; one access to memory is no math"),
      Rule(
        "time with 1M rows over that with 200", .ratio, .atMost, holds: 1.5, fails: 2,
        because: """
          arithmetic costs the same whatever the length, give or take caches; twice the time is \
          something else
          """),
    ],
    change: .init(
      on: "2026-11-23", because: "it timed how lists open, of which the offset is the least part"),
    limits: "How iOS does it cannot be seen here; that it can be done so, can",
    timings: [arithmetic]
  ) { runner in
    let times = try runner.groups(arithmetic).map { $0.time(of: "fixed-list", .corrected) }
    guard times.count == 2 else { return Evidence("rows", []) }
    return Evidence(
      "rows", [.init("200 to 1M rows", [times[1], times[1].divided(by: times[0])])])
  }

  // MARK: Words

  static func rows(_ count: Int) -> String { Quantity.rows(count) + " rows" }

  static func time(_ nanoseconds: Double) -> String { Quantity.time(nanoseconds: nanoseconds) }
}
