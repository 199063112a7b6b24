import Measuring

/// The times of one cell, a value for each repetition: what its figure, its ratios and their intervals
/// are all made of.
///
/// A repetition builds the list anew, warms up and times several stretches of the script, one after the
/// other; its value is their median.
public struct Repetitions: Equatable, Sendable {
  /// The numbers of the repetitions, ascending; a cell may lack some that others have.
  public private(set) var numbers: [Int] = []
  /// The value of each, in nanoseconds per operation.
  public private(set) var times: [Double] = []
  /// The segments of the last repetition, while it may still get more.
  private var open: [Double] = []

  /// No repetitions.
  public init() {}

  /// Takes the next sample; those of one repetition follow each other.
  public mutating func add(_ sample: SampleRow) {
    if numbers.last != sample.round {
      numbers.append(sample.round)
      times.append(0)
      open = []
    }
    open.append(sample.perOperation)
    // A finite time of at least one operation: a sample is always possible.
    times[times.count - 1] = (try? Sample(open))?.median ?? sample.perOperation
  }

  /// The number of repetitions.
  public var count: Int { numbers.count }

  public static func == (one: Repetitions, other: Repetitions) -> Bool {
    one.numbers == other.numbers && one.times == other.times
  }

  /// The values of the repetitions that both have, in their order.
  public func paired(with other: Repetitions) -> (own: [Double], other: [Double]) {
    let baseline = Dictionary(zip(other.numbers, other.times)) { first, _ in first }
    var pairs: (own: [Double], other: [Double]) = ([], [])
    for (number, time) in zip(numbers, times) {
      guard let base = baseline[number] else { continue }
      pairs.own.append(time)
      pairs.other.append(base)
    }
    return pairs
  }
}

extension Repetitions {
  /// Those of each cell.
  ///
  /// - Complexity: O(n) for n samples.
  public static func byCell(_ samples: some Sequence<SampleRow>) -> [CellKey: Repetitions] {
    var cells: [CellKey: Repetitions] = [:]
    for sample in samples { cells[sample.cell, default: Repetitions()].add(sample) }
    return cells
  }
}
