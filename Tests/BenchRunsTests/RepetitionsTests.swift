import BenchMeasuring
import Testing

@testable import BenchRuns

@Suite("Repetitions")
struct RepetitionsTests {
  /// Each sample has one operation. A negative time marks a disturbed sample.
  private func repetitions(_ samples: [[Int]], from first: Int = 0) -> Repetitions {
    repetitions(zip(first..., samples).map { ($0, $1) })
  }

  private func repetitions(
    _ samples: [(round: Int, times: [Int])], operations: Int = 1
  ) -> Repetitions {
    var repetitions = Repetitions()
    for (round, times) in samples {
      for (segment, time) in times.enumerated() {
        var row = SampleRow.example(
          round: round, slot: 0, segment: segment, isDisturbed: time < 0)
        (row.operations, row.elapsedNs) = (operations, abs(time))
        repetitions.add(row)
      }
    }
    return repetitions
  }

  private func repetitions(of times: [Int]) -> Repetitions { repetitions(times.map { [$0] }) }

  @Test("A repetition's time is the median of its samples, per operation")
  func medians() {
    let all = repetitions(
      [(0, [900, 100, 300]), (1, [200]), (2, [100, 400]), (5, [100, 100, 99_999, 100, 100])],
      operations: 10)
    #expect(all.numbers == [0, 1, 2, 5])
    #expect(all.times == [30, 20, 25, 10])
    #expect(all.count == 4)
  }

  @Test("Two cells are paired by repetition number")
  func pairs() {
    let own = repetitions([(0, [1]), (2, [3]), (3, [4]), (7, [8])])
    let other = repetitions([(1, [20]), (2, [30]), (7, [80]), (9, [90])])
    #expect(own.paired(with: other).own == [3, 8])
    #expect(own.paired(with: other).other == [30, 80])
    #expect(other.paired(with: own).own == [30, 80])
    #expect(own.paired(with: Repetitions()).own.isEmpty)
  }

  @Test("Disturbed samples are ignored unless every sample was disturbed")
  func disturbedSegments() {
    let all = repetitions([[10, -900, 20], [-900, -800, -700], [-900, -800, 30]])
    #expect(all.times == [15, 800, 30])
    #expect(all.areDisturbed == [false, true, false])
    #expect(all.disturbed == 1)
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
      #expect(repetitions(of: times).time == time && repetitions(of: times).range == range)
    }
    #expect(Repetitions().time == nil && Repetitions().range == nil)
  }

  @Test("Interleaved samples are sorted by cell")
  func byCell() {
    let rows = (0..<3).flatMap { round in
      ["a", "b"].map { SampleRow.example(round: round, slot: 0, strategy: $0) }
    }
    let cells = Repetitions.byCell(rows)
    #expect(cells.count == 2)
    #expect(cells.values.allSatisfy { $0.numbers == [0, 1, 2] })
  }
}
