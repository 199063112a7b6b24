/// Finds how many operations make a slice that is long enough to be timed.
///
/// A count is accepted only when its slice reaches the target twice in a row: a single reading that
/// was preempted would otherwise end the search with far too few operations. Between readings the
/// count grows by `target / elapsed`, at least 1.5 and at most 10 times. The rule is nanobench's.
public struct BatchCalibration: Hashable, Sendable {
  /// The time that a slice must last, in nanoseconds.
  public let target: UInt64

  /// The greatest count to try; at least 1.
  public let maximumOperations: Int

  /// The greatest number of slices to measure.
  public let attempts: Int

  /// How a search ended. `elapsed` is in nanoseconds, of the shorter of the deciding slices.
  public enum Outcome: Hashable, Sendable {
    /// Slices of this many operations reach the target.
    case reached(operations: Int, elapsed: UInt64)
    /// One operation alone reaches the target: a slice cannot be made shorter.
    case oneOperationReaches(elapsed: UInt64)
    /// Even the greatest count stays below the target: is the work optimised away?
    case maximumTooShort(operations: Int, elapsed: UInt64)
    /// The readings contradicted each other until no attempt was left; the last slice is given.
    case unsettled(operations: Int, elapsed: UInt64)
  }

  /// A search for slices of `target` nanoseconds; limits below 1 are taken as 1.
  public init(target: UInt64, maximumOperations: Int = 1 << 40, attempts: Int = 64) {
    self.target = target
    self.maximumOperations = max(1, maximumOperations)
    self.attempts = max(1, attempts)
  }

  /// Searches, from one operation upwards.
  ///
  /// - Parameter measure: runs so many operations and returns the nanoseconds they took. What it
  ///   throws ends the search: a caller with a budget stops a runaway operation that way.
  /// - Complexity: at most `attempts` slices, of which about two are as long as the target.
  public func search<Failure: Error>(
    measuring measure: (_ operations: Int) throws(Failure) -> UInt64
  ) throws(Failure) -> Outcome {
    var operations = 1
    var elapsed: UInt64 = 0
    var earlierSuccess: UInt64?
    for attempt in 1...attempts {
      elapsed = try measure(operations)
      if elapsed >= target {
        if let earlierSuccess {
          return accepted(operations, elapsed: min(elapsed, earlierSuccess))
        }
        earlierSuccess = elapsed
      } else {
        if operations == maximumOperations {
          return .maximumTooShort(operations: operations, elapsed: elapsed)
        }
        earlierSuccess = nil
        if attempt < attempts { operations = grown(operations, elapsed: elapsed) }
      }
    }
    return .unsettled(operations: operations, elapsed: elapsed)
  }

  private func accepted(_ operations: Int, elapsed: UInt64) -> Outcome {
    operations == 1
      ? .oneOperationReaches(elapsed: elapsed)
      : .reached(operations: operations, elapsed: elapsed)
  }

  /// The next count to try after a slice that was too short.
  private func grown(_ operations: Int, elapsed: UInt64) -> Int {
    let wanted = Double(target) / Double(max(1, elapsed))
    let next = (Double(operations) * min(max(wanted, 1.5), 10)).rounded(.up)
    return next < Double(maximumOperations) ? max(Int(next), operations + 1) : maximumOperations
  }
}
