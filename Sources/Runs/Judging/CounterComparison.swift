import Basics
import Measuring

/// The largest changes of counters that count as none. Work is the same in every run: its tolerance is 0.
///
/// The allocator's part varies. Of 24 runs of one program, a stray allocation fell into some operations of 38
/// cells of 2,571, the allocator gave up to 2 KiB more than was asked, and lists kept up to 1.3 KiB more or less.
package struct CounterTolerances: Equatable, Sendable {
  /// A share of the baseline, at least `min` and at most `max`.
  package struct Bounds: Equatable, Sendable {
    package var share, min, max: Double

    func tolerance(of base: Double) -> Double { Swift.min(max, Swift.max(min, base * share)) }
  }

  package var allocations = Bounds(share: 0.5, min: 0.1, max: 1)
  package var allocatedBytes = Bounds(share: 1, min: 64, max: 4096)
  /// The bytes that a whole list may keep more.
  package var listBytes = 2048.0
  /// The relative tolerance of simulated counters, 0.005 is 0.5 %; nil where they are not compared.
  package var simulated: Double?

  /// What a relative tolerance of a simulated counter is relative to, besides the amount itself.
  package static let addend = 4.0
  package static let instructionsALine = 50.0
  package static let instructionsAMisprediction = 3.0

  package init(simulated: Double? = nil) { self.simulated = simulated }

  /// For two processes that do the same: far fewer stray allocations differ than between runs.
  package static let paired = {
    var tolerances = CounterTolerances()
    tolerances.allocations = Bounds(share: 0, min: 0.1, max: 0.1)
    return tolerances
  }()

  /// The counters that are compared.
  var compared: [Counter] { Counter.compared + (simulated == nil ? [] : Counter.simulated) }

  /// The tolerance in the counter's unit.
  ///
  /// That of a simulated counter is relative to its amount, to `addend`, and for lines and branches to what
  /// else an operation with so many `instructions` does: where the linker puts code moves some branches in and
  /// out of the simulated predictor.
  func tolerance(
    of counter: Counter, from base: Double, rows: Int, instructions: Double
  ) -> Double {
    let share = simulated ?? 0
    return switch counter {
    case .allocations: allocations.tolerance(of: base)
    case .allocatedBytes: allocatedBytes.tolerance(of: base)
    case .bytesPerRow: listBytes / Double(max(1, rows))
    case .instructions, .dataAccesses: share * (base + Self.addend)
    case .linesL1, .linesLl: share * (base + Self.addend + instructions / Self.instructionsALine)
    case .mispredicted:
      share * (base + Self.addend + instructions / Self.instructionsAMisprediction)
    case .work: 0
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
  var tolerances = CounterTolerances()
  /// The instructions of an operation in the baseline, where they were counted.
  var instructions = 0.0

  /// What both have counted.
  static func all(
    base: SummaryRow, head: SummaryRow, _ tolerances: CounterTolerances = CounterTolerances()
  ) -> [CounterComparison] {
    tolerances.compared.compactMap { counter in
      guard let before = base.counters[counter], let now = head.counters[counter] else {
        return nil
      }
      return CounterComparison(
        cell: head.cell, counter: counter, base: before, head: now, tolerances: tolerances,
        instructions: base.counters[.instructions] ?? 0)
    }
  }

  /// The rise that is no change, in the counter's unit; 0 for work.
  package var tolerance: Double { tolerance(from: base) }

  private func tolerance(from value: Double) -> Double {
    tolerances.tolerance(
      of: counter, from: value, rows: cell.group.rows, instructions: instructions)
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

/// Whether the counters of a cell in two runs can be compared at all.
struct CountedAlike {
  let base, head: SummaryRow

  /// Why they cannot, because they are sums over different operations; nil where they are over the same.
  var difference: String? {
    guard let before = base.countedOperations, let now = head.countedOperations, before != now
    else { return nil }
    return "\(head.cell.text): counted over \(before) operations in BASE and \(now) in HEAD"
  }

  /// What one side did not count or check, as the end of a sentence; nil where both did. Counters in `new` may
  /// be missing in the baseline.
  func absence(of counters: [Counter], new: Set<Counter>) -> String? {
    func counted(_ row: SummaryRow) -> [Counter] { counters.filter { row.counters[$0] != nil } }
    let known = Set(counted(base) + counted(head)).subtracting(new)
    let absences = [("BASE", base), ("HEAD", head)].compactMap { side, row -> String? in
      let missing = counters.filter { known.contains($0) && row.counters[$0] == nil }
      let faults = [
        missing.isEmpty ? nil : "no \(missing.map(\.name).joined(separator: ", "))",
        missing.isEmpty && !known.isEmpty && (row.countedOperations ?? 0) == 0
          ? "0 operations counted" : nil,
        row.deviation.checkedSteps ?? 0 == 0 && row.cell.role == .strategy
          ? "0 steps checked" : nil,
      ].compactMap { $0 }
      return faults.isEmpty ? nil : "\(side) has \(faults.joined(separator: " and "))"
    }
    return absences.isEmpty ? nil : absences.joined(separator: "; ")
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
  package let base, head: Deviation

  /// Two checks of a cell; nil unless more is certainly wrong now. A slower machine checks fewer steps: all
  /// that the second checked in addition may have been wrong before as well.
  init?(cell: CellKey, base: Deviation, head: Deviation) {
    guard let before = base.wrongSteps, let now = head.wrongSteps else { return nil }
    let additional = max(0, (head.checkedSteps ?? 0) - (base.checkedSteps ?? 0))
    guard now > before + additional else { return nil }
    (self.cell, self.base, self.head) = (cell, base, head)
  }
}
