import Conformance
import ListLayout
import Measuring
import Replaying
import Strategies
import Testing

@testable import Posts

/// A constant number of own row views, moved from one end to the other: as posted and mended.
struct RecycledSubviewTests {
  static let viewport = LayoutUnit(points: 440)

  // MARK: What the mended code owes

  @Test("Exact where rows are 44 pt or more, however high", arguments: [1, 2] as [UInt64])
  func exactForHighRows(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    func height() -> LayoutUnit {
      LayoutUnit(points: random.below(20) == 0 ? 20_000 : 44 + random.below(150))
    }
    for round in 0..<40 {
      let heights = (0..<random.below(400)).map { _ in Int32(height().rawValue) }
      let first = 1 + random.below(600)
      let options = LayoutOptions(
        viewport: LayoutUnit(points: first), start: random.below(max(1, heights.count)))
      let reference = TrialBox(
        Reference<PlainRows>.self, store: RowStore(heights: heights), options: options)
      let list = TrialBox(
        RecycledSubview<PlainRows>.self, store: RowStore(heights: heights), options: options)
      for step in 0..<100 {
        let count = list.store.count
        let row = random.below(max(1, count))
        let gesture: Gesture =
          switch random.below(count > 0 ? 9 : 2) {
          case 0: .insert(row: random.below(count + 1), height: height())
          // The number of views fills the first viewport and 594 pt more at least.
          case 1: .viewport(LayoutUnit(points: 1 + random.below(first + 400)))
          case 2: .delete(row: row)
          case 3: .jump(row: row)
          case 4: .resize(row: row, height: height())
          case 5: .scroll(LayoutUnit(points: random.below(60_000) - 30_000))
          default: .scroll(LayoutUnit(rawValue: Int64(random.below(800 * 64) - 400 * 64)))
          }
        reference.apply(gesture)
        list.apply(gesture)
        guard list.screen == reference.screen else {
          Issue.record("round \(round), step \(step): \(gesture)")
          return
        }
      }
    }
  }

  @Test("Exact until more than N rows would be on screen, and at rest after one pass")
  func exactUpToN() throws {
    var checked = 0
    RandomWalk.each(try #require(Roster.all.named("recycled-subview")), lists: 200) { walk in
      let views = Int(walk.options.viewport.rawValue + 22 * 64) / (44 * 64) + 14
      let list = walk.list
      for step in 0..<40 {
        guard Self.rowsNeeded(by: walk.reference) <= views else { break }
        guard list.screen == walk.reference.screen else {
          Issue.record("before step \(step)")
          return
        }
        let before = list.store.counters
        list.layout()
        var work = list.store.counters - before
        #expect(work[.layoutPasses] == 1)
        work[.layoutPasses] = 0
        // Whether a list of more than N rows fills the viewport is asked each time.
        if list.store.count <= views || list.screen.fills(walk.viewport) {
          #expect(work == WorkCounters())
        }
        checked += 1
        walk.apply(walk.next())
      }
    }
    #expect(checked > 2_000)
  }

  /// The rows that have to be loaded for what the reference shows: those on screen, with those
  /// between that have no height, and to know that the list ends there.
  private static func rowsNeeded(by reference: any Trial) -> Int {
    guard let first = reference.screen.first, let last = reference.screen.last else { return 0 }
    let heights = reference.store.heights()
    let endsHere = heights[(last.row + 1)...].allSatisfy { $0 == 0 }
    return (endsHere ? heights.count : last.row + 1) - first.row
  }

  @Test("Changes of many rows before one frame, where rows are 44 pt or more")
  func changesBeforeOneFrame() {
    var random = SplitMix64(seed: 9)
    func heights(_ count: Int) -> [Int32] {
      (0..<count).map { _ in Int32((44 + random.below(200)) * 64) }
    }
    for _ in 0..<20 {
      let store = RowStore(heights: heights(300))
      let options = LayoutOptions(viewport: Self.viewport, start: random.below(300))
      var reference = Reference(rows: store.rows, options: options)
      var list = RecycledSubview(rows: store.rows, options: options)
      for _ in 0..<30 {
        for _ in 0..<random.below(5) {
          let row = random.below(store.count + 1)
          let some = 1 + random.below(random.below(3) == 0 ? 100 : 5)
          if random.below(2) == 0 {
            heights(some).withUnsafeBufferPointer { store.insert($0, at: row) }
            reference.inserted(row..<row + some)
            list.inserted(row..<row + some)
          } else {
            let old = row..<min(store.count, row + some)
            store.delete(old)
            reference.deleted(old)
            list.deleted(old)
          }
        }
        reference.layout()
        list.layout()
        var expected: [VisibleRow] = []
        var shown: [VisibleRow] = []
        reference.visitVisible { expected.append($0) }
        list.visitVisible { shown.append($0) }
        #expect(shown == expected)
      }
    }
  }

  @Test("There are N views, ever, and the viewport stays within a row of their middle")
  func constantNumber() {
    var random = SplitMix64(seed: 13)
    for highest in [44, 88, 300] {
      let heights = (0..<5_000).map { _ in 44 + random.below(highest - 43) }
      let list = Self.list(heights, start: 2_500)
      for _ in 0..<1_000 {
        list.apply(.scroll(LayoutUnit(rawValue: Int64(random.below(300 * 64) - 140 * 64))))
        #expect(Self.boundRows(of: list).count == 24)
        let centre = (list.contentHeight - Self.viewport).points / 2
        #expect(abs(list.contentOffset.points - centre) <= max(44, Double(highest) / 2))
      }
      #expect(list.store.counters[.viewsCreated] == 24)
      #expect(list.store.counters[.layoutPasses] == 1_001)
    }
  }

  @Test("Rows that 24 views of cannot fill the viewport leave its lower part blank, and only that")
  func lowRows() {
    let heights = [Int](repeating: 10, count: 1_000)
    let list = Self.list(heights, start: 500)
    let reference = Self.reference(heights, start: 500)
    for distance in [0, 7, 300, -200, -905, 2_000] {
      let gesture = Gesture.scroll(LayoutUnit(points: distance))
      list.apply(gesture)
      reference.apply(gesture)
      #expect(list.screen.count == 24)
      #expect(list.screen == Array(reference.screen.prefix(24)))
    }
    list.apply(.jump(row: 300))
    #expect(list.screen.first?.row == 300)
    #expect(list.screen.last.map { $0.y + $0.height } == LayoutUnit(points: 240))
    // N is worked out once: 24 rows of 44 pt are 1,056 pt, in a viewport of 1,100 too.
    let grown = Self.list([Int](repeating: 44, count: 1_000), start: 500)
    grown.apply(.viewport(LayoutUnit(points: 1_100)))
    #expect(grown.screen.last.map { $0.y + $0.height } == LayoutUnit(points: 1_056))
  }

  @Test("N = V / row + extra", arguments: StrategyMode.allCases)
  func parameters(mode: StrategyMode) {
    let heights = [Int](repeating: 44, count: 1_000)
    for (id, views) in [
      ("recycled-subview", 24), ("recycled-subview:extra=0", 10),
      ("recycled-subview:extra=100", 110),
      ("recycled-subview:row=88", 19), ("recycled-subview:row=1000:extra=0", 2),
    ] {
      #expect(Self.boundRows(of: Self.list(heights, start: 500, mode: mode, id: id)).count == views)
      // Rows are moved when the middles are more than a row apart: 88 pt, or 44.
      let list = Self.list(heights, start: 500, mode: mode, id: id)
      let buffer = id.contains("row=88") ? 88.0 : 44
      guard views > 18 else { continue }
      var largest = 0.0
      for _ in 0..<400 {
        list.apply(.scroll(LayoutUnit(points: 1)))
        let centre = (list.contentHeight - Self.viewport).points / 2
        largest = max(largest, list.contentOffset.points - centre)
      }
      #expect(largest == buffer)
    }
  }

  @Test("Without the extra days rows of 44 pt leave up to 43 pt blank, as there is no row to spare")
  func noExtraDays() {
    let heights = [Int](repeating: 44, count: 1_000)
    let list = Self.list(heights, start: 500, id: "recycled-subview:extra=0")
    var blank: [Int] = []
    for _ in 0..<88 {
      list.apply(.scroll(LayoutUnit(points: 1)))
      let filled = list.screen.last.map { $0.y + $0.height } ?? .zero
      blank.append(Int((Self.viewport - filled).points))
    }
    #expect(blank.max() == 43)
    #expect(blank.count { $0 > 0 } == 86)
  }

  // MARK: Jumps

  /// At rest five to seven of the 33 rows are above the first visible one. A week before it is the
  /// first of them at best, and as posted that one counts as not loaded.
  @Test("A week back rebuilds all rows always as posted, in 230 of 440 places as mended")
  func weekJump() {
    for mode in StrategyMode.allCases {
      var (back, onward) = (Tally(), Tally())
      for points in 0..<440 {
        for week in [-7, 7] {
          let list = telephone(mode)
          // Half of the places are come to from above, half from below.
          list.apply(.scroll(LayoutUnit(points: points % 2 == 0 ? points : -points)))
          let row = list.screen[0].row + week
          list.store.counters = WorkCounters()
          list.apply(.jump(row: row))
          #expect(list.screen.first == VisibleRow(row, at: 0, height: 44))
          if week < 0 { back.add(list.store.counters) } else { onward.add(list.store.counters) }
        }
      }
      #expect(onward.asked == 5...7)
      #expect(onward.configured == 5...7)
      #expect(onward.rebuilt == 0)
      let isPosted = mode == .published
      #expect(back.rebuilt == (isPosted ? 440 : 230))
      // 33 rows and the nine that the viewport's middle needs then.
      #expect(back.asked == (isPosted ? 42...42 : 6...42))
      #expect(back.configured == (isPosted ? 42...42 : 6...9))
    }
  }

  @Test("A week back never rebuilds from 19 extra days on as posted, from 17 on as mended")
  func daysForAWeek() {
    for (mode, enough) in [(StrategyMode.published, 19), (.corrected, 17)] {
      for extra in enough - 1...enough {
        var rebuilt = 0
        for points in -100...100 {
          let list = telephone(mode, id: "recycled-subview:extra=\(extra)")
          list.apply(.scroll(LayoutUnit(points: points)))
          let row = list.screen[0].row
          list.store.counters = WorkCounters()
          list.apply(.jump(row: row - 7))
          rebuilt += list.store.counters[.reloads]
        }
        #expect((rebuilt == 0) == (extra == enough))
      }
    }
  }

  @Test("A far jump asks for N rows, and for those that the viewport's middle needs then")
  func farJump() {
    for mode in StrategyMode.allCases {
      for row in [100, 900] {
        let list = telephone(mode)
        list.store.counters = WorkCounters()
        list.apply(.jump(row: row))
        #expect(list.screen.first == VisibleRow(row, at: 0, height: 44))
        #expect(list.store.counters[.reloads] == 1)
        #expect(list.store.counters[.heightsAsked] == 33 + 9)
        #expect(list.store.counters[.viewsCreated] == (mode == .published ? 42 : 0))
        #expect(list.store.counters[.viewsConfigured] == (mode == .published ? 42 : 33))
      }
    }
  }

  private struct Tally {
    var rebuilt = 0
    var asked: ClosedRange<Int>?
    var configured: ClosedRange<Int>?

    mutating func add(_ work: WorkCounters) {
      rebuilt += work[.reloads]
      asked = Self.range(asked, work[.heightsAsked])
      configured = Self.range(configured, work[.viewsConfigured])
    }

    private static func range(_ range: ClosedRange<Int>?, _ value: Int) -> ClosedRange<Int> {
      min(range?.lowerBound ?? value, value)...max(range?.upperBound ?? value, value)
    }
  }

  /// Rows of 44 pt on 844 pt: 33 views, 304 pt above the viewport in the middle.
  private func telephone(_ mode: StrategyMode, id: String = "recycled-subview") -> any Trial {
    Self.list([Int](repeating: 44, count: 1_000), viewport: 844, start: 500, mode: mode, id: id)
  }

  // MARK: Cost

  @Test("A viewport that leaves the loaded rows asks for those it crosses, one after the other")
  func longWay() {
    for distance in [4_000 * 44, -4_000 * 44] {
      let list = Self.list([Int](repeating: 44, count: 10_000), start: 5_000)
      list.store.counters = WorkCounters()
      list.apply(.scroll(LayoutUnit(points: distance)))
      #expect(list.screen.first == VisibleRow(5_000 + distance / 44, at: 0, height: 44))
      #expect(abs(list.store.counters[.heightsAsked] - 4_000) <= 2)
      // Views are bound to what is loaded in the end.
      #expect(list.store.counters[.viewsConfigured] == 24)
      #expect(list.store.counters[.viewsCreated] == 0)
    }
  }

  @Test("Motion, changes, edits and jumps cost the same in 1,000 rows and in a million")
  func costDoesNotDependOnTheCount() {
    let costs = [1_000, 1_000_000].map { rows -> WorkCounters in
      let middle = rows / 2
      let list = Self.list((0..<rows).map { 30 + $0 % 10 * 9 }, start: middle)
      for frame in 0..<600 {
        list.apply(.scroll(LayoutUnit(points: frame < 300 ? 90 : -90)))
      }
      list.apply(.resize(row: middle - 100, height: LayoutUnit(points: 10)))
      list.apply(.resize(row: middle + 3, height: LayoutUnit(points: 10)))
      list.apply(.insert(row: middle, height: LayoutUnit(points: 10)))
      list.apply(.delete(row: 0))
      list.apply(.jump(row: middle + 200))
      _ = list.offset(of: middle - 200)
      return list.store.counters
    }
    #expect(costs[0] == costs[1])
    #expect(costs[0][.heightsAsked] < 1_000)
  }

  @Test("A long batch in the middle of the screen is not asked for but where it is loaded")
  func longBatch() {
    for row in [500, 503] {
      let store = RowStore.counting([Int32](repeating: 44 * 64, count: 1_000))
      let options = LayoutOptions(viewport: Self.viewport, start: 500)
      let list = Driven(store, RecycledSubview(rows: store.rows, options: options))
      list.store.counters = WorkCounters()
      let batch = [Int32](repeating: 22 * 64, count: 10_000)
      batch.withUnsafeBufferPointer { store.insert($0, at: row) }
      list.list.inserted(row..<row + 10_000)
      list.list.layout()
      // Row 500 stays at the viewport's top; at its index the new rows go above it.
      #expect(list.screen.first == VisibleRow(row == 500 ? 10_500 : 500, at: 0, height: 44))
      #expect(list.store.counters[.heightsAsked] < 50)
    }
  }

  @Test("A row outside is answered with the rows that would be loaded around it")
  func questions() {
    let list = Self.list([Int](repeating: 44, count: 1_000), start: 500)
    let screen = list.screen
    #expect(list.origin(of: 500) == 492)
    #expect(list.offset(of: 495) == LayoutUnit(points: 3 * 44))
    list.store.counters = WorkCounters()
    #expect(list.offset(of: 100) == LayoutUnit(points: 12 * 44))
    #expect(list.store.counters[.heightsAsked] == 24)
    #expect(list.origin(of: 100) == 88)
    #expect(list.offset(of: 3) == LayoutUnit(points: 132))
    #expect(list.origin(of: 3) == 0)
    #expect(list.origin(of: 999) == 976)
    #expect(list.row(at: LayoutUnit(points: 88)) == 494)
    #expect(list.row(at: LayoutUnit(points: -1)) == 492)
    #expect(list.row(at: LayoutUnit(points: 99_999)) == 515)
    list.layout()
    #expect(list.screen == screen)
  }

  // MARK: Lists

  static func list(
    _ heights: [Int], viewport: Int = 440, start: Int, mode: StrategyMode = .corrected,
    id: String = "recycled-subview"
  ) -> any Trial {
    let contender = Roster.all.named(id) ?? Roster.all[0]
    return contender.trial(
      on: .counting(heights.map { Int32($0 * 64) }),
      options: LayoutOptions(viewport: LayoutUnit(points: viewport), start: start, mode: mode))
  }

  static func reference(_ heights: [Int], start: Int) -> any Trial {
    TrialBox(
      Reference<PlainRows>.self, store: RowStore(heights: heights.map { Int32($0 * 64) }),
      options: LayoutOptions(viewport: viewport, start: start))
  }

  static func boundRows(of list: any Trial) -> [Int] {
    var rows: [Int] = []
    list.visitViews { rows.append($0.row) }
    return rows
  }
}

extension TrialBox {
  /// A list whose work is counted, on heights in 1/64 pt.
  convenience init<S: LayoutStrategy<PlainRows> & ~Copyable>(
    _: S.Type, heights: [Int32], _ options: LayoutOptions
  ) {
    self.init(S.self, store: .counting(heights), options: options)
  }
}

extension [VisibleRow] {
  fileprivate func fills(_ viewport: LayoutUnit) -> Bool {
    (last.map { $0.y + $0.height } ?? .zero) >= viewport
  }
}
