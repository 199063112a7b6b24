import Conformance
import ListLayout
import Replaying
import Testing

/// The sentences of the screen contract, each with a screen worked out by hand. Lengths in points.
@Suite struct ReferenceTests {
  /// The reference on rows of given heights.
  private func list(
    _ heights: [Int], viewport: Int = 100, start: Int = 0,
    _ topology: StrategyCard.Topology = .linear
  ) -> Trial {
    Reference.trial(
      on: RowStore(heights: heights.map { Int32($0 * 64) }),
      options: LayoutOptions(viewport: LayoutUnit(points: viewport), start: start),
      topology: topology)
  }

  /// Rows as (row, y, height).
  private func rows(_ rows: (Int, Int, Int)...) -> [VisibleRow] {
    rows.map {
      VisibleRow(row: $0.0, y: LayoutUnit(points: $0.1), height: LayoutUnit(points: $0.2))
    }
  }

  private func points(_ points: Int) -> LayoutUnit { LayoutUnit(points: points) }

  @Test("The first screen begins with the start row and reaches the bottom")
  func firstScreen() {
    #expect(list([40, 50, 60], start: 0).screen == rows((0, 0, 40), (1, 40, 50), (2, 90, 60)))
    #expect(list([10, 40, 50, 60], start: 1).screen == rows((1, 0, 40), (2, 40, 50), (3, 90, 60)))
  }

  @Test("A row is visible when its top is above the bottom and its bottom below the top")
  func edges() {
    let list = list([40, 60, 30, 90, 90])
    #expect(list.screen == rows((0, 0, 40), (1, 40, 60)))
    list.apply(.scroll(points(40)))
    #expect(list.screen == rows((1, 0, 60), (2, 60, 30), (3, 90, 90)))
    list.apply(.scroll(LayoutUnit(rawValue: Int64(-1))))
    #expect(list.screen.first?.row == 0)
    #expect(list.screen.first?.y.rawValue == -40 * 64 + 1)
  }

  @Test("Scrolling stops exactly at both ends")
  func ends() {
    let list = list([40, 50, 60])
    list.apply(.scroll(points(1000)))
    #expect(list.screen == rows((1, -10, 50), (2, 40, 60)))
    list.apply(.scroll(points(-1000)))
    #expect(list.screen == rows((0, 0, 40), (1, 40, 50), (2, 90, 60)))
  }

  @Test("A jump puts the row at the top, or as near as the end allows")
  func jump() {
    let list = list([40, 50, 60, 70])
    list.apply(.jump(row: 1))
    #expect(list.screen == rows((1, 0, 50), (2, 50, 60)))
    list.apply(.jump(row: 3))
    #expect(list.screen == rows((2, -30, 60), (3, 30, 70)))
  }

  @Test("A row inserted at the anchor goes above it, also at the very top")
  func insertAtAnchor() {
    let list = list([40, 50, 60])
    list.apply(.insert(row: 0, height: points(25)))
    #expect(list.screen == rows((1, 0, 40), (2, 40, 50), (3, 90, 60)))
    list.apply(.scroll(points(15)))
    list.apply(.insert(row: 1, height: points(5)))
    #expect(list.screen == rows((2, -15, 40), (3, 25, 50), (4, 75, 60)))
  }

  @Test("A row inserted below the anchor pushes the rows after it down")
  func insertBelow() {
    let list = list([40, 50, 60])
    list.apply(.insert(row: 1, height: points(25)))
    #expect(list.screen == rows((0, 0, 40), (1, 40, 25), (2, 65, 50)))
    list.apply(.insert(row: 4, height: points(5)))
    #expect(list.screen == rows((0, 0, 40), (1, 40, 25), (2, 65, 50)))
  }

  @Test("The anchor keeps its y when it or a row above it changes, and rows below it move")
  func resize() {
    let list = list([40, 50, 60, 70], start: 1)
    list.apply(.scroll(points(20)))
    list.apply(.resize(row: 0, height: points(3)))
    #expect(list.screen == rows((1, -20, 50), (2, 30, 60), (3, 90, 70)))
    list.apply(.resize(row: 1, height: points(55)))
    #expect(list.screen == rows((1, -20, 55), (2, 35, 60), (3, 95, 70)))
  }

  @Test("An anchor that shrinks out of sight gives its place to the next visible row")
  func shrunkAnchor() {
    let list = list([40, 50, 60, 70], start: 1)
    list.apply(.scroll(points(20)))
    list.apply(.resize(row: 1, height: points(15)))
    #expect(list.screen == rows((2, -5, 60), (3, 55, 70)))
  }

  @Test("When the anchor is deleted the next surviving row takes its y")
  func deleteAnchor() {
    let list = list([40, 50, 60, 70, 80], start: 1)
    list.apply(.scroll(points(20)))
    list.apply(.delete(row: 1))
    #expect(list.screen == rows((1, -20, 60), (2, 40, 70)))
    list.apply(.delete(row: 0))
    #expect(list.screen == rows((0, -20, 60), (1, 40, 70)))
  }

  @Test("Content that ends above the bottom moves down until it fits or its top is at 0")
  func liftToBottom() {
    let list = list([40, 50, 60, 70], start: 2)
    #expect(list.screen == rows((2, 0, 60), (3, 60, 70)))
    list.apply(.delete(row: 3))
    #expect(list.screen == rows((1, -10, 50), (2, 40, 60)))
    list.apply(.delete(row: 2))
    #expect(list.screen == rows((0, 0, 40), (1, 40, 50)))
  }

  @Test("A viewport that grows at the end shows more above")
  func viewport() {
    let list = list([40, 50, 60, 70], start: 3)
    list.apply(.viewport(points(150)))
    #expect(list.screen == rows((1, -30, 50), (2, 20, 60), (3, 80, 70)))
    list.apply(.viewport(points(30)))
    #expect(list.screen == rows((1, -30, 50), (2, 20, 60)))
  }

  @Test("A row without a height is never visible and never the anchor")
  func zeroHeights() {
    let list = list([0, 40, 0, 60, 0, 30])
    #expect(list.screen == rows((1, 0, 40), (3, 40, 60)))
    list.apply(.insert(row: 1, height: points(10)))
    #expect(list.screen == rows((2, 0, 40), (4, 40, 60)))
    list.apply(.jump(row: 3))
    #expect(list.screen == rows((2, -30, 40), (4, 10, 60), (6, 70, 30)))
  }

  @Test("While no row has a height nothing is held still; what comes is shown from the top")
  func nothingVisible() {
    let list = list([0, 0], start: 1)
    #expect(list.screen.isEmpty)
    list.apply(.insert(row: 0, height: points(30)))
    #expect(list.screen == rows((0, 0, 30)))
    list.apply(.delete(row: 0))
    list.apply(.resize(row: 1, height: points(500)))
    #expect(list.screen == rows((1, 0, 500)))
    let empty = self.list([])
    empty.apply(.scroll(points(10)))
    empty.apply(.insert(row: 0, height: points(20)))
    #expect(empty.screen == rows((0, 0, 20)))
  }

  @Test("A circular list never stops, in either direction")
  func circular() {
    let list = list([40, 50, 60], start: 2, .circular)
    #expect(list.screen == rows((2, 0, 60), (0, 60, 40)))
    list.apply(.scroll(points(-10)))
    #expect(list.screen == rows((1, -40, 50), (2, 10, 60), (0, 70, 40)))
    list.apply(.scroll(points(150 * 1_000_000 + 40)))
    #expect(list.screen == rows((2, -30, 60), (0, 30, 40), (1, 70, 50)))
    list.apply(.scroll(points(-150 * 1_000_000)))
    #expect(list.screen == rows((2, -30, 60), (0, 30, 40), (1, 70, 50)))
  }

  @Test("A circular list shorter than the viewport repeats")
  func shortCircular() {
    let list = list([0, 30, 20], start: 1, .circular)
    #expect(list.screen == rows((1, 0, 30), (2, 30, 20), (1, 50, 30), (2, 80, 20)))
    list.apply(.delete(row: 1))
    #expect(list.screen.map(\.row) == [1, 1, 1, 1, 1])
    list.apply(.delete(row: 1))
    #expect(list.screen.isEmpty)
  }

  @Test("In a circular list the row after the last is the first")
  func circularEdits() {
    let list = list([70, 50, 60], start: 2, .circular)
    list.apply(.scroll(points(20)))
    list.apply(.delete(row: 2))
    #expect(list.screen == rows((0, -20, 70), (1, 50, 50)))
    list.apply(.insert(row: 2, height: points(10)))
    #expect(list.screen == rows((0, -20, 70), (1, 50, 50)))
  }

  @Test("Offsets are sums of heights; a point belongs to the row that has it")
  func offsets() {
    let list = list([40, 0, 50, 0, 60])
    #expect((0...5).map { list.offset(of: $0) } == [0, 40, 40, 90, 90, 150].map(points))
    #expect([0, 39, 40, 89, 90, 149].map { list.row(at: points($0)) } == [0, 0, 2, 2, 4, 4])
    #expect(list.row(at: points(-5)) == 0)
    #expect(list.row(at: points(150)) == 4)
    list.apply(.resize(row: 2, height: points(10)))
    #expect((0...5).map { list.offset(of: $0) } == [0, 40, 40, 50, 50, 110].map(points))
    #expect([0, 39, 40, 49, 50, 109].map { list.row(at: points($0)) } == [0, 0, 2, 2, 4, 4])
    #expect(list.contentHeight == points(110))
  }

  @Test("Asking for offsets keeps the screen and says where it is in the list")
  func contentOffset() {
    let list = list([40, 50, 60, 70, 80], start: 2)
    let screen = list.screen
    #expect(list.offset(of: 2) == points(90))
    #expect(list.screen == screen)
    #expect(list.contentOffset == points(90))
  }

  @Test("In a circular list points go round as rows do")
  func circularPoints() {
    let list = list([40, 50, 60], .circular)
    #expect([-1, 0, 149, 150, 195, 340].map { list.row(at: points($0)) } == [2, 0, 2, 0, 1, 1])
  }
}
