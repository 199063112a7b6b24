import ListLayout
import Reporting
import Workloads

/// The Japanese post of 2016: rows loaded near the ends, heights cached.
extension Experiment {
  private static let opening = Timing(
    scenario: "open", strategies: ["on-demand"], heights: [.words, .measured(.words)])

  static let onDemand = [
    Experiment(id: "necessary-data") { runner in
      func unreached(_ record: MotionRecord) -> Double {
        max(0, record.contentGrowth.points - record.travelled) / ClaimRunner.viewport.points
      }
      return Evidence(
        "the finger",
        try [60, 240, 600, 1200, 2400].map { speed in
          let records = try StrategyMode.allCases.map { mode in
            try runner.record(of: "on-demand", mode, on: .words, .finger(at: speed, frames: 1200))
          }
          let frames = records[0].frames.count
          return .init(
            "\(Quantity.count(speed)) pt/s",
            [
              records[0].share(where: \.deviation.isStall),
              .exact(unreached(records[0]), over: frames, "frames"),
            ],
            detail: records.flatMap { [Quantity.count($0.stalls), Quantity.amount(unreached($0))] })
        },
        titles: [
          "the finger", "frames that stood still, published", "viewports not reached",
          "frames that stood still, corrected", "viewports not reached",
        ])
    },
    Experiment(id: "margin-preloads") { runner in
      let flings = [[Gesture]].flings(resting: 120) + .flingsOnwards(resting: 120)
      let latencies = [60, 30, 12, 6]
      func records(_ margin: Int) throws -> [MotionRecord] {
        try latencies.map {
          try runner.record(
            of: "on-demand:margin=\(margin)", .corrected, on: .words, flings, latency: $0)
        }
      }
      func cells(_ records: [MotionRecord]) -> [String] {
        records.map { "\(Quantity.count($0.cutShort)), \(Quantity.amount($0.lost)) pt" }
      }
      let without = try records(0)
      let margins = [50, 100, 200, 400, 800, 1600]
      let with = try margins.map(records)
      return Evidence(
        "the margin",
        zip(margins, with).map { margin, with in
          .init(
            "a margin of \(Quantity.count(margin)) pt",
            [.exact(without[0].lost - with[0].lost, over: flings.count, "flings")],
            detail: cells(with))
        },
        titles: ["flings that waited, points lost"]
          + latencies.map { "\($0 * 1000 / 120) ms a load" },
        details: [["no margin"] + cells(without)],
        notes: [
          "With loads of 50 ms \(with[1][3].cutShort) flings wait with the post's margin of "
            + "100 pt, and \(without[3].cutShort) without."
        ])
    },
    Experiment(id: "offset-moves") { runner in
      let slow = [[Gesture]].finger(at: 60, frames: 8000)
      let ways = [
        ("rows added above, offset moved", slow.mirrored), ("rows added below, offset left", slow),
      ]
      let above = [Gesture](repeating: .insert(row: 0, height: LayoutUnit(points: 100)), count: 5)
      let left = try runner.record(of: "all-heights", on: .words, rows: 1000, [above])
      return Evidence(
        "where rows are added", isOrdered: false,
        try ways.map { label, gestures in
          let records = try [StrategyMode.corrected, .published].map { mode in
            try runner.record(of: "on-demand", mode, on: .words, gestures)
          }
          return .init(
            label, [records[0].roughFigure],
            detail: records.map { Quantity.count($0.count(where: \.isRough)) })
        },
        titles: ["rough frames", "corrected", "published"],
        notes: [
          "For comparison: five rows of 100 pt added above, the offset left where it was "
            + "(all-heights as published): what is read moves by "
            + "\(Quantity.amount(left.frames.map(\.deviation.displacement.points).max() ?? 0)) pt."
        ])
    },
    Experiment(id: "array-will-do") { runner in
      let points = try StrategyMode.allCases.flatMap { mode in
        try [("downwards", false), ("upwards", true)].map { way, isMirrored in
          let records = try [60, 600].map { speed in
            let onwards = [[Gesture]].finger(at: speed, frames: 1200)
            return try runner.record(
              of: "on-demand", mode, on: .words, isMirrored ? onwards.mirrored : onwards)
          }
          let frames = records.flatMap(\.frames)
          return Evidence.Point(
            "\(way) as \(mode.rawValue)",
            [.share(frames.count(where: \.showsARowTwice), of: frames.count, "frames")])
        }
      }
      return Evidence("the way and the code", isOrdered: false, points)
    },
    Experiment(id: "heights-costly", timings: [opening]) { runner in
      let times = try runner.groups(opening).map { $0.time(of: "on-demand") }
      guard times.count == 2 else { return Evidence("how far the reader is", []) }
      let share = times[1].divided(by: times[0], less: 1)
      let flings = [[Gesture]].flingsOnwards(resting: 120)
      return Evidence(
        "how far the reader is",
        try [1, 5, 19].map { count in
          let record = try runner.record(
            of: "on-demand", on: .words, Array(flings.prefix(count)))
          let looked = record.frames.reduce(0) { $0 + $1.work[.reloads] * $1.rowsInContent }
          let asked = record.sum(.heightsAsked)
          let ratio = Double(looked) / Double(asked)
          return .init(
            count == 1 ? "1 fling" : "\(count) flings",
            [share, .exact(ratio, over: asked, "heights asked")])
        },
        notes: [
          "The first screen takes \(time(times[0].value)) with heights from a table and "
            + "\(time(times[1].value)) with text that is measured."
        ])
    },
    Experiment(id: "working-cell") { runner in
      let calculated = try runner.heights(of: .words, width: LayoutUnit(points: 320))
      return Evidence(
        "the list",
        try [320, 375, 390, 414, 768].map { width in
          let needed = try runner.heights(of: .words, width: LayoutUnit(points: width))
          let gaps = zip(calculated, needed).map { LayoutUnit(rawValue: Int64($0) - Int64($1)) }
          let wrong = gaps.filter { $0 != .zero }
          let sizes = wrong.map(\.magnitude.points)
          return .init(
            "a list of \(width) pt", [.share(wrong.count, of: gaps.count, "rows")],
            detail: [
              Quantity.count(wrong.count), Quantity.amount(sizes.max() ?? 0),
              Quantity.amount(sizes.reduce(0, +) / Double(max(1, wrong.count))),
              Quantity.count(wrong.count { $0 < .zero }),
            ])
        },
        titles: [
          "the list", "rows of another height", "by at most, pt", "by on average, pt",
          "rows too low for their text",
        ])
    },
  ]
}
