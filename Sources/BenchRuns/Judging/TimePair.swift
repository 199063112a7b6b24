import BenchMeasuring

/// A cell's times in two saved runs, which reports print without judging: in some cells, identical code
/// differs by a factor of two between two processes.
package struct TimePair: Equatable, Sendable {
  package let cell: CellKey
  package let baseNs, headNs: Double

  /// Returns nil unless both runs timed the cell. The results of `worker count` have only a rough time.
  init?(_ results: Sides<CellResult>) {
    let times = results.map { $0.rounds > 0 ? $0.time.timeNs ?? 0 : 0 }
    guard times.base > 0, times.head > 0 else { return nil }
    (cell, baseNs, headNs) = (results.head.cell, times.base, times.head)
  }

  package var ratio: Double { headNs / baseNs }
}
