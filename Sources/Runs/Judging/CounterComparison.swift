import Measuring

extension Counter {
  /// The rise from `base` that still is no change, in the counter's unit.
  ///
  /// Work is the same in every run: 0. The allocator's part is not quite: of 24 runs of one program, a
  /// stray allocation fell into some operations of 38 cells of 2,571, the allocator gave up to 2 KiB
  /// more than was asked, and lists kept up to 1.3 KiB more or less.
  func tolerance(base: Double, rows: Int) -> Double {
    switch self {
    case .allocations: min(1, max(0.1, base / 2))
    case .allocatedBytes: min(4096, max(64, base))
    case .bytesPerRow: 2048 / Double(max(1, rows))
    default: 0
    }
  }
}

/// One count of a cell, before and now; neither is negative.
package struct CounterComparison: Equatable, Sendable {
  package enum Change: String, Codable, Sendable {
    /// It rose beyond the tolerance: a regression.
    case more
    case less
    case same
  }

  package let cell: CellKey
  package let counter: Counter
  package let base, head: Double
  /// The change that is none, in place of the counter's own tolerance.
  var ownTolerance: Double?

  /// What both have counted.
  ///
  /// - Parameters:
  ///   - share: of simulated work, the change that is none, see `simulatedTolerance`; nil where only what is
  ///     counted everywhere is compared.
  ///   - allocations: the change of those that is none, in place of their own.
  static func all(
    base: SummaryRow, head: SummaryRow, simulatedWithin share: Double? = nil,
    allocations: Double? = nil
  ) -> [CounterComparison] {
    (Counter.compared + (share == nil ? [] : Counter.simulated)).compactMap { counter in
      guard let before = base.counters[counter], let now = head.counters[counter] else {
        return nil
      }
      return CounterComparison(
        cell: head.cell, counter: counter, base: before, head: now,
        ownTolerance: share.flatMap {
          simulatedTolerance(of: counter, min(before, now), $0, base.counters[.instructions] ?? 0)
        } ?? (counter == .allocations ? allocations : nil))
    }
  }

  /// A share of the amount, of four more, and of what else a step of so many instructions does: a line for 50
  /// of them. A mispredicted branch for three, because where the linker puts code moves some in and out of
  /// the simulated predictor. Nil for what is not simulated.
  private static func simulatedTolerance(
    of counter: Counter, _ amount: Double, _ share: Double, _ instructions: Double
  ) -> Double? {
    switch counter {
    case .instructions, .dataAccesses: share * (amount + 4)
    case .linesL1, .linesLl: share * (amount + 4 + instructions / 50)
    case .mispredicted: share * (amount + 4 + instructions / 3)
    default: nil
    }
  }

  /// The rise that is no change, in the counter's unit; 0 for work.
  package var tolerance: Double { tolerance(from: base) }

  private func tolerance(from value: Double) -> Double {
    ownTolerance ?? counter.tolerance(base: value, rows: cell.group.rows)
  }

  /// How many times as much; nil from 0, of which nothing is a multiple.
  package var ratio: Double? { base > 0 ? head / base : nil }

  /// Defined from 0 too, where any rise is one. Swapping both gives the contrary.
  package var change: Change {
    if head > base + tolerance { return .more }
    if base > head + tolerance(from: head) { return .less }
    return .same
  }
}

/// How the work of a strategy in a scenario grows with the number of rows, before and now. The work of an
/// operation is all its counts of work together, and one more, which makes a cost of 0 a constant one.
package struct GrowthComparison: Equatable, Sendable {
  package let scenario, heights, strategy, mode: String
  package let base, head: GrowthClass
  /// Whether it grows faster now, and more than the counts' own unevenness explains.
  package let isRegression: Bool

  /// Of one scenario, list, strategy and mode; nil without two numbers of rows with counts in each.
  init?(base: [SummaryRow], head: [SummaryRow]) {
    guard let cell = head.first?.cell, let before = Self.fit(base), let now = Self.fit(head) else {
      return nil
    }
    (scenario, heights) = (cell.group.scenario, cell.group.heights)
    (strategy, mode) = (cell.strategy, cell.mode)
    (self.base, self.head) = (before.best, now.best)
    isRegression =
      now.best.rawValue > before.best.rawValue && !now.compatible.contains(before.best)
      && now.slope > before.slope
  }

  private static func fit(_ rows: [SummaryRow]) -> GrowthFit? {
    let points = rows.compactMap { row -> GrowthPoint? in
      let counts = Counter.work.compactMap { row.counters[$0] }
      guard !counts.isEmpty, row.cell.group.rows > 0 else { return nil }
      let work = counts.reduce(1, +)
      return GrowthPoint(
        size: row.cell.group.rows,
        cost: Estimate(value: work, interval: Interval(work, work), confidence: 1, count: 1))
    }
    // Counts are exact, but the rows that a script happens to ask for are others in each list: between two
    // sizes the work may step by a tenth for no reason of the algorithm's.
    return try? GrowthFit(points, step: 1.1)
  }
}

/// A cell whose first steps, the same in every run, show more wrong ones than before.
package struct DeviationComparison: Equatable, Sendable {
  package let cell: CellKey
  package let base, head: DeviationFigures

  /// Two checks of a cell; nil unless more is certainly wrong now. A slower machine checks fewer steps: all
  /// that the second checked in addition may have been wrong before as well.
  init?(cell: CellKey, base: DeviationFigures, head: DeviationFigures) {
    guard let before = base.wrongSteps, let now = head.wrongSteps else { return nil }
    let additional = max(0, (head.checkedSteps ?? 0) - (base.checkedSteps ?? 0))
    guard now > before + additional else { return nil }
    (self.cell, self.base, self.head) = (cell, base, head)
  }
}
