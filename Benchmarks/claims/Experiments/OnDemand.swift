import ListLayout
import Reporting
import Workloads

/// Experiments on the Japanese post of 2016, whose list loads rows near its ends and caches heights.
extension Experiment {
  static let onDemand = [
    Experiment(id: "necessary-data") { runner, motion in
      let speeds = [60, 240, 600, 1200, 2400]
      let records = try StrategyMode.allCases.map { mode in
        try speeds.map { speed in
          try runner.records(
            of: "on-demand", mode, on: .words, motion.drag(at: speed, seconds: 10), motion)
        }
      }
      func condition(_ label: String, _ records: [MotionRecord]) -> Evidence.Condition {
        let frames = "of \(Quantity.amount(records[0].frames)) frames"
        return .init(
          label: label,
          values: [.counts(records.map(\.stalls), frames), .counts(records.map(\.unreached))])
      }
      let (published, corrected) = (records[0], records[1])
      return Evidence(
        axis: "code and speed",
        conditions: [
          condition("corrected code at 60 pt/s", corrected[0]),
          condition("higher speeds", corrected.dropFirst().flatMap(\.self)),
          condition("published code", published.flatMap(\.self)),
        ],
        sentence: "the latter loads \(range(published[0].map { $0.unreached.rounded() })) "
          + "extra screens",
        titles: [
          "speed of the finger", "frames that did not move, published code",
          "screens not reached, published code", "frames that did not move, corrected code",
          "screens not reached, corrected code",
        ],
        details: speeds.indices.map { place in
          ["\(Quantity.count(speeds[place])) pt/s"]
            + records.flatMap {
              [range($0[place].map(\.stalls)), range($0[place].map(\.unreached))]
            }
        })
    },
    Experiment(id: "margin-preloads") { runner, motion in
      let flings = motion.singles(isResting: true) + motion.onwards(isResting: true)
      let margins = [0, 100, 400, 1600]
      let records = try margins.map { margin in
        try runner.records(
          of: "on-demand:margin=\(margin)", .corrected, on: .words, flings, motion)
      }
      let lost = records.map { $0.map(\.lost.points) }
      let saved = lost.map { zip(lost[0], $0).map { $0 - $1 } }
      let total = "of \(range(lost[0])) pt"
      let labels = margins.map { "\(Quantity.count($0)) pt" }
      return Evidence(
        axis: "margin", orderedNoun: "margins of",
        conditions: margins.indices.dropFirst().map {
          .init(label: labels[$0], values: [.counts(saved[$0], total)])
        },
        sentence: "a margin of 100 pt saves \(range(saved[1])) of the \(range(lost[0])) pt "
          + "that are lost without a margin",
        titles: ["margin", "flings that lost motion", "all flings", "lost motion, pt"],
        details: margins.indices.map {
          [labels[$0], range(records[$0].map(\.cutShort)), "\(flings.count)", range(lost[$0])]
        })
    },
    Experiment(id: "working-cell") { runner, motion in
      let list = Int((390 * motion.factor).rounded())
      func heights(_ width: Int) throws -> [Int32] {
        try runner.heights(of: .words, width: LayoutUnit(points: width))
      }
      let needed = try heights(list)
      let wrong = try [list, 320].map { width in
        let calculated = try heights(width)
        return stride(from: 0, to: 10_000, by: 1000).map { first in
          Double((first..<first + 1000).count { calculated[$0] != needed[$0] })
        }
      }
      return Evidence(
        axis: "cell",
        conditions: zip(["a cell as wide as the list", "the post's cell of 320 pt"], wrong).map {
          .init(label: $0, values: [.counts($1, "of 1,000 rows")])
        },
        sentence: "the latter gives wrong heights for \(range(wrong[1])) of 1,000 rows")
    },
  ]
}
