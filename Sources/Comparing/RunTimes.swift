import Measuring
import Recording

/// A run's times by repetition: the unit in which everything was built anew, and so the independent one.
///
/// Of each cell only what comparisons need is kept, so that a history of many runs fits in memory.
public struct RunTimes: Sendable {
  /// The logarithms of a cell's repetitions.
  struct Cell: Sendable {
    /// Their mean without the quarter at either end, because another program spoils whole repetitions;
    /// nil where there are no two.
    let level: TrimmedMean?
    let median: Double
    let count: Int
  }

  /// Where each cell stands among the values: one table for all runs of the same cells.
  private let places: [CellKey: Int]
  private let values: [Cell]

  /// The values of the repetitions. Those of 0 have no logarithm and are refused where files are read;
  /// here they are passed over.
  ///
  /// - Parameter other: a run that probably has the same cells, and then shares their table.
  /// - Complexity: O(n log n) for n repetitions.
  public init(_ repetitions: [CellKey: Repetitions], like other: RunTimes? = nil) {
    let cells = repetitions.compactMapValues { repetitions -> Cell? in
      let times = repetitions.figureTimes.filter { $0 > 0 }
      return (try? Sample(times.map(naturalLogarithm))).map {
        Cell(level: $0.trimmedMean(), median: $0.median, count: $0.count)
      }
    }
    if let other, other.places.count == cells.count,
      cells.keys.allSatisfy({ other.places[$0] != nil })
    {
      places = other.places
      let order = places.sorted { $0.value < $1.value }
      values = order.compactMap { cells[$0.key] }
    } else {
      let order = Array(cells)
      places = Dictionary(uniqueKeysWithValues: zip(order.map(\.key), order.indices))
      values = order.map(\.value)
    }
  }

  /// The cells.
  var cells: some Collection<CellKey> { places.keys }

  /// What is known of a cell; nil where the run has none of it.
  subscript(cell: CellKey) -> Cell? { places[cell].map { values[$0] } }

  /// The level of a cell; nil where it has no two repetitions.
  func level(of cell: CellKey) -> TrimmedMean? { self[cell]?.level }
}
