import BenchReplaying
import ListLayout
import Testing

@Suite("prefetch")
struct PrefetchTests {
  /// A list of 44 pt rows, opened at its middle row.
  private static func list(count: Int = 10_000) throws -> Trial {
    try equalRows("prefetch", count: count, start: count / 2)
  }

  @Test("When scrolling at 4,800 pt/s, the list waits only once for rows to load")
  func fastReader() throws {
    let rows = try Self.list()
    // From the anchor down, 39 rows with a total height of 1,716 pt are loaded.
    let slack = 1716 - 844
    #expect(rows.contentHeight - rows.contentOffset == points(1716))
    for _ in 1...60 { rows.scroll(40) }
    #expect(
      rows.position == 5000 * 44 + slack, "the list must wait because loading takes 60 frames")
    for frame in 1...1000 {
      rows.scroll(40)
      #expect(rows.position == 5000 * 44 + slack + frame * 40)
    }
  }

  @Test("The number of loaded rows is bounded")
  func bounded() throws {
    let rows = try Self.list(count: 100_000)
    func expectBound(speed: Int) {
      #expect(rows.contentHeight <= points(5 * 844 + 2 * speed * 60 + 15 * 44))
    }
    for frame in 0..<2000 {
      rows.scroll(frame % 1000 < 700 ? 100 : -100)
      expectBound(speed: 100)
    }
    for _ in 0..<500 {
      rows.apply(.insert(row: rows.screen.last?.row ?? 0, height: points(44)))
    }
    expectBound(speed: 0)
  }

  @Test("Scrolling requests the height of each row only once")
  func heightsAsked() throws {
    let rows = try Self.list()
    let first = rows.origin(of: 5000)
    for _ in 0..<2000 { rows.scroll(20) }
    let last = rows.row(at: rows.contentHeight)
    #expect(rows.store.counters[.heightsAsked] == last - first + 1)
    #expect(rows.store.counters[.layoutPasses] == 2001)
  }
}

@Suite struct LoadingTests {
  private static let ids = ["on-demand", "prefetch"]

  @Test(
    "During a jump, the list shows the old rows until the new ones have been loaded", arguments: ids
  )
  func jump(id: String) throws {
    let rows = try equalRows(id, count: 10_000, start: 100)
    let before = rows.screen
    rows.apply(.jump(row: 9000))
    rows.settle(frames: 59)
    rows.layout()
    #expect(rows.screen == before, "a layout pass without changes must not count as a frame")
    rows.settle()
    #expect(rows.position == 9000 * 44)
    rows.apply(.jump(row: 9001))
    #expect(rows.position == 9001 * 44, "the row is already loaded")
    rows.apply(.jump(row: 9999))
    rows.settle(frames: 60)
    #expect(rows.screen.last?.row == 9999)
    if id == "on-demand" { #expect(rows.contentHeight == points(30 * 44)) }
  }

  @Test(
    "Edits shift a pending jump's target row, and a later jump replaces an earlier one",
    arguments: ids)
  func jumpsInARow(id: String) throws {
    let rows = try equalRows(id, count: 10_000, start: 100, latency: 10)
    for gesture in [
      .jump(row: 5000), .jump(row: 6000), .jump(row: 7000), .insert(row: 0, height: points(44)),
      .delete(row: 4000), .delete(row: 6000),
    ] as [Gesture] {
      rows.apply(gesture)
    }
    rows.settle(frames: 5)
    #expect(rows.screen.first?.row == 5000)
    rows.settle(frames: 10)
    #expect(rows.screen.first?.row == 6999, "the jump to row 6000 was never requested")
    rows.apply(.jump(row: 100))
    rows.apply(.jump(row: 7001))
    rows.settle(frames: 100)
    #expect(rows.screen.first?.row == 7001, "a jump to loaded rows cancels a pending one")
  }
}
