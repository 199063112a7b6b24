import ListLayout
import Reporting
import Workloads

/// "Infinitely scrolling tables", option 1: a table with a very large number of rows.
extension Claim {
  // MARK: Each preceding row

  static let precedingHeights = Claim(
    "preceding-heights", .mealSchedule,
    .quotation(
      "When you call scrollToRowAtIndexPath: for example, iOS must determine the height of each "
        + "preceding row",
      at: "000:6-7"),
    experiment: """
      lists of 10k chat messages are opened at the top and then told to show row 5,000; the heights \
      that they ask for in all, counted
      """,
    rules: [
      Rule(
        "heights asked for each preceding row", .ratio, .atLeast, holds: 1, fails: 0.1,
        because: "each preceding row: one height a row; a list that asks for a tenth need not")
    ],
    limits: """
      iOS itself cannot be seen here. all-heights is built as the post describes iOS's table, so its \
      yes repeats the description; whether a list must ask so many is what the others say
      """
  ) { laboratory in
    let (rows, target) = (10_000, 5000)
    let heights = try laboratory.heights(of: .chat, rows: rows)
    let techniques: [(String, StrategyMode)] = [
      ("all-heights", .published), ("all-heights", .corrected), ("blocked-sums", .corrected),
      ("estimated", .corrected), ("reload-window", .published), ("recycled-subview", .published),
      ("section-shift", .published),
    ]
    var details: [[String]] = []
    let points = try techniques.map { id, mode in
      let list = try laboratory.lockstep(of: id, mode, on: heights, start: 0)
      let opening = list.now.work[.heightsAsked]
      list.apply(.jump(row: target))
      let jump = list.now.work[.heightsAsked]
      let label = "\(id) as \(mode.rawValue)"
      details.append([label, Quantity.count(opening), Quantity.count(jump)])
      let share = Double(opening + jump) / Double(target)
      return Evidence.Point(label, [Figure(exactly: share, of: .init(target, "rows"))])
    }
    return Evidence(
      along: "technique", points,
      details: .init(["technique", "heights asked to open", "to show row 5,000"], details))
  }

  // MARK: Variable heights

  private static let text = Timing(
    "open", of: ["all-heights"], [.published], on: [.measured(.chat)], rows: [400])

  static let variableHeights = Claim(
    "variable-heights", .mealSchedule,
    .quotation(
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
    state: .changed(
      on: "2026-11-22",
      because: """
        the experiment before it timed openings alone, with text that takes under a microsecond a \
        row: the length of the list at which that is slow says little about the author's views
        """),
    limits: """
      The numbers of heights are counts, the same on a phone; what one costs there is the reader's \
      to know. 400 rows are twice a couple of hundred. Nothing but the heights is counted, so each \
      time is the least that it can be
      """, timing: text
  ) { laboratory in
    let asked = try heightsAsked(rows: 400, in: laboratory)
    let points = [100.0, 1000, 10_000, 20_000, 50_000, 100_000, 1_000_000].map { cost in
      let figures = [asked.opening, asked.jump].map { count in
        Figure(exactly: Double(count) * cost, of: .init(count, "heights"))
      }
      return Evidence.Point("heights that cost \(time(cost)) each", size: cost, figures)
    }
    let details = try [200, 400, 1000, 10_000, 100_000].map { rows in
      let asked = try heightsAsked(rows: rows, in: laboratory)
      let limits = [asked.opening, asked.jump].map { count in
        count > 0 ? time(Rule.frame60 / Double(count)) : "-"
      }
      return [Claim.rows(rows), Quantity.count(asked.opening), Quantity.count(asked.jump)] + limits
    }
    var notes: [String] = []
    let row = try laboratory.groups(text).first?.row("all-heights", .published)
    if let opening = row.map(Figure.init), opening.value > 0 {
      notes.append(
        "On this machine a list of 400 chat messages opens in \(time(opening.value)), "
          + "\(time(opening.value / 400)) a row, with a text measured for each.")
    }
    return Evidence(
      along: "what a height costs", points,
      between: { "heights that cost \(time($0)) each" },
      details: .init(
        [
          "the list", "heights asked to open", "to jump to the middle",
          "an opening takes \(time(Rule.frame60)) with heights of", "a jump does with heights of",
        ], details), notes: notes)
  }

  /// The heights that the table asks for when it opens at the top, and to show its middle row.
  private static func heightsAsked(
    rows: Int, in laboratory: Laboratory
  ) throws -> (opening: Int, jump: Int) {
    let heights = try laboratory.heights(of: .chat, rows: rows)
    let list = try laboratory.lockstep(of: "all-heights", .published, on: heights, start: 0)
    let opening = list.now.work[.heightsAsked]
    list.apply(.jump(row: rows / 2))
    return (opening, list.now.work[.heightsAsked])
  }

  // MARK: Fixed heights

  private static let arithmetic = Timing(
    "open", of: ["fixed-list"], on: [.fixed(LayoutUnit(points: 44))], rows: [200, 1_000_000])

  static let fixedMath = Claim(
    "fixed-math", .mealSchedule,
    .quotation(
      "With a fixed height, iOS will simply do the math to calculate the offset for a particular "
        + "row",
      at: "000:7"),
    experiment: "fixed-list opens lists of 200 and of 1M rows of 44 pt at a random row",
    rules: [
      Rule(
        "time with 1M rows over that with 200", .ratio, .atMost, holds: 1.5, fails: 2,
        because: """
          arithmetic costs the same whatever the length, give or take caches; twice the time is \
          something else
          """)
    ],
    limits: "How iOS does it cannot be seen here; that it can be done so, can", timing: arithmetic
  ) { laboratory in
    let times = try laboratory.groups(arithmetic).map { result in
      result.row("fixed-list").map(Figure.init) ?? .none
    }
    let ratio = times.count == 2 ? times[1].divided(by: times[0]) : .none
    return Evidence(
      along: "rows", [.init("200 to 1M rows", [ratio])],
      notes: times.count == 2
        ? ["Opening takes \(time(times[0].value)) with 200 rows, \(time(times[1].value)) with 1M."]
        : [])
  }

  // MARK: Words

  static func rows(_ count: Int) -> String { Quantity.rows(count) + " rows" }

  static func time(_ nanoseconds: Double) -> String { Quantity.time(nanoseconds: nanoseconds) }
}
