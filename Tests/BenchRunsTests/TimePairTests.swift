import Testing

@testable import BenchRuns

@Suite("Side-by-side times of two runs")
struct TimePairTests {
  private func result(
    _ strategy: String, _ timeNs: Double?, rows: Int = 20, rounds: Int = 9
  ) -> CellResult {
    var row = CellResult(cell: .example(rows: rows, strategy: strategy), status: .ok)
    (row.time.timeNs, row.rounds) = (timeNs, rounds)
    return row
  }

  @Test("Times are shown side by side only if both runs timed the cell")
  func pairs() throws {
    let (base, head) = (result("b", 200), result("b", 300))
    let pair = try #require(TimePair(Sides(base: base, head: head)))
    #expect((pair.cell, pair.baseNs, pair.headNs) == (base.cell, 200, 300))
    #expect(pair.ratio == 1.5)
    for other in [result("b", nil), result("b", 0), result("b", 200, rounds: 0)] {
      #expect(TimePair(Sides(base: base, head: other)) == nil)
      #expect(TimePair(Sides(base: other, head: head)) == nil)
    }
  }
}
