import BenchMeasuring
import BenchReplaying
import ListLayout
import Testing

struct SlidingWindowTests {
  @Test(
    "Only the heights of new rows are requested, and the window extends 308 pt past the viewport")
  func motion() throws {
    var random = SplitMix64(seed: 13)
    let rows = try list(
      "sliding-window", (0..<5_000).map { _ in 20 + random.below(60) }, viewport: 700, start: 2_500)
    var loaded = Set(rows.boundRows)
    var entered = 0
    for _ in 0..<2_000 {
      let distance = LayoutUnit(rawValue: Int64(random.below(600 * 64) - 300 * 64))
      let work = rows.work(.scroll(distance))
      let entering = Set(rows.boundRows).subtracting(loaded).count
      #expect(work[.heightsAsked] == entering && work[.viewsConfigured] == entering)
      entered += entering
      loaded = Set(rows.boundRows)
      for slack in [rows.contentOffset, rows.contentHeight - points(700) - rows.contentOffset] {
        #expect(slack >= points(308) && slack < points(616 + 80))
      }
    }
    #expect(entered > 1_000)
    // Only rows in the viewport and within two weeks (616 pt) of it have views.
    #expect(rows.store.counters[.viewsCreated] <= (700 + 2 * 616) / 20 + 2)
  }

  @Test(
    "A long scroll requests the heights of all rows it passes but creates no views for them",
    arguments: [4_000, -4_000])
  func longWay(rows: Int) throws {
    let list = try equalRows("sliding-window", count: 10_000, viewport: 440, start: 5_000)
    let work = list.work(.scroll(points(rows * 44)))
    #expect(list.screen.first == VisibleRow(5_000 + rows, at: 0, height: 44))
    #expect((3_950..<4_050).contains(work[.heightsAsked]))
    // The views of the first screen are reused.
    #expect(work[.viewsConfigured] == 24 && work[.viewsCreated] == 0)
  }
}

@Suite struct WindowTests {
  @Test(
    "Scrolling, changes, edits and jumps cost the same with 1,000 rows as with a million",
    arguments: [
      "recycled-subview", "sliding-window", "on-demand", "prefetch", "section-shift",
      "section-shift:step=3:path=1",
    ])
  func costDoesNotDependOnTheCount(id: String) throws {
    for mode in try strategy(id).descriptor.modes {
      let costs = try [1_000, 1_000_000].map { count in
        let rows = try equalRows(id, count: count, start: count / 2, mode: mode)
        for frame in 0..<600 { rows.scroll(frame < 300 ? 20 : -20) }
        if mode == .corrected {
          for gesture in [
            .resize(row: count / 2 - 100, height: points(10)),
            .resize(row: count / 2 + 3, height: points(10)),
            .insert(row: count / 2, height: points(10)), .delete(row: 0),
            .jump(row: count / 2 + 200),
          ] as [Gesture] {
            rows.apply(gesture)
          }
          _ = rows.offset(of: count / 2 - 200)
        }
        return rows.store.counters
      }
      #expect(costs[0] == costs[1])
    }
  }

  @Test(
    "Inserting many rows on screen requests only the heights of rows that are loaded",
    arguments: ["recycled-subview", "sliding-window"], [500, 503])
  func longBatch(id: String, row: Int) throws {
    let list = try equalRows(id, count: 1_000, viewport: 440, start: 500)
    let batch = (row..<row + 10_000).map { Gesture.insert(row: $0, height: points(22)) }
    #expect(list.asked(.batch(batch)) < 50)
    // Rows inserted at the index of the first visible row are added above that row.
    #expect(list.screen.first == VisibleRow(row == 500 ? 10_500 : 500, at: 0, height: 44))
  }
}
