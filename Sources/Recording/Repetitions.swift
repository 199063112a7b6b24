import Measuring

/// The times of one cell, a value for each repetition: what its figure, its ratios and their intervals
/// are all made of.
///
/// A repetition builds the list anew, warms up and times several segments of the script, one after the
/// other; its value is the median of those that were not disturbed, or of all where all were: then the
/// repetition is disturbed. Figures are made of the other repetitions where there are enough of them.
/// Disturbed times are up to 1.8 times as long, so a figure of both kinds is anywhere between: its
/// interval says so.
package struct Repetitions: Equatable, Sendable {
  /// The numbers of the repetitions, ascending; a cell may lack some that others have.
  package private(set) var numbers: [Int] = []
  /// The value of each, in nanoseconds per operation.
  package private(set) var times: [Double] = []
  /// Whether each was disturbed.
  package private(set) var areDisturbed: [Bool] = []
  /// The segments of the last repetition, while it may still get more.
  private var open: [SampleRow] = []

  /// The fewest undisturbed repetitions that a figure is made of; with fewer it is made of all.
  package static let fewestUndisturbed = 3

  /// With fewer undisturbed repetitions an interval reaches over all of them.
  static let fewestOfAnInterval = 6

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

  /// The values that the figure is made of.
  package var figureTimes: [Double] {
    let undisturbed = times.indices.filter { !areDisturbed[$0] }
    return undisturbed.count >= Self.fewestUndisturbed ? undisturbed.map { times[$0] } : times
  }

  /// The median with its interval: the exact one; where too few repetitions were undisturbed, from the least
  /// to the greatest of all, for both states of the machine are in them. Nil without a repetition.
  package func estimate(confidence: Double) -> Estimate? {
    guard let exact = (try? Sample(figureTimes))?.medianEstimate(confidence: confidence) else {
      return nil
    }
    guard isScarce else { return exact }
    return exact.reaching(over: times)
  }

  package static func == (one: Repetitions, other: Repetitions) -> Bool {
    one.numbers == other.numbers && one.times == other.times
      && one.areDisturbed == other.areDisturbed
  }

  /// The repetitions that two cells have in common.
  package struct Pairs: Equatable, Sendable {
    /// The values that a ratio is made of, in their order: of those in which neither was disturbed, where
    /// there are enough; of all otherwise.
    package var own: [Double]
    package var other: [Double]
    /// Whether some were disturbed and too few not: then those of `own` and `other` alone do not say how
    /// far the ratio may be off.
    package var isScarce: Bool
    /// The ratios of all of them.
    package var allRatios: [Double]
  }

  /// The repetitions that both have.
  package func paired(with other: Repetitions) -> Pairs {
    let places = Dictionary(zip(other.numbers, other.numbers.indices)) { first, _ in first }
    let common = numbers.indices.compactMap { own in places[numbers[own]].map { (own, $0) } }
    let undisturbed = common.filter { !areDisturbed[$0.0] && !other.areDisturbed[$0.1] }
    let chosen = undisturbed.count >= Self.fewestUndisturbed ? undisturbed : common
    return Pairs(
      own: chosen.map { times[$0.0] }, other: chosen.map { other.times[$0.1] },
      isScarce: Self.isScarce(undisturbed.count, of: common.count),
      allRatios: common.map { times[$0.0] / other.times[$0.1] })
  }

  /// Whether some repetitions were disturbed, and fewer not than make an interval.
  package var isScarce: Bool { Self.isScarce(undisturbed, of: count) }

  private static func isScarce(_ undisturbed: Int, of count: Int) -> Bool {
    undisturbed < count && undisturbed < fewestOfAnInterval
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
