import Measuring
import Recording

/// A cell that is exported: its figures and the time of each repetition.
public struct ExportedCell: Sendable {
  /// Its figures.
  public let row: SummaryRow
  /// The median, in nanoseconds per operation; more than 0.
  let median: Double
  /// Nanoseconds per operation of each repetition, all more than 0.
  let times: Sample

  /// Nil when there is no figure, or a time is too short to be one: 0 ns.
  init?(_ row: SummaryRow, _ repetitions: Repetitions) {
    guard let median = row.time.medianNs, median > 0,
      repetitions.figureTimes.allSatisfy({ $0 > 0 }),
      let times = try? Sample(repetitions.figureTimes)
    else { return nil }
    self.row = row
    self.median = median
    self.times = times
  }

  /// The median's interval, in nanoseconds; nil when there were too few rounds for one.
  var interval: Interval? { Interval(row.time.lowNs, row.time.highNs) }
}
