import Basics
import Measuring

/// The maximum changes of counters that are ignored. Work is equal in every run: its tolerance is 0.
///
/// Allocations vary: in 24 runs of one program, 38 of 2,571 cells had an extra allocation in some operations,
/// the allocator returned up to 2 KiB more than requested, and the memory of lists varied by 1.3 KiB.
package struct CounterTolerances: Equatable, Sendable {
  /// A share of the baseline, limited to `min` and `max`.
  package struct Bounds: Equatable, Sendable {
    package var share, min, max: Double

    func tolerance(of base: Double) -> Double { Swift.min(max, Swift.max(min, base * share)) }
  }

  package var allocations = Bounds(share: 0.5, min: 0.1, max: 1)
  package var allocatedBytes = Bounds(share: 1, min: 64, max: 4096)
  /// The tolerance of the memory of a whole list, in bytes.
  package var listBytes = 2048.0
  /// The relative tolerance of simulated counters, 0.005 is 0.5 %; nil if they are not compared.
  package var simulated: Double?

  /// The constant that is added to an amount before the relative tolerance of simulated counters is applied.
  package static let addend = 4.0
  package static let instructionsALine = 50.0
  package static let instructionsAMisprediction = 3.0

  package init(simulated: Double? = nil) { self.simulated = simulated }

  /// For two processes that do the same, whose allocations vary far less than those of two runs.
  package static let paired = {
    var tolerances = CounterTolerances()
    tolerances.allocations = Bounds(share: 0, min: 0.1, max: 0.1)
    return tolerances
  }()

  /// The counters that are compared.
  var compared: [Counter] { Counter.compared + (simulated == nil ? [] : Counter.simulated) }

  /// The tolerance in the counter's unit.
  ///
  /// For a simulated counter it is relative to the amount plus `addend`, and for cache lines and branches
  /// also to the `instructions` of an operation, because the addresses of code change a few predictions.
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

/// One count of a cell in two runs; neither is negative.
package struct CounterComparison: Equatable, Sendable {
  package enum Change: String, Codable, Sendable {
    /// More than the tolerance allows: a regression.
    case more
    case less
    case same
  }

  package let cell: CellKey
  package let counter: Counter
  package let base, head: Double
  var tolerances = CounterTolerances()
  /// The instructions of an operation in the baseline, if they were counted.
  var instructions = 0.0

  /// The comparisons of the counters that both cells have.
  static func all(
    base: CellResult, head: CellResult, _ tolerances: CounterTolerances = CounterTolerances()
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

  /// The increase that is ignored, in the counter's unit; 0 for work.
  package var tolerance: Double { tolerance(from: base) }

  private func tolerance(from value: Double) -> Double {
    tolerances.tolerance(
      of: counter, from: value, rows: cell.group.rows, instructions: instructions)
  }

  /// The quotient of both amounts; nil if the baseline is 0.
  package var ratio: Double? { base > 0 ? head / base : nil }

  /// Also defined for a baseline of 0. Swapping both sides gives the opposite.
  package var change: Change {
    if head > base + tolerance { return .more }
    if base > head + tolerance(from: head) { return .less }
    return .same
  }
}

/// The results of a cell in two runs, whose counters may not be comparable.
struct CountedPair {
  let base, head: CellResult

  /// A message if the counters are over different operations, or nil.
  var difference: String? {
    guard let before = base.countedOperations, let now = head.countedOperations, before != now
    else { return nil }
    return "\(head.cell.text): counted over \(before) operations in BASE and \(now) in HEAD"
  }

  /// A message about counters or checks that one side lacks, or nil. Counters in `new` may be missing in the
  /// baseline.
  func absence(of counters: [Counter], new: Set<Counter>) -> String? {
    func counted(_ row: CellResult) -> [Counter] { counters.filter { row.counters[$0] != nil } }
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

/// The growth of the work of a strategy in a scenario with the number of rows, in two runs. The work of an
/// operation is the sum of its counts of work plus one, so that no work counts as constant.
package struct GrowthComparison: Equatable, Sendable {
  package let scenario, heights, strategy, mode: String
  package let base, head: GrowthClass
  /// Whether the work grows faster than in the baseline, beyond the variation of the counts.
  package let isRegression: Bool

  /// Compares cells that differ in the number of rows alone; nil without two numbers of rows with counts in
  /// each.
  init?(base: [CellResult], head: [CellResult]) {
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

  private static func fit(_ rows: [CellResult]) -> GrowthFit? {
    let points = rows.compactMap { row -> GrowthPoint? in
      let counts = Counter.work.compactMap { row.counters[$0] }
      guard !counts.isEmpty, row.cell.group.rows > 0 else { return nil }
      let work = counts.reduce(1, +)
      return GrowthPoint(
        size: row.cell.group.rows,
        cost: Estimate(value: work, interval: Interval(work, work), confidence: 1, count: 1))
    }
    // Counts are exact, but scripts request other rows in each list: the work may change by a tenth between
    // two sizes.
    return try? GrowthFit(points, step: 1.1)
  }
}

/// A cell with more wrong steps among its first steps, which are equal in every run.
package struct DeviationComparison: Equatable, Sendable {
  package let cell: CellKey
  package let base, head: Deviation

  /// Compares two checks of a cell; nil unless more steps are certainly wrong. A slower machine checks fewer
  /// steps, so all additional steps of the second check may have been wrong before, too.
  init?(cell: CellKey, base: Deviation, head: Deviation) {
    guard let before = base.wrongSteps, let now = head.wrongSteps else { return nil }
    let additional = max(0, (head.checkedSteps ?? 0) - (base.checkedSteps ?? 0))
    guard now > before + additional else { return nil }
    (self.cell, self.base, self.head) = (cell, base, head)
  }
}
