import ListLayout
import Reporting
import Workloads

/// The Japanese post of 2016: rows loaded near the ends, heights cached.
extension Experiment {
  private static func unreached(_ record: MotionRecord) -> Double {
    max(0, record.contentGrowth.points - record.travelled) / ClaimRunner.viewport.points
  }

  static let onDemand = [
    Experiment(id: "necessary-data") { runner, motion in
      let speeds = [60, 240, 600, 1200, 2400]
      let found = try StrategyMode.allCases.map { mode in
        try speeds.map { speed in
          try runner.records(
            of: "on-demand", mode, on: .words, motion.finger(at: speed, seconds: 10), motion)
        }
      }
      func figures(_ records: [MotionRecord]) -> [Figure] {
        [
          .range(records.map(\.stalls), "of \(Quantity.count(records[0].frames)) frames"),
          .range(records.map(unreached)),
        ]
      }
      let (published, corrected) = (found[0], found[1])
      return Evidence(
        "the code and the finger", isOrdered: false,
        [
          .init("published code", figures(published.flatMap(\.self))),
          .init("corrected code at 60 pt/s", figures(corrected[0])),
          .init(
            "corrected code from 240 pt/s", figures(corrected.dropFirst().flatMap(\.self))),
        ],
        "\(range(published[0].map { unreached($0).rounded() })) screens unread",
        titles: [
          "the finger", "frames that stood still, published", "screens not reached",
          "frames that stood still, corrected", "screens not reached",
        ],
        details: speeds.indices.map { place in
          ["\(Quantity.count(speeds[place])) pt/s"]
            + found.flatMap { mode in
              [range(mode[place].map(\.stalls)), range(mode[place].map(unreached))]
            }
        })
    },
    Experiment(id: "margin-preloads") { runner, motion in
      let flings = motion.singles(isResting: true) + motion.onwards(isResting: true)
      func records(_ margin: Int) throws -> [MotionRecord] {
        try runner.records(
          of: "on-demand:margin=\(margin)", .corrected, on: .words, flings, motion)
      }
      let without = try records(0)
      let margins = [100, 400, 1600]
      let with = try margins.map(records)
      func saved(_ records: [MotionRecord]) -> [Double] {
        zip(without, records).map { $0.lost - $1.lost }
      }
      return Evidence(
        "the margin",
        zip(margins, with).map { margin, with in
          .init(
            "\(Quantity.count(margin)) pt",
            [.range(saved(with), "of \(range(without.map(\.lost))) pt")])
        },
        "100 pt save \(range(saved(with[0]))) of \(range(without.map(\.lost))) pt",
        titles: ["the margin", "flings that waited", "of", "points lost"],
        details: zip([0] + margins, [without] + with).map { margin, records in
          [
            "\(Quantity.count(margin)) pt", range(records.map(\.cutShort)), "\(flings.count)",
            range(records.map(\.lost)),
          ]
        })
    },
    Experiment(id: "working-cell") { runner, motion in
      let list = Int((390 * motion.factor).rounded())
      func heights(_ width: Int) throws -> [Int32] {
        try runner.heights(of: .words, width: LayoutUnit(points: width))
      }
      let needed = try heights(list)
      let found = try [320, list].map { width in
        let calculated = try heights(width)
        return (0..<10).map { part in
          (part * 1000..<part * 1000 + 1000).count { calculated[$0] != needed[$0] }
        }
      }
      return Evidence(
        "the working cell", isOrdered: false,
        [
          .init("a cell of the list's width", [.range(found[1], "of 1,000 rows")]),
          .init("the posted cell of 320 pt", [.range(found[0], "of 1,000 rows")]),
        ],
        "the latter is wrong for \(range(found[0])) of 1,000 rows")
    },
  ]
}
