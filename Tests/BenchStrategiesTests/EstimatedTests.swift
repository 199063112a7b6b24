import BenchReplaying
import ListLayout
import Testing

@Suite("Estimated")
struct EstimatedTests {
  @Test("The estimate is the first screen's mean height and is updated only when a gesture ends")
  func estimate() throws {
    let heights = [Int](repeating: 30, count: 10) + [Int](repeating: 60, count: 90)
    let rows = try list("estimated", heights, viewport: 90)
    #expect(rows.contentHeight == points(100 * 30) && rows.offset(of: 50) == points(50 * 30))
    // Scrolling measures rows 0 to 11. When the gesture ends, the estimate becomes their mean height, 420 pt
    // / 12 = 35 pt.
    for (gesture, height) in [
      (Gesture.scroll(points(300)), 10 * 30 + 2 * 60 + 88 * 30), (.settle, 420 + 88 * 35),
    ] {
      rows.apply(gesture)
      #expect(rows.contentHeight == points(height) && rows.contentOffset == points(300))
    }
    #expect(rows.offset(of: 20) == points(420 + 8 * 35))
    #expect(rows.row(at: points(420 + 8 * 35 - 1)) == 19)
    // A row whose height changes becomes unmeasured, and if it is visible, the next frame measures it again.
    for (row, height, sum) in [(3, 1000, 390), (10, 80, 410)] {
      rows.apply(.resize(row: row, height: points(height)))
      #expect(rows.contentHeight == points(sum + 89 * 35))
    }
  }

  @Test("Only visible rows are measured, even in a list of a million rows")
  func millionRows() throws {
    let heights = (0..<1_000_000).map { 20 + ($0 &* 2_654_435_761 >> 8) & 63 }
    let list = try list("estimated", heights, start: 500_000)
    let most = 844 / 20 + 2
    #expect(list.store.counters[.heightsAsked] <= most && list.store.counters[.rowsScanned] <= 3)
    let first = list.contentHeight
    list.scroll(20_000)
    let work = list.work(.settle)
    #expect(list.contentHeight != first)
    for kind in [Work.heightsAsked, .rowsScanned, .viewsConfigured] { #expect(work[kind] == 0) }
    // The mean height of a few hundred rows is within two points of the overall mean, 51.5 pt.
    #expect((list.contentHeight.points - 51.5e6).magnitude < 2e6)
    #expect(list.asked(.jump(row: 999_999)) <= most && list.asked(.width(percent: 100)) <= most)
  }
}
