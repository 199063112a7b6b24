import BenchBasics

/// How much each counter may increase before a comparison reports a regression. In 24 runs of the same
/// program, 38 of 2,571 cells sometimes made an extra allocation, block sizes varied by up to 2 KiB, and a
/// list's memory varied by 1.3 KiB.
package struct Tolerances: Equatable, Sendable {
  /// A tolerance computed as a fraction of BASE, clamped to `least...most`.
  package struct Bounds: Equatable, Sendable {
    package var share = 0.0
    package var least = 0.0
    package var most = Double.infinity

    func amount(of base: Double) -> Double { min(most, max(least, base * share)) }
  }

  /// Relative tolerance for instructions and data accesses.
  package var simulated = 0.01
  package var counters = Counter.allCases

  package init(simulated: Double = 0.01) { self.simulated = simulated }

  /// Returns the tolerance per operation, or per list (in bytes) for `bytesPerRow`.
  package func bounds(of counter: Counter) -> Bounds {
    switch counter {
    case .work: Bounds()
    case .allocations: Bounds(share: 0.5, least: 0.1, most: 1)
    case .allocatedBytes: Bounds(share: 1, least: 64, most: 4096)
    case .bytesPerRow: Bounds(least: 2048)
    // Code moved to other addresses can execute an extra instruction or two.
    default: Bounds(share: simulated, least: 4 * simulated)
    }
  }

  fileprivate func tolerance(of counter: Counter, from base: Double, rows: Int) -> Double {
    let amount = bounds(of: counter).amount(of: base)
    return counter == .bytesPerRow ? amount / Double(max(1, rows)) : amount
  }
}

package struct CounterComparison: Equatable, Sendable {
  package enum Change: String, Codable, Sendable {
    case more
    case less
    case same
  }

  package let cell: CellKey
  package let counter: Counter
  package let base, head: Double
  package let tolerance: Double
  package let change: Change
  /// Whether an increase counts as a regression. More data accesses do not count as a regression if the cell
  /// executes fewer instructions, because it then does less work overall.
  package private(set) var decides: Bool
  package var acceptance: String?

  init(
    cell: CellKey, counter: Counter, base: Double, head: Double,
    tolerances: Tolerances = Tolerances()
  ) {
    (self.cell, self.counter, self.base, self.head) = (cell, counter, base, head)
    decides = counter.decides
    func allowance(from value: Double) -> Double {
      tolerances.tolerance(of: counter, from: value, rows: cell.group.rows)
    }
    tolerance = allowance(from: base)
    change =
      head > base + tolerance ? .more : base > head + allowance(from: head) ? .less : .same
  }

  static func all(
    base: CellResult, head: CellResult, _ tolerances: Tolerances = Tolerances()
  ) -> [CounterComparison] {
    var found = tolerances.counters.compactMap { counter -> CounterComparison? in
      guard let before = base.counters[counter], let now = head.counters[counter] else {
        return nil
      }
      return CounterComparison(
        cell: head.cell, counter: counter, base: before, head: now, tolerances: tolerances)
    }
    let executesLess = found.contains { $0.counter == .instructions && $0.change == .less }
    for index in found.indices where executesLess && found[index].counter == .dataAccesses {
      found[index].decides = found[index].change != .more
    }
    return found
  }

  package var ratio: Double? { base > 0 ? head / base : nil }
}

extension Sides<CellResult> {
  /// Describes which counters or checks are missing from BASE or HEAD, or returns nil if none are missing.
  /// The counters in `new` may be missing from BASE; those in `required` must be present on both sides.
  func absence(of counters: [Counter], new: Set<Counter>, required: Set<Counter>) -> String? {
    let counted = map { row in Set(counters.filter { row.counters[$0] != nil }) }
    let known = counted.base.union(counted.head).subtracting(new).union(required)
    let absences = Side.allCases.compactMap { side -> String? in
      let row = self[side]
      let missing = counters.filter { known.contains($0) && row.counters[$0] == nil }
      var faults = missing.isEmpty ? [] : ["no \(missing.map(\.name).joined(separator: ", "))"]
      // Every operation executes instructions, so a count of 0 means that counting failed.
      if required.contains(.instructions), row.counters[.instructions] == 0 {
        faults.append("0 instructions")
      }
      if missing.isEmpty, !known.isEmpty, (row.countedOperations ?? 0) == 0 {
        faults.append("0 operations counted")
      }
      let (checked, wrong) = (row.deviation.checkedSteps ?? 0, row.deviation.wrongSteps)
      if checked == 0 || wrong == nil, row.cell.role == .strategy {
        faults.append("0 steps checked")
      }
      return faults.isEmpty ? nil : "\(side.name) has \(faults.joined(separator: " and "))"
    }
    return absences.isEmpty ? nil : absences.joined(separator: "; ")
  }

  /// Slower machines check fewer steps. If HEAD checked more steps than BASE, the extra ones are assumed to
  /// be incorrect in BASE.
  var hasMoreWrongSteps: Bool {
    let checks = map(\.deviation)
    guard let before = checks.base.wrongSteps, let now = checks.head.wrongSteps else {
      return false
    }
    return now > before
      + max(0, (checks.head.checkedSteps ?? 0) - (checks.base.checkedSteps ?? 0))
  }
}
