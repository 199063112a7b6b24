/// Finds how many operations make a slice that is long enough to be timed.
///
/// A count is accepted only when its slice reaches the target twice in a row: a single reading that
/// was preempted would otherwise end the search with far too few operations. Between readings the
/// count grows by `target / elapsed`, at least 1.5 and at most 10 times. The rule is nanobench's.
package struct BatchCalibration: Hashable, Sendable {
  /// The time that a slice must last, in nanoseconds.
  package let target: UInt64

  /// The greatest count to try; at least 1.
  package let maximumOperations: Int

  /// The greatest number of slices to measure.
  package let attempts: Int

  /// How a search ended. `elapsed` is in nanoseconds, of the shorter of the deciding slices.
  package enum Outcome: Hashable, Sendable {
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
  package init(target: UInt64, maximumOperations: Int = 1 << 40, attempts: Int = 64) {
    self.target = target
    self.maximumOperations = max(1, maximumOperations)
    self.attempts = max(1, attempts)
  }

  /// Searches, from one operation upwards.
  ///
  /// - Parameter measure: runs so many operations and returns the nanoseconds they took. What it
  ///   throws ends the search: a caller with a budget stops a runaway operation that way.
  /// - Complexity: at most `attempts` slices, of which about two are as long as the target.
  package func search<Failure: Error>(
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

extension BatchCalibration {
  /// How many operations make a slice, and how long one of them takes.
  package struct Pace: Hashable, Sendable {
    /// The operations of a slice of the target's length; at least 1.
    package let operations: Int
    /// The time of one operation, in nanoseconds, of the shortest slice seen.
    package let nanoseconds: Double
  }

  /// Slices by which a count is judged: the shortest of them was disturbed the least.
  static let readings = 3
  /// Longer operations, in nanoseconds, are not asked again: that would cost more than it tells.
  private static let longest = 5e6

  /// The count whose slices last as long as the target.
  ///
  /// A search that begins on a list that no cache knows yet, or that is preempted twice in a row, ends
  /// with far too few operations: 552 in place of 88,760 was seen, and a time 5.9 times too long. So
  /// its answer is tried again, and mended while slices turn out shorter than half the target.
  ///
  /// - Parameter measure: runs so many operations and returns the nanoseconds they took.
  /// - Complexity: a search and about three slices more.
  package func pace<Failure: Error>(
    measuring measure: (_ operations: Int) throws(Failure) -> UInt64
  ) throws(Failure) -> Pace {
    let (first, elapsed) = try search(measuring: measure).slice
    var nanoseconds = Double(elapsed) / Double(first)
    var operations = count(forOperationsOf: nanoseconds, atMost: first)
    guard nanoseconds < Self.longest else {
      return Pace(operations: operations, nanoseconds: nanoseconds)
    }
    for _ in 0..<8 {
      var shortest = UInt64.max
      for _ in 0..<Self.readings { shortest = min(shortest, try measure(operations)) }
      nanoseconds = Double(max(1, shortest)) / Double(operations)
      if shortest >= target / 2 || operations == maximumOperations { break }
      operations = count(forOperationsOf: nanoseconds, atMost: operations)
    }
    return Pace(
      operations: count(forOperationsOf: nanoseconds, atMost: operations),
      nanoseconds: nanoseconds)
  }

  /// The operations of such a time that reach the target, but no more than ten times those known.
  private func count(forOperationsOf nanoseconds: Double, atMost known: Int) -> Int {
    let wanted = Double(target) / max(nanoseconds, 1e-3)
    let most = min(Double(maximumOperations), Double(known) * 10)
    return max(1, Int(min(wanted, most)))
  }
}

extension BatchCalibration.Outcome {
  /// The slice that ended the search.
  fileprivate var slice: (operations: Int, elapsed: UInt64) {
    switch self {
    case .reached(let operations, let elapsed), .maximumTooShort(let operations, let elapsed),
      .unsettled(let operations, let elapsed):
      (operations, elapsed)
    case .oneOperationReaches(let elapsed): (1, elapsed)
    }
  }
}
