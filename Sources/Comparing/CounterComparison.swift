import Recording

/// One count of a cell, before and now.
public struct CounterComparison: Equatable, Sendable {
  /// What a count did.
  public enum Change: String, Codable, Sendable {
    /// It rose beyond the tolerance: a regression.
    case more
    /// It fell beyond the tolerance.
    case less
    /// Neither.
    case same
  }

  /// Where it was counted.
  public let cell: CellKey
  /// What was counted.
  public let counter: Counter
  /// The count before.
  public let base: Double
  /// The count now.
  public let head: Double

  private let ownTolerance: Double?

  /// Two counts, neither negative.
  ///
  /// - Parameter tolerance: the change that is none, in the counter's unit; nil for the counter's
  ///   own.
  public init(
    cell: CellKey, counter: Counter, base: Double, head: Double, tolerance: Double? = nil
  ) {
    ownTolerance = tolerance
    self.cell = cell
    self.counter = counter
    self.base = base
    self.head = head
  }

  /// The rise that is no change, in the counter's unit; 0 for work.
  public var tolerance: Double { tolerance(from: base) }

  private func tolerance(from value: Double) -> Double {
    ownTolerance ?? counter.tolerance(base: value, rows: cell.group.rows)
  }

  /// How many times as much; nil from 0, of which nothing is a multiple.
  public var ratio: Double? { base > 0 ? head / base : nil }

  /// What the count did: defined from 0 too, where any rise is one. Swapping both gives the
  /// contrary.
  public var change: Change {
    if head > base + tolerance { return .more }
    if base > head + tolerance(from: head) { return .less }
    return .same
  }
}

extension CounterComparison {
  /// All counts that both rows have.
  public static func all(base: SummaryRow, head: SummaryRow) -> [CounterComparison] {
    Counter.allCases.compactMap { counter in
      guard let before = counter.value(in: base), let now = counter.value(in: head) else {
        return nil
      }
      return CounterComparison(cell: head.cell, counter: counter, base: before, head: now)
    }
  }
}
