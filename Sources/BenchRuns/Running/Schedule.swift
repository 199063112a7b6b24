import BenchMeasuring
import BenchReplaying

/// Spends the budget on more repetitions first, then on longer samples: times vary by 4 to 5 % between
/// repetitions, but only by 1.7 % between samples of the same repetition.
package struct Schedule: Sendable {
  package static let minRepetitions = 9
  /// Beyond this number of repetitions, a larger budget makes samples longer.
  static let aimedRepetitions = 41

  package private(set) var repetitions = Schedule.minRepetitions
  package private(set) var segment = Schedule.bounds.lowerBound
  package private(set) var seconds = 0.0
  private let end: UInt64
  /// The ratio of elapsed time to the estimated CPU time. The initial ratio is measured during verification
  /// and then updated after each repetition.
  private(set) var slowness: Double

  /// Sample lengths in nanoseconds. With shorter samples, most of the time would be spent on warm-ups; with
  /// longer samples, there would be less time for repetitions.
  static let bounds: ClosedRange<UInt64> = 200_000...5_000_000

  struct Cost {
    /// Time for building and warming up the list, in nanoseconds.
    var fixed: Double
    var step: Double
    /// Time per cycle of the script, in nanoseconds; 0 if a cycle doesn't restore the list to its initial
    /// state.
    var cycle = 0.0
    var isUneven = false

    func repetition(segment: Double) -> Double {
      let segments = Repetition.Shape.segments(ofSteps: segment / max(0.05, step))
      let longest = Repetition.Shape.longestCycle(segment: segment, isUneven: isUneven)
      return fixed + Double(segments) * max(segment, step, cycle <= longest ? cycle : 0)
    }
  }

  init(
    _ costs: [Cost], end: UInt64, slowness: Double = 1, now: UInt64 = MonotonicClock.now()
  ) {
    (self.end, self.slowness) = (end, max(1, slowness))
    solve(costs, made: 0, now: now)
  }

  var expectedEnd: UInt64 { max(end, MonotonicClock.now() + UInt64(seconds * 1e9)) }

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
    // After 40 bisections, the interval is narrower than a nanosecond.
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
  /// Returns the reason why a cell times out, or nil if it doesn't. The limit is half a second per
  /// repetition. With a large budget, the limit is higher: the minimum number of repetitions may then use up
  /// to eight times the cell's share of the budget.
  static func excess(
    _ part: String, nanoseconds: Double, budget: Double, cells: Int
  ) -> String? {
    let share = budget * 1e9 / Double(max(1, cells))
    let limit = max(5e8, 8 * share / Double(minRepetitions))
    return nanoseconds > limit
      ? "\(part) takes \(tenths(nanoseconds / 1e9)) s, too long for the budget" : nil
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
