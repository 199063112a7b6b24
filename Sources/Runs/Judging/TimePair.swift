import Measuring

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

extension [CellResult] {
  /// The noise level of a run's times: the 90th percentile of the relative differences between A/A controls
  /// and the strategies that they repeat, or the maximum if there are fewer than ten controls. Nil without
  /// controls.
  var resolution: Double? {
    let times = Dictionary(map { ($0.cell, $0.time.timeNs ?? 0) }) { first, _ in first }
    let differences = times.compactMap { cell, own -> Double? in
      var repeated = cell
      repeated.role = .strategy
      guard cell.role == .control, let other = times[repeated], own > 0, other > 0 else {
        return nil
      }
      return Swift.max(own, other) / Swift.min(own, other) - 1
    }
    guard let sample = try? Sample(differences) else { return nil }
    return sample.count < 10 ? sample.maximum : sample.percentile(90)
  }
}
