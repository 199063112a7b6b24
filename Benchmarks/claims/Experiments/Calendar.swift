import ListLayout
import Replaying
import Reporting
import Workloads

/// Experiments on the published answer about RSDayFlow, a calendar that keeps twelve months loaded and shifts
/// them by six months at a time.
extension Experiment {
  static let calendar = [
    Experiment(id: "only-smooth") { runner, motion in
      // The techniques for endless lists that can show a calendar of months.
      let names = [
        "section-shift", "reload-window", "recycled-subview", "on-demand", "triple-copy",
      ]
      let flings = motion.singles() + motion.pairs
      let records = try names.map { try runner.records(of: $0, on: .calendar, flings, motion) }
      let rough = records.map { $0.map(\.rough) }
      let others = rough.dropFirst()
      let smooth = others.count { $0.allSatisfy { $0 == 0 } }
      let basis = "of \(Quantity.amount(records[0][0].frames)) frames"
      return Evidence(
        axis: "list",
        conditions: [
          .init(
            label: "a calendar of 10k months",
            values: [.counts(rough[0], basis), .counts([Double(smooth)])])
        ],
        sentence: "\(smooth) of the \(others.count) other techniques have no rough frame either",
        titles: ["technique", "rough frames", "largest jump or stop, pt"],
        details: names.indices.map {
          [names[$0], "\(range(rough[$0])) \(basis)", range(records[$0].map(\.largestSlip.points))]
        })
    },
    Experiment(id: "relayout-slower", timedRuns: 2) { runner, motion in
      // The ratios of the times of the two code paths, for shifts by 6 and by 3 months. Each ratio has one
      // value for each of the two lists.
      let ratios = try [6, 3].map { months in
        let paths = [0, 1].map { "section-shift:step=\(months):path=\($0)" }
        // Each frame scrolls so far into the past that nearly every frame causes a shift.
        let leap = LayoutUnit(points: -250 * months)
        return try runner.groups(
          of: paths, scenario: "scroll",
          // Rows of 8 pt represent DayFlow's day cells; a month of 292 pt has the height of about 37 such
          // rows.
          heights: [.fixed(LayoutUnit(points: 8)), .calendar],
          gestures: [ScrollGesture(frames: Array(repeating: leap, count: 240 / months))], motion
        ).map { $0.ratio(of: paths[0], to: paths[1]) }
      }
      guard ratios.allSatisfy({ $0.count == 2 }) else { return Evidence(axis: "months") }
      func texts(_ list: Int) -> String {
        ratios.map { Quantity.ratio($0[list].number) }.joined(separator: " and ")
      }
      return Evidence(
        axis: "months",
        conditions: ["months of 37 rows", "months of one row"].enumerated().map { list, label in
          .init(label: label, values: ratios.map { $0[list] })
        },
        sentence: "the time ratios for shifts of 6 and 3 months are \(texts(0)) with 37 rows, "
          + "\(texts(1)) with one row")
    },
  ]
}
