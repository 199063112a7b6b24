import ListLayout
import Measuring
import Replaying
import Testing

@testable import Strategies

private func points(_ points: Int) -> LayoutUnit { LayoutUnit(points: points) }

@Suite("Ellipse")
struct EllipseTests {
  // A viewport of 1,000 pt: vertical radius 500, horizontal 400.
  @Test(
    "Points on the ellipse",
    arguments: [(500, 400), (200, 320), (800, 320), (360, 384), (0, 0), (1000, 0)])
  func onEllipse(middle: Int, x: Int) {
    for bulge in [EllipseArc.Bulge.leading, .trailing] {
      let arc = EllipseArc(centre: points(7), bulge: bulge)
      let found = arc.x(ofRowAt: points(middle - 10), height: points(20), viewport: points(1000))
      #expect(found == (bulge == .trailing ? points(7 + x) : points(7 - x)))
    }
  }

  @Test("Rows whose middle is out of sight stand at the end", arguments: [-60, 990, 5000])
  func outOfSight(y: Int) {
    let arc = EllipseArc(centre: points(7))
    #expect(arc.x(ofRowAt: points(y), height: points(44), viewport: points(1000)) == points(7))
  }

  @Test("The ellipse is symmetric and stays within its radius")
  func shape() {
    var random = SplitMix64(seed: 0xE11)
    for _ in 0..<10_000 {
      let viewport = LayoutUnit(rawValue: Int64(1 + random.below(1 << 20)))
      let height = LayoutUnit(rawValue: Int64(random.below(1 << 14)))
      let y = LayoutUnit(rawValue: Int64(random.below(1 << 20)) - Int64(1 << 12))
      let arc = EllipseArc(
        centre: LayoutUnit(rawValue: Int64(random.below(1 << 12))),
        ratio: Double(random.below(200)) / 100)
      let x = arc.x(ofRowAt: y, height: height, viewport: viewport)
      // The same row, upside down.
      #expect(x == arc.x(ofRowAt: viewport - y - height, height: height, viewport: viewport))
      #expect(x >= arc.centre)
      #expect((x - arc.centre).points <= viewport.points / 2 * arc.ratio + 1 / 128)
      let mirrored = EllipseArc(centre: arc.centre, ratio: arc.ratio, bulge: .leading)
      let other = mirrored.x(ofRowAt: y, height: height, viewport: viewport)
      #expect(arc.centre - other == x - arc.centre)
    }
  }

  @Test("Every view stands on the ellipse after every frame, and a second layout moves none")
  func formation() {
    let ledger = WorkLedger()
    let list = Driven(
      Ellipse<AllHeights<CountedRows>>.self, heights: (0..<90).map { 20 + $0 % 50 }, viewport: 500,
      ledger: ledger)
    var random = SplitMix64(seed: 3)
    for _ in 0..<500 {
      list.apply(.scroll(LayoutUnit(rawValue: Int64(random.below(40_000)) - 15_000)))
      let top = list.list.contentOffset
      list.list.visitViews { view in
        let x = EllipseArc().x(ofRowAt: view.y - top, height: view.height, viewport: points(500))
        #expect(view.x == x)
      }
      let moved = ledger.counters[.viewsMoved]
      list.apply()
      #expect(ledger.counters[.viewsMoved] == moved)
    }
  }

  @Test("It leaves the rows of its base where they are", arguments: StrategyMode.allCases)
  func composes(mode: StrategyMode) {
    expectSameRows(FixedList<PlainRows>.self, mode: mode)
    expectSameRows(AllHeights<PlainRows>.self, mode: mode)
    expectSameRows(ThreeViewPager<PlainRows>.self, mode: mode)
    expectSameRows(TripleCopy<PlainRows>.self, mode: mode)
    expectSameRows(Cyclic<PlainRows>.self, mode: mode)
    expectSameRows(NullLayout<PlainRows>.self, mode: mode)
  }

  private func expectSameRows<Base: LayoutStrategy<PlainRows> & ~Copyable>(
    _: Base.Type, mode: StrategyMode
  ) {
    var scripts = CircularScripts(seed: 0x0C, changes: Base.card.abilities == .all)
    for _ in 0..<20 {
      var options =
        Base.card.requirement == .anyHeights ? scripts.nextOptions() : scripts.nextPages()
      options.mode = mode
      let stores = [RowStore(heights: scripts.heights), RowStore(heights: scripts.heights)]
      let bare = Driven(stores[0], Base(rows: stores[0].rows, options: options))
      let formed = Driven(stores[1], Ellipse<Base>(rows: stores[1].rows, options: options))
      for _ in 0..<50 {
        let frame = scripts.nextFrame()
        bare.apply(frame)
        formed.apply(frame)
        #expect(formed.screen == bare.screen)
        #expect(formed.list.contentOffset == bare.list.contentOffset)
        #expect(formed.list.contentHeight == bare.list.contentHeight)
        guard bare.store.count > 0 else { continue }
        #expect(formed.list.offset(of: 0) == bare.list.offset(of: 0))
        #expect(formed.list.origin(of: 0) == bare.list.origin(of: 0))
        #expect(formed.list.row(at: points(99)) == bare.list.row(at: points(99)))
      }
    }
  }

  @Test("The roster's entry differs from its base's in nothing that is required")
  func card() {
    let card = EllipseList<PlainRows>.card
    let base = FixedList<PlainRows>.card
    #expect(card.id == "ellipse")
    #expect(card.title.contains(base.id))
    #expect(card.requirement == base.requirement)
    #expect(card.abilities == base.abilities)
    #expect(card.complexity == base.complexity)
  }
}

@Suite("Ellipse as published")
struct PublishedEllipseTests {
  private static func xs(_ list: Driven<EllipseList<PlainRows>>) -> [Int] {
    var xs: [Int] = []
    list.list.visitViews { xs.append(Int($0.x.points)) }
    return xs
  }

  @Test("x by ordinal, tops for middles, whole points, and a cut first row that stays")
  func formation() {
    // Radius 250; reach 200; 3-4-5 triangles at rows 1, 2, 5, 8 and 9.
    let list = Driven(
      EllipseList<PlainRows>.self, heights: [Int](repeating: 50, count: 100), viewport: 500,
      mode: .published)
    let before = Self.xs(list)
    #expect([0, 1, 2, 5, 8, 9].map { before[$0] } == [-130, -10, 30, 70, 30, -10])
    list.apply(.scroll(LayoutUnit(rawValue: 20 * 64 + 63 as Int64)))
    let after = Self.xs(list)
    // Row 0 keeps its x. Row 4 is 70 above the centre: 200 * 0.96 - 130, as at 20 pt sharp.
    #expect(after[0] == -130)
    #expect(after[4] == 62)
    list.apply(.scroll(LayoutUnit(rawValue: 19 * 64 + 1 as Int64)))
    #expect(Self.xs(list)[1] == -74)
  }

  @Test("Rows below one point have no shift, and nothing traps", arguments: [0, 1, 63])
  func lowRows(height: Int32) {
    let store = RowStore(heights: [Int32](repeating: height, count: 40))
    let options = LayoutOptions(viewport: points(2), mode: .published)
    let list = Driven(store, EllipseList(rows: store.rows, options: options))
    list.apply(.scroll(points(1)))
    #expect(list.screen.isEmpty == (height == 0))
  }
}
