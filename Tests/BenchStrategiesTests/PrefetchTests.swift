import BenchReplaying
import ListLayout
import Testing

@Suite("prefetch")
struct PrefetchTests {
  /// A list of 44 pt rows that starts in its middle.
  private static func list(count: Int = 10_000) throws -> Trial {
    try equalRows("prefetch", count: count, start: count / 2)
  }

  @Test("Scrolling at 4,800 pt/s waits for rows only once")
  func fastReader() throws {
    let rows = try Self.list()
    // The window has 39 rows from the anchor on, which are 1,716 pt tall.
    let slack = 1716 - 844
    #expect(rows.contentHeight - rows.contentOffset == points(1716))
    for _ in 1...60 { rows.scroll(40) }
    #expect(rows.position == 5000 * 44 + slack, "the load takes 60 frames to arrive")
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

  @Test("Each row scrolled past has its height requested once")
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

  @Test("A jump keeps the old screen until its rows are loaded", arguments: ids)
  func jump(id: String) throws {
    let rows = try equalRows(id, count: 10_000, start: 100)
    let before = rows.screen
    rows.apply(.jump(row: 9000))
    rows.settle(frames: 59)
    rows.layout()
    #expect(rows.screen == before, "a layout without a change does not advance time")
    rows.settle()
    #expect(rows.position == 9000 * 44)
    rows.apply(.jump(row: 9001))
    #expect(rows.position == 9001 * 44, "it is loaded already")
    rows.apply(.jump(row: 9999))
    rows.settle(frames: 60)
    #expect(rows.screen.last?.row == 9999)
    if id == "on-demand" { #expect(rows.contentHeight == points(30 * 44)) }
  }

  @Test(
    "Edits shift the target of a pending jump, and a later jump replaces an earlier one",
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
    #expect(rows.screen.first?.row == 6999, "the jump between was never requested")
    rows.apply(.jump(row: 100))
    rows.apply(.jump(row: 7001))
    rows.settle(frames: 100)
    #expect(rows.screen.first?.row == 7001, "a jump to loaded rows cancels a pending one")
  }
}
