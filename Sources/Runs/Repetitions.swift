import Measuring

/// The times of one cell, a value for each repetition: the median of its segments that were not
/// disturbed, or of all where all were.
///
/// **The time of a cell is the median of its three fastest repetitions.** What disturbs a repetition adds to
/// its time and never takes away; one alone could be a lucky one. A ratio is the quotient of two such times.
///
/// **The ends of an interval were measured.** Repetitions next to each other resemble each other, because a
/// machine drifts, so they are cut into six consecutive blocks. The interval of a time reaches from the fastest
/// segment to the slowest of the blocks' fastest repetitions; that of a ratio from the smallest to the largest
/// quotient of two strategies' fastest repetitions in a block. Both include the estimate. How often they hold
/// what another run measures: Benchmarks/METHODOLOGY.md.
///
/// Sources: J. Chen, J. Revels, "Robust benchmarking in noisy environments", 2016 (why the fastest);
/// D. N. Politis, J. P. Romano, M. Wolf, "Subsampling", 1999 (blocks of dependent samples).
package struct Repetitions: Sendable {
  /// The numbers of the repetitions, ascending; a cell may lack some that others have.
  package private(set) var numbers: [Int] = []
  /// The value of each, in nanoseconds per operation, and whether it was disturbed.
  package private(set) var times: [Double] = []
  package private(set) var areDisturbed: [Bool] = []
  /// The fastest of the segments that make a repetition's value, over all repetitions, but the last.
  private var fastestBefore = Double.infinity
  /// The same of the last repetition.
  private var fastestOfLast = Double.infinity
  /// The segments of the last repetition, while it may still get more.
  private var open: [SampleRow] = []

  package init() {}

  package mutating func add(_ sample: SampleRow) {
    if numbers.last != sample.round {
      numbers.append(sample.round)
      times.append(0)
      areDisturbed.append(true)
      fastestBefore = min(fastestBefore, fastestOfLast)
      open = []
    }
    open.append(sample)
    let undisturbed = open.filter { !$0.isDisturbed }
    let values = (undisturbed.isEmpty ? open : undisturbed).map(\.perOperation)
    // A finite time of at least one operation: a sample is always possible.
    times[times.count - 1] = (try? Sample(values))?.median ?? sample.perOperation
    fastestOfLast = values.min() ?? .infinity
    areDisturbed[times.count - 1] = undisturbed.isEmpty
  }

  package var count: Int { numbers.count }
  package var disturbed: Int { areDisturbed.count { $0 } }
  package var undisturbed: Int { count - disturbed }

  /// The time of the fastest segment; infinite without any.
  package var fastestSegment: Double { min(fastestBefore, fastestOfLast) }

  /// The time with its interval; nil without a repetition, and no interval with fewer than six.
  package var estimate: Estimate? {
    times.medianOfFastest.map { time in
      let blocks = times.fastestOfBlocks(JudgingRules.intervalBlocks)
      return Estimate(
        value: time,
        interval: Self.interval(around: time, blocks: blocks).map {
          Interval(min(fastestSegment, $0.low), $0.high)
        }, confidence: JudgingRules.confidence, count: blocks.count)
    }
  }

  /// The interval that blocks span together with the estimate; nil where there are fewer than six blocks,
  /// which do not show how far a machine drifts.
  private static func interval(around value: Double, blocks: [Double]) -> Interval? {
    guard blocks.count >= JudgingRules.intervalBlocks, let low = blocks.min(),
      let high = blocks.max()
    else {
      return nil
    }
    return Interval(min(low, value), max(high, value))
  }

  /// The values of the repetitions that two cells have in common, in their order; where they are `net`, with
  /// those of the harness overhead.
  package struct Pairs: Sendable {
    package let own, other: [Double]
    var overhead: [Double]?

    /// How many times slower the first is, with its interval; nil where no repetition is common, or where a
    /// time net of overhead is not above zero.
    package var ratio: Estimate? {
      let share = overhead.map { $0.medianOfFastest ?? 0 } ?? 0
      guard let time = own.medianOfFastest, let base = other.medianOfFastest,
        time > share, base > share
      else { return nil }
      let blocks = blocks(JudgingRules.intervalBlocks)
      let quotients = zip(blocks.own, blocks.other).map { $0 / $1 }
      let value = (time - share) / (base - share)
      let isPositive = quotients.allSatisfy { $0 > 0 && $0.isFinite }
      return Estimate(
        value: value, interval: isPositive ? interval(around: value, blocks: quotients) : nil,
        confidence: JudgingRules.confidence, count: blocks.own.count)
    }

    /// The fastest repetition of each block of time, net of the overhead's in the same block.
    func blocks(_ number: Int) -> (own: [Double], other: [Double]) {
      let (own, other) = (own.fastestOfBlocks(number), other.fastestOfBlocks(number))
      guard let shares = overhead?.fastestOfBlocks(number) else { return (own, other) }
      return (zip(own, shares).map { $0 - $1 }, zip(other, shares).map { $0 - $1 })
    }
  }

  /// The repetitions that two cells have in common, and where an overhead is given, also the overhead has.
  package func paired(with other: Repetitions, netOf overhead: Repetitions? = nil) -> Pairs {
    var common = numbers
    for further in [other, overhead].compactMap({ $0 }) where further.numbers != numbers {
      let known = Set(further.numbers)
      common.removeAll { !known.contains($0) }
    }
    return Pairs(
      own: times(of: common), other: other.times(of: common),
      overhead: overhead.map { $0.times(of: common) })
  }

  /// The values of some of its repetitions, given by their numbers in ascending order.
  private func times(of wanted: [Int]) -> [Double] {
    if wanted.count == numbers.count { return times }
    let chosen = Set(wanted)
    return zip(numbers, times).filter { chosen.contains($0.0) }.map(\.1)
  }

  package static func byCell(_ samples: some Sequence<SampleRow>) -> [CellKey: Repetitions] {
    samples.reduce(into: [:]) { $0[$1.cell, default: Repetitions()].add($1) }
  }
}

extension [Double] {
  /// The median of the smallest values, or of as many as there are.
  fileprivate var medianOfFastest: Double? {
    (try? Sample(Array(sorted().prefix(JudgingRules.fastestRepetitions))))?.median
  }

  /// The smallest value of each of `number` consecutive blocks, or of as many as there are values.
  func fastestOfBlocks(_ number: Int) -> [Double] {
    let blocks = Swift.min(number, count)
    return (0..<blocks).compactMap { block in
      self[count * block / blocks..<count * (block + 1) / blocks].min()
    }
  }
}
