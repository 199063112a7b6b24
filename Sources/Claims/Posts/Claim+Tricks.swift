import ListLayout
import Reporting
import Workloads

/// "UITableView Tricks, part 2": the content three times, the offset put back at the ends.
extension Claim {
  private static let row = LayoutUnit(points: 44)

  static let threeCopies = Claim(
    "three-copies", .tricks,
    .paraphrase("Three copies of the content, one after another, make a list endless"),
    experiment: """
      triple-copy as published, rows of 44 pt, under a finger of 60 pt/s over both seams: too slow \
      to overshoot one visibly, so that what is seen is the number of copies alone
      """,
    rules: [
      Rule(
        "frames that jump, are partly blank or never come to rest", .count, .atMost, holds: 0,
        fails: 1,
        because: "enough: no frame jumps by 1 pt or more, is blank, or never comes to rest")
    ],
    limits: """
      A count, the same on a phone of this height. Faster fingers are `same-content`. A table's \
      bounce is over within a frame here, the least that it takes
      """
  ) { laboratory in
    var details: [[String]] = []
    let points = try [5, 8, 10, 15, 19, 20, 29, 38, 77].map { rows in
      let copy = row * rows
      let share = copy.points / Laboratory.viewport.points
      let course = try laboratory.course(
        of: "triple-copy", .published, on: .fixed(row), rows: rows,
        strokes: Strokes.slowly(over: LayoutUnit(rawValue: copy.rawValue * 11 / 5)))
      let label = "\(Quantity.amount(share)) viewports"
      details.append([
        "\(rows) rows, \(label)", Quantity.count(course.resets), Quantity.count(course.cutFrames),
        Quantity.count(course.blankFrames), Quantity.amount(course.largestJump.points),
      ])
      return Evidence.Point(
        label, size: share,
        [Figure(exactly: Double(course.roughFrames), of: .init(course.frames, "frames"))])
    }
    return Evidence(
      along: "the height of one copy", points,
      details: .init(
        ["one copy", "offset put back", "never at rest", "blank frames", "largest jump, pt"],
        details))
  }

  static let sameContent = Claim(
    "same-content", .tricks,
    .quotation(
      "we move the scroll offset back [...] so that we end up showing the same content as we are "
        + "now"),
    experiment: """
      triple-copy as published, rows of 44 pt, under the 19 recorded flings onwards over the seams \
      and back; each frame compared with the reference
      """,
    rules: [
      Rule(
        "visible jumps where the offset is put back", .count, .atMost, holds: 0, fails: 1,
        because: "the same content: no frame moves 1 pt or more otherwise than the finger")
    ],
    limits: """
      A count, the same on a phone at 120 Hz; at 60 Hz a frame is twice as far and so may be the \
      jump, which is what the frame went beyond the end. A table's bounce is over within a frame \
      here, the least that it takes
      """
  ) { laboratory in
    var details: [[String]] = []
    let points = try [25, 50, 100, 400].map { rows in
      let course = try laboratory.course(
        of: "triple-copy", .published, on: .fixed(row), rows: rows,
        strokes: Strokes.flingsRoundAndBack)
      details.append([
        Claim.rows(rows), Quantity.count(course.resets), Quantity.count(course.jumps),
        Quantity.amount(course.largestJump.points),
      ])
      return Evidence.Point(
        Claim.rows(rows), size: Double(rows),
        [Figure(exactly: Double(course.roughFrames), of: .init(course.resets, "times"))])
    }
    return Evidence(
      along: "the number of rows", points,
      details: .init(["", "offset put back", "visible jumps", "largest jump, pt"], details))
  }

  static let takesDays = Claim(
    "takes-days", .tricks,
    .quotation("it takes days, if not AGES for a user to get to the end point"),
    experiment: """
      fixed-list flung onwards by the 19 recorded flings without a pause: how far in what time, and \
      so how long from the middle of a list to its end
      """,
    rules: [
      Rule(
        "hours from the middle to the end", .hours, .atLeast, holds: 48, fails: 24,
        because: "days: two of them, day and night; one at most is not days")
    ],
    limits: """
      The distance is counted and then scaled to the list's length, for rows of 44 pt. Each fling \
      coasts to rest; who flings again at once is faster, who pauses to read is slower
      """
  ) { laboratory in
    let course = try laboratory.course(
      of: "fixed-list", .published, on: .fixed(row), rows: 100_000, strokes: Strokes.flingsOnwards()
    )
    let hours = Double(course.frames) / 120 / 3600
    let speed = course.travelled.points / Double(course.frames) * 120
    let points = [10_000, 100_000, 1_000_000, 10_000_000, 100_000_000].map { rows in
      Evidence.Point(
        Claim.rows(rows), size: Double(rows),
        [
          Figure(
            exactly: row.points * Double(rows) / 2 / course.travelled.points * hours,
            of: .init(course.frames, "frames"))
        ])
    }
    return Evidence(
      along: "rows", points,
      notes: [
        "The flings move \(Quantity.amount(course.travelled.points)) pt in "
          + "\(Quantity.amount(hours * 3600)) s: \(Quantity.amount(speed)) pt/s."
      ])
  }
}
