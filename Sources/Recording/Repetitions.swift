import Measuring

/// The times of one cell, a value for each repetition: what its figure, its ratios and their intervals
/// are all made of.
///
/// A repetition builds the list anew, warms up and times several segments of the script, one after the
/// other; its value is the median of those that were not disturbed, or of all where all were: then the
/// repetition is disturbed. Figures are made of the other repetitions where there are enough of them.
public struct Repetitions: Equatable, Sendable {
  /// The numbers of the repetitions, ascending; a cell may lack some that others have.
  public private(set) var numbers: [Int] = []
  /// The value of each, in nanoseconds per operation.
  public private(set) var times: [Double] = []
  /// Whether each was disturbed.
  public private(set) var areDisturbed: [Bool] = []
  /// The segments of the last repetition, while it may still get more.
  private var open: [SampleRow] = []

  /// The fewest undisturbed repetitions that a figure is made of; with fewer it is made of all.
  public static let fewestUndisturbed = 3

  /// No repetitions.
  public init() {}

  /// Takes the next sample; those of one repetition follow each other.
  public mutating func add(_ sample: SampleRow) {
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
  public var count: Int { numbers.count }

  /// How many were disturbed.
  public var disturbed: Int { areDisturbed.count { $0 } }

  /// The values that the figure is made of.
  public var figureTimes: [Double] {
    let undisturbed = times.indices.filter { !areDisturbed[$0] }
    return undisturbed.count >= Self.fewestUndisturbed ? undisturbed.map { times[$0] } : times
  }

  public static func == (one: Repetitions, other: Repetitions) -> Bool {
    one.numbers == other.numbers && one.times == other.times
      && one.areDisturbed == other.areDisturbed
  }

  /// The values of the repetitions that both have, in their order; of those in which neither was
  /// disturbed, where there are enough.
  public func paired(with other: Repetitions) -> (own: [Double], other: [Double]) {
    let places = Dictionary(zip(other.numbers, other.numbers.indices)) { first, _ in first }
    let common = numbers.indices.compactMap { own in places[numbers[own]].map { (own, $0) } }
    let undisturbed = common.filter { !areDisturbed[$0.0] && !other.areDisturbed[$0.1] }
    let chosen = undisturbed.count >= Self.fewestUndisturbed ? undisturbed : common
    return (chosen.map { times[$0.0] }, chosen.map { other.times[$0.1] })
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
