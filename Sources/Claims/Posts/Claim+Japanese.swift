import ListLayout
import Reporting
import Workloads

/// The Japanese post of 2016: rows loaded near the ends, heights cached.
extension Claim {
  private static let asking = Timing(
    "prepare", of: ["all-heights"], on: [.words, .measured(.words)], rows: [200, 1000, 10_000])

  static let heightsCostly = Claim(
    "heights-costly", .japanese,
    .paraphrase("Finding a row's height costs a good deal, so the height is kept with its row"),
    experiment: """
      all-heights opens lists of the post's own rows (1 to 50 random words), once with heights that \
      are kept and once measuring the text at each ask
      """,
    rules: [
      Rule(
        "time with measuring over time with kept heights", .ratio, .atLeast, holds: 10, fails: 2,
        because: "a cache is worth its invalidation at an order of magnitude, not below twice")
    ],
    limits: """
      Our typesetter adds widths and breaks lines greedily; the post sizes a UILabel, which costs \
      more. The figure is a lower bound of the phone's
      """, timing: asking
  ) { laboratory in
    let times = try laboratory.groups(asking).map { result in
      (result.group.rows, result.row("all-heights").map(Figure.init) ?? .none)
    }
    let (kept, measured) = (times.prefix(times.count / 2), times.suffix(times.count / 2))
    let points = zip(kept, measured).map { kept, measured in
      Evidence.Point(
        rows(kept.0), size: Double(kept.0), [measured.1.divided(by: kept.1)])
    }
    var notes: [String] = []
    if let (count, time) = measured.last, time.value > 0 {
      let each = time.value / Double(count)
      notes.append(
        "A height costs \(Quantity.time(nanoseconds: each)) to measure: a reload that measures "
          + "all loaded rows again fits into a frame at 120 Hz up to about "
          + "\(Quantity.rows(rounded(Rule.frame120 / each))) rows.")
    }
    return Evidence(along: "rows", points, notes: notes)
  }

  static let marginPreloads = Claim(
    "margin-preloads", .japanese,
    .paraphrase("A margin before the end, 100 pt, makes loading ahead possible"),
    experiment: """
      on-demand as published under the 19 recorded flings, as they were and all onwards, a second of \
      rest after each, with loads that take longer and longer; counted
      """,
    rules: [
      Rule(
        "flings that had to wait for rows", .count, .atMost, holds: 0, fails: 2,
        because: "loading ahead: nobody waits; a tenth of all flings that wait is no loading ahead")
    ],
    limits: """
      A count, the same on a phone at 120 Hz. The post loads for 0.5 s. Its test of the lower end \
      is the wrong way round (it loads when not near the end), and is run as it was published. \
      The way onwards was added after a first look at the other
      """
  ) { laboratory in
    var details: [[String]] = []
    let ways = [
      ("as recorded", Strokes.flings(resting: 120)),
      ("onwards", Strokes.flingsOnwards(resting: 120)),
    ]
    let points = try ways.flatMap { way, strokes in
      try [0, 6, 12, 30, 60].map { frames in
        let label = "\(frames * 1000 / 120) ms, \(way)"
        let courses = try StrategyMode.allCases.map { mode in
          try laboratory.course(
            of: "on-demand", mode, on: .words, rows: 10_000, strokes: strokes, latency: frames)
        }
        details.append(
          [label]
            + courses.flatMap {
              [Quantity.count($0.strokesCutShort), Quantity.amount($0.lost.points)]
            })
        return Evidence.Point(
          label, [Figure(exactly: Double(courses[0].strokesCutShort), of: .init(19, "flings"))])
      }
    }
    return Evidence(
      along: "the time a load takes and the direction", points,
      details: .init(
        [
          "a load takes", "flings that had to wait", "points lost",
          "the same, corrected (margin = speed x load + viewport)", "points lost, corrected",
        ], details))
  }

  static let offsetMoves = Claim(
    "offset-moves", .japanese,
    .paraphrase(
      "Rows added above need the offset moved by their height; rows added below need nothing"),
    experiment: """
      on-demand as published loads above and below under a slow finger (60 pt/s), so that nothing \
      has to wait; each frame compared with the reference
      """,
    rules: [
      Rule(
        "frames that jump, are partly blank or never come to rest", .count, .atMost, holds: 0,
        fails: 1,
        because: "what is read must not move by itself: one frame that does is seen")
    ],
    limits: "A count, the same on a phone"
  ) { laboratory in
    let step = LayoutUnit(rawValue: 32 as Int64)
    let ways = [("rows added above, offset moved", -step), ("rows added below, offset left", step)]
    let points = try ways.map { label, distance in
      let course = try laboratory.course(
        of: "on-demand", .published, on: .words, rows: 10_000,
        strokes: [Strokes.slowly(by: distance, frames: 8000)])
      return Evidence.Point(
        label, [Figure(exactly: Double(course.roughFrames), of: .init(course.frames, "frames"))])
    }
    let left = try laboratory.course(
      of: "all-heights", .published, on: .words, rows: 1000,
      strokes: [
        [Gesture](repeating: .insert(row: 0, height: LayoutUnit(points: 100)), count: 5)
      ])
    return Evidence(
      along: "where rows are added", points,
      notes: [
        "For comparison: five rows of 100 pt added above, the offset left where it was "
          + "(all-heights as published): what is read moves by "
          + "\(Quantity.amount(left.largestDisplacement.points)) pt."
      ])
  }
}
