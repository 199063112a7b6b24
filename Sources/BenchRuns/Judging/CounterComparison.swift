import BenchBasics

/// How far each counter may rise before the rise is a regression. The report prints this table, and a test
/// compares it with the documentation.
///
/// Counters of layout work have the same values in every run. Allocations vary: in 24 runs of one program, 38
/// of 2,571 cells had an extra allocation in some operations, the allocator returned blocks up to 2 KiB larger
/// than requested, and the memory used by a list varied by 1.3 KiB.
package struct Tolerances: Equatable, Sendable {
  /// A share of the value in BASE, but at least `least` and at most `most`, in the unit of the counter.
  package struct Bounds: Equatable, Sendable {
    package var share = 0.0
    package var least = 0.0
    package var most = Double.infinity

    func amount(of base: Double) -> Double { min(most, max(least, base * share)) }
  }

  /// The share by which instructions and data accesses may rise; 0.01 means 1 %.
  package var simulated = 0.01
  /// The counters that are compared.
  package var counters = Counter.allCases

  package init(simulated: Double = 0.01) { self.simulated = simulated }

  /// The bounds of a counter; for the memory of a list, in bytes per list.
  package func bounds(of counter: Counter) -> Bounds {
    switch counter {
    case .work: Bounds()
    case .allocations: Bounds(share: 0.5, least: 0.1, most: 1)
    case .allocatedBytes: Bounds(share: 1, least: 64, most: 4096)
    case .bytesPerRow: Bounds(least: 2048)
    // The smallest tolerance is a share of four instructions, because other addresses add single ones.
    default: Bounds(share: simulated, least: 4 * simulated)
    }
  }

  /// The tolerance for a counter, in the unit of the counter.
  fileprivate func tolerance(of counter: Counter, from base: Double, rows: Int) -> Double {
    let amount = bounds(of: counter).amount(of: base)
    return counter == .bytesPerRow ? amount / Double(max(1, rows)) : amount
  }
}

/// The values of one counter of a cell in two runs. Neither value is negative.
package struct CounterComparison: Equatable, Sendable {
  package enum Change: String, Codable, Sendable {
    /// The counter has increased by more than the tolerance.
    case more
    case less
    case same
  }

  package let cell: CellKey
  package let counter: Counter
  package let base, head: Double
  /// The largest increase that is ignored, in the unit of the counter; 0 for counters of layout work.
  package let tolerance: Double
  /// The direction of the change. Swapping the two runs gives the opposite direction.
  package let change: Change
  /// The reason for which the increase is accepted; nil if it is not.
  package var acceptance: String?

  init(
    cell: CellKey, counter: Counter, base: Double, head: Double,
    tolerances: Tolerances = Tolerances()
  ) {
    (self.cell, self.counter, self.base, self.head) = (cell, counter, base, head)
    func allowance(from value: Double) -> Double {
      tolerances.tolerance(of: counter, from: value, rows: cell.group.rows)
    }
    tolerance = allowance(from: base)
    change =
      head > base + tolerance ? .more : base > head + allowance(from: head) ? .less : .same
  }

  /// The comparisons of all counters that both cells have.
  static func all(
    base: CellResult, head: CellResult, _ tolerances: Tolerances = Tolerances()
  ) -> [CounterComparison] {
    tolerances.counters.compactMap { counter in
      guard let before = base.counters[counter], let now = head.counters[counter] else {
        return nil
      }
      return CounterComparison(
        cell: head.cell, counter: counter, base: before, head: now, tolerances: tolerances)
    }
  }

  /// The value in HEAD divided by the value in BASE; nil if the value in BASE is 0.
  package var ratio: Double? { base > 0 ? head / base : nil }
}

extension Sides<CellResult> {
  /// A message about counters or checks that are missing from one of the two results of a cell; nil if none
  /// is missing. Counters in `new` may be missing from the baseline, and those in `required` from neither side.
  func absence(of counters: [Counter], new: Set<Counter>, required: Set<Counter>) -> String? {
    let counted = map { row in Set(counters.filter { row.counters[$0] != nil }) }
    let known = counted.base.union(counted.head).subtracting(new).union(required)
    let absences = Side.allCases.compactMap { side -> String? in
      let row = self[side]
      let missing = counters.filter { known.contains($0) && row.counters[$0] == nil }
      var faults = missing.isEmpty ? [] : ["no \(missing.map(\.name).joined(separator: ", "))"]
      // No operation executes 0 instructions.
      if required.contains(.instructions), row.counters[.instructions] == 0 {
        faults.append("0 instructions")
      }
      if missing.isEmpty, !known.isEmpty, (row.countedOperations ?? 0) == 0 {
        faults.append("0 operations counted")
      }
      if (row.deviation.checkedSteps ?? 0) == 0, row.cell.role == .strategy {
        faults.append("0 steps checked")
      }
      return faults.isEmpty ? nil : "\(side.name) has \(faults.joined(separator: " and "))"
    }
    return absences.isEmpty ? nil : absences.joined(separator: "; ")
  }

  /// Whether HEAD certainly has more wrong steps. All runs check the steps of a script from the first step
  /// on, but a slower machine checks fewer steps. If HEAD checked more steps than BASE, all additional steps
  /// are assumed to be wrong in BASE.
  var hasMoreWrongSteps: Bool {
    let checks = map(\.deviation)
    guard let before = checks.base.wrongSteps, let now = checks.head.wrongSteps else {
      return false
    }
    return now > before
      + max(0, (checks.head.checkedSteps ?? 0) - (checks.base.checkedSteps ?? 0))
  }
}
