import ListLayout
import Replaying
import Strategies
import Testing

@testable import Conformance
@testable import Indexes

@Suite("Estimated")
struct EstimatedTests {
  @Test("Lists of many blocks keep all invariants")
  func longLists() throws {
    let contender = try #require(StrategyRegistry.all.named("estimated"))
    var generator = ScriptGenerator(descriptor: contender.descriptor, seed: 1)
    for number in 0..<6 {
      var list = generator.longList()
      list.heights += list.heights.dropFirst(number * 100) + list.heights
      let script = generator.script(from: list, kinds: nil, gestures: 60)
      #expect(checkInvariants(of: contender, on: script).map { "\($0)" } == nil)
    }
  }

  @Test("The estimate is the first screen's mean, rests while scrolling, and follows when settled")
  func estimate() throws {
    let heights = [Int](repeating: 30, count: 10) + [Int](repeating: 60, count: 90)
    let rows = try list("estimated", heights, viewport: 90)
    #expect(rows.contentHeight == points(100 * 30) && rows.offset(of: 50) == points(50 * 30))
    // Rows 0...9 and, on screen, 10 and 11; when settled 420 pt in 12 rows.
    for (gesture, height) in [
      (Gesture.scroll(points(300)), 10 * 30 + 2 * 60 + 88 * 30), (.settle, 420 + 88 * 35),
    ] {
      rows.apply(gesture)
      #expect(rows.contentHeight == points(height) && rows.contentOffset == points(300))
    }
    #expect(rows.offset(of: 20) == points(420 + 8 * 35))
    #expect(rows.row(at: points(420 + 8 * 35 - 1)) == 19)
    // A changed row is forgotten, and the next frame measures it if it is in sight.
    for (row, height, sum) in [(3, 1000, 390), (10, 80, 410)] {
      rows.apply(.resize(row: row, height: points(height)))
      #expect(rows.contentHeight == points(sum + 89 * 35))
    }
  }

  @Test("Of ten million rows only those on screen are measured, and an estimate re-prices the rest")
  func tenMillionRows() {
    let rows = ManyRows(count: 10_000_000)
    let tally = rows.tally
    let options = LayoutOptions(viewport: LayoutUnit(points: 844), start: 5_000_000)
    var list = Estimated(rows: rows, options: options)
    list.layout()
    // At least 20 pt a row.
    #expect(tally.counters[.heightsAsked] <= 844 / 20 + 2)
    #expect(tally.counters[.rowsScanned] <= 3)
    let first = list.contentHeight
    list.scroll(by: LayoutUnit(points: 20_000))
    list.layout()
    let before = tally.counters
    list.settle()
    list.layout()
    #expect(list.contentHeight != first)
    let work = tally.counters - before
    #expect(work[.heightsAsked] == 0)
    #expect(work[.rowsScanned] == 0)
    #expect(work[.viewsConfigured] == 0)
    // The mean of some hundred rows is within two points of the true one, 51.5 pt.
    #expect((list.contentHeight.points - 515e6).magnitude < 20e6)
    let asked = tally.counters[.heightsAsked]
    list.jump(to: 9_999_999)
    list.layout()
    list.heightsChanged()
    list.layout()
    #expect(tally.counters[.heightsAsked] - asked <= 2 * (844 / 20 + 2))
  }
}

/// More rows than a test would keep in memory: row i is 20 to 83 pt high.
private struct ManyRows: RowSource {
  final class Tally {
    var counters = WorkCounters()
  }

  let count: Int
  let tally = Tally()

  func height(of row: Int) -> LayoutUnit {
    tally.counters[.heightsAsked] += 1
    return LayoutUnit(points: 20 + (row &* 2_654_435_761 >> 8) & 63)
  }

  func note(_ work: Work, _ amount: Int) { tally.counters[work] += amount }
}
