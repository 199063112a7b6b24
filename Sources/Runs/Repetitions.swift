import Measuring

/// The times of one cell, a value for each repetition: the median of its undisturbed samples, or of all
/// samples if all were disturbed.
///
/// **The time of a cell is the median of its three fastest repetitions**, because disturbances only add time.
/// A single one could be an outlier. A ratio is the quotient of two such times.
///
/// **The ends of an interval were measured.** Adjacent repetitions are alike because a machine drifts, so
/// repetitions are divided into six consecutive blocks. The interval of a time reaches from the fastest
/// sample to the slowest of the blocks' fastest repetitions; that of a ratio from the smallest to the largest
/// quotient of two strategies' fastest repetitions in a block. Both include the estimate.
/// Benchmarks/METHODOLOGY.md reports their coverage.
///
/// Sources: J. Chen, J. Revels, "Robust benchmarking in noisy environments", 2016 (why the fastest); D. N.
/// Politis, J. P. Romano, M. Wolf, "Subsampling", 1999 (blocks of dependent samples).
package struct Repetitions: Sendable {
  /// The numbers of the repetitions, ascending; cells may have different ones.
  package private(set) var numbers: [Int] = []
  /// The value of each repetition, in nanoseconds per operation, and whether it was disturbed.
  package private(set) var times: [Double] = []
  package private(set) var areDisturbed: [Bool] = []
  /// The fastest of the samples in a repetition's value, over all repetitions except the last.
  private var fastestBefore = Double.infinity
  /// The same for the last repetition.
  private var fastestOfLast = Double.infinity
  /// The samples of the last repetition, which may get more.
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
    times[times.count - 1] = (try? Sample(values))?.median ?? sample.perOperation
    fastestOfLast = values.min() ?? .infinity
    areDisturbed[times.count - 1] = undisturbed.isEmpty
  }

  package var count: Int { numbers.count }
  package var disturbed: Int { areDisturbed.count { $0 } }
  package var undisturbed: Int { count - disturbed }

  /// The time of the fastest sample; infinite without any.
  package var fastestSegment: Double { min(fastestBefore, fastestOfLast) }

  /// The time with its interval; nil without a repetition. There is no interval with fewer than six.
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

  /// The interval that blocks span together with the estimate; nil with fewer than six blocks, which do not
  /// show the machine's drift.
  private static func interval(around value: Double, blocks: [Double]) -> Interval? {
    guard blocks.count >= JudgingRules.intervalBlocks, let low = blocks.min(),
      let high = blocks.max()
    else {
      return nil
    }
    return Interval(min(low, value), max(high, value))
  }

  /// The values of the repetitions that two cells have in common, in their order, with those of the harness
  /// overhead for net ratios.
  package struct Pairs: Sendable {
    package let own, other: [Double]
    var overhead: [Double]?

    /// The slowdown of the first cell with its interval; nil without a common repetition, and if a net time
    /// is not positive.
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

    /// The fastest repetition of each block, net of the overhead's in the same block.
    func blocks(_ number: Int) -> (own: [Double], other: [Double]) {
      let (own, other) = (own.fastestOfBlocks(number), other.fastestOfBlocks(number))
      guard let shares = overhead?.fastestOfBlocks(number) else { return (own, other) }
      return (zip(own, shares).map { $0 - $1 }, zip(other, shares).map { $0 - $1 })
    }
  }

  /// The repetitions that two cells and the overhead, if it is given, have in common.
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

  /// The values of repetitions, whose numbers are given in ascending order.
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
  /// The median of the smallest values.
  fileprivate var medianOfFastest: Double? {
    (try? Sample(Array(sorted().prefix(JudgingRules.fastestRepetitions))))?.median
  }

  /// The smallest value of each of `number` consecutive blocks; fewer blocks if there are fewer values.
  func fastestOfBlocks(_ number: Int) -> [Double] {
    let blocks = Swift.min(number, count)
    return (0..<blocks).compactMap { block in
      self[count * block / blocks..<count * (block + 1) / blocks].min()
    }
  }
}
