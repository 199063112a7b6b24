import BenchMeasuring

/// The times of one cell, one value per repetition. The value of a repetition is the median of its
/// undisturbed samples, or of all its samples if all were disturbed.
///
/// The time of a cell is the second fastest of its repetitions: disturbances only add time, and the fastest
/// repetition alone could be an outlier. Its range reaches from the fastest repetition to their median. Two cells
/// are compared by the ratios of their repetitions, not by these times (`Ranking`).
package struct Repetitions: Sendable {
  /// The numbers of the repetitions in which the cell was timed, in ascending order. Different cells may have
  /// been timed in different repetitions.
  package private(set) var numbers: [Int] = []
  /// The value of each repetition, in nanoseconds per operation.
  package private(set) var times: [Double] = []
  /// Whether each repetition was disturbed, in the order of `numbers`.
  package private(set) var areDisturbed: [Bool] = []
  /// The samples that have been added to the last repetition; more may follow.
  private var open: [SampleRow] = []

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
    times[times.count - 1] = (try? Sample(values))?.median ?? sample.perOperation
    areDisturbed[times.count - 1] = undisturbed.isEmpty
  }

  package var count: Int { numbers.count }
  package var disturbed: Int { areDisturbed.count { $0 } }
  package var undisturbed: Int { count - disturbed }

  /// The estimate of the time, in nanoseconds per operation; nil without repetitions.
  package var time: Double? { times.count > 1 ? times.sorted()[1] : times.first }

  /// The range from the fastest repetition to their median; nil without repetitions.
  package var range: Interval? {
    (try? Sample(times)).map { Interval($0.minimum, max($0.median, time ?? $0.median)) }
  }

  /// The description of `time` and `range` for reports.
  package static let timeRule = "second fastest repetition"
  package static let rangeRule = "fastest to median repetition"

  /// The values of the repetitions that this cell and the `other` cell have in common, in the same order.
  package func paired(with other: Repetitions) -> (own: [Double], other: [Double]) {
    if numbers == other.numbers { return (times, other.times) }
    let common = Set(numbers).intersection(other.numbers)
    return (times(of: common), other.times(of: common))
  }

  private func times(of wanted: Set<Int>) -> [Double] {
    zip(numbers, times).filter { wanted.contains($0.0) }.map(\.1)
  }

  package static func byCell(_ samples: some Sequence<SampleRow>) -> [CellKey: Repetitions] {
    samples.reduce(into: [:]) { $0[$1.cell, default: Repetitions()].add($1) }
  }
}
