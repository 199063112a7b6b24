import Measuring
import Recording

/// A cell that is exported: its figures and the time of each round.
public struct ExportedCell: Sendable {
  /// Its figures.
  public let row: SummaryRow
  /// The median, in nanoseconds per operation; more than 0.
  let median: Double
  /// Nanoseconds per operation of each round, all more than 0.
  let times: Sample
  private let visits: [Int]

  /// Nil when there is no figure, or a time is too short to be one: 0 ns.
  init?(_ row: SummaryRow, rounds: CellRounds) {
    let operations = Double(max(1, row.operations))
    guard let median = row.time.medianNs, median > 0, rounds.elapsedNs.allSatisfy({ $0 > 0 }),
      let times = try? Sample(rounds.elapsedNs.map { Double($0) / operations })
    else { return nil }
    self.row = row
    self.median = median
    self.times = times
    visits = rounds.visits
  }

  /// The median's interval, in nanoseconds; nil when there were too few rounds for one.
  var interval: Interval? { Interval(row.time.lowNs, row.time.highNs) }

  /// How far the median's interval reaches on its longer side, in nanoseconds.
  func reach(of interval: Interval) -> Double { max(median - interval.low, interval.high - median) }

  /// The interval where a format insists on one: with too few rounds for one, that of all rounds.
  func interval(confidence: Double) -> Interval {
    times.medianEstimate(confidence: confidence).interval
      ?? Interval(times.minimum, times.maximum)
  }

  /// The rounds' times visit by visit, in nanoseconds per operation.
  var timesByVisit: [[Double]] {
    var groups: [[Double]] = []
    for (index, time) in times.values.enumerated() {
      if index > 0, visits[index] == visits[index - 1] {
        groups[groups.count - 1].append(time)
      } else {
        groups.append([time])
      }
    }
    return groups
  }
}
