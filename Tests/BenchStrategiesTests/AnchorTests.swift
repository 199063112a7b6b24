import BenchReplaying
import ListLayout
import Testing

/// Tests of changes above the viewport. In corrected mode, the first visible row keeps its position; in
/// published mode, the visible rows move.
struct AnchorTests {
  /// A list of equally tall rows and a series of changes. `published` and `corrected` list the first visible
  /// row and its y in points after each change.
  struct Case: CustomTestStringConvertible {
    typealias Position = (row: Int, y: Int)
    var testDescription: String
    var height = 44
    var count = 1000
    var viewport = 500
    var start: Int
    var scroll = 0
    var steps: [(change: Gesture, published: Position, corrected: Position)]
  }

  private static let cases =
    [
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
          (.delete(row: 20), (497, -5), (500, 0)), (.delete(row: 449), (497, -5), (499, 0)),
          (.viewport(points(300)), (497, -5), (499, 0)),
        ]),
      Case(
        testDescription: "recycled-subview", viewport: 440, start: 500,
        steps: [
          (.resize(row: 495, height: points(64)), (499, -24), (500, 0)),
          (.resize(row: 100, height: points(64)), (499, -24), (500, 0)),
          (.insert(row: 0, height: points(30)), (499, -24), (501, 0)),
        ]),
      Case(
        testDescription: "on-demand", viewport: 440, start: 100,
        steps: [(.insert(row: 100, height: points(10)), (100, 0), (101, 0))]),
      Case(
        testDescription: "triple-copy", height: 100, count: 20, start: 0, scroll: 450,
        steps: [(.resize(row: 0, height: points(130)), (3, -90), (4, -50))]),
    ]
    + SectionShiftTests.Variant.all.flatMap { variant in
      [
        (.resize(row: 4990, height: points(54)), (4999, -34), (5000, 0)),
        (.insert(row: 4990, height: points(30)), (5000, -14), (5001, 0)),
        (.delete(row: 4990), (5000, 0), (4999, 0)),
      ].map {
        Case(testDescription: variant.id, count: 10_000, viewport: 844, start: 5000, steps: [$0])
      }
    }

  @Test("Changes above the viewport move the visible rows only in published mode", arguments: cases)
  func anchor(_ test: Case) throws {
    for mode in StrategyMode.allCases {
      let list = try equalRows(
        test.testDescription, of: test.height, count: test.count, viewport: test.viewport,
        start: test.start, mode: mode)
      if test.scroll != 0 { list.scroll(test.scroll) }
      for (change, published, corrected) in test.steps {
        list.apply(change)
        let expected = mode == .published ? published : corrected
        #expect(list.screen.first?.row == expected.row, "\(mode), \(change)")
        #expect(list.screen.first?.y == points(expected.y), "\(mode), \(change)")
      }
    }
  }

  /// In `recycled-subview`, the first view shows row 492, and the offset of 352 pt equals 8.8 rows of 40 pt.
  /// In `on-demand`, cached heights survive the new width.
  @Test("After a rotation, the published code keeps its old offset or heights")
  func rotation() throws {
    for (id, height, published, corrected) in [
      (
        "recycled-subview", 40, VisibleRow(500, at: -32, height: 40),
        VisibleRow(500, at: 0, height: 40)
      ),
      ("on-demand", 60, VisibleRow(100, at: 0, height: 44), VisibleRow(100, at: 0, height: 60)),
    ] {
      for mode in StrategyMode.allCases {
        let expected = mode == .published ? published : corrected
        let list = try turned(id, count: 1000, to: height, start: expected.row, mode: mode).list
        #expect(list.screen.first == expected)
        #expect(list.screen.allSatisfy { $0.height == expected.height })
      }
    }
  }
}
