import Measuring
import Recording

/// A run's times by visit: the unit in which everything was built anew, and so the independent one.
public struct VisitTimes: Sendable {
  /// The logarithm of each visit's median time per operation, by the visit's number.
  let cells: [CellKey: [Int: Double]]
  /// The operations that a slice of each cell holds, as far as the machine let the run find out.
  private let operations: [CellKey: Int]

  /// The medians of the visits' rounds. Rounds whose time is 0 have no logarithm and are refused where
  /// files are read; here they are passed over.
  ///
  /// - Complexity: O(n log n) for n samples.
  public init(_ samples: [SampleRow]) {
    var times: [CellKey: [Int: [Double]]] = [:]
    var operations: [CellKey: Int] = [:]
    for sample in samples where sample.elapsedNs > 0 {
      operations[sample.cell] = sample.operations
      times[sample.cell, default: [:]][sample.block, default: []].append(sample.perOperation)
    }
    self.operations = operations
    cells = times.mapValues { visits in
      visits.compactMapValues { rounds in (try? Sample(rounds)).map { naturalLogarithm($0.median) }
      }
    }
  }

  /// The level of a cell: the mean of its visits' logarithms without the quarter at either end, because
  /// another program spoils whole visits. Nil where it has no two visits.
  func level(of cell: CellKey) -> TrimmedMean? { visits(of: cell)?.trimmedMean() }

  /// Whether slices of a cell are of like length in both runs.
  ///
  /// They are not where something broke into the calibration of one. A slice of 12 µs times cold caches
  /// where one of 300 µs times warm ones: 6x between two runs of the same program.
  func hasLikeSlices(_ cell: CellKey, in other: VisitTimes) -> Bool {
    guard let mine = operations[cell], let theirs = other.operations[cell] else { return false }
    return max(mine, theirs) / 2 <= min(mine, theirs)
  }

  /// The visits' logarithms of a cell; nil where it has none.
  func visits(of cell: CellKey) -> Sample? {
    guard let visits = cells[cell] else { return nil }
    return try? Sample(visits.sorted { $0.key < $1.key }.map(\.value))
  }
}
