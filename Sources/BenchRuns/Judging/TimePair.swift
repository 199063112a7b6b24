import BenchMeasuring

/// The times of a cell in two runs. They are printed but not judged, because the times of equal code differ
/// between two processes, in some cells by a factor of two.
package struct TimePair: Equatable, Sendable {
  package let cell: CellKey
  package let baseNs, headNs: Double

  /// Returns nil if the cell was not timed in both runs. A result without repetitions, as `worker count`
  /// prints it, contains only a rough time.
  init?(_ results: Sides<CellResult>) {
    let times = results.map { $0.rounds > 0 ? $0.time.timeNs ?? 0 : 0 }
    guard times.base > 0, times.head > 0 else { return nil }
    (cell, baseNs, headNs) = (results.head.cell, times.base, times.head)
  }

  /// The time in HEAD divided by the time in BASE.
  package var ratio: Double { headNs / baseNs }
}
