import Measuring
import Testing

@testable import Runs

@Suite("Repetitions")
struct RepetitionsTests {
  /// Repetitions with the given samples of one operation each. A negative time marks a disturbed sample.
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

  @Test("the value of a repetition is the median time per operation of its samples")
  func medians() {
    let all = repetitions(
      [(0, [900, 100, 300]), (1, [200]), (2, [100, 400]), (5, [100, 100, 99_999, 100, 100])],
      operations: 10)
    #expect(all.numbers == [0, 1, 2, 5])
    #expect(all.times == [30, 20, 25, 10])
    #expect(all.count == 4)
  }

  @Test("the pairs of two cells are the repetitions that have the same numbers")
  func pairs() {
    let own = repetitions([(0, [1]), (2, [3]), (3, [4]), (7, [8])])
    let other = repetitions([(1, [20]), (2, [30]), (7, [80]), (9, [90])])
    #expect(own.paired(with: other).own == [3, 8])
    #expect(own.paired(with: other).other == [30, 80])
    #expect(other.paired(with: own).own == [30, 80])
    #expect(own.paired(with: Repetitions()).own.isEmpty)
  }

  @Test("disturbed samples are ignored unless all are disturbed")
  func disturbedSegments() {
    let all = repetitions([[10, -900, 20], [-900, -800, -700], [-900, -800, 30]])
    #expect(all.times == [15, 800, 30])
    #expect(all.areDisturbed == [false, true, false])
    #expect(all.disturbed == 1)
  }

  @Test("a time is the median of the three fastest repetitions, in any order")
  func estimates() {
    #expect(repetitions(of: [50, 20, 40, 10, 30]).estimate?.value == 20)
    #expect(repetitions(of: [7]).estimate?.value == 7)
    #expect(repetitions(of: [7, 9]).estimate?.value == 8)
    #expect(Repetitions().estimate == nil)
  }

  @Test(
    "an interval runs from the fastest sample to the slowest of the fastest repetitions in six blocks"
  )
  func intervals() throws {
    // Twelve repetitions are divided into six blocks of two, and the last block is the slowest.
    let drifting = repetitions(of: (0..<12).map { $0 < 10 ? 100 + $0 : 140 - $0 })
    #expect(drifting.times.fastestOfBlocks(6) == [100, 102, 104, 106, 108, 129])
    #expect(drifting.estimate?.interval == Interval(100, 129))
    // A slow repetition has no effect on the interval if its block also contains a fast repetition.
    let spoiled = repetitions(of: (0..<12).map { $0 % 2 == 0 ? 100 : 900 })
    #expect(spoiled.estimate?.interval == Interval(100, 100))
    #expect(repetitions(of: [5, 5, 5, 5, 5]).estimate?.interval == nil)
    #expect(repetitions(of: [5, 5, 5, 5, 5, 5]).estimate?.interval == Interval(5, 5))
    // The time of a repetition is the median of its undisturbed samples. The fastest undisturbed sample of
    // all repetitions is the lower end of the interval.
    let three = repetitions((0..<6).map { [100, 90 + $0, 120, -80] })
    #expect(three.estimate?.interval == Interval(90, 100))
    #expect(three.fastestSegment == 90)
  }

  /// Repetitions of three samples with random times, some of which are disturbed.
  private func random(_ seed: UInt64) -> (repetitions: Repetitions, segments: [Double]) {
    var random = SplitMix64(seed: seed)
    let segments = (0..<1 + random.below(40)).map { _ in
      (0..<3).map { _ in (100 + random.below(1000)) * (random.below(4) == 0 ? -1 : 1) }
    }
    return (repetitions(segments), segments.joined().map { Double(abs($0)) })
  }

  @Test(
    "an interval includes its estimate, ends at measured times, and is reproducible")
  func support() throws {
    for seed in 0..<200 as Range<UInt64> {
      let (one, segments) = random(seed)
      let estimate = try #require(one.estimate)
      #expect(estimate == random(seed).repetitions.estimate)
      #expect((estimate.interval == nil) == (one.count < JudgingRules.intervalBlocks))
      guard let interval = estimate.interval else { continue }
      #expect(interval.contains(estimate.value))
      #expect(segments.contains(interval.low) && interval.low == one.fastestSegment)
      #expect(one.times.contains(interval.high) || interval.high == estimate.value)
      let other = random(seed + 1000).repetitions
      guard let ratio = one.paired(with: other).ratio, let ends = ratio.interval else { continue }
      #expect(ends.contains(ratio.value))
      let own = one.times, base = other.times
      #expect(ends.low >= (own.min() ?? 0) / (base.max() ?? 1))
      #expect(ends.high <= (own.max() ?? 0) / (base.min() ?? 1))
    }
  }

  @Test("a ratio is the quotient of the two times; its interval follows from blocks of both")
  func ratios() throws {
    // In the second half of the repetitions, the machine is 3x slower for both strategies.
    let slow = (0..<16).map { $0 < 8 ? 100 : 300 }
    let own = repetitions(of: slow.map { 2 * $0 })
    let pairs = own.paired(with: repetitions(of: slow))
    #expect(pairs.ratio?.value == 2)
    #expect(pairs.ratio?.interval == Interval(2, 2))
    #expect(try #require(own.estimate?.interval).high > 500)
    #expect(own.paired(with: Repetitions()).ratio == nil)
  }

  @Test(
    "the overhead of the same blocks is subtracted in a net ratio, which is nil if a net time is not positive"
  )
  func netRatios() {
    let slow = (0..<12).map { $0 < 6 ? 100 : 300 }
    let (own, base) = (repetitions(of: slow.map { 4 * $0 }), repetitions(of: slow.map { 2 * $0 }))
    let overhead = repetitions(of: slow)
    let ratio = own.paired(with: base, netOf: overhead).ratio
    #expect(ratio?.value == 3 && ratio?.interval == Interval(3, 3))
    #expect(own.paired(with: base, netOf: base).ratio == nil)
    // If the harness overhead was not measured in a repetition, the repetition is ignored.
    let few = repetitions(slow.map { [$0] }, from: 4)
    #expect(own.paired(with: base, netOf: few).own.count == 8)
  }

  @Test("samples of many cells are divided by cell, in any order")
  func byCell() {
    let rows = (0..<3).flatMap { round in
      ["a", "b"].map { SampleRow.example(round: round, slot: 0, strategy: $0) }
    }
    let cells = Repetitions.byCell(rows)
    #expect(cells.count == 2)
    #expect(cells.values.allSatisfy { $0.numbers == [0, 1, 2] })
  }
}
