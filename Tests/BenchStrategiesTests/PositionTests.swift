import BenchReplaying
import ListLayout
import Testing

/// Tests of gestures after which the two modes show different rows.
struct PositionTests {
  /// A list of equally tall rows and a series of gestures. `published` and `corrected` are the first visible
  /// row and its y in points after each gesture.
  struct Case: CustomTestStringConvertible {
    typealias Position = (row: Int, y: Int)
    var testDescription: String
    var height = 44
    var count = 1000
    var viewport = 440
    var start: Int
    var steps: [(gesture: Gesture, published: Position, corrected: Position)]
  }

  private static let cases = [
    Case(
      testDescription: "fixed-list", start: 600,
      steps: [(.insert(row: 3, height: points(44)), (600, 0), (601, 0))]),
    Case(
      testDescription: "all-heights", start: 600,
      steps: [(.resize(row: 3, height: points(74)), (599, -14), (600, 0))]),
    // In published mode, the first change moves the visible rows down by 25 pt. Later changes renumber the
    // visible rows, but the old row numbers stay at their old positions.
    Case(
      testDescription: "reload-window", height: 10, viewport: 200, start: 500,
      steps: [
        (.resize(row: 450, height: points(35)), (497, -5), (500, 0)),
        (.insert(row: 10, height: points(10)), (497, -5), (501, 0)),
        (.delete(row: 449), (497, -5), (500, 0)), (.viewport(points(300)), (497, -5), (500, 0)),
      ]),
    Case(
      testDescription: "recycled-subview", start: 500,
      steps: [
        (.resize(row: 495, height: points(64)), (499, -24), (500, 0)),
        (.insert(row: 0, height: points(30)), (499, -24), (501, 0)),
      ]),
    Case(
      testDescription: "on-demand", start: 100,
      steps: [(.insert(row: 100, height: points(10)), (100, 0), (101, 0))]),
    Case(
      testDescription: "triple-copy", height: 100, count: 20, start: 0,
      steps: [
        (.scroll(points(450)), (4, -50), (4, -50)),
        (.resize(row: 0, height: points(130)), (3, -90), (4, -50)),
      ]),
    Case(
      testDescription: "section-shift", viewport: 844, start: 500,
      steps: [(.resize(row: 490, height: points(54)), (499, -34), (500, 0))]),
    Case(
      testDescription: "section-shift:path=1", viewport: 844, start: 500,
      steps: [(.insert(row: 490, height: points(30)), (500, -14), (501, 0))]),
    // Published mode shifts only once, so a jump of 4,000 pt loses 1,148 pt.
    Case(
      testDescription: "section-shift", count: 10_000, viewport: 844, start: 5000,
      steps: [(.scroll(points(4000)), (5064, -36), (5090, -40))]),
    // Published mode takes 0 as the top of the anchor's section, which has left the window.
    Case(
      testDescription: "section-shift", count: 10_000, viewport: 844, start: 5000,
      steps: [(.scroll(points(-2000)), (4916, 0), (4954, -24))]),
    Case(
      testDescription: "section-shift:path=1", count: 10_000, viewport: 2000, start: 5000,
      steps: [(.scroll(points(-1700)), (4916, 0), (4961, -16))]),
    // In published mode, no jump reaches the last row.
    Case(
      testDescription: "recycled-subview", height: 440, start: 500,
      steps: [
        (.jump(row: 999), (998, 0), (999, 0)), (.jump(row: 300), (300, 0), (300, 0)),
        (.jump(row: 0), (0, 0), (0, 0)),
      ]),
    // In published mode, motion beyond the top is lost.
    Case(
      testDescription: "triple-copy", height: 100, count: 20, viewport: 500, start: 0,
      steps: [
        (.scroll(points(-1970)), (0, -30), (0, -30)), (.scroll(points(-100)), (0, 0), (19, -30)),
      ]),
    // If V/2 <= c < V, published mode jumps by V mod c at the bottom.
    Case(
      testDescription: "triple-copy", height: 100, count: 5, viewport: 600, start: 0,
      steps: [
        (.scroll(points(399)), (3, -99), (3, -99)), (.scroll(points(1)), (0, 0), (4, 0)),
      ]),
  ]

  @Test("Each mode shows the expected rows", arguments: cases)
  func position(_ test: Case) throws {
    for mode in StrategyMode.allCases {
      let list = try equalRows(
        test.testDescription, of: test.height, count: test.count, viewport: test.viewport,
        start: test.start, mode: mode)
      for (gesture, published, corrected) in test.steps {
        list.apply(gesture)
        let expected = mode == .published ? published : corrected
        #expect(list.screen.first?.row == expected.row, "\(mode), \(gesture)")
        #expect(list.screen.first?.y == points(expected.y), "\(mode), \(gesture)")
      }
    }
  }

  /// In `recycled-subview`, the first view shows row 492, and the offset of 352 pt equals 8.8 rows of 40 pt.
  /// In `on-demand`, cached heights survive the new width.
  @Test(
    "After a rotation, the published code keeps its old offset or heights",
    arguments: [
      ("recycled-subview", 40, VisibleRow(500, at: -32, height: 40), 500),
      ("on-demand", 60, VisibleRow(100, at: 0, height: 44), 100),
    ])
  func rotation(id: String, height: Int, published: VisibleRow, start: Int) throws {
    for mode in StrategyMode.allCases {
      let expected = mode == .published ? published : VisibleRow(start, at: 0, height: height)
      let list = try turned(id, count: 1000, to: height, start: start, mode: mode).list
      #expect(list.screen.first == expected)
      #expect(list.screen.allSatisfy { $0.height == expected.height })
    }
  }
}
