import BenchReplaying
import Conformance
import ListLayout
import Testing

@testable import IndexStrategies
@testable import PostStrategies

@Suite("Ellipse")
struct EllipseTests {
  // With a 1,000 pt viewport, the vertical radius is 500 pt and the horizontal radius is 400 pt.
  @Test(
    "Rows are on the ellipse, or at its end if their midpoint is off screen",
    arguments: [
      (500, 400), (200, 320), (800, 320), (360, 384), (0, 0), (1000, 0), (-40, 0), (1010, 0),
      (5000, 0),
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

  // MARK: Published

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

  @Test("Published x depends on ordinals, row tops and whole points; a cut-off row keeps its x")
  func formation() {
    // The vertical radius is 250 pt and the horizontal radius is 200 pt. Rows 1, 2, 5, 8 and 9 form 3-4-5
    // triangles with the centre.
    let list = Self.list(50 * 64, count: 100, viewport: 500)
    let before = Self.xs(list)
    #expect([0, 1, 2, 5, 8, 9].map { before[$0] } == [-130, -10, 30, 70, 30, -10])
    list.apply(.scroll(LayoutUnit(rawValue: 20 * 64 + 63 as Int64)))
    let after = Self.xs(list)
    // The first row is now partly above the screen, but its x has not changed. The published code rounds the
    // offset down to 20 pt, so it puts the top of row 4 at 70 pt above the centre. Its x is therefore 200 *
    // 0.96 - 130 = 62.
    #expect(after[0] == -130 && after[4] == 62)
    list.apply(.scroll(LayoutUnit(rawValue: 19 * 64 + 1 as Int64)))
    #expect(Self.xs(list)[1] == -74)
  }

  @Test("Zero-height rows between visible rows count as visible, as in the list's guard")
  func rowsWithoutHeight() {
    let xs = [100, 50].map { gap -> [Int] in
      let heights = (0..<40).map { Int32($0 == 2 && gap == 50 ? 0 : 50) * 64 }
      return Self.xs(
        Trial(
          Ellipse<AllHeights<PlainRows>>.self, store: RowStore(heights: heights),
          options: LayoutOptions(viewport: points(500), mode: .published)))
    }
    // The zero-height row takes third place, so row 3 has the same x in both lists.
    #expect(xs[0][3] == xs[1][3] && xs[0].prefix(10) == xs[1].prefix(10))
  }

  private static func deviation(_ heights: [Int]) -> Deviation {
    Deviation.measure(
      StrategyEntry(Ellipse<AllHeights<PlainRows>>.self, formation: EllipticFormation()),
      mode: .published,
      script: GestureScript(
        heights: heights.map { Int32($0 * 64) }, options: LayoutOptions(viewport: points(500))))
  }

  @Test("Using row tops instead of midpoints, or heights other than row 0's, shifts x")
  func sideways() {
    let equal = Self.deviation([Int](repeating: 50, count: 100))
    // The published code computes a row's x from its top instead of its midpoint. The first row's top is at
    // the end of the ellipse, where the horizontal distance from the centre is 0. Its midpoint is 225 pt
    // above the centre.
    let first = 200 * (1 - 0.9 * 0.9).squareRoot()
    #expect(equal.sideways == Int64(first * 64 + 0.5))
    #expect(equal.differingFrames == equal.frames && equal.displacement == 0)
    // A 50 pt row is followed by 100 pt rows. The published code treats row 5 as the middle row, but its
    // midpoint is at 500 pt, the end of the ellipse.
    let unequal = Self.deviation([50] + [Int](repeating: 100, count: 50))
    #expect(unequal.sideways == 200 * 64)
  }

  @Test(
    "With rows shorter than one point, there is no shift and the code does not trap",
    arguments: [0, 1, 63] as [Int32])
  func lowRows(height: Int32) {
    let list = Self.list(height, count: 40, viewport: 2)
    list.scroll(1)
    #expect(list.screen.isEmpty == (height == 0))
  }
}
