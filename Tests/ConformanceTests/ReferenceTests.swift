import BenchReplaying
import Conformance
import ListLayout
import Testing

/// A rule about the screen, with a hand-computed example in the format of `Trial.screenText`.
struct ScreenCase: CustomTestStringConvertible, Sendable {
  let testDescription: String
  let heights: [Int]
  let start: Int
  let topology: StrategyDescriptor.Topology
  let first: String?
  /// Each gesture, with the screen that follows it.
  let then: [(Gesture, String)]

  init(
    _ sentence: String, _ heights: [Int], start: Int = 0,
    topology: StrategyDescriptor.Topology = .linear, first: String? = nil,
    _ then: [(Gesture, String)] = []
  ) {
    (testDescription, self.heights, self.start) = (sentence, heights, start)
    (self.topology, self.first, self.then) = (topology, first, then)
  }

  private static func deletes(_ count: Int, at row: Int) -> [Gesture] {
    Array(repeating: .delete(row: row), count: count)
  }

  private static func inserts(_ count: Int, of height: Int, at row: Int) -> [Gesture] {
    (0..<count).map { .insert(row: row + $0, height: points(height)) }
  }

  static let all: [ScreenCase] = [
    ScreenCase(
      "The first screen begins with the start row and fills the viewport", [10, 40, 50, 60],
      start: 1, first: "1 0 40, 2 40 50, 3 90 60"),
    ScreenCase(
      "A row is visible if its top is above the viewport's bottom and its bottom is below the viewport's top",
      [40, 60, 30, 90, 90],
      first: "0 0 40, 1 40 60",
      [
        (.scroll(points(40)), "1 0 60, 2 60 30, 3 90 90"),
        (.scroll(points(-1)), "0 -39 40, 1 1 60, 2 61 30, 3 91 90"),
      ]),
    ScreenCase(
      "Scrolling stops exactly at both ends", [40, 50, 60],
      [
        (.scroll(points(1000)), "1 -10 50, 2 40 60"),
        (.scroll(points(-1000)), "0 0 40, 1 40 50, 2 90 60"),
      ]),
    ScreenCase(
      "A row inserted at the anchor goes above it, even at the very top of the list", [40, 50, 60],
      [
        (.insert(row: 0, height: points(25)), "1 0 40, 2 40 50, 3 90 60"),
        (.scroll(points(15)), "1 -15 40, 2 25 50, 3 75 60"),
        (.insert(row: 1, height: points(5)), "2 -15 40, 3 25 50, 4 75 60"),
      ]),
    ScreenCase(
      "If the anchor or a row above it changes, the anchor stays in place and the rows below move",
      [40, 50, 60, 70], start: 1,
      [
        (.scroll(points(20)), "1 -20 50, 2 30 60, 3 90 70"),
        (.resize(row: 0, height: points(3)), "1 -20 50, 2 30 60, 3 90 70"),
        (.resize(row: 1, height: points(55)), "1 -20 55, 2 35 60, 3 95 70"),
      ]),
    ScreenCase(
      "If the anchor is deleted, the other rows stay in place unless that leaves a gap at the top",
      [40, 50, 60, 70, 80],
      start: 1,
      [
        (.scroll(points(20)), "1 -20 50, 2 30 60, 3 90 70"),
        (.delete(row: 1), "0 -10 40, 1 30 60, 2 90 70"),
        (.delete(row: 0), "0 0 60, 1 60 70"),
      ]),
    ScreenCase(
      "Content that ends above the viewport's bottom moves down to it unless its top reaches 0 first",
      [40, 50, 60, 70], start: 2,
      first: "2 0 60, 3 60 70",
      [
        (.delete(row: 3), "1 -10 50, 2 40 60"),
        (.delete(row: 2), "0 0 40, 1 40 50"),
      ]),
    ScreenCase(
      "A row of height 0 is never visible and never the anchor", [0, 40, 0, 60, 0, 30],
      first: "1 0 40, 3 40 60",
      [
        (.insert(row: 1, height: points(10)), "2 0 40, 4 40 60"),
        (.jump(row: 3), "2 -30 40, 4 10 60, 6 70 30"),
      ]),
    ScreenCase(
      "While all rows have height 0, there is no anchor, and new rows are shown from the top",
      [0, 0],
      start: 1,
      first: "",
      [
        (.insert(row: 0, height: points(30)), "0 0 30"), (.delete(row: 0), ""),
        (.resize(row: 1, height: points(500)), "1 0 500"),
      ]),
    ScreenCase(
      "A tall row above other visible rows shrinks by more than its visible part",
      [200, 40, 40, 40],
      [
        (.scroll(points(150)), "0 -150 200, 1 50 40, 2 90 40"),
        (.resize(row: 0, height: points(30)), "0 0 30, 1 30 40, 2 70 40"),
      ]),
    ScreenCase(
      "All rows become half as tall, and the first one would leave the screen",
      Array(repeating: 40, count: 12), start: 4,
      [
        (.scroll(points(30)), "4 -30 40, 5 10 40, 6 50 40, 7 90 40"),
        (.width(percent: 200), "4 -10 20, 5 10 20, 6 30 20, 7 50 20, 8 70 20, 9 90 20"),
      ]),
    ScreenCase(
      "The first row leaves the screen, and the viewport no longer reaches the next one",
      [100, 100, 100],
      [
        (.scroll(points(25)), "0 -25 100, 1 75 100"),
        (.batch([.viewport(points(50)), .resize(row: 0, height: points(12))]), "2 0 100"),
      ]),
    ScreenCase(
      "All rows are replaced", Array(repeating: 40, count: 5), start: 2,
      [
        (.batch(inserts(5, of: 50, at: 5) + deletes(5, at: 0)), "0 0 50, 1 50 50"),
        (.batch(deletes(5, at: 0) + inserts(5, of: 60, at: 0)), "0 0 60, 1 60 60"),
      ]),
    ScreenCase(
      "The rows on screen are replaced, and the row below them moves to the top",
      Array(repeating: 50, count: 6), start: 2,
      [(.batch(inserts(3, of: 20, at: 2) + deletes(2, at: 5)), "5 0 50, 6 50 50")]),
    ScreenCase(
      "The rows on screen and all below them are replaced", Array(repeating: 50, count: 6),
      start: 2,
      [(.batch(inserts(3, of: 60, at: 6) + deletes(4, at: 2)), "2 0 60, 3 60 60")]),
    ScreenCase(
      "A row that fills the screen moves to its own index, or away and back", [200, 40, 40, 40],
      [
        (.scroll(points(100)), "0 -100 200"), (.move(from: 0, to: 0), "0 -100 200"),
        (.batch([.move(from: 0, to: 3), .move(from: 3, to: 0)]), "0 -100 200"),
      ]),
    ScreenCase(
      "A row on screen moves, and the next row keeps its position",
      Array(repeating: 50, count: 8),
      [
        (.scroll(points(60)), "1 -10 50, 2 40 50, 3 90 50"),
        (.move(from: 1, to: 6), "0 -10 50, 1 40 50, 2 90 50"),
      ]),
    ScreenCase(
      "An empty list has no anchor, and new rows are shown from the top", [],
      [(.scroll(points(10)), ""), (.insert(row: 0, height: points(20)), "0 0 20")]),
    ScreenCase(
      "A circular list can scroll endlessly in both directions", [40, 50, 60], start: 2,
      topology: .circular,
      first: "2 0 60, 0 60 40",
      [
        (.scroll(points(-10)), "1 -40 50, 2 10 60, 0 70 40"),
        (.scroll(points(150 * 1_000_000 + 40)), "2 -30 60, 0 30 40, 1 70 50"),
        (.scroll(points(-150 * 1_000_000)), "2 -30 60, 0 30 40, 1 70 50"),
      ]),
    ScreenCase(
      "A circular list shorter than the viewport repeats its rows", [0, 30, 20], start: 1,
      topology: .circular,
      first: "1 0 30, 2 30 20, 1 50 30, 2 80 20",
      [
        (.delete(row: 1), "1 -10 20, 1 10 20, 1 30 20, 1 50 20, 1 70 20, 1 90 20"),
        (.delete(row: 1), ""),
      ]),
    ScreenCase(
      "In a circular list, the last row is followed by the first", [70, 50, 60], start: 2,
      topology: .circular,
      [
        (.scroll(points(20)), "2 -20 60, 0 40 70"),
        (.delete(row: 2), "1 -10 50, 0 40 70"),
        (.insert(row: 2, height: points(10)), "1 -10 50, 2 40 10, 0 50 70"),
      ]),
  ]
}

@Suite struct ReferenceTests {
  private func list(
    _ heights: [Int], start: Int = 0, _ topology: StrategyDescriptor.Topology = .linear
  ) -> Trial {
    Reference.trial(
      on: RowStore(heights: heights.map { Int32($0 * 64) }),
      options: LayoutOptions(viewport: points(100), start: start), topology: topology)
  }

  @Test("Screens follow the contract", arguments: ScreenCase.all)
  func screens(of screens: ScreenCase) {
    let list = list(screens.heights, start: screens.start, screens.topology)
    if let first = screens.first { #expect(list.screenText == first) }
    for (gesture, expected) in screens.then {
      list.apply(gesture)
      #expect(list.screenText == expected, "\(gesture)")
    }
  }

  @Test("Offsets are sums of heights, and every point belongs to exactly one row")
  func offsets() {
    let list = list([40, 0, 50, 0, 60])
    #expect((0...5).map { list.offset(of: $0) } == [0, 40, 40, 90, 90, 150].map(points))
    #expect([0, 39, 40, 89, 90, 149].map { list.row(at: points($0)) } == [0, 0, 2, 2, 4, 4])
    #expect(list.row(at: points(-5)) == 0 && list.row(at: points(150)) == 4)
    list.apply(.resize(row: 2, height: points(10)))
    #expect((0...5).map { list.offset(of: $0) } == [0, 40, 40, 50, 50, 110].map(points))
    #expect(list.row(at: points(49)) == 2 && list.contentHeight == points(110))
  }

  @Test("Queries do not affect the screen; in a circular list, points wrap around")
  func contentOffset() {
    let linear = list([40, 50, 60, 70, 80], start: 2)
    let screen = linear.screen
    #expect(linear.offset(of: 2) == points(90))
    #expect(linear.screen == screen && linear.contentOffset == points(90))
    let circular = list([40, 50, 60], .circular)
    #expect([-1, 0, 149, 150, 340].map { circular.row(at: points($0)) } == [2, 0, 2, 0, 1])
  }
}
