import Measuring

/// The times of one cell, a value for each repetition: what its figure, its ratios and their intervals
/// are all made of.
///
/// A repetition builds the list anew, warms up and times several segments of the script, one after the
/// other; its value is the median of those that were not disturbed, or of all where all were.
///
/// **A figure is the median of the three least repetitions.** What disturbs a repetition adds to its time
/// and never takes away, so the least tell of the strategy and the others of the machine; one alone could
/// be a lucky one. A ratio is the quotient of two figures.
///
/// **An interval is by blocks of time.** A machine drifts: repetitions next to each other resemble each
/// other, and taken as independent they look more certain than a second run finds them. So they are cut
/// into eight consecutive blocks, and the interval reaches as far to either side of the figure as the
/// least of any block stands from it.
///
/// Benchmarks/METHODOLOGY.md has how far figures of several runs lie apart, made in this and other ways,
/// and how often one run's interval holds the figure of another.
///
/// Sources: J. Chen, J. Revels, "Robust benchmarking in noisy environments", 2016 (why the least);
/// D. N. Politis, J. P. Romano, M. Wolf, "Subsampling", 1999 (blocks of dependent samples).
package struct Repetitions: Equatable, Sendable {
  /// The numbers of the repetitions, ascending; a cell may lack some that others have.
  package private(set) var numbers: [Int] = []
  /// The value of each, in nanoseconds per operation.
  package private(set) var times: [Double] = []
  /// Whether each was disturbed.
  package private(set) var areDisturbed: [Bool] = []
  /// The segments of the last repetition, while it may still get more.
  private var open: [SampleRow] = []

  /// So many of the least repetitions make a figure, or as many as there are.
  static let repetitionsOfAFigure = 3

  /// The blocks of an interval.
  static let blocks = 8

  /// With fewer repetitions there is no interval.
  static let fewestOfAnInterval = 6

  /// How often intervals hold what another run finds, about.
  package static let confidence = 0.95

  /// No repetitions.
  package init() {}

  /// Takes the next sample; those of one repetition follow each other.
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

  /// The number of repetitions.
  package var count: Int { numbers.count }

  /// How many were disturbed.
  package var disturbed: Int { areDisturbed.count { $0 } }

  /// How many were not.
  package var undisturbed: Int { count - disturbed }

  /// The numbers of the repetitions, disturbed or not, whose value is far from the others': more than 3.5
  /// robust standard deviations, see `Sample.outliers`. Complexity: O(n log n).
  package var outliers: Set<Int> {
    guard let sample = try? Sample(times) else { return [] }
    return Set(sample.outliers().map { numbers[$0] })
  }

  /// The values that the figure is made of, ascending.
  package var figureTimes: [Double] { Self.figureTimes(of: times) }

  /// The figure with its interval; nil without a repetition.
  package var estimate: Estimate? {
    Self.figure(of: times).map { Self.estimate($0, blocks: Self.leastOfBlocks(times)) }
  }

  /// The least of each block, in nanoseconds per operation.
  package var leastOfBlocks: [Double] { Self.leastOfBlocks(times) }

  private static func figureTimes(of times: [Double]) -> [Double] {
    Array(times.sorted().prefix(repetitionsOfAFigure))
  }

  private static func figure(of times: [Double]) -> Double? {
    (try? Sample(figureTimes(of: times)))?.median
  }

  private static func leastOfBlocks(_ times: [Double]) -> [Double] {
    let count = min(blocks, times.count)
    return (0..<count).compactMap { block in
      times[times.count * block / count..<times.count * (block + 1) / count].min()
    }
  }

  private static func estimate(_ value: Double, blocks: [Double]) -> Estimate {
    let distances = blocks.map { abs(naturalLogarithm($0 / value)) }
    let reach = exponential(distances.max() ?? 0)
    let hasInterval = value > 0 && blocks.count >= fewestOfAnInterval
    return Estimate(
      value: value, interval: hasInterval ? Interval(value / reach, value * reach) : nil,
      confidence: confidence, count: blocks.count)
  }

  package static func == (one: Repetitions, other: Repetitions) -> Bool {
    one.numbers == other.numbers && one.times == other.times
      && one.areDisturbed == other.areDisturbed
  }

  /// The repetitions that two cells have in common.
  package struct Pairs: Equatable, Sendable {
    /// The values of one, in their order.
    package var own: [Double]
    /// Those of the other.
    package var other: [Double]

    /// How many times as long the first takes, with its interval; nil where none is common.
    package var ratio: Estimate? {
      guard let value = figure(of: own), let base = figure(of: other), base > 0 else { return nil }
      let blocks = zip(leastOfBlocks.own, leastOfBlocks.other).map { $0 / $1 }
      return estimate(value / base, blocks: blocks)
    }

    /// The least of each block of either.
    package var leastOfBlocks: (own: [Double], other: [Double]) {
      (Repetitions.leastOfBlocks(own), Repetitions.leastOfBlocks(other))
    }
  }

  /// The repetitions that both have.
  package func paired(with other: Repetitions) -> Pairs {
    let places = Dictionary(zip(other.numbers, other.numbers.indices)) { first, _ in first }
    let common = numbers.indices.compactMap { own in places[numbers[own]].map { (own, $0) } }
    return Pairs(own: common.map { times[$0.0] }, other: common.map { other.times[$0.1] })
  }
}

extension Repetitions {
  /// Those of each cell.
  ///
  /// - Complexity: O(n) for n samples.
  package static func byCell(_ samples: some Sequence<SampleRow>) -> [CellKey: Repetitions] {
    var cells: [CellKey: Repetitions] = [:]
    for sample in samples { cells[sample.cell, default: Repetitions()].add(sample) }
    return cells
  }
}
