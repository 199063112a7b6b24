import Measuring

/// The times of one cell, one value per repetition. The value of a repetition is the median of its
/// undisturbed samples, or of all its samples if all were disturbed.
///
/// **The time of a cell is the median of its three fastest repetitions**, because disturbances only add time.
/// The fastest repetition alone could be an outlier. A ratio is the quotient of the times of two cells.
///
/// **The ends of an interval are measured values.** The speed of a machine drifts, so adjacent repetitions
/// are similar. Repetitions are therefore divided into six consecutive blocks, and the fastest repetition of
/// each block is chosen. The interval of a time runs from the fastest sample to the slowest of the six chosen
/// repetitions. The interval of a ratio runs from the smallest to the largest quotient of the repetitions
/// chosen in the same block. Both are extended, if necessary, to include the estimate.
/// Benchmarks/METHODOLOGY.md reports the coverage of the intervals.
///
/// Sources: J. Chen, J. Revels, "Robust benchmarking in noisy environments", 2016, for the choice of the
/// fastest repetitions; D. N. Politis, J. P. Romano, M. Wolf, "Subsampling", 1999, for the blocks of
/// dependent samples.
package struct Repetitions: Sendable {
  /// The numbers of the repetitions in which the cell was timed, in ascending order. Different cells may have
  /// been timed in different repetitions.
  package private(set) var numbers: [Int] = []
  /// The value of each repetition, in nanoseconds per operation.
  package private(set) var times: [Double] = []
  /// Whether each repetition was disturbed, in the order of `numbers`.
  package private(set) var areDisturbed: [Bool] = []
  /// The time of the fastest sample that contributes to the value of each repetition.
  private var fastest: [Double] = []
  /// The samples that have been added to the last repetition; more may follow.
  private var open: [SampleRow] = []

  package init() {}

  package mutating func add(_ sample: SampleRow) {
    if numbers.last != sample.round {
      numbers.append(sample.round)
      times.append(0)
      fastest.append(.infinity)
      areDisturbed.append(true)
      open = []
    }
    open.append(sample)
    let undisturbed = open.filter { !$0.isDisturbed }
    let values = (undisturbed.isEmpty ? open : undisturbed).map(\.perOperation)
    times[times.count - 1] = (try? Sample(values))?.median ?? sample.perOperation
    fastest[times.count - 1] = values.min() ?? .infinity
    areDisturbed[times.count - 1] = undisturbed.isEmpty
  }

  package var count: Int { numbers.count }
  package var disturbed: Int { areDisturbed.count { $0 } }
  package var undisturbed: Int { count - disturbed }

  /// The time of the fastest sample, in nanoseconds per operation; infinite if there are no samples.
  package var fastestSegment: Double { fastest.min() ?? .infinity }

  /// The estimate of the time; nil without repetitions. The estimate has an interval from six repetitions on.
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

  /// The interval that spans the values of all blocks and the estimate; nil with fewer than six blocks, which
  /// are too few to show how the speed of the machine drifts.
  private static func interval(around value: Double, blocks: [Double]) -> Interval? {
    guard blocks.count >= JudgingRules.intervalBlocks else { return nil }
    return Interval(blocks.reduce(value, min), blocks.reduce(value, max))
  }

  /// The values of two cells, and for net times of the harness overhead, in their common repetitions.
  package struct Pairs: Sendable {
    package let own, other: [Double]
    var overhead: [Double]?

    /// The slowdown of the first cell relative to the second; nil without common repetitions or if a net time
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

    /// The times of the fastest repetitions of the two cells in each block, without the harness overhead of
    /// its fastest repetition in the same block.
    func blocks(_ number: Int) -> (own: [Double], other: [Double]) {
      let (own, other) = (own.fastestOfBlocks(number), other.fastestOfBlocks(number))
      guard let shares = overhead?.fastestOfBlocks(number) else { return (own, other) }
      return (zip(own, shares).map { $0 - $1 }, zip(other, shares).map { $0 - $1 })
    }
  }

  /// The repetitions that this cell, the `other` cell and, if given, the `overhead` have in common.
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

  /// The values of the repetitions with the `wanted` numbers, which must be in ascending order.
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
  /// The median of the three smallest values; nil if the array is empty.
  fileprivate var medianOfFastest: Double? {
    (try? Sample(Array(sorted().prefix(JudgingRules.fastestRepetitions))))?.median
  }

  /// The smallest value of each of `number` consecutive blocks; at most as many blocks as values.
  func fastestOfBlocks(_ number: Int) -> [Double] {
    let blocks = Swift.min(number, count)
    return (0..<blocks).compactMap { block in
      self[count * block / blocks..<count * (block + 1) / blocks].min()
    }
  }
}
