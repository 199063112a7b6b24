import ListLayout
import Reporting
import Workloads

/// "Infinitely scrolling tables": three options for a table of days.
extension Claim {
  private static let opening = Timing(
    "prepare", of: ["all-heights", "reload-window"], on: [.measured(.chat)],
    rows: [200, 400, 1000, 10_000, 100_000, 300_000])

  static let variableHeights = Claim(
    "variable-heights", .mealSchedule,
    .quotation(
      "if that height is variable then the costs [...] become untenable as soon as the table has "
        + "more than a couple of hundred rows"),
    experiment: """
      all-heights opens a list of chat messages at a random row: every height is asked, and the \
      text measured at each ask
      """,
    rules: [
      Rule(
        "time to open the list", .nanoseconds, .atLeast, holds: Rule.frame60, fails: Rule.frame120,
        because: """
          untenable: opening or reloading the list misses a frame even at 60 Hz; tenable: it fits \
          into one at 120 Hz
          """)
    ],
    limits: """
      A text of ours takes under a microsecond to measure, the author's had views to size: where a \
      height costs 42 µs or more, 400 rows take a frame at 60 Hz, and the sentence is true as it \
      stands. Times here are lower bounds of a phone's. The 300k rows \
      were added after a first look, in which 100k lay between the thresholds
      """, timing: opening
  ) { laboratory in
    let points = try laboratory.groups(opening).filter { $0.group.rows > 200 }.map { result in
      let row = result.row("all-heights")
      return Evidence.Point(
        rows(result.group.rows), size: Double(result.group.rows), [row.map(Figure.init) ?? .none])
    }
    var notes: [String] = []
    if let last = points.last, let size = last.size, last.figures[0].value > 0 {
      let each = last.figures[0].value / size
      notes.append(
        "A height costs \(Quantity.time(nanoseconds: each)) here; for 400 rows to take "
          + "\(Quantity.time(nanoseconds: Rule.frame60)) it would have to cost "
          + "\(Quantity.time(nanoseconds: Rule.frame60 / 400)).")
    }
    return Evidence(along: "rows", points, notes: notes)
  }

  static let windowImprovement = Claim(
    "window-improvement", .mealSchedule,
    .quotation("This pattern is a huge improvement over the first option"),
    experiment: """
      all-heights and reload-window (200 rows) open the same list of chat messages at a random row, \
      in turns; the text is measured at each ask
      """,
    rules: [
      Rule(
        "all-heights' time over reload-window's", .ratio, .atLeast, holds: 10, fails: 2,
        because: "huge: an order of magnitude; less than twice is no improvement to call huge")
    ],
    limits: """
      The first option is taken with variable heights, as the app needed. The post does not say how \
      many rows the window has: 200 here, and the figure is about the list's rows over these
      """, timing: opening
  ) { laboratory in
    Evidence(
      along: "rows",
      try laboratory.groups(opening).map { result in
        Evidence.Point(
          rows(result.group.rows), size: Double(result.group.rows),
          [result.ratio(of: ("all-heights", .corrected), to: ("reload-window", .corrected))])
      })
  }

  static let windowJerky = Claim(
    "window-jerky", .mealSchedule,
    .quotation(
      "suffers from a jerky appearance because with only a certain number of rows in the table "
        + "there is an end point of the scrolling"),
    experiment: """
      reload-window as published (200 rows) under the 19 recorded flings, each from the middle of \
      the window; counted beside the reference
      """,
    rules: [
      Rule(
        "flings stopped by the window's end", .count, .atLeast, holds: 2, fails: 0,
        because: "jerky: a tenth of all flings stop short; not jerky: none does")
    ],
    limits: """
      A count, so a phone's is the same: but the flings were recorded on Android phones, and the \
      window's 200 rows are ours. The reload's own time is no part of it
      """
  ) { laboratory in
    var details: [[String]] = []
    let points = try [22, 44, 88, 176, 352].map { height in
      let course = try laboratory.course(
        of: "reload-window", .published, on: .fixed(LayoutUnit(points: height)), rows: 10_000,
        strokes: Strokes.flings())
      details.append([
        "\(height) pt", Quantity.count(course.stalls), Quantity.count(course.frames),
        Quantity.amount(course.lost.points),
      ])
      return Evidence.Point(
        "\(height) pt", size: Double(height),
        [Figure(exactly: Double(course.strokesCutShort), of: .init(course.strokes, "flings"))])
    }
    return Evidence(
      along: "the height of a row", points,
      details: .init(["rows", "frames that stood still", "of", "points lost"], details))
  }

  static let fixedMath = Claim(
    "fixed-math", .mealSchedule,
    .quotation(
      "With a fixed height, iOS will simply do the math to calculate the offset for a particular "
        + "row"),
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
        ? [
          "Opening takes \(Quantity.time(nanoseconds: times[0].value)) with 200 rows and "
            + "\(Quantity.time(nanoseconds: times[1].value)) with 1M."
        ] : [])
  }

  private static let arithmetic = Timing(
    "prepare", of: ["fixed-list"], on: [.fixed(LayoutUnit(points: 44))], rows: [200, 1_000_000])

  static func rows(_ count: Int) -> String { Quantity.rows(count) + " rows" }
}
