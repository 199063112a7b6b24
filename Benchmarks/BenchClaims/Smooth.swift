import BenchReporting
import BenchRuns
import BenchWorkloads
import Conformance
import ListLayout

private func time(_ nanoseconds: Double) -> String {
  Quantity.time(nanoseconds: nanoseconds, digits: 2)
}

extension ClaimRunner {
  static let smoothTitles = [
    "largest cost of a height without a late frame", "hitches at 30 µs and 300 µs a height, ms/s",
    "longest frame after a gesture at 300 µs a height", "rough frames",
  ]

  func reloadDelay(_ motion: Motion) throws -> Evidence {
    let flings = motion.singles() + motion.pairs
    let lists = try [("rows of 44 pt", HeightsSpec.rows44), ("chat", .chat)].flatMap {
      name, heights in
      try StrategyMode.allCases.map { mode in
        (
          "\(mode.rawValue) code, \(name)",
          try records(of: "reload-window", mode, on: heights, flings, motion)
        )
      }
    }
    let all = lists.flatMap(\.1)
    return Evidence(
      axis: "cost per height", orderedNoun: "heights that cost",
      conditions: [10_000, 30_000, 100_000, 300_000, 1_000_000].map { cost in
        (time(cost), [.counts(all.map { Double($0.smoothness(cost, motion).stallNs ?? 0) })])
      },
      sentence: "after a gesture, a reload requests \(most(all.map(\.heightsInOneFrame))) heights",
      titles: ["code and list"] + Self.smoothTitles,
      details: lists.map { [$0] + $1.smoothTexts(motion) })
  }

  func extraDays(_ motion: Motion) throws -> Evidence {
    let lists = [("chat messages", HeightsSpec.chat), ("rows of 44 pt", .rows44)]
    let extras = [0, 1, 7, 15]
    let records = try lists.map { list in
      try extras.map { extra in
        try StrategyMode.allCases.map {
          try self.records(
            of: "recycled-subview:extra=\(2 * extra)", $0, on: list.1,
            motion.singles() + motion.pairs, motion)
        }
      }
    }
    func rough(_ list: Int, _ extra: Int) -> [Double] { records[list][extra].joined().map(\.rough) }
    let basis = records[0][0][0][0].ofFrames
    return Evidence(
      axis: "rows",
      // The post keeps a week of extra rows at each end.
      conditions: lists.indices.map { list in
        (lists[list].0, [.counts(zip(rough(list, 0), rough(list, 2)).map { $0 - $1 }, basis)])
      },
      sentence: "without them, up to \(most(rough(0, 0))) \(basis) are rough, "
        + "with a week of them \(most(rough(0, 2)))",
      titles: ["rows, extra rows at either end, code"] + Self.smoothTitles,
      details: lists.indices.flatMap { list in
        extras.indices.flatMap { extra in
          zip(StrategyMode.allCases, records[list][extra]).map { mode, records in
            ["\(lists[list].0), \(extras[extra]) extra, \(mode.rawValue)"]
              + records.smoothTexts(motion)
          }
        }
      })
  }
}

extension MotionRecord {
  func smoothness(_ rowNs: Double, _ motion: Motion) -> Smoothness {
    Smoothness(
      kinds.map { (kind: $0, count: $1) },
      FrameCosts(rowNs: Int64(rowNs), hz: motion.framesPerSecond))
  }

  /// Returns the maximum cost per height at which no frame is late, in nanoseconds. The result is infinite if
  /// no heights are requested.
  func smoothUpTo(_ motion: Motion) -> Double {
    smoothness(0, motion).smoothUpToNs.map(Double.init) ?? .infinity
  }
}

extension [MotionRecord] {
  func smoothTexts(_ motion: Motion) -> [String] {
    let limit = map { $0.smoothUpTo(motion) }.min() ?? 0
    let ratios = [30_000, 300_000].map { cost in
      most(map { Double($0.smoothness(cost, motion).hitchNsPerSecond ?? 0) / 1e6 })
    }
    let stall = map { Double($0.smoothness(300_000, motion).stallNs ?? 0) }.max() ?? 0
    return [
      !limit.isFinite ? "any" : limit == 0 ? "late without heights" : time(limit),
      ratios.joined(separator: " and "), stall == 0 ? "0" : time(stall),
      "\(range(map(\.rough))) \(self[0].ofFrames)",
    ]
  }
}
