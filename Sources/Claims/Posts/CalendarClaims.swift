import ListLayout
import Reporting
import Running
import Workloads

/// The answer on RSDayFlow: twelve months, shifted six at a time.
extension Claim {
  // MARK: The only smooth one

  /// recycled-subview is told the height of a month as its row's, as its author would.
  private static let techniques = [
    "all-heights", "reload-window", "recycled-subview:row=292", "on-demand", "section-shift",
  ]

  private static let calendar = Timing(
    "scroll", of: techniques, StrategyMode.allCases, on: [.calendar], rows: [10_000])

  static let onlySmooth = Claim(
    "only-smooth", .calendar,
    .quotation(
      "This is the only technique which gives you smooth scrolling like the Official iOS Calendar "
        + "App",
      at: "003:283"),
    experiment: """
      the five techniques of the posts that can show months, as published, on 10k months of a \
      calendar, under the 19 recorded flings and 19 pairs of flings, the first caught by the second; \
      how many of those that are endless are smooth
      """,
    rules: [
      Rule(
        "section-shift's frames that jump, are partly blank or never come to rest", .count, .atMost,
        holds: 0, fails: 1, because: "it has to be smooth itself"),
      .inTime,
      Rule(
        "other endless techniques that are smooth", .count, .atMost, holds: 0, fails: 1,
        because: "the only one: no other is steady and has 99.9 % of its frames in 8.33 ms"),
    ],
    state: .changed(
      on: "2026-11-22",
      because: """
        the experiment before it counted all-heights, which is not endless, gave recycled-subview \
        rows of 44 pt in place of months, and let every fling come to rest
        """),
    limits: """
      Apple's app is not here to compare with. Jumps are counted and the same on a phone, times are \
      not: what is smooth here may be slow there, in UIKit's hands; what jumps here jumps there. \
      reload-window's 200 rows are our choice
      """, timing: calendar
  ) { laboratory in
    let looks = try laboratory.groups(calendar).first.map { result in
      try StrategyMode.allCases.flatMap { mode in
        try techniques.map { try Smoothness(of: $0, mode, in: laboratory, timed: result) }
      }
    }
    let published = (looks ?? []).filter { $0.mode == .published }
    guard let own = published.first(where: { $0.id == "section-shift" }) else {
      return Evidence(along: "the list", [])
    }
    let others = published.filter { $0.id != own.id && $0.isEndless }
    let certain = others.count { $0.isSmooth == .yes }
    let possible = others.count { $0.isSmooth != .no }
    let smooth = Figure(
      Double(certain), .init(Double(certain), Double(possible)),
      of: .init(others.count, "techniques"))
    return Evidence(
      along: "the list", [.init("a calendar of 10k months", own.figures + [smooth])],
      details: .init(Smoothness.titles, (looks ?? []).map(\.cells)))
  }

  /// How smooth one technique is.
  private struct Smoothness {
    let id: String
    let mode: StrategyMode
    /// A window on the rows can go on for ever; who lays out all rows comes to their end.
    let isEndless: Bool
    let record: MotionRecord
    let figures: [Figure]
    let isSmooth: Answer

    init(
      of id: String, _ mode: StrategyMode, in laboratory: Laboratory, timed result: GroupResult
    ) throws {
      self.id = id
      self.mode = mode
      isEndless = try laboratory.contender(id).card.contentSpace == .window
      record = try laboratory.record(
        of: id, mode, on: .calendar, rows: 10_000,
        strokes: Strokes.flings() + Strokes.flingsCaughtByAnother)
      figures = [record.roughFigure, result.slowestFrames(of: id, mode)]
      isSmooth = Ruling([.steady, .inTime], Evidence(along: "", [.init(id, figures)])).answers[0]
    }

    static let titles = [
      "technique", "endless?", "jumps", "blank", "never at rest", "frames", "largest jump, pt",
      "99.9 % of frames", "smooth?",
    ]

    var cells: [String] {
      ["\(id), \(mode.rawValue)", isEndless ? "yes" : "no"]
        + [record.jumps, record.blankFrames, record.cutFrames, record.frames].map(Quantity.count)
        + [
          Quantity.amount(record.largestJump.points), Rule.inTime.text(of: figures[1]),
          isSmooth.rawValue,
        ]
    }
  }

  // MARK: Relayout against new sections

  private static let reloadPath = "section-shift"
  private static let batchPath = "section-shift:path=1"

  /// Frames so far apart that nearly every one needs six other months.
  private static let leaps = back(and: 1500, frames: 40)

  private static func back(and points: Int, frames: Int) -> [ScrollGesture] {
    let onwards = ScrollGesture(
      frames: [LayoutUnit](repeating: LayoutUnit(points: points), count: frames))
    return [onwards, onwards.mirrored]
  }

  private static let paths = Timing(
    "scroll", of: [reloadPath, batchPath], [.published],
    on: [.calendar, .fixed(LayoutUnit(points: 44)), .measured(.words)], rows: [10_000],
    gestures: leaps)

  private static func label(of heights: HeightsSpec) -> String {
    switch heights {
    case .calendar: "months"
    case .fixed(let height): "rows of \(height) pt"
    default: "text measured at each ask"
    }
  }

  static let relayoutSlower = Claim(
    "relayout-slower", .calendar,
    .quotation(
      "relayout is slower than calculating 3 or 6 months' worth of data at a time", at: "003:131"),
    experiment: """
      section-shift as published leaps 1,500 pt a frame, so that nearly every frame shifts by six \
      sections: on its reload path all twelve are laid out anew, on its batch path the six new ones \
      are asked for; in turns
      """,
    rules: [
      Rule(
        "time of a frame with relayout over one with six new sections", .ratio, .atLeast,
        holds: 1.01, fails: 1 / 1.01,
        because: "slower beyond the 1 % that counts as equal in all of bench's verdicts")
    ],
    state: .changed(
      on: "2026-11-22",
      because: """
        the experiment before it compared two forms that differed in more than the path: in when \
        they shift, in their window, and in how views are bound
        """),
    limits: """
      The comment's comparison without UICollectionView: its relayout makes objects for some 400 \
      cells, ours adds up the heights of twelve sections and binds the views anew; calculating is \
      asking for six sections' heights, a load from memory for months and fixed rows, typesetting \
      for measured words
      """, timing: paths
  ) { laboratory in
    var details: [[String]] = []
    let points = try laboratory.groups(paths).map { result in
      let heights = label(of: result.group.heights)
      for (path, id) in [("reload", reloadPath), ("batch", batchPath)] {
        guard let row = result.row(id, .published) else { continue }
        let work = [row.work.heightsAsked, row.work.viewsConfigured, row.work.viewsMoved]
        details.append(
          ["\(heights), \(path) path", row.time.medianNs.map(time) ?? "-"]
            + work.map { $0.map(Quantity.amount) ?? "-" })
      }
      return Evidence.Point(
        heights, [result.ratio(of: (reloadPath, .published), to: (batchPath, .published))])
    }
    return Evidence(
      along: "the rows", points,
      details: .init(
        ["", "median frame", "heights asked", "views configured", "views moved"], details))
  }

  // MARK: Six months at a time

  /// The months that a shift goes, but for the post's six.
  private static let otherSteps = [1, 3, 12]

  private static func shifting(by step: Int) -> String {
    step == 6 ? "section-shift" : "section-shift:step=\(step)"
  }

  private static let steps = Timing(
    "scroll", of: [1, 3, 6, 12].map(shifting), [.published], on: [.calendar], rows: [10_000],
    gestures: back(and: 200, frames: 300))

  static let sixMonths = Claim(
    "six-months", .calendar, .quotation("So we punt 6 months at a time", at: "003:132"),
    experiment: """
      section-shift as published shifts by 1, 3, 6 and 12 months of twelve, on a calendar that moves \
      200 pt a frame there and back; in turns. Under the 19 recorded flings, what each asks for
      """,
    rules: [
      Rule(
        "time of a frame over that with steps of 6 months", .ratio, .atLeast, holds: 1.01,
        fails: 1 / 1.01,
        because: "six at a time is the right number if every other one is slower by over 1 %"),
      Rule(
        "frames that jump, are partly blank or never come to rest, with steps of 6 months", .count,
        .atMost, holds: 0, fails: 1, because: "and if nothing is seen of it"),
    ],
    limits: """
      Frames of 200 pt are far apart, so that shifts outweigh the frames between them. Heights are \
      asked of a table in memory; what the author's layout costs is not seen
      """, timing: steps
  ) { laboratory in
    let result = try laboratory.groups(steps).first
    func timeOfFrame(_ step: Int) -> Figure {
      result?.row(shifting(by: step), .published).map(Figure.init) ?? .none
    }
    func record(_ step: Int) throws -> MotionRecord {
      try laboratory.record(
        of: shifting(by: step), .published, on: .calendar, rows: 10_000, strokes: Strokes.flings())
    }
    let six = try record(6)
    let points = otherSteps.map { step in
      Evidence.Point(
        step == 1 ? "1 month in place of 6" : "\(step) months in place of 6",
        [timeOfFrame(step).divided(by: timeOfFrame(6)), six.roughFigure])
    }
    let details = try [1, 3, 6, 12].map { step in
      let record = try step == 6 ? six : record(step)
      return [
        "\(step)", time(timeOfFrame(step).value), Quantity.count(record.reloads),
        Quantity.amount(record.heightsPerRow), Quantity.count(record.jumps),
        Quantity.amount(record.largestJump.points),
      ]
    }
    return Evidence(
      along: "the step", points,
      details: .init(
        [
          "months a shift", "median frame", "shifts under flings",
          "heights asked for each month that comes on screen", "jumps", "largest jump, pt",
        ], details))
  }

  // MARK: The batch path

  static let batchTrips = Claim(
    "batch-trips", .calendar,
    .quotation(
      "This solution trips up the collection view a bit because our reload is reactionary, and "
        + "happens before a relayout",
      at: "003:201-202"),
    experiment: """
      section-shift as published on its batch path, which the post has switched off, under the 19 \
      recorded flings; each frame compared with the reference
      """,
    rules: [
      Rule(
        "frames that jump, are partly blank or never come to rest", .count, .atLeast, holds: 1,
        fails: 0, because: "trips up: one such frame that the reader sees, or none")
    ],
    limits: """
      UICollectionView's own trip cannot be shown without it: what is shown is whether the batch \
      path by itself puts rows in wrong places. Its time beside the reload's is in relayout-slower
      """
  ) { laboratory in
    var details: [[String]] = []
    let points = try [HeightsSpec.calendar, .fixed(LayoutUnit(points: 44)), .words].map { heights in
      let label = heights == .words ? "text" : label(of: heights)
      let records = try [batchPath, reloadPath].map { id in
        try laboratory.record(
          of: id, .published, on: heights, rows: 10_000, strokes: Strokes.flings())
      }
      details.append(
        [label]
          + records.flatMap { record in
            [Quantity.count(record.roughFrames), Quantity.amount(record.heightsPerRow)]
          })
      return Evidence.Point(label, [records[0].roughFigure])
    }
    return Evidence(
      along: "the rows", points,
      details: .init(
        [
          "", "rough frames, batch path", "heights a row that comes on screen",
          "rough frames, reload path", "heights a row that comes on screen",
        ], details))
  }
}
