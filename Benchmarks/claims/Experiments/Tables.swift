import ListLayout
import Reporting
import Workloads

/// Experiments on the post "Infinitely scrolling tables". The post describes three techniques: a very long
/// table, a small table that serves as a window, and custom views in a scroll view.
extension Experiment {
  static let rows44 = HeightsSpec.fixed(LayoutUnit(points: 44))

  private static func time(_ nanoseconds: Double) -> String {
    Quantity.time(nanoseconds: nanoseconds)
  }

  static let tables = [
    Experiment(id: "fixed-math", timedRuns: 1) { runner, motion in
      let times = try runner.groups(
        of: ["fixed-list"], .corrected, scenario: "offset", heights: [rows44],
        rows: [200, 1_000_000], motion
      ).map { $0.time(of: "fixed-list") }
      guard times.count == 2 else { return Evidence(axis: "rows") }
      return Evidence(
        axis: "rows",
        conditions: [
          .init(label: "200 to 1M rows", values: [times[1], times[1].divided(by: times[0])])
        ],
        sentence: "\(time(times[1].number)) per offset for any number of rows")
    },
    Experiment(id: "variable-heights") { runner, motion in
      let heights = try runner.heights(of: .chat, rows: 400)
      let list = try runner.lockstep(of: "all-heights", on: heights)
      let asked = Double(list.now.work[.heightsAsked])
      let count = Quantity.amount(asked)
      return Evidence(
        axis: "cost per height", orderedNoun: "heights that cost",
        conditions: [1000, 10_000, 20_000, 50_000, 100_000, 1_000_000].map { cost in
          .init(label: time(cost), values: [.counts([asked * cost], "for \(count) heights")])
        },
        sentence: "\(count) heights of \(time(16_666_667 / asked)) fill a 60 Hz frame")
    },
    Experiment(id: "window-jerky") { runner, motion in
      let flings = motion.singles() + motion.pairs
      // The post says only "a smaller number of rows", so the experiment tries several numbers.
      let windows = try [50, 100, 200, 400, 1000].map { rows in
        let id = "reload-window:window=\(rows)"
        return (
          rows: Quantity.count(rows),
          records: try runner.records(of: id, on: rows44, flings, motion)
        )
      }
      let stopped = windows.map { $0.records.map(\.cutShort) }
      return Evidence(
        axis: "window", orderedNoun: "windows of",
        conditions: zip(windows, stopped).map {
          .init(label: "\($0.rows) rows", values: [.counts($1, "of \(flings.count) flings")])
        },
        sentence:
          "a window of 200 rows stops \(range(stopped[2])) of \(flings.count) flings early",
        titles: [
          "rows in the window", "frames that did not move", "lost motion, pt",
          "heights requested per reload",
        ],
        details: windows.map {
          [$0.rows, range($0.records.map(\.stalls)), range($0.records.map(\.lost.points)), $0.rows]
        })
    },
    Experiment(id: "height-asked-once") { runner, motion in
      // The first list has the row height of the post, assumed to be 44 pt; the other lists also contain
      // taller rows.
      let lists =
        [("44 pt", rows44)]
        + [88, 132].map { tallest in
          let range = LayoutUnit(points: 44)...LayoutUnit(points: tallest)
          return ("\(tallest) pt", HeightsSpec.uniform(range))
        }
      let records = try lists.map { _, heights in
        try runner.records(of: "recycled-subview:row=44", on: heights, motion.singles(), motion)
      }
      let asked = records.map { $0.map(\.heightsPerRow) }
      return Evidence(
        axis: "tallest row", orderedNoun: "rows of",
        conditions: zip(lists, asked).map { .init(label: $0.0, values: [.counts($1)]) },
        sentence:
          "\(range(asked[1])) calculations per row; \(range(asked[2])) with taller rows")
    },
  ]
}
