import ListLayout
import Reporting
import Workloads

/// "Infinitely scrolling tables": a very long table, a small one as a window, own views in a scroll
/// view.
extension Experiment {
  static let rows44 = HeightsSpec.fixed(LayoutUnit(points: 44))

  static func label(rows count: Int) -> String { Quantity.rows(count) + " rows" }

  static func time(_ nanoseconds: Double) -> String { Quantity.time(nanoseconds: nanoseconds) }

  /// `3`, or from the least to the greatest: `3 to 7`.
  static func range(_ values: [Double]) -> String {
    let (low, high) = (values.min() ?? 0, values.max() ?? 0)
    let texts = [low, high].map(Quantity.amount)
    return texts[0] == texts[1] ? texts[0] : "\(texts[0]) to \(texts[1])"
  }

  static func range(_ values: [Int]) -> String { range(values.map { Double($0) }) }

  /// A frame at 60 Hz, in nanoseconds.
  private static let frame = 16_666_667.0

  private static let arithmetic = Timing(
    scenario: "offset", strategies: ["fixed-list"], mode: .corrected, heights: [rows44],
    rows: [200, 1_000_000])

  /// The post says "a smaller number of rows" and no more.
  private static let windows = [50, 100, 200, 400, 1000]

  /// Rows of 44 pt, which is taken for the post's own row height, up to a tallest one.
  private static let rows =
    [(label: "rows of 44 pt", heights: rows44)]
    + [88, 132].map { tallest in
      let range = LayoutUnit(points: 44)...LayoutUnit(points: tallest)
      return (label: "rows of 44 to \(tallest) pt", heights: HeightsSpec.uniform(range))
    }

  static let tables = [
    Experiment(id: "fixed-math", timings: [arithmetic]) { runner, motion in
      let times = try runner.groups(arithmetic, motion).map { $0.time(of: "fixed-list") }
      guard times.count == 2 else { return Evidence("rows", [], "") }
      let ratio = times[1].divided(by: times[0])
      return Evidence(
        "rows", [.init("200 to 1M rows", [times[1], ratio])],
        "\(time(times[1].value)) an offset, whatever the length")
    },
    Experiment(id: "variable-heights") { runner, motion in
      func asked(_ rows: Int) throws -> [Int] {
        try motion.starts.map { try opening(rows, at: Int($0 * Double(rows))) }
      }
      // The table's own questions, and those for the place to begin at.
      func opening(_ rows: Int, at start: Int = 0) throws -> Int {
        let heights = try runner.heights(of: .chat, rows: rows)
        let list = try runner.lockstep(of: "all-heights", on: heights, start: start)
        return list.now.work[.heightsAsked]
      }
      let own = try opening(400)
      let enough = Self.frame / Double(own)
      return Evidence(
        "what a height costs",
        [1000, 10_000, 20_000, 50_000, 100_000, 1_000_000].map { cost in
          .init(
            "\(time(Double(cost))) a height",
            [.range([Double(own * cost)], "for \(Quantity.count(own)) heights")])
        },
        "\(Quantity.count(own)) rows take a 60 Hz frame at \(time(enough)) a height",
        titles: ["the list", "heights asked to open", "with a row to scroll to", "a frame at"],
        details: try [200, 400, 1000, 100_000].map { rows in
          let own = try opening(rows)
          return [
            label(rows: rows), Quantity.count(own), range(try asked(rows)),
            time(Self.frame / Double(own)) + " a height",
          ]
        })
    },
    Experiment(id: "window-jerky") { runner, motion in
      let (singles, pairs) = (motion.singles(), motion.pairs)
      let all = singles.count + pairs.count
      let windows = try windows.map { rows in
        let id = "reload-window:window=\(rows)"
        let records = try runner.records(of: id, on: rows44, singles + pairs, motion)
        return (rows: rows, records: records, stopped: records.map(\.cutShort))
      }
      let usual = windows[2]
      return Evidence(
        "the window",
        windows.map {
          .init("\(Quantity.count($0.rows)) rows", [.range($0.stopped, "of \(all) flings")])
        },
        "\(range(usual.stopped)) of \(all) flings end early with 200",
        titles: ["rows", "frames that stood still", "points lost", "heights asked by a reload"],
        details: windows.map { window in
          [
            Quantity.count(window.rows), range(window.records.map(\.stalls)),
            range(window.records.map(\.lost)), Quantity.count(window.rows),
          ]
        })
    },
    Experiment(id: "height-asked-once") { runner, motion in
      let found = try rows.map { label, heights in
        let records = try runner.records(
          of: "recycled-subview:row=44", on: heights, motion.singles(), motion)
        return (label: label, records: records, asked: records.map(\.heightsPerRow))
      }
      return Evidence(
        "the rows", found.map { .init($0.label, [.range($0.asked)]) },
        "\(range(found[1].asked)) a row, \(range(found[2].asked)) with higher ones",
        titles: ["the rows", "frames whose layout was cut", "of"],
        details: found.map { row in
          [
            row.label, range(row.records.map { $0.count { $0.work[.layoutsCut] > 0 } }),
            Quantity.count(row.records[0].frames),
          ]
        })
    },
  ]
}
