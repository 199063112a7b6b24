import ListLayout
import Reporting
import Workloads

/// "UITableView Tricks": rows on a circle; part 2: the content three times, the offset put back at
/// the ends.
extension Claim {
  private static let row = LayoutUnit(points: 44)

  // MARK: Three copies

  /// triple-copy flung against one end of its content.
  private static func reset(
    atTop isTop: Bool, in runner: ClaimRunner
  ) throws -> Evidence {
    let onwards = GestureSequences.flingsOnwards()
    let points = try [10, 15, 19, 20, 25, 50, 100, 400].map { rows in
      let record = try runner.record(
        of: "triple-copy", .published, on: .fixed(row), rows: rows,
        isTop ? GestureSequences.mirrored(onwards) : onwards)
      return Evidence.Point(
        Claim.rows(rows),
        [.exact(Double(record.strayFrames), over: record.resets, "frames that put it back")],
        detail: [
          Quantity.amount(row.points * Double(rows) / ClaimRunner.viewport.points),
          Quantity.count(record.resets), Quantity.count(record.strayFrames),
          Quantity.count(record.jumps), Quantity.amount(record.largestJump.points),
        ])
    }
    return Evidence(
      "the number of rows", points,
      titles: [
        "", "viewports that a copy is high", "frames that put the offset back",
        "frames that show something else", "frames that jump, stops included", "largest jump, pt",
      ])
  }

  private static let stray = Rule(
    "frames that move against the finger or further than it", .count, .atMost, holds: 0, fails: 1,
    because: """
      the same content: what is shown goes on from what was; a frame that stops at the end loses \
      motion, but shows nothing else
      """)

  private static let bounce = """
    A count, the same on a phone at 120 Hz; at 60 Hz a frame is twice as far and so may be what it \
    loses at the end. A table's bounce is over within a frame here, the least that it takes
    """

  static let sameContent = Claim(
    id: "same-content", post: .tricks,
    sentence: .quotation(
      "When the bottom end of the scroll is reached, we move the scroll offset back to the start of "
        + "the 2nd copy minus the height of the tableview, so that we end up showing the same "
        + "content as we are now",
      at: "004:39"),
    experiment: """
      triple-copy as published, rows of 44 pt, under the 19 recorded flings, all onwards, so that \
      the bottom end alone is reached; each frame compared with the reference, frames that stop \
      short apart from frames that show something else
      """,
    rules: [stray],
    change: .init(
      on: "2026-11-22",
      because: """
        the experiment before it flung back as well, so that resets at the top counted, and took a \
        frame's lost motion for other content
        """),
    limits: bounce
  ) { try reset(atTop: false, in: $0) }

  static let sameContentAtTop = Claim(
    id: "same-content-at-top", post: .tricks,
    sentence: .quotation(
      "Whenever the top end of the scroll is reached, move the the scroll offset back to start of "
        + "the 2nd copy",
      at: "004:37"),
    experiment: """
      the same as same-content, with all flings towards the top; the sentence is taken to end as its \
      neighbour does, so that the same content is shown
      """,
    rules: [stray], limits: bounce
  ) { try reset(atTop: true, in: $0) }

  static let dequeue = Claim(
    id: "full-dequeue", post: .tricks,
    sentence: .quotation(
      "Want to leverage the full power of Dequeue in UITableView", at: "004:146"),
    experiment: """
      ellipse as published, 1,000 rows of 22 to 88 pt, under the 19 recorded flings; views that are \
      made after the first screen, counted
      """,
    rules: [
      Rule(
        "views made for each row that comes on screen", .ratio, .atMost, holds: 0.1, fails: 0.5,
        because: "full power: at least nine of ten rows get a view that another one has left")
    ],
    limits: """
      A count, the same on a phone, with the queue as this project models UITableView's: what is \
      judged is that rows on a circle leave it as it is
      """
  ) { runner in
    Evidence(
      "the rows",
      try [22, 44, 88].map { height in
        let record = try runner.record(
          of: "ellipse", .published, on: .fixed(LayoutUnit(points: height)), rows: 1000,
          GestureSequences.flings())
        let share = Double(record.viewsCreated) / Double(max(1, record.rowsEntered))
        return Evidence.Point(
          "rows of \(height) pt", [.exact(share, over: record.rowsEntered, "rows")])
      })
  }

  // MARK: A very long list

  static let takesDays = Claim(
    id: "takes-days", post: .tricks,
    sentence: .quotation(
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
  ) { runner in
    let record = try runner.record(
      of: "fixed-list", .published, on: .fixed(row), rows: 100_000,
      GestureSequences.flingsOnwards())
    let hours = Double(record.frames) / 120 / 3600
    let speed = record.travelled.points / Double(record.frames) * 120
    let points = [100_000, 1_000_000, 2_000_000, 4_000_000, 10_000_000, 100_000_000].map { rows in
      let way = row.points * Double(rows) / 2
      return Evidence.Point(
        Claim.rows(rows),
        [.exact(way / record.travelled.points * hours, over: record.frames, "frames")])
    }
    return Evidence(
      "rows", points,
      notes: [
        "The flings move \(Quantity.amount(record.travelled.points)) pt in "
          + "\(Quantity.amount(hours * 3600)) s: \(Quantity.amount(speed)) pt/s."
      ])
  }

  // MARK: Rows on a circle

  static let circle = Claim(
    id: "ratio-circle", post: .tricks,
    sentence: .quotation("HORIZONTAL_RADIUS_RATIO of value 1 is equal to circle", at: "004:255"),
    experiment: """
      ellipse with the ratio 1, rows of 22 to 88 pt, under a finger of 60 pt/s; in all frames the \
      distance of the rows' middles from a circle as high as the viewport, wherever its centre is
      """,
    rules: [
      Rule(
        "greatest distance of a row's middle from the circle", .points, .atMost, holds: 1, fails: 4,
        because: "1 pt is not seen; four, a tenth of a row of 44 pt, are a bulge")
    ],
    change: .init(
      on: "2026-11-23",
      because: """
        the circle's centre stood at half the viewport's height; the post's rows are placed by their \
        tops, which makes the same circle half a row lower
        """),
    limits: """
      A count, the same on a phone of this height. Rows whose top or bottom edge is out of sight are \
      left out: the post leaves the topmost one where it was; drawing is not seen
      """
  ) { runner in
    let points = try StrategyMode.allCases.flatMap { mode in
      try [22, 44, 88].map { height in
        let (distance, places) = try distanceFromCircle(
          mode, rowHeight: LayoutUnit(points: height), in: runner)
        return Evidence.Point(
          "\(mode.rawValue) rows of \(height) pt",
          [.exact(distance, over: places, "places of rows")])
      }
    }
    return Evidence("rows and form", isOrdered: false, points)
  }

  /// How far a row's middle is from a circle at most, in points, and of how many places, with this
  /// ratio of the radii.
  ///
  /// The circle's radius is half the viewport's height. Its centre is where that distance is least:
  /// of the x that each row would put it at, the median is taken, so that a row out of line does not
  /// move it; y is searched for within a row of the viewport's middle.
  static func distanceFromCircle(
    _ mode: StrategyMode, ratio hundredths: Int = 100, rowHeight: LayoutUnit, in runner: ClaimRunner
  ) throws -> (distance: Double, places: Int) {
    let list = try runner.lockstep(
      of: "ellipse:ratio=\(hundredths)", mode, on: runner.heights(of: .fixed(rowHeight), rows: 1000)
    )
    let radius = ClaimRunner.viewport.points / 2
    var places: [(x: Double, y: Double)] = []
    for gesture in GestureSequences.slowly(by: LayoutUnit(rawValue: 32 as Int64), frames: 400) {
      list.apply(gesture)
      let top = list.now.contentOffset
      list.list.visitViews { view in
        let y = (view.y - top).points
        guard y >= 0, y + view.height.points <= 2 * radius else { return }
        places.append((view.x.points, y + view.height.points / 2 - radius))
      }
    }
    func distance(_ centre: Double) -> Double {
      let inside = places.filter { abs($0.y - centre) < radius }
      func reach(_ y: Double) -> Double {
        (radius * radius - (y - centre) * (y - centre)).squareRoot()
      }
      let centres = inside.map { $0.x - reach($0.y) }.sorted()
      guard !centres.isEmpty else { return 0 }
      let x = centres[centres.count / 2]
      return inside.map {
        abs((($0.x - x) * ($0.x - x) + ($0.y - centre) * ($0.y - centre)).squareRoot() - radius)
      }
      .max() ?? 0
    }
    // The distance falls towards the best centre from either side: a search by thirds finds it.
    var (low, high) = (-rowHeight.points, rowHeight.points)
    for _ in 0..<24 {
      let third = (high - low) / 3
      if distance(low + third) < distance(high - third) { high -= third } else { low += third }
    }
    return (distance((low + high) / 2), places.count)
  }
}
