import BenchMeasuring

/// A cell's times, one per repetition. The time of a repetition is the median of its undisturbed samples,
/// or of all its samples if every one was disturbed. The estimate is the second-fastest repetition, because
/// interference only adds time and the fastest could be an outlier. Rankings compare paired repetitions
/// instead.
package struct Repetitions: Sendable {
  package private(set) var numbers: [Int] = []
  package private(set) var times: [Double] = []
  package private(set) var areDisturbed: [Bool] = []
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
    times[times.count - 1] = Sample(values)?.median ?? sample.perOperation
    areDisturbed[times.count - 1] = undisturbed.isEmpty
  }

  package var count: Int { numbers.count }
  package var disturbed: Int { areDisturbed.count { $0 } }
  package var undisturbed: Int { count - disturbed }

  package var time: Double? { times.count > 1 ? times.sorted()[1] : times.first }

  package var range: Interval? {
    Sample(times).map { Interval($0.minimum, max($0.median, time ?? $0.median)) }
  }

  package static let timeRule = "second fastest repetition"
  package static let rangeRule = "fastest to median repetition"

  /// The times of the repetitions that both cells completed.
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
