import BenchReplaying
import Conformance
import ListLayout
import Testing

@testable import IndexStrategies
@testable import PostStrategies

@Suite("Ellipse")
struct EllipseTests {
  // In a viewport of 1,000 pt, the ellipse's vertical radius is 500 pt and its horizontal radius 400 pt.
  @Test(
    "A row lies on the ellipse, or at its nearest end if the row's midpoint is off screen",
    arguments: [
      (500, 400), (200, 320), (800, 320), (360, 384), (0, 0), (1000, 0), (-40, 0), (5000, 0),
    ])
  func onEllipse(middle: Int, x: Int) {
    var arc = EllipticFormation()
    arc.centre = points(7)
    for bulge in [EllipticFormation.Bulge.leading, .trailing] {
      arc.bulge = bulge
      let found = arc.x(ofRowAt: points(middle - 10), height: points(20), viewport: points(1000))
      #expect(found == (bulge == .trailing ? points(7 + x) : points(7 - x)))
    }
  }

  private static func list(_ height: Int32, count: Int, viewport: Int) -> Trial {
    Trial(
      Ellipse<FixedList<PlainRows>>.self,
      store: RowStore(heights: Array(repeating: height, count: count)),
      options: LayoutOptions(viewport: points(viewport), mode: .published))
  }

  private static func xs(_ list: Trial) -> [Int] {
    var xs: [Int] = []
    list.visitViews { xs.append(Int($0.x.points)) }
    return xs
  }

  @Test(
    "Published mode computes x from a row's ordinal and rounded top, and the row at the top keeps its x"
  )
  func formation() {
    // The vertical radius is 250 pt and the horizontal radius is 200 pt. Rows 1, 2, 5, 8 and 9 form 3-4-5
    // triangles with the centre.
    let list = Self.list(50 * 64, count: 100, viewport: 500)
    let before = Self.xs(list)
    #expect([0, 1, 2, 5, 8, 9].map { before[$0] } == [-130, -10, 30, 70, 30, -10])
    list.apply(.scroll(LayoutUnit(rawValue: 20 * 64 + 63 as Int64)))
    let after = Self.xs(list)
    // The code rounds the offset down to 20 pt, so the top of row 4 is 70 pt above the centre and its x is
    // 200 * 0.96 - 130 = 62.
    #expect(after[0] == -130 && after[4] == 62)
    list.apply(.scroll(LayoutUnit(rawValue: 19 * 64 + 1 as Int64)))
    #expect(Self.xs(list)[1] == -74)
  }

  private static func deviation(_ heights: [Int]) -> Deviation {
    Deviation.measure(
      StrategyEntry(Ellipse<AllHeights<PlainRows>>.self, formation: EllipticFormation()),
      mode: .published,
      script: GestureScript(
        heights: heights.map { Int32($0 * 64) }, options: LayoutOptions(viewport: points(500))))
  }

  @Test("The published code misplaces rows because it uses their tops and the height of row 0")
  func sideways() {
    let equal = Self.deviation([Int](repeating: 50, count: 100))
    // The published code computes a row's x from its top instead of its midpoint. The first row starts at the
    // top of the ellipse, where the horizontal distance from the centre is 0. The row's midpoint is 225 pt
    // above the centre.
    let first = 200 * (1 - 0.9 * 0.9).squareRoot()
    #expect(equal.sideways == Int64(first * 64 + 0.5))
    #expect(equal.differingFrames == equal.frames && equal.displacement == 0)
    // A 50 pt row is followed by 100 pt rows. The published code places row 5 as if it were in the middle of
    // the viewport, although its midpoint is at the bottom of the ellipse, at 500 pt.
    let unequal = Self.deviation([50] + [Int](repeating: 100, count: 50))
    #expect(unequal.sideways == 200 * 64)
  }

  @Test(
    "Published mode does not trap if all rows are shorter than one point",
    arguments: [0, 1, 63] as [Int32])
  func lowRows(height: Int32) {
    let list = Self.list(height, count: 40, viewport: 2)
    list.scroll(1)
    #expect(list.screen.isEmpty == (height == 0))
  }
}
