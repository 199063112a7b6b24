import Conformance
import ListLayout
import Measuring
import Replaying
import Testing

@testable import Indexes
@testable import Posts
@testable import Strategies

private func points(_ points: Int) -> LayoutUnit { LayoutUnit(points: points) }

private func ellipse(
  at centre: LayoutUnit, ratio: Int = 80, bulge: EllipticFormation.Bulge = .trailing
) -> EllipticFormation {
  var formation = EllipticFormation()
  (formation.centre, formation.ratio, formation.bulge) = (centre, ratio, bulge)
  return formation
}

@Suite("Ellipse")
struct EllipseTests {
  // A viewport of 1,000 pt: vertical radius 500, horizontal 400.
  @Test(
    "Points on the ellipse",
    arguments: [(500, 400), (200, 320), (800, 320), (360, 384), (0, 0), (1000, 0)])
  func onEllipse(middle: Int, x: Int) {
    for bulge in [EllipticFormation.Bulge.leading, .trailing] {
      let arc = ellipse(at: points(7), bulge: bulge)
      let found = arc.x(ofRowAt: points(middle - 10), height: points(20), viewport: points(1000))
      #expect(found == (bulge == .trailing ? points(7 + x) : points(7 - x)))
    }
  }

  @Test("Rows whose middle is out of sight stand at the end", arguments: [-60, 990, 5000])
  func outOfSight(y: Int) {
    let arc = ellipse(at: points(7))
    #expect(arc.x(ofRowAt: points(y), height: points(44), viewport: points(1000)) == points(7))
  }

  @Test("The ellipse is symmetric and stays within its radius")
  func shape() {
    var random = SplitMix64(seed: 0xE11)
    for _ in 0..<1_000 {
      let viewport = LayoutUnit(rawValue: Int64(1 + random.below(1 << 20)))
      let height = LayoutUnit(rawValue: Int64(random.below(1 << 14)))
      let y = LayoutUnit(rawValue: Int64(random.below(1 << 20)) - Int64(1 << 12))
      let arc = ellipse(
        at: LayoutUnit(rawValue: Int64(random.below(1 << 12))), ratio: random.below(200))
      let x = arc.x(ofRowAt: y, height: height, viewport: viewport)
      // The same row, upside down.
      #expect(x == arc.x(ofRowAt: viewport - y - height, height: height, viewport: viewport))
      #expect(x >= arc.centre)
      #expect((x - arc.centre).points <= viewport.points / 2 * Double(arc.ratio) / 100 + 1 / 128)
      let mirrored = ellipse(at: arc.centre, ratio: arc.ratio, bulge: .leading)
      let other = mirrored.x(ofRowAt: y, height: height, viewport: viewport)
      #expect(arc.centre - other == x - arc.centre)
    }
  }

  @Test("Over lists that are exact it is exact, sideways too, with any parameters")
  func exact() {
    typealias Rows = PlainRows
    let contenders = [
      StrategyEntry(Ellipse<FixedList<Rows>>.self),
      StrategyEntry(Ellipse<RecycledSubview<Rows>>.self),
      StrategyEntry(Ellipse<Estimated<Rows>>.self),
      StrategyEntry(Ellipse<Cyclic<Rows>>.self),
    ]
    for contender in contenders {
      for id in ["ellipse", "ellipse:side=1", "ellipse:ratio=130:side=0"] {
        guard let formed = [contender].named(id) else {
          Issue.record("no \(id)")
          continue
        }
        let failure = checkLaws(of: formed, seed: 0xE1, gestures: 800)
        #expect(failure == nil, "\(failure.map(String.init(describing:)) ?? "")")
      }
    }
  }

  @Test("Its parameters make a circle and turn it round, for the reference as well")
  func parameters() throws {
    let contender = try #require(
      try StrategyEntry(EllipseList.self).named("ellipse:ratio=100:side=1"))
    let heights = [Int32](repeating: 50 * 64, count: 100)
    let options = LayoutOptions(viewport: points(500), start: 0)
    let list = contender.trial(
      on: RowStore(heights: heights), options: options, script: .none)
    // Radius 250; the middle of row 2 is 125 pt above the centre.
    let x = LayoutUnit(points: -130 - 250 * (0.75).squareRoot())
    #expect(list.screen[2].x == x)
    let reference = Reference.trial(
      on: RowStore(heights: heights), options: options, topology: .circular,
      formation: contender.card.formation)
    #expect(reference.screen == list.screen)
    #expect(Set(contender.card.parameters.map(\.place)).count == contender.card.parameters.count)
  }
}

@Suite("Ellipse as published")
struct PublishedEllipseTests {
  private static func xs(_ list: Driven<Ellipse<FixedList<PlainRows>>>) -> [Int] {
    var xs: [Int] = []
    list.list.visitViews { xs.append(Int($0.x.points)) }
    return xs
  }

  @Test("x by ordinal, tops for middles, whole points, and a cut first row that stays")
  func formation() {
    // Radius 250; reach 200; 3-4-5 triangles at rows 1, 2, 5, 8 and 9.
    let list = Driven(
      Ellipse<FixedList<PlainRows>>.self, heights: [Int](repeating: 50, count: 100), viewport: 500,
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

  private static func deviation(_ heights: [Int], _ gestures: Gesture...) -> Deviation {
    Deviation.measure(
      StrategyEntry(Ellipse<AllHeights<PlainRows>>.self), mode: .published,
      script: GestureScript(
        heights: heights.map { Int32($0 * 64) }, options: LayoutOptions(viewport: points(500)),
        gestures: gestures))
  }

  @Test("Sideways it is measured: tops for middles, and heights that are not row 0's")
  func sideways() {
    let equal = Self.deviation([Int](repeating: 50, count: 100))
    // The first row stands at the end, 0 from the centre; its middle is 225 pt above it.
    let first = 200 * (1 - 0.9 * 0.9).squareRoot()
    #expect(equal.sideways == Int64(first * 64 + 0.5))
    #expect(equal.firstDivergentFrame == 0 && equal.displacement == 0)
    // Rows of 100 pt after one of 50: row 5 counts as the middle one, but its middle is at 500 pt.
    let unequal = Self.deviation([50] + [Int](repeating: 100, count: 50))
    #expect(unequal.sideways == 200 * 64)
  }

  @Test("Rows below one point have no shift, and nothing traps", arguments: [0, 1, 63])
  func lowRows(height: Int32) {
    let store = RowStore(heights: [Int32](repeating: height, count: 40))
    let options = LayoutOptions(viewport: points(2), mode: .published)
    let list = Driven(store, Ellipse<FixedList>(rows: store.rows, options: options))
    list.apply(.scroll(points(1)))
    #expect(list.screen.isEmpty == (height == 0))
  }
}
