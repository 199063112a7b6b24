import Measuring
import Replaying

/// How a budget is spent: how often each cell is timed, and how long.
///
/// A larger budget buys more repetitions first and longer segments then: many short ones tell more than a few
/// long ones, because segments of one repetition agree within 1.7 %, repetitions within 4 to 5 %.
package struct Schedule: Sendable {
  /// The repetitions that every cell gets, even if they take longer than the budget.
  package static let minRepetitions = 7
  /// The repetitions that segments are kept short for; there are more where they take less than expected.
  static let aimedRepetitions = 41

  package private(set) var repetitions = Schedule.minRepetitions
  /// How long a segment should be, in nanoseconds, where a single step is not longer.
  package private(set) var segment = Schedule.bounds.lowerBound
  /// About how many seconds those repetitions take.
  package private(set) var seconds = 0.0
  /// When the run should end, by the clock that measures.
  private let end: UInt64
  /// How many times as long as expected a repetition takes.
  private var slowness = 1.0

  /// Shorter ones tell little beside warm-ups, longer ones no more than further repetitions would.
  static let bounds: ClosedRange<UInt64> = 200_000...5_000_000

  /// What one repetition of a cell costs, as far as it is known beforehand.
  struct Cost {
    /// Building, warming up and all else that is not timed, in nanoseconds.
    var fixed: Double
    /// One step, in nanoseconds.
    var step: Double
    /// Whether segments are single steps, whatever they last.
    var isCold = false
    /// A whole round of the script, in nanoseconds; 0 where a list is not after it what it was before.
    var round = 0.0
    /// Whether a few of its steps may do most of the work.
    var isUneven = false

    func repetition(segment: Double) -> Double {
      if isCold { return fixed }
      let segments = Repetition.Shape.segments(ofSteps: segment / max(0.05, step))
      let longest = Repetition.Shape.longestRound(segment: segment, isUneven: isUneven)
      return fixed + Double(segments) * max(segment, step, round <= longest ? round : 0)
    }
  }

  init(_ costs: [Cost], end: UInt64, now: UInt64 = MonotonicClock.now()) {
    self.end = end
    solve(costs, made: 0, now: now)
  }

  /// Learns what a repetition of all cells really takes.
  mutating func note(
    _ costs: [Cost], repetition made: Int, nanoseconds: UInt64,
    now: UInt64 = MonotonicClock.now()
  ) {
    slowness = max(0.1, Double(nanoseconds) / max(1, total(costs, segment: Double(segment))))
    solve(costs, made: made, now: now)
  }

  private func total(_ costs: [Cost], segment: Double) -> Double {
    costs.reduce(0) { $0 + $1.repetition(segment: segment) }
  }

  private mutating func solve(_ costs: [Cost], made: Int, now: UInt64) {
    let left = end > now ? Double(end - now) : 0
    let most = left / Double(max(1, Self.aimedRepetitions - made)) / slowness
    var (low, high) = (Double(Self.bounds.lowerBound), Double(Self.bounds.upperBound))
    // Halved 40 times, the range is narrower than a nanosecond.
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

/// The time that the fewest repetitions of a cell may take: beyond it the cell times out, so that one slow
/// strategy does not take the repetitions of all others.
struct CellAllowance {
  /// A repetition of at most so many nanoseconds never times out.
  static let shortRepetition = 5e8
  /// How many times its fair share of the budget a cell may take.
  static let shares = 8.0

  /// Of one repetition, in nanoseconds.
  let repetition: Double
  private let fairShare: Double

  /// - Parameters:
  ///   - budget: of the run, in seconds, which its `cells` share evenly.
  ///   - planned: what the plan expects of a repetition, in nanoseconds: a cell may take four times as long.
  init(budget: Double, cells: Int, planned: Double) {
    fairShare = budget * 1e9 / Double(max(1, cells))
    repetition = max(
      Self.shortRepetition, 4 * planned,
      Self.shares * fairShare / Double(Schedule.minRepetitions))
  }

  /// Why a cell whose `part` takes so many nanoseconds in each repetition times out; nil where it does not.
  func excess(_ part: String, nanoseconds: Double) -> String? {
    guard nanoseconds > repetition else { return nil }
    func seconds(_ nanoseconds: Double) -> String {
      let tenths = Int((nanoseconds / 1e8).rounded(.up))
      return "\(tenths / 10).\(tenths % 10) s"
    }
    let least = Double(Schedule.minRepetitions) * nanoseconds
    return "\(part) takes \(seconds(nanoseconds)); \(Schedule.minRepetitions) repetitions need "
      + "\(seconds(least)) and its share of the budget is \(seconds(fairShare))"
  }
}

extension Schedule.Cost {
  init(_ cell: Cell, in group: Plan.Group, _ script: Script?) {
    let least = Double(Repetition.Rules.warmUp(rows: group.rows).lowerBound)
    step = cell.stepNanoseconds
    if let script, script.isRestartable { round = Double(script.round) * step }
    isUneven = script?.isUneven ?? false
    let warmUp = max(least * 1.4, min(5 * step, 2e7))
    let build = max(group.buildNanoseconds(of: cell.entry), cell.check?.buildNanoseconds ?? 0)
    fixed = 150_000 + build + warmUp
    isCold = group.caches == .cold
    // To empty the caches takes some 8 ms.
    if isCold { fixed += Double(Repetition.Shape.cold.segments + 1) * 8e6 }
  }
}
