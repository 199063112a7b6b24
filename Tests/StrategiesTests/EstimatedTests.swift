import ListLayout
import Measuring
import Replaying
import Strategies
import Testing

@testable import Indexes

@Suite("Estimated")
struct EstimatedTests {
  @Test("Lists of many blocks keep all laws")
  func longLists() throws {
    let contender = try #require(Roster.all.named("estimated"))
    #expect(RandomWalk.brokenLaw(contender, longLists: 6) == nil)
  }

  @Test("What is known is what was measured, whatever comes and goes between")
  func model() {
    var script = IndexWalk(.everyday, seed: 0xE59)
    for size in [0, 1, 2, 3, 255, 256, 257, 511, 512, 513, 4000] {
      var plain = PlainKnowledge(heights: script.heights(size))
      let store = RowStore(heights: plain.heights)
      var known = MeasuredRows(rows: store.rows)
      for step in 0..<100 {
        plain.change(store, &known, &script)
        let difference = plain.difference(from: known, &script.random)
        #expect(difference == nil, "\(size) rows, step \(step)")
        if difference != nil { return }
      }
    }
  }

  @Test("The estimate is the first screen's mean, rests while scrolling, and follows when settled")
  func estimate() {
    let heights = [Int](repeating: 30, count: 10) + [Int](repeating: 60, count: 90)
    let list = Driven(Estimated<PlainRows>.self, heights: heights, viewport: 90)
    #expect(list.list.contentHeight == LayoutUnit(points: 100 * 30))
    #expect(list.list.offset(of: 50) == LayoutUnit(points: 50 * 30))
    // Rows 0...9 and, on screen, 10 and 11.
    list.apply(.scroll(LayoutUnit(points: 300)))
    #expect(list.list.contentHeight == LayoutUnit(points: 10 * 30 + 2 * 60 + 88 * 30))
    #expect(list.list.contentOffset == LayoutUnit(points: 300))
    list.apply(.settle)
    // 420 pt in 12 rows.
    #expect(list.list.contentHeight == LayoutUnit(points: 420 + 88 * 35))
    #expect(list.list.contentOffset == LayoutUnit(points: 300))
    #expect(list.list.offset(of: 20) == LayoutUnit(points: 420 + 8 * 35))
    #expect(list.list.row(at: LayoutUnit(points: 420 + 8 * 35 - 1)) == 19)
    // A changed row is forgotten, and the next frame measures it if it is in sight.
    list.apply(.resize(row: 3, height: LayoutUnit(points: 1000)))
    #expect(list.list.contentHeight == LayoutUnit(points: 390 + 89 * 35))
    list.apply(.resize(row: 10, height: LayoutUnit(points: 80)))
    #expect(list.list.contentHeight == LayoutUnit(points: 410 + 89 * 35))
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

/// Which rows were measured, as plainly as it can be kept.
private struct PlainKnowledge {
  var heights: [Int32]
  var isMeasured: [Bool]
  var estimate: Int64 = 44 * 64

  init(heights: [Int32]) {
    self.heights = heights
    isMeasured = heights.map { _ in false }
  }

  /// Something that happens to the rows or to what is known of them.
  mutating func change(
    _ store: RowStore, _ known: inout MeasuredRows<PlainRows>, _ script: inout IndexWalk
  ) {
    let count = heights.count
    let row = script.random.below(count + 1)
    switch script.random.below(7) {
    case 0:
      let new = script.heights(script.batch())
      new.withUnsafeBufferPointer { store.insert($0, at: row) }
      known.inserted(row..<row + new.count)
      heights.insert(contentsOf: new, at: row)
      isMeasured.insert(contentsOf: new.map { _ in false }, at: row)
    case 1:
      let old = row..<min(count, row + script.batch())
      store.delete(old)
      known.deleted(old)
      heights.removeSubrange(old)
      isMeasured.removeSubrange(old)
    case 2 where row < count:
      known.forget(row)
      isMeasured[row] = false
    case 3 where script.random.below(20) == 0:
      known.forgetAll()
      isMeasured = heights.map { _ in false }
    case 4: takeEstimate(&known)
    default:
      // Rows that are shown together.
      for row in row..<min(count, row + script.random.below(300)) {
        #expect(known.height(of: row).rawValue == heights[row])
        isMeasured[row] = true
      }
    }
  }

  private mutating func takeEstimate(_ known: inout MeasuredRows<PlainRows>) {
    known.takeEstimate()
    let measured = heights.indices.filter { isMeasured[$0] }.map { Int64(heights[$0]) }
    guard !measured.isEmpty else { return }
    estimate = (measured.reduce(0, +) + Int64(measured.count) / 2) / Int64(measured.count)
  }

  /// What is said differently about some rows and points; nil for nothing.
  func difference(
    from known: borrowing MeasuredRows<PlainRows>, _ random: inout SplitMix64
  ) -> String? {
    let prices = PlainSums(zip(heights, isMeasured).map { $1 ? $0 : Int32(estimate) })
    let total = prices.offsets[heights.count]
    guard known.count == heights.count, known.measured == isMeasured.count(where: { $0 }),
      known.estimate.rawValue == estimate, known.total.rawValue == total
    else { return "\(known.count) rows, \(known.measured) measured, total \(known.total)" }
    for _ in 0..<8 {
      let row = random.below(heights.count + 1)
      let offset = known.offset(of: row).rawValue
      if offset != prices.offsets[row] {
        return "offset(of: \(row)) = \(offset), not \(prices.offsets[row])"
      }
      let point = offset + Int64(random.below(3)) - 1
      let found = known.row(at: LayoutUnit(rawValue: point))
      if found != prices.row(at: point) { return "row(at: \(point)) = \(found)" }
    }
    return nil
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
