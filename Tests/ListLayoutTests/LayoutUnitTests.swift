import ListLayout
import Testing

@Suite("LayoutUnit")
struct LayoutUnitTests {
  @Test(
    "The description is the exact decimal value in points",
    arguments: [
      (0, "0"), (64, "1"), (1, "0.015625"), (-1, "-0.015625"), (32, "0.5"), (-2400, "-37.5"),
      (2816, "44"), (63, "0.984375"), (8, "0.125"),
    ])
  func description(raw: Int, text: String) {
    #expect(LayoutUnit(rawValue: Int64(raw)).description == text)
  }

  @Test("Points are rounded to the nearest 1/64 pt, with ties away from zero")
  func rounding() {
    #expect(LayoutUnit(points: 1.0 / 128) == LayoutUnit(rawValue: Int64(1)))
    #expect(LayoutUnit(points: -1.0 / 128) == LayoutUnit(rawValue: Int64(-1)))
    #expect(LayoutUnit(points: 1.0 / 129) == .zero)
    #expect(LayoutUnit(points: 33.333333) == LayoutUnit(rawValue: Int64(2133)))
  }

  @Test(
    "Numbers that are not valid lengths are rejected",
    arguments: [Double.nan, .infinity, -.infinity, 1e16, -1e16])
  func refusal(points: Double) {
    #expect(LayoutUnit(points: points) == nil)
  }
}
