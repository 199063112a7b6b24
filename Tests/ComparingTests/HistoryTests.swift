import Measuring
import Recording
import Testing

@testable import Comparing

@Suite("A history")
struct HistoryTests {
  private func history(_ times: [[String: Int]], repetitions: Int = 4) -> History {
    let runs = times.enumerated().map { day, times in
      let samples = times.flatMap { strategy, time in
        (0..<repetitions).map { repetition in
          SampleRow(
            cell: .example(rows: 100, strategy: strategy), round: repetition, slot: 0,
            operations: 1,
            elapsedNs: time, checksum: 0)
        }
      }
      return History.Run(
        name: "run-\(day)", revision: "r\(day)", started: Timestamp(seconds: Int64(day) * 86_400),
        times: RunTimes(samples))
    }
    return History(
      runs.reversed(), cells: ["a", "b", "c"].map { .example(rows: 100, strategy: $0) },
      thresholds: Thresholds(.standard), twinSuffix: "-twin")
  }

  /// The times of `b`, beside two strategies and a control that never change.
  private func alone(_ times: [Int]) -> [[String: Int]] {
    times.map { ["a": 1000, "a-twin": 1000, "c": 1000, "b": $0] }
  }

  @Test("runs are ordered by date, and a step stands at the first run after it")
  func step() throws {
    let history = history(alone([1000, 1010, 990, 3000, 2990, 3010]))
    #expect(history.runs.map(\.name) == (0..<6).map { "run-\($0)" })
    let steps = history.series.compactMap(\.step)
    let step = try #require(steps.first)
    #expect(steps.count == 1)
    #expect(step.run == 3)
    #expect(step.comparison.verdict == .slower)
    #expect(abs(step.comparison.ratio.value - 3) < 0.02)
    let points = history.series[1].points
    #expect(points.map(\.run) == Array(0..<6))
    #expect(points.map(\.repetitions) == Array(repeating: 4, count: 6))
    #expect(abs(points[3].nanoseconds - 3000) < 1e-6)
  }

  @Test("a way back is a step too; a drift, one odd run and a slower machine are none")
  func others() {
    let back = history(alone([3000, 3000, 3000, 1000, 1000, 1000]))
    #expect(back.series[1].step?.comparison.verdict == .faster)
    #expect(history(alone([1000, 1100, 1000, 1200, 1100, 1150])).series[1].step == nil)
    #expect(history(alone([1000, 1000, 3000, 1000, 1000, 1000])).series[1].step == nil)
    let slower = [1000, 1000, 1000, 3000, 3000, 3000].map { time in
      ["a": time, "a-twin": time, "b": time, "c": time]
    }
    #expect(history(slower).series.allSatisfy { $0.step == nil })
  }

  @Test("without a control, with one repetition or one run there is no step")
  func none() {
    let uncontrolled = [1000, 1000, 1000, 3000, 3000, 3000].map { ["a": 1000, "b": $0, "c": 1000] }
    #expect(history(uncontrolled).series.allSatisfy { $0.step == nil })
    let one = history(alone([1000, 1000, 3000, 3000]), repetitions: 1)
    #expect(one.series.allSatisfy { $0.step == nil && $0.points.allSatisfy { $0.interval == nil } })
    #expect(history(alone([1000])).series.allSatisfy { $0.step == nil })
    #expect(history([]).series.isEmpty)
  }
}
