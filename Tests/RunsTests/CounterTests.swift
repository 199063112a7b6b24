import Measuring
import Testing

@testable import Runs

@Suite("Counters")
struct CounterTests {
  private func change(
    _ base: Double, _ head: Double, _ counter: Counter = .work(.rowsScanned), rows: Int = 1000
  ) -> CounterComparison.Change {
    CounterComparison(cell: .example(rows: rows), counter: counter, base: base, head: head).change
  }

  @Test("any rise of work is one, from zero too")
  func work() {
    #expect(change(0, 0) == .same)
    #expect(change(0, 1) == .more)
    #expect(change(0, 0.001) == .more)
    #expect(change(1, 0) == .less)
    #expect(change(12, 12) == .same)
    #expect(change(12, 12.000_001) == .more)
    #expect(change(12.000_001, 12) == .less)
    let reloads = CounterComparison(
      cell: .example(rows: 1), counter: .work(.reloads), base: 0, head: 2)
    #expect(reloads.ratio == nil)
    #expect(reloads.tolerance == 0)
  }

  @Test("what is the allocator's doing is no change of allocations, 0 to 1 is")
  func allocations() {
    #expect(change(0, 1, .allocations) == .more)
    #expect(change(0, 0.1, .allocations) == .same)
    #expect(change(0.0625, 1, .allocations) == .more)
    #expect(change(1, 1.5, .allocations) == .same)
    #expect(change(1, 1.75, .allocations) == .more)
    #expect(change(2, 3, .allocations) == .same)
    #expect(change(12, 13, .allocations) == .same)
    #expect(change(12, 13.5, .allocations) == .more)
    #expect(change(13.5, 12, .allocations) == .less)
  }

  @Test("nor of bytes")
  func bytes() {
    #expect(change(0, 64, .allocatedBytes) == .same)
    #expect(change(0, 65, .allocatedBytes) == .more)
    #expect(change(1000, 2000, .allocatedBytes) == .same)
    #expect(change(1000, 2001, .allocatedBytes) == .more)
    #expect(change(1_000_000, 1_004_097, .allocatedBytes) == .more)
    // 2 KiB for a list of 1,024 rows.
    #expect(change(8, 10, .bytesPerRow, rows: 1024) == .same)
    #expect(change(8, 10.5, .bytesPerRow, rows: 1024) == .more)
    #expect(change(8, 8.5, .bytesPerRow, rows: 1_048_576) == .more)
    #expect(change(8, 8, .bytesPerRow, rows: 0) == .same)
  }

  @Test("only what both have counted is compared")
  func all() {
    var (base, head) = (
      SummaryRow(cell: .example(rows: 9), status: .ok),
      SummaryRow(cell: .example(rows: 9), status: .ok)
    )
    (base.counters[.rowsScanned], base.counters[.allocations], base.counters[.bytesPerRow]) = (
      17, 0, 800
    )
    (head.counters[.rowsScanned], head.counters[.heightsAsked], head.counters[.bytesPerRow]) = (
      18, 1, 400
    )
    let compared = CounterComparison.all(base: base, head: head)
    #expect(compared.map(\.counter) == [.work(.rowsScanned), .bytesPerRow])
    #expect(compared.map(\.change) == [.more, .less])
    #expect(compared[0].ratio == 18.0 / 17)
  }

  /// A list's rows scanned at a thousand, a hundred thousand and a million rows.
  private func rows(_ scanned: [Double]) -> [SummaryRow] {
    zip([1000, 100_000, 1_000_000], scanned).map { count, scanned in
      var row = SummaryRow(cell: .example(rows: count), status: .ok)
      row.counters[.rowsScanned] = scanned
      return row
    }
  }

  @Test("growth is told by counts alone")
  func growth() throws {
    let constant = rows([3, 3, 3])
    let logarithmic = rows([10, 16.6, 20])
    let linear = rows([500, 50_000, 500_000])
    let worse = try #require(GrowthComparison(base: logarithmic, head: linear))
    #expect((worse.base, worse.head) == (.logarithmic, .linear))
    #expect(worse.isRegression)
    #expect(try #require(GrowthComparison(base: linear, head: logarithmic)).isRegression == false)
    #expect(try #require(GrowthComparison(base: constant, head: logarithmic)).isRegression)
    #expect(try #require(GrowthComparison(base: linear, head: linear)).isRegression == false)
    // More work at every size is no other growth.
    #expect(
      try #require(GrowthComparison(base: logarithmic, head: rows([20, 33, 40]))).isRegression
        == false)
    #expect(try #require(GrowthComparison(base: rows([0, 0, 0]), head: linear)).base == .constant)
    #expect(GrowthComparison(base: [logarithmic[0]], head: [linear[0]]) == nil)
    #expect(GrowthComparison(base: logarithmic, head: []) == nil)
  }
}
