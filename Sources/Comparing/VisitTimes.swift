import Measuring
import Recording

/// A run's times by visit: the unit in which everything was built anew, and so the independent one.
public struct VisitTimes: Sendable {
  /// The logarithm of each visit's median time per operation, by the visit's number.
  let cells: [CellKey: [Int: Double]]

  /// The medians of the visits' rounds. Rounds whose time is 0 have no logarithm and are refused where
  /// files are read; here they are passed over.
  ///
  /// - Complexity: O(n log n) for n samples.
  public init(_ samples: [SampleRow]) {
    var times: [CellKey: [Int: [Double]]] = [:]
    for sample in samples where sample.elapsedNs > 0 {
      times[sample.cell, default: [:]][sample.block, default: []].append(sample.perOperation)
    }
    cells = times.mapValues { visits in
      visits.compactMapValues { rounds in (try? Sample(rounds)).map { naturalLogarithm($0.median) }
      }
    }
  }

  /// The level of a cell: the mean of its visits' logarithms without the quarter at either end, because
  /// another program spoils whole visits. Nil where it has no two visits.
  func level(of cell: CellKey) -> TrimmedMean? { visits(of: cell)?.trimmedMean() }

  /// The visits' logarithms of a cell; nil where it has none.
  func visits(of cell: CellKey) -> Sample? {
    guard let visits = cells[cell] else { return nil }
    return try? Sample(visits.sorted { $0.key < $1.key }.map(\.value))
  }
}
