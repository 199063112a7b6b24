import Measuring
import Testing

@testable import Runs

@Suite("Repetitions")
struct RepetitionsTests {
  /// Segments of one operation each.
  private func repetitions(_ segments: [Int: [Int]], operations: Int = 1) -> Repetitions {
    var repetitions = Repetitions()
    for number in segments.keys.sorted() {
      for (segment, elapsed) in (segments[number] ?? []).enumerated() {
        var row = SampleRow.example(round: number, slot: 0, segment: segment)
        (row.operations, row.elapsedNs) = (operations, elapsed)
        repetitions.add(row)
      }
    }
    return repetitions
  }

  @Test("the value of each is the median of its segments, per operation")
  func medians() {
    let all = repetitions([0: [900, 100, 300], 1: [200], 2: [100, 400]], operations: 10)
    #expect(all.numbers == [0, 1, 2])
    #expect(all.times == [30, 20, 25])
    #expect(all.count == 3)
  }

  @Test("one slow segment of five moves the value of none")
  func spoiled() {
    #expect(repetitions([0: [10, 10, 99_999, 10, 10]]).times == [10])
  }

  @Test("pairs are of repetitions that both have, by their numbers and not by their places")
  func pairs() {
    let own = repetitions([0: [1], 2: [3], 3: [4], 7: [8]])
    let other = repetitions([1: [20], 2: [30], 7: [80], 9: [90]])
    #expect(own.paired(with: other).own == [3, 8])
    #expect(own.paired(with: other).other == [30, 80])
    #expect(other.paired(with: own).own == [30, 80])
    #expect(own.paired(with: Repetitions()).own.isEmpty)
  }

  /// Repetitions of three segments, some of which were disturbed.
  private func repetitions(
    _ segments: [[(elapsed: Int, isDisturbed: Bool)]], from first: Int = 0
  ) -> Repetitions {
    var repetitions = Repetitions()
    for (number, segments) in segments.enumerated() {
      for (segment, found) in segments.enumerated() {
        var row = SampleRow.example(
          round: first + number, slot: 0, segment: segment, isDisturbed: found.isDisturbed)
        (row.operations, row.elapsedNs) = (1, found.elapsed)
        repetitions.add(row)
      }
    }
    return repetitions
  }

  @Test("disturbed segments have no part in the value, unless all are")
  func disturbedSegments() {
    let all = repetitions([
      [(10, false), (900, true), (20, false)], [(900, true), (800, true), (700, true)],
      [(900, true), (800, true), (30, false)],
    ])
    #expect(all.times == [15, 800, 30])
    #expect(all.areDisturbed == [false, true, false])
    #expect(all.disturbed == 1)
  }

  private func repetitions(of times: [Int]) -> Repetitions {
    repetitions(times.map { [(elapsed: $0, isDisturbed: false)] })
  }

  @Test("a figure is the median of the three least, in whatever order they came")
  func figures() {
    #expect(repetitions(of: [50, 20, 40, 10, 30]).estimate?.value == 20)
    #expect(repetitions(of: [7]).estimate?.value == 7)
    #expect(repetitions(of: [7, 9]).estimate?.value == 8)
    #expect(Repetitions().estimate == nil)
  }

  @Test("an interval reaches as far to both sides as the least of any of eight blocks of time")
  func intervals() throws {
    // Sixteen repetitions are eight blocks of two: the last block is the slowest.
    let drifting = repetitions(of: (0..<16).map { $0 < 14 ? 100 : 120 + $0 })
    let interval = try #require(drifting.estimate?.interval)
    #expect(drifting.times.leastOfBlocks == [100, 100, 100, 100, 100, 100, 100, 134])
    #expect(abs(interval.high - 134) < 1e-9 && abs(interval.low - 100 / 1.34) < 1e-9)
    // A slow repetition beside a quiet one of its block says nothing.
    let spoiled = repetitions(of: (0..<16).map { $0 % 2 == 0 ? 100 : 900 })
    #expect(spoiled.estimate?.interval == Interval(100, 100))
    #expect(repetitions(of: [5, 5, 5, 5, 5]).estimate?.interval == nil)
    #expect(repetitions(of: [5, 5, 5, 5, 5, 5]).estimate?.interval == Interval(5, 5))
  }

  @Test("a ratio is the quotient of the two figures; its interval is by blocks of both")
  func ratios() throws {
    // The machine is three times as slow in the second half, for both alike.
    let slow = (0..<16).map { $0 < 8 ? 100 : 300 }
    let own = repetitions(of: slow.map { 2 * $0 })
    let pairs = own.paired(with: repetitions(of: slow))
    #expect(pairs.ratio?.value == 2)
    #expect(pairs.ratio?.interval == Interval(2, 2))
    #expect(try #require(own.estimate?.interval).high > 500)
    #expect(own.paired(with: Repetitions()).ratio == nil)
  }

  @Test("samples of many cells become the repetitions of each, in whatever order cells alternate")
  func byCell() {
    let rows = (0..<3).flatMap { round in
      ["a", "b"].map { SampleRow.example(round: round, slot: 0, strategy: $0) }
    }
    let cells = Repetitions.byCell(rows)
    #expect(cells.count == 2)
    #expect(cells.values.allSatisfy { $0.numbers == [0, 1, 2] })
    // Warm and cold are two cells.
    let states = CacheState.allCases.map { SampleRow.example(round: 0, slot: 0, caches: $0) }
    #expect(Repetitions.byCell(states).count == 2)
  }

  @Test("outliers are whole repetitions: all their segments are labelled")
  func outliers() {
    var rows = (0..<9).flatMap { round in
      (0..<3).map { segment in
        var row = SampleRow.example(round: round, slot: 0, segment: segment)
        row.elapsedNs = round == 4 ? 900_000 : 61_440 + 10 * round
        return row
      }
    }
    // One slow segment does not make its repetition one.
    rows[0].elapsedNs = 900_000
    #expect(Repetitions.byCell(rows).values.map(\.outliers) == [[4]])
  }
}
