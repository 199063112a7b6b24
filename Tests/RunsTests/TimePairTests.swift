import Testing

@testable import Runs

@Suite("Times of two runs, side by side")
struct TimePairTests {
  private func result(
    _ strategy: String, _ timeNs: Double?, rows: Int = 20, rounds: Int = 9
  ) -> CellResult {
    var row = CellResult(cell: .example(rows: rows, strategy: strategy), status: .ok)
    (row.time.timeNs, row.rounds) = (timeNs, rounds)
    return row
  }

  @Test("a cell needs a time and repetitions in both runs")
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

  @Test("the resolution is the 90th percentile of the differences, with few controls their maximum")
  func resolution() {
    /// The results of an A/A control for each given difference in 1/1024, alternately slower and faster.
    func results(_ differences: [Int]) -> [CellResult] {
      differences.enumerated().flatMap { place, difference in
        let times = [1024.0, Double(1024 + difference)]
        return [
          result("a", times[place % 2], rows: place + 1),
          result("control", times[1 - place % 2], rows: place + 1),
        ]
      }
    }
    #expect(results([]).resolution == nil)
    #expect([result("b", 100), result("control", 100)].resolution == nil)
    #expect([result("a", nil), result("control", 100)].resolution == nil)
    #expect(results([3]).resolution == 3.0 / 1024)
    #expect(results(Array(1...9)).resolution == 9.0 / 1024)
    let ten = results([100] + Array(repeating: 5, count: 8) + [50]).resolution ?? 0
    // The 90th percentile of ten values is a tenth of the way from the ninth value to the tenth.
    #expect(abs(ten - 55.0 / 1024) < 1e-12)
  }
}
