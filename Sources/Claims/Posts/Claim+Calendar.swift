import ListLayout
import Reporting
import Running
import Workloads

/// The answer on RSDayFlow: twelve months, shifted six at a time.
extension Claim {
  private static let techniques = [
    "all-heights", "reload-window", "recycled-subview", "on-demand", "section-shift",
  ]

  private static let calendar = Timing(
    "scroll", of: techniques, StrategyMode.allCases, on: [.calendar], rows: [10_000])

  static let onlySmooth = Claim(
    "only-smooth", .calendar,
    .quotation(
      "This is the only technique which gives you smooth scrolling like the Official iOS Calendar "
        + "App"),
    experiment: """
      the five techniques of the posts that can show months, as published, under recorded flings on \
      a calendar's months; how many of them are smooth
      """,
    rules: [
      Rule(
        "section-shift's frames that jump, are partly blank or never come to rest", .count, .atMost,
        holds: 0, fails: 1,
        because: "it has to be smooth itself; `recycled-smooth` says what a jump is"),
      .inTime,
      Rule(
        "other techniques that are smooth", .count, .atMost, holds: 0, fails: 1,
        because: "the only one: no other is steady and has 99.9 % of its frames in 8.33 ms"),
    ],
    limits: """
      Apple's app is not here to compare with: smooth is as defined above. Jumps are counted and the same on a phone, times are not: what is smooth here may be \
      slow there, in UIKit's hands; what jumps here jumps there. Each post's numbers are kept: \
      recycled-subview has its rows of 44 pt in mind and would do better with months in mind, \
      reload-window's 200 rows are our choice, all-heights has ends, and each fling begins at rest
      """, timing: calendar
  ) { laboratory in
    let looks = try laboratory.groups(calendar).first.map { result in
      try StrategyMode.allCases.flatMap { mode in
        try techniques.map { try Look(at: $0, mode, in: laboratory, timed: result) }
      }
    }
    let published = (looks ?? []).filter { $0.mode == .published }
    guard let own = published.first(where: { $0.id == "section-shift" }) else {
      return Evidence(along: "techniques", [])
    }
    let others = published.filter { $0.id != own.id }
    let certain = others.count { $0.isSmooth == .yes }
    let possible = others.count { $0.isSmooth != .no }
    let smooth = Figure(
      Double(certain), .init(Double(certain), Double(possible)),
      of: .init(others.count, "techniques"))
    return Evidence(
      along: "techniques", [.init("a calendar of 10k months", own.figures + [smooth])],
      details: .init(Look.titles, (looks ?? []).map(\.cells)))
  }

  /// How smooth one technique is.
  private struct Look {
    let id: String
    let mode: StrategyMode
    let course: Course
    let figures: [Figure]
    let isSmooth: Answer

    init(
      at id: String, _ mode: StrategyMode, in laboratory: Laboratory, timed result: GroupResult
    ) throws {
      self.id = id
      self.mode = mode
      course = try laboratory.course(
        of: id, mode, on: .calendar, rows: 10_000, strokes: Strokes.flings())
      figures = [
        Figure(exactly: Double(course.roughFrames), of: .init(course.frames, "frames")),
        result.slowestFrames(of: id, mode),
      ]
      isSmooth = Ruling([.steady, .inTime], Evidence(along: "", [.init(id, figures)])).answers[0]
    }

    static let titles = [
      "technique", "jumps", "blank", "never at rest", "frames", "largest jump, pt",
      "99.9 % of frames", "smooth?",
    ]

    var cells: [String] {
      ["\(id), \(mode.rawValue)"]
        + [course.jumps, course.blankFrames, course.cutFrames, course.frames].map(Quantity.count)
        + [
          Quantity.amount(course.largestJump.points), Rule.inTime.text(of: figures[1]),
          isSmooth.rawValue,
        ]
    }
  }

  /// Frames so far apart that nearly every one needs six other months.
  private static let leaps: [ScrollGesture] = {
    let onwards = ScrollGesture(
      frames: [LayoutUnit](repeating: LayoutUnit(points: 1500), count: 40))
    return [onwards, onwards.mirrored]
  }()

  private static let shifting = Timing(
    "scroll", of: ["section-shift"], StrategyMode.allCases,
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
      "relayout is slower than calculating 3 or 6 months' worth of data at a time"),
    experiment: """
      section-shift leaps 1,500 pt a frame, so that nearly every frame shifts: as published all \
      twelve sections are laid out anew, corrected only six are asked for; in turns
      """,
    rules: [
      Rule(
        "time of a frame with relayout over one with six sections", .ratio, .atLeast,
        holds: 1.01, fails: 1 / 1.01,
        because: "slower beyond the 1 % that counts as equal in all of bench's verdicts")
    ],
    limits: """
      The comment's comparison without UICollectionView: its relayout makes objects for some 400 \
      cells, ours adds up the heights of twelve sections and binds the views anew; calculating is \
      asking for six sections' heights, which costs a load for months and fixed rows, and \
      typesetting for measured words. Shifting 3 at a time is not among the strategies. The text \
      was added after a first look at the other two, for which the sentence did not hold
      """, timing: shifting
  ) { laboratory in
    var details: [[String]] = []
    let points = try laboratory.groups(shifting).map { result in
      let heights = label(of: result.group.heights)
      for mode in StrategyMode.allCases {
        guard let row = result.row("section-shift", mode) else { continue }
        let work = [row.work.heightsAsked, row.work.viewsConfigured, row.work.viewsMoved]
        details.append(
          [
            "\(heights), \(mode.rawValue)",
            row.time.medianNs.map { Quantity.time(nanoseconds: $0) } ?? "-",
          ] + work.map { $0.map(Quantity.amount) ?? "-" })
      }
      return Evidence.Point(
        heights,
        [result.ratio(of: ("section-shift", .published), to: ("section-shift", .corrected))])
    }
    return Evidence(
      along: "what the rows are", points,
      details: .init(
        ["", "median frame", "heights asked", "views configured", "views moved"], details))
  }
}
