import Measuring
import Recording

/// How a budget is spent: how often each cell is timed, and how long.
///
/// Every repetition builds a list anew and warms it up; what is left of the time is shared among the
/// segments that are timed. So a larger budget buys longer segments and more repetitions of the same
/// state, never another state.
public struct Schedule: Hashable, Sendable {
  /// The repetitions that every cell gets, even if they take longer than the budget.
  public static let fewestRepetitions = 7
  /// The repetitions that segments are made for; there are more where they take less than expected.
  static let aimedRepetitions = 11

  /// About how many repetitions there will be.
  public let repetitions: Int
  /// How long a segment should be, in nanoseconds, where a single step is not longer.
  public let segment: UInt64
  /// About how many seconds all of it takes.
  public let seconds: Double

  /// Segments below the first tell little beside the clock; above the second they tell no more than
  /// further repetitions would.
  static let bounds: ClosedRange<UInt64> = 50_000...10_000_000

  /// What one repetition of a cell costs, as far as it is known beforehand.
  struct Cost {
    /// Building, warming up and all else that is not timed, in nanoseconds.
    var fixed: Double
    /// One step, in nanoseconds.
    var step: Double
    /// Whether segments are single steps, whatever they last.
    var isCold = false

    /// The nanoseconds of a repetition with segments of some length.
    func repetition(segment: Double) -> Double {
      if isCold { return fixed }
      let steps = segment / max(0.05, step)
      return fixed + (steps >= 1 ? 5 * segment : steps >= 0.25 ? 3 * step : step)
    }
  }

  /// The schedule of cells with such costs, for so many seconds.
  init(_ costs: [Cost], seconds: Double) {
    func total(_ segment: Double) -> Double {
      costs.reduce(0) { $0 + $1.repetition(segment: segment) }
    }
    let most = seconds * 1e9 / Double(Self.aimedRepetitions)
    var (low, high) = (Double(Self.bounds.lowerBound), Double(Self.bounds.upperBound))
    // Halved 40 times, the range is narrower than a nanosecond.
    for _ in 0..<40 where total(low) < most {
      let middle = (low + high) / 2
      if total(middle) <= most { low = middle } else { high = middle }
    }
    segment = UInt64(low)
    let repetition = max(1, total(low))
    repetitions = max(Self.fewestRepetitions, Int(min(1e6, seconds * 1e9 / repetition)))
    self.seconds = Double(repetitions) * repetition / 1e9
  }
}

extension Schedule.Cost {
  /// What is expected of a cell that was checked.
  init(_ cell: Cell, in group: Plan.Group) {
    let rules = Repetition.Rules(
      caches: group.caches, rows: group.rows, segment: Schedule.bounds.lowerBound)
    step = cell.check?.stepNanoseconds ?? 0
    let warmUp = max(Double(rules.warmUp.lowerBound) * 1.4, min(8 * step, 2e7))
    fixed = 150_000 + group.buildNanoseconds(of: cell.entry) + warmUp
    if group.caches == .cold {
      isCold = true
      fixed += Double(Repetition.Shape.cold.segments + 1) * Self.emptying
    }
  }

  /// What it takes to empty the caches, in nanoseconds.
  private static let emptying = 8e6
}
