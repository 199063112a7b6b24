import BenchReplaying
import ListLayout
import Testing

/// Tests gestures after which published and corrected mode show different rows.
struct PositionTests {
  /// A list of equally tall rows and a series of gestures. After each gesture, `published` and `corrected`
  /// specify the first visible row and its y coordinate in points.
  struct Case: CustomTestStringConvertible {
    typealias Position = (row: Int, y: Int)
    typealias Step = (gesture: Gesture, published: Position, corrected: Position)
    let testDescription: String
    let height, count, viewport, start: Int
    let steps: [Step]

    init(
      _ id: String, height: Int = 44, count: Int = 1000, viewport: Int = 440, start: Int,
      _ steps: [Step]
    ) {
      (testDescription, self.height, self.count) = (id, height, count)
      (self.viewport, self.start, self.steps) = (viewport, start, steps)
    }
  }

  private static let cases = [
    Case("fixed-list", start: 600, [(.insert(row: 3, height: points(44)), (600, 0), (601, 0))]),
    Case("all-heights", start: 600, [(.resize(row: 3, height: points(74)), (599, -14), (600, 0))]),
    // In published mode, the first change moves the visible rows down by 25 pt. After the insertion and the
    // deletion, the table shows the same row numbers at the same positions, although they now refer to
    // different rows.
    Case(
      "reload-window", height: 10, viewport: 200, start: 500,
      [
        (.resize(row: 450, height: points(35)), (497, -5), (500, 0)),
        (.insert(row: 10, height: points(10)), (497, -5), (501, 0)),
        (.delete(row: 449), (497, -5), (500, 0)), (.viewport(points(300)), (497, -5), (500, 0)),
      ]),
    Case(
      "recycled-subview", start: 500,
      [
        (.resize(row: 495, height: points(64)), (499, -24), (500, 0)),
        (.insert(row: 0, height: points(30)), (499, -24), (501, 0)),
      ]),
    Case("on-demand", start: 100, [(.insert(row: 100, height: points(10)), (100, 0), (101, 0))]),
    Case(
      "triple-copy", height: 100, count: 20, start: 0,
      [
        (.scroll(points(450)), (4, -50), (4, -50)),
        (.resize(row: 0, height: points(130)), (3, -90), (4, -50)),
      ]),
    Case(
      "section-shift", viewport: 844, start: 500,
      [(.resize(row: 490, height: points(54)), (499, -34), (500, 0))]),
    Case(
      "section-shift:path=1", viewport: 844, start: 500,
      [(.insert(row: 490, height: points(30)), (500, -14), (501, 0))]),
    // Published mode shifts the window only once, so scrolling by 4,000 pt stops 1,148 pt short.
    Case(
      "section-shift", count: 10_000, viewport: 844, start: 5000,
      [(.scroll(points(4000)), (5064, -36), (5090, -40))]),
    // The anchor's section has left the window, so published mode uses 0 as the section's top.
    Case(
      "section-shift", count: 10_000, viewport: 844, start: 5000,
      [(.scroll(points(-2000)), (4916, 0), (4954, -24))]),
    Case(
      "section-shift:path=1", count: 10_000, viewport: 2000, start: 5000,
      [(.scroll(points(-1700)), (4916, 0), (4961, -16))]),
    // In published mode, a jump to the last row shows the row before it.
    Case(
      "recycled-subview", height: 440, start: 500,
      [(.jump(row: 999), (998, 0), (999, 0)), (.jump(row: 300), (300, 0), (300, 0))]),
    // The first view shows row 492. In published mode, the content offset stays at 352 pt, which is 8.8 rows
    // at the new height of 40 pt.
    Case("recycled-subview", start: 500, [(.width(percent: 110), (500, -32), (500, 0))]),
    // Published mode still uses the heights of 44 pt that it cached for the old width.
    Case(
      "on-demand", start: 100,
      [(.width(percent: 50), (100, 0), (100, 0)), (.scroll(points(100)), (102, -12), (101, -12))]),
    // In published mode, the part of the motion that goes past the top is lost.
    Case(
      "triple-copy", height: 100, count: 20, viewport: 500, start: 0,
      [(.scroll(points(-1970)), (0, -30), (0, -30)), (.scroll(points(-100)), (0, 0), (19, -30))]),
    // Because one copy of the rows is shorter than the viewport, published mode jumps by 100 pt when it
    // reaches the bottom.
    Case(
      "triple-copy", height: 100, count: 5, viewport: 600, start: 0,
      [(.scroll(points(399)), (3, -99), (3, -99)), (.scroll(points(1)), (0, 0), (4, 0))]),
  ]

  @Test("Each mode shows the expected rows", arguments: cases, StrategyMode.allCases)
  func position(_ test: Case, mode: StrategyMode) throws {
    let list = try equalRows(
      test.testDescription, of: test.height, count: test.count, viewport: test.viewport,
      start: test.start, mode: mode)
    for (gesture, published, corrected) in test.steps {
      list.apply(gesture)
      let expected = mode == .published ? published : corrected
      #expect(list.screen.first?.row == expected.row, "\(gesture)")
      #expect(list.screen.first?.y == points(expected.y), "\(gesture)")
    }
  }
}
