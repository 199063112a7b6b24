import ListLayout
import Reporting
import Workloads

/// "Infinitely scrolling tables": a very long table, a small one as a window, own views in a scroll
/// view.
extension Experiment {
  static let rows44 = HeightsSpec.fixed(LayoutUnit(points: 44))

  static func label(rows count: Int) -> String { Quantity.rows(count) + " rows" }

  static func time(_ nanoseconds: Double) -> String { Quantity.time(nanoseconds: nanoseconds) }

  /// A frame at 60 Hz, in nanoseconds.
  private static let frame = 16_666_667.0

  private static let arithmetic = Timing(
    scenario: "offset", strategies: ["fixed-list"], mode: .corrected, heights: [rows44],
    rows: [200, 1_000_000])

  /// The heights of messages that a list asks for when it opens at the top, and to show a row.
  private static func heightsAsked(
    by id: String, _ mode: StrategyMode = .published, toShow row: Int, of rows: Int,
    _ runner: ClaimRunner
  ) throws -> [Int] {
    let list = try runner.lockstep(
      of: id, mode, on: runner.heights(of: .chat, rows: rows), start: 0)
    let opening = list.now.work[.heightsAsked]
    list.apply(.jump(row: row))
    return [opening, list.now.work[.heightsAsked]]
  }

  /// The post says "a smaller number of rows" and no more.
  private static let windows = [50, 100, 200, 400, 1000].map { rows in
    (label: "a window of \(Quantity.count(rows)) rows", id: "reload-window:window=\(rows)")
  }

  static let tables = [
    Experiment(id: "variable-heights") { runner in
      let asked = try heightsAsked(by: "all-heights", toShow: 200, of: 400, runner)
      return Evidence(
        "what a height costs",
        [100, 1000, 10_000, 20_000, 50_000, 100_000, 1_000_000].map { cost in
          .init(
            "heights that cost \(time(Double(cost))) each",
            asked.map { .exact(Double($0 * cost), over: $0, "heights") })
        },
        titles: [
          "the list", "heights asked to open", "to jump to the middle",
          "an opening takes \(time(frame)) with heights of", "a jump does with heights of",
        ],
        details: try [200, 400, 1000, 10_000, 100_000].map { rows in
          let asked = try heightsAsked(by: "all-heights", toShow: rows / 2, of: rows, runner)
          return [label(rows: rows)] + asked.map(Quantity.count)
            + asked.map { time(frame / Double($0)) }
        })
    },
    Experiment(id: "preceding-heights") { runner in
      let techniques: [(String, StrategyMode)] = [
        ("all-heights", .published), ("all-heights", .corrected), ("blocked-sums", .corrected),
        ("estimated", .corrected), ("reload-window", .published), ("recycled-subview", .published),
        ("section-shift", .published),
      ]
      return Evidence(
        "technique", isOrdered: false,
        try techniques.map { id, mode in
          let asked = try heightsAsked(by: id, mode, toShow: 5000, of: 10_000, runner)
          return .init(
            "\(id) as \(mode.rawValue)", [.exact(Double(asked[1]) / 5000, over: 5000, "rows")],
            detail: asked.map(Quantity.count))
        },
        titles: ["technique", "heights asked to open", "to show row 5,000"])
    },
    Experiment(id: "fixed-math", timings: [arithmetic]) { runner in
      let times = try runner.groups(arithmetic).map { $0.time(of: "fixed-list") }
      guard times.count == 2 else { return Evidence("rows", []) }
      return Evidence(
        "rows", [.init("200 to 1M rows", [times[1], times[1].divided(by: times[0])])])
    },
    Experiment(id: "window-jerky") { runner in
      Evidence(
        "the window",
        try windows.map { label, id in
          let single = try runner.record(of: id, on: rows44)
          let pairs = try runner.record(of: id, on: rows44, .flingsCaughtByAnother)
          return .init(
            label, [.share(single.cutShort + pairs.cutShort, of: 38, "flings and pairs")],
            detail: [single, pairs].flatMap {
              [$0.cutShort, $0.stalls].map(Quantity.count) + [Quantity.amount($0.lost)]
            })
        },
        titles: [
          "the window", "flings from rest stopped", "frames that stood still", "points lost",
          "pairs of flings stopped", "frames that stood still", "points lost",
        ])
    },
    Experiment(id: "row-size-overhead") { runner in
      let views = try runner.record(of: "recycled-subview", on: rows44).heightsPerRow
      return Evidence(
        "the window",
        try windows.map { label, id in
          let record = try runner.record(of: id, on: rows44)
          let most = record.most { $0.work[.heightsAsked] }
          let ratio = record.heightsPerRow / views
          return .init(
            label, [.exact(ratio, over: record.rowsEntered, "rows on screen")],
            detail: [
              Quantity.count(most), Quantity.amount(record.heightsPerRow),
              time(frame / Double(most)),
            ])
        },
        titles: [
          "", "heights asked by a reload", "heights for each row that comes on screen",
          "a reload takes \(time(frame)) with heights of",
        ], details: [["own views", "-", Quantity.amount(views), "-"]])
    },
  ]

  // MARK: Own views

  /// Rows of 44 pt, which is taken for the post's own row height, up to a tallest one.
  private static let rows =
    [(label: "rows of 44 pt", heights: rows44)]
    + [88, 132, 300].map { tallest in
      let range = LayoutUnit(points: 44)...LayoutUnit(points: tallest)
      return (label: "rows of 44 to \(tallest) pt", heights: HeightsSpec.uniform(range))
    }

  /// Of a screen 844 pt high the status bar and a navigation bar take 64 pt (000:127).
  private static let listHeight = LayoutUnit(points: 780)

  /// recycled-subview with as many views as fill the screen, which the post counts by (000:38), and some
  /// extra: 19 rows of 44 pt fill the screen, 18 the list.
  private static func views(extra: Int) -> String { "recycled-subview:extra=\(extra + 1)" }

  private static let flings = Timing(
    scenario: "scroll", strategies: ["recycled-subview"], heights: rows.map(\.heights))

  static let ownViews = [
    Experiment(id: "recycled-quick", timings: [flings]) { runner in
      Evidence(
        "the rows",
        try zip(rows, runner.groups(flings)).map { rows, group in
          let record = try runner.record(of: "recycled-subview", on: rows.heights)
          return .init(
            rows.label, [group.time(of: "recycled-subview"), record.share(where: \.isCut)])
        })
    },
    Experiment(id: "recycled-smooth") { runner in
      let extras = [0, 2, 4, 14]
      let records = try rows.map { rows in
        try extras.map {
          try runner.record(of: views(extra: $0), on: rows.heights, viewport: listHeight)
        }
      }
      let unsteady = records[0].map { $0.count { $0.isJump || $0.isBlank } }
      return Evidence(
        "extra views",
        extras.indices.dropFirst().map { place in
          let ratio = Double(unsteady[place]) / Double(max(1, unsteady[0]))
          let frames = records[0][place].frames.count
          return .init("\(extras[place]) extra views", [.exact(ratio, over: frames, "frames")])
        },
        titles: ["", "jumps", "blank", "never at rest", "frames"],
        details: zip(rows, records).flatMap { rows, records in
          zip(extras, records).map { ["\(rows.label), \($0) extra views"] + $1.roughCounts }
        })
    },
    Experiment(id: "height-asked-once") { runner in
      Evidence(
        "the rows",
        try rows.map { label, heights in
          let record = try runner.record(of: "recycled-subview", on: heights)
          return .init(label, [.exact(record.heightsPerRow, over: record.rowsEntered, "rows")])
        },
        notes: ["Where layouts never come to rest the number says when they are cut, and no more."])
    },
    Experiment(id: "week-of-days") { runner in
      let points = try rows.dropLast().flatMap { label, heights in
        try [("forward", 7), ("back", -7)].map { way, days in
          let list = try runner.lockstep(
            of: views(extra: 14), on: runner.heights(of: heights), viewport: listHeight)
          let rebuilds = [[Gesture]].flings().count { fling in
            for gesture in fling { list.apply(gesture) }
            list.apply(.jump(row: (list.now.screen.first?.row ?? 0) + days))
            return list.now.work[.reloads] > 0
          }
          return Evidence.Point(
            "a week \(way) with \(label)", [.share(rebuilds, of: 19, "changes")])
        }
      }
      return Evidence("the change", isOrdered: false, points)
    },
  ]
}
