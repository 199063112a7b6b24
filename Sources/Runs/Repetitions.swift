import Measuring

/// The times of one cell, a value for each repetition: the median of its segments that were not
/// disturbed, or of all where all were.
///
/// **A figure is the median of the three least repetitions.** What disturbs a repetition adds to its time and
/// never takes away; one alone could be a lucky one. A ratio is the quotient of two figures.
///
/// **An interval is by blocks of time.** Repetitions next to each other resemble each other, because a machine
/// drifts: they are cut into eight consecutive blocks, and the interval reaches as far to either side of the
/// figure as the least of any block stands from it; see Benchmarks/METHODOLOGY.md.
///
/// Sources: J. Chen, J. Revels, "Robust benchmarking in noisy environments", 2016 (why the least);
/// D. N. Politis, J. P. Romano, M. Wolf, "Subsampling", 1999 (blocks of dependent samples).
package struct Repetitions: Sendable {
  /// The numbers of the repetitions, ascending; a cell may lack some that others have.
  package private(set) var numbers: [Int] = []
  /// The value of each, in nanoseconds per operation, and whether it was disturbed.
  package private(set) var times: [Double] = []
  package private(set) var areDisturbed: [Bool] = []
  /// The segments of the last repetition, while it may still get more.
  private var open: [SampleRow] = []

  /// How often intervals hold what another run finds, about.
  package static let confidence = 0.95

  package init() {}

  package mutating func add(_ sample: SampleRow) {
    if numbers.last != sample.round {
      numbers.append(sample.round)
      times.append(0)
      areDisturbed.append(true)
      open = []
    }
    open.append(sample)
    let undisturbed = open.filter { !$0.isDisturbed }
    let values = (undisturbed.isEmpty ? open : undisturbed).map(\.perOperation)
    // A finite time of at least one operation: a sample is always possible.
    times[times.count - 1] = (try? Sample(values))?.median ?? sample.perOperation
    areDisturbed[times.count - 1] = undisturbed.isEmpty
  }

  package var count: Int { numbers.count }
  package var disturbed: Int { areDisturbed.count { $0 } }
  package var undisturbed: Int { count - disturbed }

  /// The numbers of the repetitions, disturbed or not, whose value is far from the others': more than 3.5
  /// robust standard deviations, see `Sample.outliers`. No figure leaves them out.
  package var outliers: Set<Int> {
    guard let sample = try? Sample(times) else { return [] }
    return Set(sample.outliers().map { numbers[$0] })
  }

  /// The figure with its interval; nil without a repetition.
  package var estimate: Estimate? {
    times.figure.map { Self.estimate($0, blocks: times.leastOfBlocks) }
  }

  private static func estimate(_ value: Double, blocks: [Double]) -> Estimate {
    let reach = exponential(blocks.map { abs(naturalLogarithm($0 / value)) }.max() ?? 0)
    // Fewer blocks than six do not tell how far a machine drifts.
    let interval =
      value > 0 && blocks.count >= 6 ? Interval(value / reach, value * reach) : nil
    return Estimate(
      value: value, interval: interval, confidence: confidence, count: blocks.count)
  }

  /// The values of the repetitions that two cells have in common, in their order.
  package struct Pairs: Sendable {
    package let own, other: [Double]

    /// How many times as long the first takes, with its interval; nil where none is common.
    package var ratio: Estimate? {
      guard let value = own.figure, let base = other.figure, base > 0 else { return nil }
      let blocks = blocks
      return estimate(value / base, blocks: zip(blocks.own, blocks.other).map { $0 / $1 })
    }

    /// The least of each block of time.
    var blocks: (own: [Double], other: [Double]) { (own.leastOfBlocks, other.leastOfBlocks) }
  }

  package func paired(with other: Repetitions) -> Pairs {
    if numbers == other.numbers { return Pairs(own: times, other: other.times) }
    let places = Dictionary(zip(other.numbers, other.numbers.indices)) { first, _ in first }
    let common = numbers.indices.compactMap { own in places[numbers[own]].map { (own, $0) } }
    return Pairs(own: common.map { times[$0.0] }, other: common.map { other.times[$0.1] })
  }

  package static func byCell(_ samples: some Sequence<SampleRow>) -> [CellKey: Repetitions] {
    samples.reduce(into: [:]) { $0[$1.cell, default: Repetitions()].add($1) }
  }
}

extension [Double] {
  /// The three least, or as many as there are, ascending.
  fileprivate var least: [Double] { Array(sorted().prefix(3)) }

  fileprivate var figure: Double? { (try? Sample(least))?.median }

  /// The least of each of eight blocks of time.
  var leastOfBlocks: [Double] {
    let blocks = Swift.min(8, count)
    return (0..<blocks).compactMap { block in
      self[count * block / blocks..<count * (block + 1) / blocks].min()
    }
  }
}
