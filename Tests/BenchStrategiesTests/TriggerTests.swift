import BenchReplaying
import ListLayout
import Testing

/// Tests the cases listed under "Triggers" in Sources/PostStrategies/README.md, in which only one mode of a
/// technique repositions its rows. `PostTableTests` tests the conditions that apply to both modes.
struct TriggerTests {
  struct Case: CustomTestStringConvertible {
    /// The table row that describes this case in the document.
    let testDescription: String
    /// The only mode that repositions rows in this case.
    let mode: StrategyMode
    /// Returns whether the technique repositions rows in the given mode.
    let acts: @Sendable (StrategyMode) throws -> Bool

    init(
      _ row: String, _ mode: StrategyMode, acts: @escaping @Sendable (StrategyMode) throws -> Bool
    ) {
      (testDescription, self.mode, self.acts) = (row, mode, acts)
    }
  }

  private static func rows(_ id: String, _ mode: StrategyMode, of height: Int = 44) throws -> Trial
  {
    try equalRows(id, of: height, count: 1000, start: 500, mode: mode)
  }

  private static let cases = [
    Case(
      """
      | `reload-window` | a row outside the table changes (000:11) | the table is reloaded | it is not reloaded |
      """, .published
    ) {
      try rows("reload-window", $0).work(.resize(row: 100, height: points(60)))[.reloads] > 0
    },
    Case(
      """
      | `reload-window` | the viewport grows past the end of the table | it is not reloaded | the table is reloaded |
      """, .corrected
    ) {
      try rows("reload-window:window=40", $0).work(.viewport(points(1500)))[.reloads] > 0
    },
    Case(
      """
      | `recycled-subview` | an end of the content is on screen, but the midpoints are close together (000:63) \
      | no row moves | a row moves unless it is on screen |
      """, .corrected
    ) {
      // The 19 rows are 874 pt tall in total. If they start 10 pt below the top of the 844 pt viewport, they
      // end 40 pt below its bottom.
      let list = try rows("recycled-subview:extra=0:row=44", $0, of: 46)
      return list.asked(.scroll(points(-10) - list.contentOffset)) > 0
    },
    Case(
      """
      | `recycled-subview` | the midpoints are far apart, but without the row, the other end would extend further \
      (000:66, 84) | a row moves | no row moves |
      """, .published
    ) {
      let list = try rows("recycled-subview", $0)
      list.apply(.resize(row: try #require(list.boundRows.last), height: points(400)))
      return list.asked(.scroll(points(1))) > 0
    },
    Case(
      """
      | `on-demand` | both ends are within 100 pt (001:302) | rows are loaded above | rows are loaded below only |
      """, .published
    ) {
      let list = try equalRows("on-demand", count: 1000, viewport: 1270, start: 500, mode: $0)
      let first = list.origin(of: 500)
      list.scroll(1)
      list.settle(frames: 61)
      return list.origin(of: 500) < first
    },
    Case(
      """
      | `section-shift` | all rows on screen have height 0 (003:187) | the sections stay | the sections are shifted |
      """, .corrected
    ) {
      let heights = (0..<2000).map { 800..<1200 ~= $0 ? 0 : 44 }
      let list = try list("section-shift", heights, start: 1000, mode: $0)
      // Opening the list counts as one reload.
      return list.store.counters[.reloads] > 1
    },
    Case(
      """
      | `three-view-pager` | the first layout (002:186) | a page is turned | no page is turned |
      """, .published
    ) {
      try rows("three-view-pager", $0, of: 844).store.counters[.viewsConfigured] > 3
    },
    Case(
      """
      | `triple-copy` | row 0 is so short that V / (its height) rows are never visible (repository) \
      | the offset stays | the offset is set back |
      """, .corrected
    ) {
      let list = try list(
        "triple-copy", [20] + [Int](repeating: 100, count: 20), viewport: 500, mode: $0)
      let end = list.contentHeight - points(500)
      list.apply(.scroll(end - list.contentOffset))
      return list.contentOffset != end
    },
    Case(
      """
      | `triple-copy` | two copies are shorter than the viewport, with `guard=0` (004:37, 39) | the offset is set back \
      | the offset stays |
      """, .published
    ) {
      let list = try equalRows("triple-copy:guard=0", of: 52, count: 4, viewport: 480, mode: $0)
      return list.store.counters[.layoutsCut] > 0
    },
  ]

  @Test("In each documented case, only one mode repositions rows", arguments: cases)
  func exception(_ test: Case) throws {
    for mode in StrategyMode.allCases {
      #expect(try test.acts(mode) == (mode == test.mode), "\(mode)")
    }
  }

  @Test("The document lists exactly these cases")
  func document() throws {
    let section = try #require(try PostTableTests.sections()["Triggers"])
    let table = try #require(section.components(separatedBy: "| technique | case |").last)
    let rows = table.split(separator: "\n").filter { $0.hasPrefix("| `") }.map(String.init)
    #expect(rows == Self.cases.map(\.testDescription))
  }
}
