import BenchMeasuring
import BenchReplaying

/// Divides a budget among repetitions and samples. A larger budget first adds repetitions, then lengthens
/// samples, because times vary more between repetitions (by 4 to 5 %) than between the samples of one
/// repetition (by 1.7 %).
package struct Schedule: Sendable {
  /// The minimum number of repetitions of every cell, even if they exceed the budget.
  package static let minRepetitions = 9
  /// The number of repetitions from which on a larger budget lengthens samples.
  static let aimedRepetitions = 41

  package private(set) var repetitions = Schedule.minRepetitions
  /// The target duration of a sample, in nanoseconds. A sample takes longer if a single step does.
  package private(set) var segment = Schedule.bounds.lowerBound
  /// The expected duration of the remaining repetitions, in seconds.
  package private(set) var seconds = 0.0
  /// The time on the monotonic clock at which the budget ends.
  private let end: UInt64
  /// The real duration of a repetition divided by its expected duration.
  private(set) var slowness: Double

  /// The minimum and maximum target duration of a sample, in nanoseconds. With shorter samples, warm-ups would
  /// take most of the time. More repetitions are a better use of the budget than longer samples.
  static let bounds: ClosedRange<UInt64> = 200_000...5_000_000

  /// The expected cost of one repetition of a cell.
  struct Cost {
    /// The untimed part of the repetition, such as building and warming up the list, in nanoseconds.
    var fixed: Double
    /// The time of one step, in nanoseconds.
    var step: Double
    /// The time of a whole cycle of the script, in nanoseconds; 0 if a cycle does not restore the list.
    var cycle = 0.0
    /// Whether a few steps may account for most of the script's work.
    var isUneven = false

    /// The duration of a repetition with the shortest samples, in nanoseconds.
    var shortestRepetition: Double { repetition(segment: Double(Schedule.bounds.lowerBound)) }

    func repetition(segment: Double) -> Double {
      let segments = Repetition.Shape.segments(ofSteps: segment / max(0.05, step))
      let longest = Repetition.Shape.longestCycle(segment: segment, isUneven: isUneven)
      return fixed + Double(segments) * max(segment, step, cycle <= longest ? cycle : 0)
    }
  }

  /// `slowness` is the real duration of the checks divided by their processor time, because the expected costs
  /// are processor times.
  init(
    _ costs: [Cost], end: UInt64, slowness: Double = 1, now: UInt64 = MonotonicClock.now()
  ) {
    (self.end, self.slowness) = (end, max(1, slowness))
    solve(costs, made: 0, now: now)
  }

  /// The expected end of the run on the monotonic clock, which is not before the end of the budget.
  var expectedEnd: UInt64 { max(end, MonotonicClock.now() + UInt64(seconds * 1e9)) }

  /// The time until the budget ends, in seconds; negative after its end.
  var secondsLeft: Double { (Double(end) - Double(MonotonicClock.now())) / 1e9 }

  /// Updates the schedule after `made` repetitions, with the measured duration of the last repetition of all
  /// cells, if there is one.
  mutating func update(
    _ costs: [Cost], repetition made: Int, nanoseconds: UInt64? = nil,
    now: UInt64 = MonotonicClock.now()
  ) {
    if let nanoseconds {
      slowness = max(0.1, Double(nanoseconds) / max(1, total(costs, segment: Double(segment))))
    }
    solve(costs, made: made, now: now)
  }

  private func total(_ costs: [Cost], segment: Double) -> Double {
    costs.reduce(0) { $0 + $1.repetition(segment: segment) }
  }

  private mutating func solve(_ costs: [Cost], made: Int, now: UInt64) {
    let left = end > now ? Double(end - now) : 0
    let most = left / Double(max(1, Self.aimedRepetitions - made)) / slowness
    var (low, high) = (Double(Self.bounds.lowerBound), Double(Self.bounds.upperBound))
    // After 40 halvings, the range of possible sample durations is narrower than a nanosecond.
    for _ in 0..<40 where total(costs, segment: low) < most {
      let middle = (low + high) / 2
      if total(costs, segment: middle) <= most { low = middle } else { high = middle }
    }
    segment = UInt64(low)
    let repetition = max(1, total(costs, segment: low) * slowness)
    repetitions = max(Self.minRepetitions, made + Int(min(1e6, left / repetition)))
    seconds = Double(repetitions - made) * repetition / 1e9
  }
}

extension Schedule {
  /// A message if a cell times out because `part` (such as "building the list") takes `nanoseconds` in each
  /// repetition; nil if it does not. A cell whose repetitions are too long would reduce the number of
  /// repetitions of all other cells.
  ///
  /// A repetition may take half a second, or so long that the minimum number of repetitions takes eight times the
  /// cell's share of the `budget` (in seconds).
  static func excess(
    _ part: String, nanoseconds: Double, budget: Double, cells: Int
  ) -> String? {
    let share = budget * 1e9 / Double(max(1, cells))
    guard nanoseconds > max(5e8, 8 * share / Double(minRepetitions)) else {
      return nil
    }
    func seconds(_ nanoseconds: Double) -> String {
      let tenths = Int((nanoseconds / 1e8).rounded(.up))
      return "\(tenths / 10).\(tenths % 10) s"
    }
    return "\(part) takes \(seconds(nanoseconds)); \(minRepetitions) repetitions need "
      + "\(seconds(Double(minRepetitions) * nanoseconds)) and its share of the budget is "
      + seconds(share)
  }
}

extension Schedule.Cost {
  init(_ cell: CellMeasurement, _ script: Script?) {
    let minWarmUp = Double(Repetition.Rules.warmUp(rows: cell.key.group.rows).lowerBound)
    step = cell.check?.stepNanoseconds ?? 0
    if let script, script.isRestartable { cycle = Double(script.round) * step }
    isUneven = script?.isUneven ?? false
    let warmUp = max(minWarmUp * 1.4, min(5 * step, 2e7))
    fixed = 150_000 + (cell.check?.buildNanoseconds ?? 0) + warmUp
  }
}
