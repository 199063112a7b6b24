import ListLayout
import Reporting
import Workloads

/// The answer on RSDayFlow: twelve months, shifted six at a time.
extension Experiment {
  private static func shift(by step: Int, path: Int = 0) -> String {
    "section-shift:step=\(step):path=\(path)"
  }

  /// Months as DayFlow has them, of cells for their days: 37 rows fill 292 pt, some 100 a screen.
  private static let dayCells = HeightsSpec.fixed(LayoutUnit(points: 8))
  /// Both paths in leaps to the past that need shifts by so many months in nearly every frame.
  private static func paths(_ months: Int) -> Timing {
    let leap = LayoutUnit(points: -250 * months)
    return Timing(
      scenario: "scroll", strategies: [shift(by: months), shift(by: months, path: 1)],
      heights: [dayCells, .calendar, rows44, .measured(.words)],
      gestures: [ScrollGesture(frames: [LayoutUnit](repeating: leap, count: 240 / months))])
  }

  /// Both numbers of months, there and back: shifts outweigh the frames between them.
  private static let steps = {
    let onwards = ScrollGesture(frames: [LayoutUnit](repeating: .init(points: 200), count: 300))
    return Timing(
      scenario: "scroll", strategies: [shift(by: 6), shift(by: 3)], heights: [.calendar],
      gestures: [onwards, onwards.mirrored])
  }()

  private static func label(of heights: HeightsSpec) -> String {
    switch heights {
    case dayCells: "months of 37 days"
    case .calendar: "months"
    case .fixed(let height): "rows of \(height) pt"
    case .measured: "measured text"
    default: "text"
    }
  }

  static let calendar = [
    Experiment(id: "only-smooth") { runner in
      func record(_ id: String) throws -> MotionRecord {
        try runner.record(of: id, on: .calendar, .flings() + .flingsCaughtByAnother)
      }
      func cells(_ record: MotionRecord) -> [String] {
        record.roughCounts + [Quantity.amount(record.largestJump)]
      }
      let own = try record("section-shift")
      // Endless, and can show months; one is told a month's height as its row's, as by its author.
      let others = ["reload-window", "recycled-subview:row=292", "on-demand", "triple-copy"]
      return Evidence(
        "the other technique", isOrdered: false,
        try others.map { id in
          let other = try record(id)
          return .init(id, [own.roughFigure, other.roughFigure], detail: cells(other))
        },
        titles: ["technique", "jumps", "blank", "never at rest", "frames", "largest jump, pt"],
        details: [["section-shift"] + cells(own)])
    },
    Experiment(id: "relayout-slower", timings: [paths(6), paths(3)]) { runner in
      var points: [Evidence.Point] = []
      var details: [[String]] = []
      for months in [6, 3] {
        let (reload, batch) = (shift(by: months), shift(by: months, path: 1))
        for group in try runner.groups(paths(months)) {
          let label = "\(label(of: group.group.heights)) by \(months)"
          let cells = [reload, batch].flatMap { id in
            [
              time(group.time(of: id).value),
              group.heightsAsked(by: id).map(Quantity.amount) ?? "-",
            ]
          }
          details.append([label] + cells)
          points.append(.init(label, [group.ratio(of: reload, to: batch)]))
        }
      }
      return Evidence(
        "the rows", isOrdered: false, points,
        titles: [
          "", "median frame, reload path", "heights asked", "median frame, batch path",
          "heights asked",
        ], details: details)
    },
    Experiment(id: "six-months", timings: [steps]) { runner in
      let records = try [1, 3, 6, 12].map { step in
        (step: step, record: try runner.record(of: shift(by: step), on: .calendar))
      }
      let ratio = try runner.groups(steps).first?.ratio(of: shift(by: 3), to: shift(by: 6))
      return Evidence(
        "the step", isOrdered: false,
        [.init("6 months in place of 3", [ratio ?? .none, records[2].record.roughFigure])],
        titles: [
          "months a shift", "shifts under flings",
          "heights asked for each month that comes on screen", "jumps", "largest jump, pt",
        ],
        details: records.map { step, record in
          [
            "\(step)", Quantity.count(record.sum(.reloads)), Quantity.amount(record.heightsPerRow),
            Quantity.count(record.count(where: \.isJump)), Quantity.amount(record.largestJump),
          ]
        })
    },
    Experiment(id: "future-just-adds") { runner in
      Evidence(
        "the rows", isOrdered: false,
        try [.calendar, rows44, .words].map { heights in
          let onwards = [[Gesture]].flingsOnwards()
          let rows = try runner.heights(of: heights)
          let ways = try [onwards, onwards.mirrored].map { flings in
            let list = try runner.lockstep(of: "section-shift", on: rows)
            var (shifts, points) = (0, 0.0)
            for case .scroll(let distance) in flings.joined() {
              list.apply(.scroll(distance))
              guard list.now.work[.reloads] > 0 else { continue }
              shifts += 1
              points +=
                (list.now.contentOffset - list.before.contentOffset - distance).magnitude.points
            }
            return (shifts: shifts, mean: points / Double(max(1, shifts)))
          }
          return .init(
            label(of: heights),
            [.exact(ways[0].mean / max(1, ways[1].mean), over: ways[0].shifts, "shifts")],
            detail: ways.flatMap { [Quantity.count($0.shifts), Quantity.amount($0.mean)] })
        },
        titles: [
          "", "shifts to the future", "offset set by, pt", "shifts to the past",
          "offset set by, pt",
        ])
    },
  ]
}
