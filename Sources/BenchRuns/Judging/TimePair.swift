import BenchMeasuring

/// A cell's times in two saved runs. Reports print these times without a verdict, because in some cells, even
/// identical code runs twice as fast in one process as in another.
package struct TimePair: Equatable, Sendable {
  package let cell: CellKey
  package let baseNs, headNs: Double

  /// Returns nil unless both runs timed the cell. Also returns nil for results without rounds: these come
  /// from `worker count`, which measures times only roughly.
  init?(_ results: Sides<CellResult>) {
    let times = results.map { $0.rounds > 0 ? $0.time.timeNs ?? 0 : 0 }
    guard times.base > 0, times.head > 0 else { return nil }
    (cell, baseNs, headNs) = (results.head.cell, times.base, times.head)
  }

  package var ratio: Double { headNs / baseNs }
}
