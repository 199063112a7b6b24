import Comparing
import Recording

/// The exact work of one cell on both sides, of the same first steps.
struct PairedCounts {
  var counters: [CounterComparison] = []
  /// What only one side counts.
  var uncounted: Set<Counter> = []

  /// An allocation in every tenth step counts. Both sides count in processes that have done the same,
  /// so far fewer stray ones differ than between runs; and what has risen is counted again.
  private static let allocations = 0.1

  /// Asks both; the cell must be prepared.
  init(of cell: ServedCell, _ hosts: Sides<any CellHost>) throws {
    let counted = Sides<ServedCounters>(
      base: try hosts.base.ask(.counters), head: try hosts.head.ask(.counters))
    for counter in Counter.allCases {
      let before = counted.base.value(of: counter, rows: cell.rows)
      let now = counted.head.value(of: counter, rows: cell.rows)
      if let before, let now {
        counters.append(
          CounterComparison(
            cell: cell.key, counter: counter, base: before, head: now,
            tolerance: counter == .allocations ? Self.allocations : nil))
      } else if before != nil || now != nil {
        uncounted.insert(counter)
      }
    }
  }
}

extension ServedCounters {
  /// A count per step, or bytes per row.
  fileprivate func value(of counter: Counter, rows: Int) -> Double? {
    if counter == .bytesPerRow {
      return amounts["own_bytes"].map { Double($0) / Double(max(1, rows)) }
    }
    return amounts[counter.rawValue].map { Double($0) / Double(max(1, steps)) }
  }
}
