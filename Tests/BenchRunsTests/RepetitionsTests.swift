import BenchMeasuring
import Testing

@testable import BenchRuns

@Suite("Repetitions")
struct RepetitionsTests {
  /// Creates repetitions from their samples' times per operation. A negative time marks a disturbed sample.
  private func repetitions(_ samples: [(round: Int, times: [Int])]) -> Repetitions {
    var repetitions = Repetitions()
    for (round, times) in samples {
      for (segment, time) in times.enumerated() {
        repetitions.add(
          .example(
            round: round, operations: 10, elapsedNs: 10 * abs(time), segment: segment,
            isDisturbed: time < 0))
      }
    }
    return repetitions
  }

  @Test("Two cells are paired by repetition number")
  func pairs() {
    let own = repetitions([(0, [1]), (2, [3]), (3, [4]), (7, [8])])
    let other = repetitions([(1, [20]), (2, [30]), (7, [80]), (9, [90])])
    #expect(own.paired(with: other) == ([3, 8], [30, 80]))
  }

  @Test("Disturbed samples are ignored unless every sample was disturbed")
  func disturbedSegments() {
    let all = repetitions([
      (0, [10, -900, 20]), (1, [-900, -800, -700]), (2, [-900, -800, 30]), (5, [900, 100, 300]),
    ])
    #expect(all.numbers == [0, 1, 2, 5])
    #expect(all.times == [15, 800, 30, 300])
    #expect(all.areDisturbed == [false, true, false, false])
  }

  @Test(
    "The estimate is the second-fastest repetition, and its range extends from the fastest to the median"
  )
  func estimates() {
    let cases: [([Int], time: Double, range: Interval)] = [
      ([50, 20, 40, 10, 30], 20, Interval(10, 30)), ([7], 7, Interval(7, 7)),
      ([9, 7], 9, Interval(7, 9)), ([5, 5, 5], 5, Interval(5, 5)),
    ]
    for (times, time, range) in cases {
      let all = repetitions(times.enumerated().map { ($0, [$1]) })
      #expect(all.time == time && all.range == range)
    }
    #expect(Repetitions().time == nil && Repetitions().range == nil)
  }
}
