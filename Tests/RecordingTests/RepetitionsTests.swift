import Measuring
import Recording
import Testing

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
    let pairs = own.paired(with: other)
    let (mine, theirs) = (pairs.own, pairs.other)
    #expect(!pairs.isScarce)
    #expect(mine == [3, 8])
    #expect(theirs == [30, 80])
    #expect(other.paired(with: own).own == [30, 80])
    #expect(own.paired(with: Repetitions()).own.isEmpty)
  }

  @Test("equal are those of the same numbers and values, however many segments they had")
  func equality() {
    #expect(repetitions([0: [5], 1: [7]]) == repetitions([0: [5, 5, 5], 1: [7]]))
    #expect(repetitions([0: [5], 1: [7]]) == repetitions([0: [5], 1: [1, 7, 9]]))
    #expect(repetitions([0: [5], 1: [7]]) != repetitions([0: [5], 1: [8]]))
    #expect(repetitions([0: [5], 1: [7]]) != repetitions([0: [5], 2: [7]]))
    #expect(repetitions([:]) == Repetitions())
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

  @Test("disturbed repetitions have no part in a figure where enough are left")
  func figures() {
    let enough = Repetitions.fewestUndisturbed
    typealias Segments = [(elapsed: Int, isDisturbed: Bool)]
    let quiet: [Segments] = (1...enough).map { [(elapsed: 10 * $0, isDisturbed: false)] }
    let values = (1...enough).map { Double(10 * $0) }
    let spoiled: [Segments] = [[(elapsed: 999, isDisturbed: true)]]
    #expect(repetitions(quiet + spoiled).figureTimes == values)
    // With fewer, all count: what is left would be worth less.
    let few = Array(values.dropLast()) + [999]
    #expect(repetitions(quiet.dropLast() + spoiled).figureTimes == few)
    // Of pairs, neither may be disturbed; where too few are left, all count.
    let pairs = repetitions(quiet + spoiled).paired(with: repetitions(spoiled + quiet))
    let first: [Double] = values + [999]
    let second: [Double] = [999] + values
    #expect(pairs.own == first && pairs.other == second && pairs.isScarce)
    #expect(pairs.allRatios == zip(first, second).map { $0 / $1 })
    let many: [Segments] = (0...enough).map { [(elapsed: 10 * $0 + 10, isDisturbed: $0 == 1)] }
    let undisturbed = repetitions(many).paired(with: repetitions(many)).own
    let others: [Double] = (0...enough).filter { $0 != 1 }.map { Double(10 * $0 + 10) }
    #expect(undisturbed == others)
  }

  @Test("where few repetitions were undisturbed, the interval reaches over all; else it is exact")
  func intervals() {
    typealias Segments = [(elapsed: Int, isDisturbed: Bool)]
    func quiet(_ count: Int) -> [Segments] {
      (0..<count).map { [(elapsed: 100 + $0, isDisturbed: false)] }
    }
    let spoiled: [Segments] = [180, 170, 190].map { [(elapsed: $0, isDisturbed: true)] }
    func interval(_ segments: [Segments]) -> Interval? {
      repetitions(segments).estimate(confidence: 0.95)?.interval
    }
    #expect(interval(quiet(4) + spoiled) == Interval(100, 190))
    #expect(interval(quiet(2) + spoiled + spoiled) == Interval(100, 190))
    #expect(interval(quiet(6) + spoiled) == Interval(100, 105))
    #expect(interval(quiet(7)) == Interval(100, 106))
    // Too few for the confidence, disturbed or not.
    #expect(interval(quiet(2) + spoiled) == nil)
    #expect(interval(quiet(5)) == nil)
    #expect(Repetitions().estimate(confidence: 0.95) == nil)
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
