import ListLayout
import Replaying
import Reporting
import Workloads

/// Lists that go round: the pager of "Infinite scrolling with reusable views iOS"; the three copies of
/// "UITableView Tricks", and its rows on a circle.
extension Experiment {
  static let circles = [
    Experiment(id: "pager-unnoticed") { runner, motion in
      let ways = [("a page a gesture", motion.pages(8)), ("flings", motion.onwards())]
      let found = try ways.map { label, gestures in
        let records = try [4, 6, 100].flatMap { pages in
          try runner.records(
            of: "three-view-pager", on: .pages, rows: pages, gestures.andBack, motion)
        }
        return (label: label, rough: records.map { $0.count(where: \.isRough) }, records: records)
      }
      return Evidence(
        "the gesture", isOrdered: false,
        found.map {
          .init($0.label, [.range($0.rough, "of \(Quantity.count($0.records[0].frames)) frames")])
        },
        "\(range(found[1].rough)) frames of flings are rough",
        titles: ["", "gestures cut short", "of", "points lost"],
        details: found.map { way in
          [
            way.label, range(way.records.map(\.cutShort)),
            Quantity.count(way.records[0].sequences.count), range(way.records.map(\.lost)),
          ]
        })
    },
    Experiment(id: "three-views") { runner, motion in
      func views(_ id: String, _ pages: Int) throws -> [Int] {
        let heights = try runner.heights(of: .pages, rows: pages)
        return try motion.starts.map { part in
          let list = try runner.lockstep(of: id, on: heights, start: Int(part * Double(pages)))
          _ = MotionRecord(of: list, motion.onwards().andBack)
          return list.list.store.counters[.viewsCreated]
        }
      }
      let once = try [4, 6, 100, 10_000].flatMap { try views("three-view-pager", $0) }
      let twice = try views("three-view-pager:appearances=2", 6)
      return Evidence(
        "the view", isOrdered: false,
        [
          .init("the first appearance", [.range(once)]),
          .init("the second appearance", [.range(twice)]),
        ],
        "\(range(once)) views, then \(range(twice))")
    },
    Experiment(id: "same-content") { runner, motion in
      func strays(_ id: String, _ rows: Int, _ gestures: [[Gesture]]) throws -> [Int] {
        try runner.records(of: id, on: rows44, rows: rows, gestures, motion)
          .map { $0.count(where: \.isStray) }
      }
      let ends = [("bottom", motion.onwards()), ("top", motion.onwards().mirrored)]
      let lengths = [10, 15, 19, 20, 25, 50, 100, 400]
      let found = try ends.map { label, gestures in
        (
          label: label,
          bare: try lengths.map { try strays("triple-copy:guard=0", $0, gestures) },
          guarded: try lengths.map { try strays("triple-copy", $0, gestures) }
        )
      }
      // 19 rows of 44 pt are lower than a screen of 844 pt.
      let low = lengths.prefix { $0 < 20 }.indices
      func all(_ places: Range<Int>) -> [Int] { found.flatMap { $0.bare[places].flatMap(\.self) } }
      return Evidence(
        "the height of a copy", isOrdered: false,
        [
          .init("copies as high as the screen", [.range(all(low.upperBound..<lengths.count))]),
          .init("lower ones", [.range(all(low))]),
        ],
        "\(range(all(low.upperBound..<lengths.count))) frames show something else",
        titles: [
          "rows", "stray frames, bottom", "top", "with the repository's guard, bottom", "top",
        ],
        details: lengths.indices.map { place in
          ["\(lengths[place])"]
            + [found[0].bare, found[1].bare, found[0].guarded, found[1].guarded].map {
              range($0[place])
            }
        })
    },
    Experiment(id: "ratio-circle") { runner, motion in
      let found = try StrategyMode.allCases.map { mode in
        try [22, 44, 88].flatMap { height in
          try distancesFromCircle(mode, rowHeight: height, in: runner, motion)
        }
      }
      let all = found.flatMap(\.self)
      return Evidence(
        "the code", isOrdered: false,
        zip(StrategyMode.allCases, found).map { .init("the \($0.rawValue) code", [.range($1)]) },
        "at most \(Quantity.amount(all.max() ?? 0)) pt beside it, with rows of one height")
    },
  ]

  // MARK: Rows on a circle

  /// How far a row's middle is at most from a circle of half the viewport's height, in points, from each
  /// start.
  static func distancesFromCircle(
    _ mode: StrategyMode, ratio hundredths: Int = 100, rowHeight: Int, in runner: ClaimRunner,
    _ motion: Motion
  ) throws -> [Double] {
    let heights = try runner.heights(of: .fixed(LayoutUnit(points: rowHeight)), rows: 1000)
    let radius = ClaimRunner.viewport.points / 2
    return try motion.starts.map { part in
      let list = try runner.lockstep(
        of: "ellipse:ratio=\(hundredths)", mode, on: heights, start: Int(part * 1000))
      var places: [(x: Double, y: Double)] = []
      for gesture in motion.finger(at: 60, seconds: 1).joined() {
        list.apply(gesture)
        let top = list.now.contentOffset
        list.list.visitViews { view in
          let y = (view.y - top).points
          guard y >= 0, y + view.height.points <= 2 * radius else { return }
          places.append((view.x.points, y + view.height.points / 2 - radius))
        }
      }
      return distance(of: places, fromCircleOf: radius, within: Double(rowHeight))
    }
  }

  /// The greatest distance of points from a circle whose centre is where that is least: its x is the median
  /// of those where each point would put it, its y is searched for within `reach` of 0.
  private static func distance(
    of places: [(x: Double, y: Double)], fromCircleOf radius: Double, within reach: Double
  ) -> Double {
    func distance(_ centre: Double) -> Double {
      let inside = places.filter { abs($0.y - centre) < radius }
      func width(_ y: Double) -> Double {
        (radius * radius - (y - centre) * (y - centre)).squareRoot()
      }
      let centres = inside.map { $0.x - width($0.y) }.sorted()
      guard !centres.isEmpty else { return 0 }
      let x = centres[centres.count / 2]
      return inside.map {
        abs((($0.x - x) * ($0.x - x) + ($0.y - centre) * ($0.y - centre)).squareRoot() - radius)
      }
      .max() ?? 0
    }
    // The distance falls towards the best centre from either side: a search by thirds finds it.
    var (low, high) = (-reach, reach)
    for _ in 0..<24 {
      let third = (high - low) / 3
      if distance(low + third) < distance(high - third) { high -= third } else { low += third }
    }
    return distance((low + high) / 2)
  }
}
