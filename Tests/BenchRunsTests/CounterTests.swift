import BenchMeasuring
import Testing

@testable import BenchRuns

@Suite("Counters")
struct CounterTests {
  @Test(
    "Any increase in layout work is reported, while allocations may increase within a tolerance",
    arguments: [
      (.work(.rowsScanned), 0.0, 0.0, .same), (.work(.rowsScanned), 0, 1, .more),
      (.work(.rowsScanned), 1, 0, .less), (.work(.rowsScanned), 12, 12.000_001, .more),
      (.allocations, 0, 1, .more), (.allocations, 0, 0.1, .same),
      (.allocations, 1, 1.5, .same), (.allocations, 1, 1.75, .more),
      (.allocations, 12, 13, .same), (.allocations, 12, 13.5, .more),
      (.allocations, 13.5, 12, .less),
      (.allocatedBytes, 0, 64, .same), (.allocatedBytes, 0, 65, .more),
      (.allocatedBytes, 1000, 2000, .same), (.allocatedBytes, 1000, 2001, .more),
      (.allocatedBytes, 1_000_000, 1_004_097, .more),
      // The tolerance for memory is 2 KiB per list, and this list has 1,024 rows.
      (.bytesPerRow, 8, 10, .same), (.bytesPerRow, 8, 10.5, .more),
    ] as [(Counter, Double, Double, CounterComparison.Change)])
  func changes(counter: Counter, base: Double, head: Double, change: CounterComparison.Change) {
    let cell = CellKey.example(rows: 1024)
    let comparison = CounterComparison(cell: cell, counter: counter, base: base, head: head)
    #expect(comparison.change == change)
    #expect((comparison.ratio == nil) == (base == 0))
    if counter == .work(.rowsScanned) { #expect(comparison.tolerance == 0) }
  }

  private func comparison(
    _ base: Counters, _ head: Counters, tolerance: Double = 0.01
  ) throws -> RunComparison {
    let rows = Sides(base: base, head: head).map { counters in
      var row = CellResult(cell: .example(), status: .ok)
      row.counters = counters
      return [row]
    }
    var comparison = try RunComparison(counting: rows, tolerances: Tolerances(simulated: tolerance))
    comparison.cells = CellDifference()
    return comparison
  }

  @Test("A counter is compared only if both runs measured it")
  func all() throws {
    let compared = try comparison(
      [.work(.rowsScanned): 17, .bytesPerRow: 800, .allocations: 0],
      [.work(.rowsScanned): 18, .bytesPerRow: 400, .work(.heightsAsked): 1]
    ).counters
    #expect(compared.map(\.counter) == [.work(.rowsScanned), .bytesPerRow])
    #expect(compared.map(\.change) == [.more, .less])
    #expect(compared[0].ratio == 18.0 / 17)
  }

  @Test(
    "Simulated counters have a tolerance, and only instructions or data accesses can cause a regression",
    arguments: [
      (100.0, 101, 0.01, false), (100, 101.1, 0.01, true), (101.1, 100, 0.01, false),
      (0, 0.04, 0.01, false), (0, 0.05, 0.01, true), (100, 100.001, 0, true), (7, 7, 0, false),
    ])
  func simulated(base: Double, head: Double, tolerance: Double, isMore: Bool) throws {
    for counter in Counter.simulated {
      let comparison = try comparison([counter: base], [counter: head], tolerance: tolerance)
      #expect(comparison.counters.map { $0.change == .more } == [isMore])
      let decides = [.instructions, .dataAccesses].contains(counter)
      #expect(comparison.exitCode == (isMore && decides ? .regression : .success))
    }
  }

  @Test(
    "An increase in data accesses isn't a regression if the cell executes fewer instructions",
    arguments: [(90.0, true), (100, false), (110, false)])
  func accesses(instructions: Double, isLess: Bool) throws {
    let comparison = try comparison(
      [.instructions: 100, .dataAccesses: 40], [.instructions: instructions, .dataAccesses: 50])
    #expect(comparison.exitCode == (isLess ? .success : .regression))
    #expect(comparison.counters.map(\.decides) == [true, !isLess])
  }
}
