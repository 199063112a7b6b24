import Measuring
import Recording

/// A run's times by repetition: the unit in which everything was built anew, and so the independent one.
public struct RunTimes: Sendable {
  /// The logarithms of each cell's repetitions, in their order.
  let cells: [CellKey: Sample]

  /// The values of the repetitions. Those of 0 have no logarithm and are refused where files are read;
  /// here they are passed over.
  ///
  /// - Complexity: O(n log n) for n samples.
  public init(_ samples: [SampleRow]) {
    cells = Repetitions.byCell(samples.lazy.filter { $0.elapsedNs > 0 })
      .compactMapValues { try? Sample($0.figureTimes.map(naturalLogarithm)) }
  }

  /// The level of a cell: the mean of its logarithms without the quarter at either end, because another
  /// program spoils whole repetitions. Nil where it has no two.
  func level(of cell: CellKey) -> TrimmedMean? { cells[cell]?.trimmedMean() }
}
