import BenchReplaying
import BenchStrategies
import Conformance
import ListLayout
import Testing

/// Tests which row keeps its position when rows change. The expected screens were computed by hand.
struct ChangeTests {
  /// Several versions of a change that must all lead to the same screen.
  struct Case: CustomTestStringConvertible {
    let testDescription: String
    let heights: [Int]
    var viewport = 500
    var setUp: [Gesture] = []
    let versions: [[Gesture]]
    /// The first rows on screen, as text.
    let expected: String
  }

  private static func deletes(_ count: Int, at row: Int = 0) -> [Gesture] {
    Array(repeating: .delete(row: row), count: count)
  }

  private static func inserts(_ count: Int, of height: Int, at row: Int = 0) -> [Gesture] {
    (0..<count).map { .insert(row: row + $0, height: points(height)) }
  }

  private static let page = Array(repeating: 44, count: 100)

  static let cases: [Case] = [
    Case(
      testDescription:
        "A tall row above other visible rows shrinks by more than its visible part",
      heights: [2000] + page, viewport: 800, setUp: [.scroll(points(1500))],
      versions: [[.resize(row: 0, height: points(300))]],
      expected: "0 0 300, 1 300 44, 2 344 44"),
    Case(
      testDescription: "All rows become half as tall, and the first one would leave the screen",
      heights: Array(repeating: 200, count: 400), setUp: [.jump(row: 200), .scroll(points(150))],
      versions: [[.width(percent: 200)]], expected: "200 -50 100, 201 50 100, 202 150 100"),
    Case(
      testDescription:
        "The first row leaves the screen, and the viewport no longer reaches the next one",
      heights: [400, 400, 400] + page, setUp: [.scroll(points(100))],
      versions: [
        [.resize(row: 0, height: points(50)), .viewport(points(200))],
        [.viewport(points(200)), .resize(row: 0, height: points(50))],
      ],
      expected: "2 0 400"),
    Case(
      testDescription: "All rows of a long list are replaced",
      heights: page, setUp: [.scroll(points(1000))],
      versions: [
        deletes(100) + inserts(100, of: 50), inserts(100, of: 50) + deletes(100, at: 100),
        inserts(100, of: 50, at: 100) + deletes(100),
        (0..<100).flatMap { [.delete(row: $0), .insert(row: $0, height: points(50))] },
      ],
      expected: "0 0 50, 1 50 50"),
    Case(
      testDescription: "The rows on screen are replaced, and the row below them moves to the top",
      heights: page, viewport: 88, setUp: [.jump(row: 10)],
      versions: [
        deletes(2, at: 10) + inserts(3, of: 20, at: 10),
        inserts(3, of: 20, at: 12) + deletes(2, at: 10),
      ],
      expected: "13 0 44, 14 44 44"),
    Case(
      testDescription: "The rows on screen and all below them are replaced",
      heights: page, viewport: 88, setUp: [.jump(row: 10)],
      versions: [
        deletes(90, at: 10) + inserts(9, of: 30, at: 10),
        inserts(9, of: 30, at: 100) + deletes(90, at: 10),
      ],
      expected: "10 0 30, 11 30 30"),
    Case(
      testDescription: "A row moves to its current index", heights: [2000, 44, 44],
      setUp: [.scroll(points(1000))],
      versions: [[.move(from: 0, to: 0)], [.move(from: 2, to: 2), .move(from: 0, to: 0)]],
      expected: "0 -1000 2000"),
    Case(
      testDescription: "A row moves away and back", heights: [2000] + page,
      setUp: [.scroll(points(1800))],
      versions: [
        [.move(from: 0, to: 100), .move(from: 100, to: 0)],
        // Row 0 moves past two rows that are then deleted and replaced by new rows.
        [.move(from: 0, to: 2), .delete(row: 0), .delete(row: 0)] + inserts(2, of: 44, at: 1),
      ],
      expected: "0 -1800 2000, 1 200 44"),
    Case(
      testDescription: "A row on screen moves, and the next row keeps its position",
      heights: page, viewport: 88, setUp: [.scroll(points(450))],
      versions: [
        [.move(from: 10, to: 50)], [.move(from: 10, to: 2), .move(from: 2, to: 50)],
        [
          .move(from: 10, to: 51), .insert(row: 10, height: points(7)), .delete(row: 10),
          .move(from: 51, to: 50),
        ],
      ],
      expected: "9 -10 44, 10 34 44"),
  ]

  static let exact = StrategyRegistry.all.filter {
    $0.descriptor.isExact(in: .corrected) && $0.descriptor.requirement == .anyHeights
      && $0.descriptor.topology == .linear
  }

  @Test(
    "The row being read keeps its position, regardless of the order of changes", arguments: cases)
  func changes(_ test: Case) {
    let options = LayoutOptions(viewport: points(test.viewport))
    func store() -> RowStore { RowStore(heights: test.heights.map { Int32($0 * 64) }) }
    // A single change must have the same effect inside and outside a batch.
    for frame in test.versions.map(Gesture.batch) + test.versions.filter({ $0.count == 1 }).joined()
    {
      let trials =
        [("reference", Reference.trial(on: store(), options: options, topology: .linear))]
        + Self.exact.map { ($0.descriptor.id, $0.trial(on: store(), options: options)) }
      for (id, trial) in trials {
        for gesture in test.setUp + [frame] { trial.apply(gesture) }
        #expect(trial.screenText.hasPrefix(test.expected), "\(id), \(frame): \(trial.screenText)")
      }
    }
  }
}
