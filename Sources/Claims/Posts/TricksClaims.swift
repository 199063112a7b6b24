import ListLayout
import Reporting
import Workloads

/// "UITableView Tricks": rows on a circle; part 2: the content three times, the offset put back at
/// the ends.
extension Claim {
  private static let row = LayoutUnit(points: 44)

  // MARK: Three copies

  static let threeCopies = Claim(
    "three-copies", .tricks,
    .quotation(
      "To increase the tableview content by a factor of 3, so that we make the 3 copies of the "
        + "content laid one after another vertically",
      at: "004:35"),
    experiment: """
      triple-copy as published, rows of 44 pt, under a finger of 60 pt/s over both seams: too slow \
      to overshoot one visibly, so that what is seen is the number of copies alone
      """,
    rules: [
      Rule(
        "frames that jump, are partly blank or never come to rest", .count, .atMost, holds: 0,
        fails: 1,
        because: "three are enough: no frame jumps by 1 pt or more, is blank, or never rests")
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
      let record = try laboratory.record(
        of: "triple-copy", .published, on: .fixed(row), rows: rows,
        strokes: Strokes.slowly(over: LayoutUnit(rawValue: copy.rawValue * 11 / 5)))
      let label = "copies of \(Quantity.amount(share)) viewports"
      details.append([
        "\(rows) rows, \(label)", Quantity.count(record.resets), Quantity.count(record.cutFrames),
        Quantity.count(record.blankFrames), Quantity.amount(record.largestJump.points),
      ])
      return Evidence.Point(label, size: share, [record.roughFigure])
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
      "When the bottom end of the scroll is reached, we move the scroll offset back to the start of "
        + "the 2nd copy minus the height of the tableview, so that we end up showing the same "
        + "content as we are now",
      at: "004:39"),
    experiment: """
      triple-copy as published, rows of 44 pt, under the 19 recorded flings, all onwards, so that \
      the bottom end alone is reached; each frame compared with the reference, frames that stop \
      short apart from frames that show something else
      """,
    rules: [
      Rule(
        "frames that move against the finger or further than it", .count, .atMost, holds: 0,
        fails: 1,
        because: """
          the same content: what is shown goes on from what was; a frame that stops at the end loses \
          motion, but shows nothing else
          """)
    ],
    state: .changed(
      on: "2026-11-22",
      because: """
        the experiment before it flung back as well, so that resets at the top counted, and took a \
        frame's lost motion for other content
        """),
    limits: """
      A count, the same on a phone at 120 Hz; at 60 Hz a frame is twice as far and so may be what it \
      loses at the end. A table's bounce is over within a frame here, the least that it takes
      """
  ) { laboratory in
    var details: [[String]] = []
    let points = try [10, 25, 50, 100, 400].map { rows in
      let ways = [
        ("bottom", Strokes.flingsOnwards()), ("top", Strokes.mirrored(Strokes.flingsOnwards())),
      ]
      let records = try ways.map { end, strokes in
        let record = try laboratory.record(
          of: "triple-copy", .published, on: .fixed(row), rows: rows, strokes: strokes)
        details.append([
          "\(Claim.rows(rows)), \(end) end", Quantity.count(record.resets),
          Quantity.count(record.strayFrames), Quantity.count(record.jumps),
          Quantity.amount(record.largestJump.points),
        ])
        return record
      }
      return Evidence.Point(
        Claim.rows(rows), size: Double(rows),
        [Figure(exactly: Double(records[0].strayFrames), of: .init(records[0].resets, "resets"))])
    }
    return Evidence(
      along: "the number of rows", points,
      details: .init(
        [
          "", "offset put back", "frames that show something else",
          "frames that jump, stops included", "largest jump, pt",
        ], details))
  }

  // MARK: A very long list

  static let takesDays = Claim(
    "takes-days", .tricks,
    .quotation(
      "Many attempts have been made before to find a solution by having the height of the "
        + "scrollview's content size to a large number so that it takes days, if not AGES for a "
        + "user to get to the end point",
      at: "004:15"),
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
    let record = try laboratory.record(
      of: "fixed-list", .published, on: .fixed(row), rows: 100_000, strokes: Strokes.flingsOnwards()
    )
    let hours = Double(record.frames) / 120 / 3600
    let speed = record.travelled.points / Double(record.frames) * 120
    let points = [10_000, 100_000, 1_000_000, 10_000_000, 100_000_000].map { rows in
      Evidence.Point(
        Claim.rows(rows), size: Double(rows),
        [
          Figure(
            exactly: row.points * Double(rows) / 2 / record.travelled.points * hours,
            of: .init(record.frames, "frames"))
        ])
    }
    return Evidence(
      along: "rows", points,
      notes: [
        "The flings move \(Quantity.amount(record.travelled.points)) pt in "
          + "\(Quantity.amount(hours * 3600)) s: \(Quantity.amount(speed)) pt/s."
      ])
  }
  // MARK: Rows on a circle

  static let circle = Claim(
    "ratio-circle", .tricks,
    .quotation("HORIZONTAL_RADIUS_RATIO of value 1 is equal to circle", at: "004:255"),
    experiment: """
      ellipse with the ratio 1, rows of 22 to 88 pt, under a finger of 60 pt/s; in every frame the \
      distance of the rows' middles from a circle as high as the viewport, wherever its centre is
      """,
    rules: [
      Rule(
        "greatest distance of a row's middle from the circle", .points, .atMost, holds: 1, fails: 4,
        because: "1 pt is not seen; four, a tenth of a row of 44 pt, are a bulge")
    ],
    limits: """
      A count, the same on a phone of this height. The formation is the post's printed code: rows \
      are placed by their tops. Rows whose middle is out of sight are left out; drawing is not seen
      """
  ) { laboratory in
    let points = try StrategyMode.allCases.flatMap { mode in
      try [22, 44, 88].map { height in
        let (distance, places) = try distanceFromCircle(
          mode, rowHeight: LayoutUnit(points: height), in: laboratory)
        return Evidence.Point(
          "rows of \(height) pt, \(mode.rawValue)",
          [Figure(exactly: distance, of: .init(places, "places of rows"))])
      }
    }
    return Evidence(along: "rows and form", points)
  }

  /// How far a row's middle is from the circle at most, in points, and of how many places.
  ///
  /// The circle's centre is at half the viewport's height; of the x that each row would put it at,
  /// the median is taken, so that a row out of line does not move it.
  static func distanceFromCircle(
    _ mode: StrategyMode, rowHeight: LayoutUnit, in laboratory: Laboratory
  ) throws -> (distance: Double, places: Int) {
    let list = try laboratory.lockstep(
      of: "ellipse:ratio=100", mode, on: laboratory.heights(of: .fixed(rowHeight), rows: 1000))
    let radius = Laboratory.viewport.points / 2
    var places: [(x: Double, y: Double)] = []
    for gesture in Strokes.slowly(by: LayoutUnit(rawValue: 32 as Int64), frames: 400) {
      list.apply(gesture)
      let top = list.now.contentOffset
      list.list.visitViews { view in
        let y = (view.y - top).points + view.height.points / 2 - radius
        if abs(y) < radius { places.append((view.x.points, y)) }
      }
    }
    func reach(_ y: Double) -> Double { (radius * radius - y * y).squareRoot() }
    let centres = places.map { $0.x - reach($0.y) }.sorted()
    guard !centres.isEmpty else { return (0, 0) }
    let centre = centres[centres.count / 2]
    let distances = places.map { place in
      let x = place.x - centre
      return abs((x * x + place.y * place.y).squareRoot() - radius)
    }
    return (distances.max() ?? 0, places.count)
  }
}
