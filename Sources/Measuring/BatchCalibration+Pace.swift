extension BatchCalibration {
  /// How many operations make a slice, and how long one of them takes.
  public struct Pace: Hashable, Sendable {
    /// The operations of a slice of the target's length; at least 1.
    public let operations: Int
    /// The time of one operation, in nanoseconds, of the shortest slice seen.
    public let nanoseconds: Double
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
  public func pace<Failure: Error>(
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
