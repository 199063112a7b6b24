import BenchMeasuring
import BenchReplaying
import Conformance
import ListLayout
import Testing

@testable import PostStrategies

/// Tests of `section-shift`. With rows of 44 pt, a section has 7 rows (308 pt) and the window has 84 rows
/// (3,696 pt). If such a list opens at row 5000, its window starts at row 4958. The top of the 844 pt
/// viewport is then 1,848 pt below the top of the window, and its bottom is 1,004 pt above the bottom of the
/// window.
@Suite("section-shift")
struct SectionShiftTests {
  struct Variant: CustomTestStringConvertible {
    var step = 6
    var path = 0

    var id: String { "section-shift:step=\(step):path=\(path)" }
    var testDescription: String { "step \(step), path \(path)" }

    static let all = [1, 3, 6, 12].flatMap { [Variant(step: $0), Variant(step: $0, path: 1)] }
  }

  @Test("a section has enough rows to fill a calendar month of 292 pt")
  func months() {
    let lists: [([Int32], Int)] = [
      ([246, 292, 338, 292].map { $0 * 64 }, 1), ([Int32](repeating: 160 * 64, count: 100), 2),
      ([Int32](repeating: 44 * 64, count: 100), 7), ([Int32](repeating: 1, count: 10), 292),
      ([Int32](repeating: 25_000 * 64, count: 3), 1), ([0, 0], 7), ([], 7),
    ]
    for (heights, rows) in lists {
      let store = RowStore(heights: heights)
      let list = SectionShift(
        rows: store.rows, options: LayoutOptions(viewport: points(844)))
      #expect(list.sectionRows == rows)
      withExtendedLifetime(store) {}
    }
  }

  @Test(
    "scrolling past an end lays out all 12 sections, but only the new ones if batch updates are used",
    arguments: Variant.all, StrategyMode.allCases)
  func shift(variant: Variant, mode: StrategyMode) throws {
    for (direction, slack) in [(1, 1004), (-1, 1848)] {
      let rows = try equalRows(variant.id, count: 10_000, start: 5000, mode: mode)
      let before = rows.work(.scroll(points(direction * slack)))
      #expect(before[.heightsAsked] == 0 && before[.reloads] == 0)
      #expect(rows.position == 5000 * 44 + direction * slack)
      let work = rows.work(.scroll(points(direction)))
      if mode == .published, variant.path == 1, direction > 0 {
        // UIKit would throw an exception, because fewer than twelve sections remain when new ones are
        // inserted at index 12 and above.
        #expect(rows.screen.isEmpty && work[.heightsAsked] == 0)
        continue
      }
      // In corrected mode, a shift covers at most nine sections, so that the three visible ones stay in the
      // window.
      let sections = mode == .corrected ? min(variant.step, 9) : variant.step
      if mode == .published, variant.step == 12 {
        // No section remains, so the window shifts until it reaches the start of the list.
        if variant.path == 0 { #expect(rows.position == 0 && work[.layoutPasses] > 50) }
        continue
      }
      #expect(work[.heightsAsked] == (variant.path == 0 ? 84 : 7 * sections))
      #expect(work[.reloads] == 1 - variant.path)
      #expect(work[.layoutPasses] == 2)
      #expect(rows.position == 5000 * 44 + direction * (slack + 1))
      // Batch updates configure only the row that enters the screen, whereas a reload configures all visible
      // rows.
      #expect(work[.viewsConfigured] == (variant.path == 0 ? rows.screen.count : 1))
    }
  }
}
