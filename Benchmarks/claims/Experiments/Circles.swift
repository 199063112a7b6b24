import ListLayout
import Reporting
import Workloads

/// Lists that go round: the pager of "Infinite scrolling with reusable views iOS"; the three copies of
/// "UITableView Tricks", and its rows on a circle.
extension Experiment {
  private static func label(pages count: Int) -> String {
    count == 1 ? "1 page" : "\(Quantity.count(count)) pages"
  }

  static let pager = [
    Experiment(id: "three-views") { runner in
      let places =
        [1, 3, 4, 6, 100, 10_000].map { (label(pages: $0), "three-view-pager", $0) }
        + [("6 pages at the second appearance", "three-view-pager:appearances=2", 6)]
      return Evidence(
        "the number of pages", isOrdered: false,
        try places.map { label, id, pages in
          let list = try runner.lockstep(of: id, on: runner.heights(of: .pages, rows: pages))
          let frames = MotionRecord(of: list, .flingsOnwards().andBack).frames.count
          let views = list.list.store.counters[.viewsCreated]
          return .init(label, [.exact(Double(views), over: frames, "frames")])
        })
    },
    Experiment(id: "always-centred") { runner in
      let parts = [25, 50, 75, 100]
      let page = ClaimRunner.viewport
      return Evidence(
        "paging", isOrdered: false,
        try [("with paging", true), ("without paging", false)].map { label, isPaged in
          let off = try parts.map { percent in
            let list = try runner.lockstep(
              of: "three-view-pager", on: runner.heights(of: .pages, rows: 6))
            let distance = LayoutUnit(rawValue: page.rawValue * Int64(percent) / 100)
            let rest = (percent >= 50 ? page : .zero) - distance
            return (0..<8).count { _ in
              list.apply(.scroll(distance))
              list.apply(.scroll(isPaged ? rest : .zero))
              list.apply(.settle)
              return list.now.contentOffset != page
            }
          }
          return .init(
            "gestures \(label)", [.share(off.reduce(0, +), of: 8 * parts.count, "gestures")],
            detail: off.map(Quantity.count))
        },
        titles: ["off the centre, of 8 gestures over"] + parts.map { "\($0) % of a page" })
    },
    Experiment(id: "pager-unnoticed") { runner in
      let points = try [4, 6, 100].flatMap { pages in
        try [
          ("a page a gesture", [[Gesture]].pages(8)), ("flings", .flingsOnwards()),
        ].map { way, gestures in
          let record = try runner.record(
            of: "three-view-pager", on: .pages, rows: pages, gestures.andBack)
          return Evidence.Point(
            "\(way) over \(label(pages: pages))", [record.roughFigure],
            detail: [record.cutShort, record.sequences.count].map(Quantity.count)
              + [record.largestJump, record.lost].map(Quantity.amount))
        }
      }
      return Evidence(
        "paging and the number of pages", isOrdered: false, points,
        titles: ["", "gestures cut short", "of", "largest jump, pt", "points lost"])
    },
    Experiment(id: "circular-pager") { runner in
      Evidence(
        "the number of pages",
        try [1, 2, 3, 4, 6, 100].map { pages in
          let record = try runner.record(
            of: "three-view-pager", on: .pages, rows: pages, .pages(pages + 1).andBack)
          return .init(
            label(pages: pages), [.share(record.cutShort, of: record.sequences.count, "turns")])
        })
    },
  ]

  // MARK: Three copies

  /// triple-copy flung against one end of its content.
  private static func reset(by gestures: [[Gesture]], _ runner: ClaimRunner) throws -> Evidence {
    Evidence(
      "the number of rows",
      try [10, 15, 19, 20, 25, 50, 100, 400].map { rows in
        let record = try runner.record(of: "triple-copy", on: rows44, rows: rows, gestures)
        let resets = record.count { $0.work[.layoutPasses] > 1 }
        let (strays, jumps) = (record.count(where: \.isStray), record.count(where: \.isJump))
        return .init(
          label(rows: rows),
          [.exact(Double(strays), over: resets, "frames that put it back")],
          detail: [Quantity.amount(44 * Double(rows) / ClaimRunner.viewport.points)]
            + [resets, strays, jumps].map(Quantity.count) + [Quantity.amount(record.largestJump)])
      },
      titles: [
        "", "viewports that a copy is high", "frames that put the offset back",
        "frames that show something else", "frames that jump, stops included", "largest jump, pt",
      ])
  }

  static let tricks = [
    Experiment(id: "same-content") { try reset(by: .flingsOnwards(), $0) },
    Experiment(id: "same-content-at-top") {
      try reset(by: [[Gesture]].flingsOnwards().mirrored, $0)
    },
    Experiment(id: "full-dequeue") { runner in
      Evidence(
        "the rows",
        try [22, 44, 88].map { height in
          let record = try runner.record(
            of: "ellipse", on: .fixed(LayoutUnit(points: height)), rows: 1000)
          let share = Double(record.sum(.viewsCreated)) / Double(record.rowsEntered)
          return .init(
            "rows of \(height) pt", [.exact(share, over: record.rowsEntered, "rows")])
        })
    },
    Experiment(id: "takes-days") { runner in
      let record = try runner.record(
        of: "fixed-list", on: rows44, rows: 100_000, .flingsOnwards())
      let frames = record.frames.count
      let (points, seconds) = (record.travelled, Double(frames) / 120)
      return Evidence(
        "rows",
        [100_000, 1_000_000, 2_000_000, 4_000_000, 10_000_000, 100_000_000].map { rows in
          let hours = 44 * Double(rows) / 2 / points * seconds / 3600
          return .init(label(rows: rows), [.exact(hours, over: frames, "frames")])
        },
        notes: [
          "The flings move \(Quantity.amount(points)) pt in "
            + "\(Quantity.amount(seconds)) s: \(Quantity.amount(points / seconds)) pt/s."
        ])
    },
    Experiment(id: "ratio-circle") { runner in
      let points = try StrategyMode.allCases.flatMap { mode in
        try [22, 44, 88].map { height in
          let (distance, places) = try distanceFromCircle(mode, rowHeight: height, in: runner)
          return Evidence.Point(
            "\(mode.rawValue) rows of \(height) pt",
            [.exact(distance, over: places, "places of rows")])
        }
      }
      return Evidence("rows and form", isOrdered: false, points)
    },
  ]

  // MARK: Rows on a circle

  /// How far a row's middle is at most from a circle of half the viewport's height, in points, and of how
  /// many places. The centre is where that distance is least: its x is the median of those where each row
  /// would put it, its y is searched for within a row of the viewport's middle.
  static func distanceFromCircle(
    _ mode: StrategyMode, ratio hundredths: Int = 100, rowHeight: Int, in runner: ClaimRunner
  ) throws -> (distance: Double, places: Int) {
    let heights = try runner.heights(of: .fixed(LayoutUnit(points: rowHeight)), rows: 1000)
    let list = try runner.lockstep(of: "ellipse:ratio=\(hundredths)", mode, on: heights)
    let radius = ClaimRunner.viewport.points / 2
    var places: [(x: Double, y: Double)] = []
    for gesture in [[Gesture]].finger(at: 60, frames: 400).joined() {
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
    var (low, high) = (-Double(rowHeight), Double(rowHeight))
    for _ in 0..<24 {
      let third = (high - low) / 3
      if distance(low + third) < distance(high - third) { high -= third } else { low += third }
    }
    return (distance((low + high) / 2), places.count)
  }
}
