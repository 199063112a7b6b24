import Foundation
import ListLayout
import Replaying
import Strategies
import Testing

@testable import Posts

/// What Sources/Posts/README.md says of both forms, held against them.
@Suite("The table of defects and mends")
struct PostTableTests {
  private static let least = LayoutUnit(rawValue: 1 as Int64)
  private static let viewport = LayoutUnit(points: 844)

  /// The sections of the document by their titles.
  private static func sections() throws -> [String: String] {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    let path = folder.appendingPathComponent("../../Sources/Posts/README.md")
    let parts = try String(contentsOf: path, encoding: .utf8).components(separatedBy: "\n## ")
    return Dictionary(
      uniqueKeysWithValues: parts.map { ($0.components(separatedBy: "\n")[0], $0) })
  }

  @Test("every parameter of a technique stands there with its number", arguments: PostRoster.all)
  func parameters(contender: StrategyEntry) throws {
    let card = contender.card
    let section = try #require(try Self.sections()[card.id])
    let rows = section.matches(of: /\n\| `([a-z]+)`, [^|]* \| (\d+) \|/)
    let told = rows.map { "\($0.1) \($0.2)" }
    // Those of the list under the ellipse stand in its own section.
    let known = card.parameters.filter { card.id != "ellipse" || $0.name != "copies" }
    #expect(told == known.map { "\($0.name) \($0.usual)" })
    #expect(section.contains("\n| line | defect | shown because of it | mend |\n"))
  }

  @Test("both forms start when it says that they do")
  func triggers() throws {
    let section = try #require(try Self.sections()["What starts it"])
    let rows = section.matches(of: /\n\| `([a-z-]+)` \| ([^|]*) \| ([^|]*) \| ([^|]*) \|/)
    #expect(rows.count == 7)
    for row in rows {
      let measured: [String] = try StrategyMode.allCases.map {
        try trigger(of: String(row.1), isAbove: row.2.contains("above"), $0)
      }
      #expect([String(row.3), String(row.4)] == measured, "\(row.1): \(row.2)")
    }
  }

  /// What makes a technique do its work, on 1,000 rows of 44 pt begun in the middle, as the table has it.
  private func trigger(of id: String, isAbove: Bool, _ mode: StrategyMode) throws -> String {
    let height = id == "three-view-pager" ? 844 : 44
    func started() throws -> Trial {
      try list(id, [Int](repeating: height, count: 1000), start: 500, mode: mode)
    }
    func moves(_ list: Trial, by distance: LayoutUnit) -> WorkCounters {
      list.work { list.apply(.scroll(distance)) }
    }
    let rows = try started()
    switch id {
    case "reload-window":
      let isMoved = moves(rows, by: LayoutUnit(points: 500))[.reloads] > 0
      return isMoved ? "at once" : rows.asked(.settle) > 0 ? "when a gesture is over" : "never"
    case "recycled-subview":
      // From the middle on, by the least steps.
      let middle = LayoutUnit(rawValue: (rows.contentHeight - Self.viewport).rawValue / 2)
      rows.apply(.scroll(middle - rows.contentOffset))
      for step in 1...6400 where moves(rows, by: Self.least)[.heightsAsked] > 0 {
        return bound(LayoutUnit(rawValue: Int64(step)))
      }
      return "never"
    case "on-demand":
      let goal = LayoutUnit(points: 100)
      let loads = try [goal + Self.least, goal, goal - Self.least].map { away in
        let rows = try started()
        let first = rows.origin(of: 500)
        let end = rows.contentHeight - Self.viewport - away
        rows.apply(.scroll((isAbove ? away : end) - rows.contentOffset))
        let height = rows.contentHeight
        rows.settle(frames: 62)
        return isAbove ? rows.origin(of: 500) < first : rows.contentHeight > height
      }
      return loads == [true, true, false]
        ? ">= 100 pt"
        : loads == [false, true, true]
          ? "<= 100 pt" : "\(loads)"
    case "section-shift":
      let end = rows.contentHeight - Self.viewport
      let atEnd = moves(rows, by: end - rows.contentOffset)[.reloads]
      return atEnd == 0 && moves(rows, by: Self.least)[.reloads] > 0 ? "> 0 pt" : "?"
    case "three-view-pager":
      let before = moves(rows, by: Self.viewport - Self.least)[.viewsConfigured]
      return before == 0 && moves(rows, by: Self.least)[.viewsConfigured] > 0
        ? bound(Self.viewport) : "?"
    default:
      let before = moves(rows, by: Self.least - rows.contentOffset)[.layoutPasses]
      return before == 1 && moves(rows, by: -Self.least)[.layoutPasses] > 1 ? "<= 0 pt" : "?"
    }
  }

  private func bound(_ least: LayoutUnit) -> String {
    let points = Int(least.points)
    return least == LayoutUnit(points: points) ? ">= \(points) pt" : "> \(points) pt"
  }
}
