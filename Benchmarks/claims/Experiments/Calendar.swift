import ListLayout
import Replaying
import Reporting
import Workloads

/// The answer on RSDayFlow: twelve months, shifted six at a time.
extension Experiment {
  private static func shift(by step: Int, path: Int) -> String {
    "section-shift:step=\(step):path=\(path)"
  }

  /// Months as DayFlow has them, of cells for their days: 37 rows fill 292 pt, some 100 a screen.
  private static let dayCells = HeightsSpec.fixed(LayoutUnit(points: 8))

  /// Both paths in leaps to the past that need shifts by so many months in nearly every frame.
  private static func paths(_ months: Int) -> Timing {
    let leap = LayoutUnit(points: -250 * months)
    return Timing(
      scenario: "scroll", strategies: [shift(by: months, path: 0), shift(by: months, path: 1)],
      heights: [dayCells, .calendar],
      gestures: [ScrollGesture(frames: [LayoutUnit](repeating: leap, count: 240 / months))])
  }

  static let calendar = [
    Experiment(id: "only-smooth") { runner, motion in
      let flings = motion.singles() + motion.pairs
      func rough(_ id: String) throws -> [MotionRecord] {
        try runner.records(of: id, on: .calendar, flings, motion)
      }
      func counts(_ records: [MotionRecord]) -> [Int] {
        records.map { $0.count(where: \.isRough) }
      }
      // Endless, and can show months.
      let names = [
        "section-shift", "reload-window", "recycled-subview", "on-demand", "triple-copy",
      ]
      let all = try names.map(rough)
      let others = all.dropFirst().map(counts)
      let smooth = others.count { $0.allSatisfy { $0 == 0 } }
      let frames = "of \(Quantity.count(all[0][0].frames)) frames"
      return Evidence(
        "the techniques",
        [.init("a calendar", [.range(counts(all[0]), frames), .range([smooth])])],
        "\(smooth) of \(others.count) others have no rough frame either",
        titles: ["technique", "rough frames", "largest jump or stop, pt"],
        details: zip(names, all).map { name, records in
          [name, "\(range(counts(records))) \(frames)", range(records.map(\.largestSlip))]
        })
    },
    Experiment(id: "relayout-slower", timings: [paths(6), paths(3)]) { runner, motion in
      let found = try [6, 3].map { months in
        try runner.groups(paths(months), motion).map { group in
          group.ratio(of: shift(by: months, path: 0), to: shift(by: months, path: 1))
        }
      }
      guard found.allSatisfy({ $0.count == 2 }) else { return Evidence("the months", [], "") }
      func texts(_ list: Int) -> String {
        found.map { Quantity.ratio($0[list].value) }.joined(separator: " and ")
      }
      return Evidence(
        "the months", isOrdered: false,
        ["months of 37 days", "months of one row"].enumerated().map { list, label in
          .init(label, found.map { $0[list] })
        },
        "\(texts(0)) with days, \(texts(1)) without")
    },
  ]
}
