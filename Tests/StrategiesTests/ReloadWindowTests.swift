import Conformance
import ListLayout
import Measuring
import Replaying
import Testing

@testable import Strategies

/// A small table as a window on the rows.
struct ReloadWindowTests {
  @Test(
    "A list of at most 200 rows is exact under all gestures, whatever the motion",
    arguments: [1, 2, 3] as [UInt64])
  func shortListsAreExact(seed: UInt64) {
    for round in 0..<80 {
      var gestures = WindowedGestures(seed: seed << 32 | UInt64(round), rows: 80)
      let pair = gestures.pair(ReloadWindow<PlainRows>.self)
      #expect(pair.agrees, "round \(round)")
      for step in 0..<100 {
        let gesture = gestures.next(on: pair.store)
        pair.apply(gesture)
        guard pair.agrees else {
          Issue.record("round \(round), step \(step): \(gesture)")
          return
        }
      }
    }
  }

  @Test(
    "A long list is exact as long as motion stays inside the table",
    arguments: [4, 5, 6] as [UInt64])
  func motionInsideTheTableIsExact(seed: UInt64) {
    for round in 0..<80 {
      var gestures = WindowedGestures(seed: seed << 32 | UInt64(round), rows: 2_000)
      let pair = gestures.pair(ReloadWindow<PlainRows>.self)
      for step in 0..<100 {
        var gesture = gestures.next(on: pair.store)
        if case .scroll = gesture {
          gesture = .scroll(gestures.distance(inside: pair.list, viewport: pair.viewport))
        }
        pair.apply(gesture)
        guard pair.agrees else {
          Issue.record("round \(round), step \(step): \(gesture)")
          return
        }
      }
    }
  }

  @Test("Changes of many rows before one frame", arguments: [9, 10, 11] as [UInt64])
  func changesBeforeOneFrame(seed: UInt64) {
    for round in 0..<100 {
      var gestures = WindowedGestures(seed: seed << 32 | UInt64(round), rows: 1_000)
      let agrees = gestures.changesAgree(ReloadWindow<PlainRows>.self, frames: 30)
      #expect(agrees, "round \(round)")
    }
  }

  @Test("Motion beyond the table is lost, and only that, until the gesture ends")
  func lostMotion() {
    // Rows of 10 pt, row 500 on top: the table has rows 400 to 599, 1,000 pt above, 800 pt below.
    let list = Self.list(rows: 1_000, height: 10, viewport: 200, start: 500)
    #expect(list.contentOffset == LayoutUnit(points: 1_000))
    #expect(list.contentHeight == LayoutUnit(points: 2_000))
    list.apply(.scroll(LayoutUnit(points: 805)))
    #expect(list.screen.first == VisibleRow(row: 580, y: .zero, height: LayoutUnit(points: 10)))
    list.apply(.scroll(LayoutUnit(points: 300)))
    #expect(list.screen.first?.row == 580)
    list.apply(.scroll(LayoutUnit(points: -5)))
    list.apply(.settle)
    #expect(
      list.screen.first
        == VisibleRow(row: 579, y: LayoutUnit(points: -5), height: LayoutUnit(points: 10)))
    #expect(list.origin(of: 579) == 479)
    list.apply(.scroll(LayoutUnit(points: -1_006)))
    #expect(list.screen.first?.row == 479)
    #expect(list.screen.first?.y == .zero)
  }

  @Test("What a gesture loses is what it asks for beyond the slack", arguments: [7, 8] as [UInt64])
  func lostMotionIsBounded(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    for _ in 0..<200 {
      let heights = (0..<3_000).map { _ in Int32(64 + random.below(90 * 64)) }
      let store = RowStore(heights: heights)
      let list = TrialBox(
        ReloadWindow<PlainRows>.self, store: store,
        options: LayoutOptions(viewport: LayoutUnit(points: 600), start: 1_500))
      for _ in 0..<4 {
        let sign: Int64 = random.below(2) == 0 ? 1 : -1
        let below = list.contentHeight - LayoutUnit(points: 600) - list.contentOffset
        let slack = sign > 0 ? below : list.contentOffset
        let before = Self.position(of: list, heights)
        var wanted: Int64 = 0
        for _ in 0..<60 {
          let distance = Int64(random.below(150 * 64))
          wanted += distance
          list.apply(.scroll(LayoutUnit(rawValue: sign * distance)))
        }
        let moved = sign * (Self.position(of: list, heights) - before)
        #expect(wanted - moved == max(0, wanted - slack.rawValue))
        list.apply(.settle)
      }
    }
  }

  @Test("Motion asks for no height; a settle asks for the table's, once")
  func work() {
    for rows in [1_000, 1_000_000] {
      let ledger = WorkLedger()
      let list = Self.list(
        rows: rows, height: 44, viewport: 844, start: rows / 2, mode: .corrected, ledger)
      #expect(ledger.counters[.heightsAsked] == 200)
      ledger.counters = WorkCounters()
      for _ in 0..<40 { list.apply(.scroll(LayoutUnit(points: 50))) }
      #expect(ledger.counters[.heightsAsked] == 0)
      // 2,000 pt are 45 rows and 20 pt: one row more than 20 shows once a row is cut in two.
      #expect(ledger.counters[.viewsConfigured] == 45)
      #expect(ledger.counters[.layoutPasses] == 40)
      list.apply(.settle)
      #expect(ledger.counters[.heightsAsked] == 200)
      #expect(ledger.counters[.reloads] == 1)
      let before = ledger.counters
      list.layout()
      list.apply(.settle)
      var work = ledger.counters - before
      work[.layoutPasses] = 0
      #expect(work == WorkCounters())
    }
  }

  @Test("A row outside is answered with the table around it; nothing changes by asking")
  func questions() {
    let ledger = WorkLedger()
    let list = Self.list(
      rows: 1_000, height: 10, viewport: 200, start: 500, mode: .corrected, ledger)
    let screen = list.screen
    ledger.counters = WorkCounters()
    #expect(list.offset(of: 420) == LayoutUnit(points: 200))
    #expect(list.origin(of: 420) == 400)
    #expect(ledger.counters[.heightsAsked] == 0)
    #expect(list.offset(of: 900) == LayoutUnit(points: 1_000))
    #expect(list.origin(of: 900) == 800)
    #expect(list.offset(of: 20) == LayoutUnit(points: 200))
    #expect(list.origin(of: 20) == 0)
    #expect(ledger.counters[.heightsAsked] == 400)
    #expect(list.row(at: LayoutUnit(points: 205)) == 420)
    #expect(list.row(at: LayoutUnit(points: -1)) == 400)
    #expect(list.row(at: LayoutUnit(points: 9_000)) == 599)
    list.layout()
    #expect(list.screen == screen)
  }

  @Test("Published: a change above moves what is read, and rows too low for the table leave a gap")
  func published() {
    let list = Self.list(rows: 1_000, height: 10, viewport: 200, start: 500, mode: .published)
    list.apply(.resize(row: 450, height: LayoutUnit(points: 35)))
    #expect(list.screen.first?.row == 497)
    #expect(list.screen.first?.y == LayoutUnit(points: -5))
    // The same row numbers at the same offset, although what was read is row 498 now.
    list.apply(.insert(row: 10, height: LayoutUnit(points: 10)))
    #expect(list.screen.first?.row == 497)
    let low = Self.list(rows: 1_000, height: 1, viewport: 400, start: 500, mode: .published)
    #expect(low.screen.count == 200)
    #expect(low.screen.last.map { $0.y + $0.height } == LayoutUnit(points: 200))
  }

  @Test("Published: no gesture traps, and the table never has more than 200 rows")
  func publishedTakesAnyGesture() {
    for round in 0..<60 {
      var gestures = WindowedGestures(seed: UInt64(round), rows: round % 2 == 0 ? 60 : 2_000)
      let pair = gestures.pair(ReloadWindow<PlainRows>.self)
      var options = pair.options
      options.mode = .published
      let store = RowStore(heights: pair.store.heights())
      let list = TrialBox(ReloadWindow<PlainRows>.self, store: store, options: options)
      for _ in 0..<100 {
        list.apply(gestures.next(on: store))
        let rows = list.screen.map(\.row)
        #expect(rows.allSatisfy { (0..<store.count).contains($0) })
        #expect(rows.count <= 200)
        #expect(list.contentOffset >= .zero)
      }
    }
  }

  /// Where the viewport's top is in the whole list.
  private static func position(of list: any Trial, _ heights: [Int32]) -> Int64 {
    guard let first = list.screen.first else { return 0 }
    return heights[..<first.row].reduce(0) { $0 + Int64($1) } - first.y.rawValue
  }

  private static func list(
    rows: Int, height: Int, viewport: Int, start: Int, mode: StrategyMode = .corrected,
    _ ledger: WorkLedger = WorkLedger()
  ) -> any Trial {
    let store = RowStore(heights: [Int32](repeating: Int32(height * 64), count: rows))
    let options = LayoutOptions(
      viewport: LayoutUnit(points: viewport), start: start, mode: mode)
    return TrialBox(
      ReloadWindow<CountedRows>.self, source: CountedRows(store.rows, ledger: ledger),
      store: store, options: options, script: .none)
  }
}
