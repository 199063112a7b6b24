import Foundation
import ListLayout
import Replaying
import Strategies
import Testing

@testable import Posts

/// Tests that compare both modes of the posts' techniques with the tables in Sources/Posts/README.md.
@Suite("The tables of Sources/Posts/README.md")
struct PostTableTests {
  private static let least = LayoutUnit(rawValue: 1 as Int64)
  private static let viewport = LayoutUnit(points: 844)

  /// Returns the sections of the document by title.
  private static func sections() throws -> [String: String] {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    let path = folder.appendingPathComponent("../../Sources/Posts/README.md")
    let parts = try String(contentsOf: path, encoding: .utf8).components(separatedBy: "\n## ")
    return Dictionary(
      uniqueKeysWithValues: parts.map { ($0.components(separatedBy: "\n")[0], $0) })
  }

  @Test("Every parameter of a technique has a row with its default", arguments: PostRegistry.all)
  func parameters(contender: StrategyEntry) throws {
    let descriptor = contender.descriptor
    let section = try #require(try Self.sections()[descriptor.id])
    let rows = section.matches(of: /\n\| `([a-z]+)`, [^|]* \| (\d+) \|/)
    let documented = rows.map { "\($0.1) \($0.2)" }
    // The strategy `ellipse` also has the parameters of the list that it places on an ellipse; these
    // parameters are documented in the section of that list.
    let known = descriptor.parameters.filter {
      descriptor.id != "ellipse" || !["copies", "guard"].contains($0.name)
    }
    #expect(documented == known.map { "\($0.name) \($0.usual)" })
    #expect(section.contains("\n| line | defect | effect | fix |\n"))
  }

  @Test("Every difference between the modes in requested heights or views has a row with a reason")
  func differences() throws {
    let section = try #require(try Self.sections()["Differences in work"])
    let rows = section.matches(of: /\n(\| `[^|]*\|[^|]*\|[^|]*\|[^|]*\|[^|]*\|[^|]*\|) ([^|]+) \|/)
    let documented = rows.map { String($0.1) }
    let measured = try PostRegistry.all.flatMap { try differences(of: $0.descriptor) }
    #expect(documented == measured, "\n\(measured.joined(separator: "\n"))")
    // The reason in each row refers to a line of the post, or contains "no line" or "repository".
    #expect(rows.allSatisfy { $0.2.contains(/00\d:\d|no line|repository/) })
  }

  /// Returns the rows that the table must have for a technique, each with its first six columns only. A
  /// scenario has a row if the published and the corrected mode differ in requested heights or in created or
  /// configured views. Variants of a scenario, such as chains of offset queries or several changed rows, need
  /// the same work as the scenario itself and have no rows in the table.
  private func differences(of descriptor: StrategyDescriptor) throws -> [String] {
    let isPager = descriptor.requirement == .pages
    let height = isPager ? 844 : 44
    func started(_ mode: StrategyMode) throws -> Trial {
      try list(descriptor.id, [Int](repeating: height, count: 1000), start: 500, mode: mode)
    }
    func after(_ body: @escaping (Trial) -> Void) -> (StrategyMode) throws -> WorkCounters {
      { mode in
        let rows = try started(mode)
        return rows.work { body(rows) }
      }
    }
    func gesture(_ gesture: Gesture) -> (StrategyMode) throws -> WorkCounters {
      after { $0.apply(gesture) }
    }
    var events: [(String, (StrategyMode) throws -> WorkCounters)] = [
      ("open", { try started($0).store.counters }), ("offset", after { _ = $0.offset(of: 900) }),
      ("hit-test", after { _ = $0.row(at: points(30_000)) }),
      ("scroll", after { list in for _ in 0..<20 { list.scroll(60) } }),
      ("jump", gesture(.jump(row: 900))),
    ]
    if descriptor.abilities.contains(.resize) {
      events += [
        ("expand", gesture(.resize(row: 501, height: points(60)))),
        ("recalc", gesture(.resize(row: 900, height: points(60)))),
        ("rotate", { try turn(descriptor.id, $0) }),
      ]
    }
    if descriptor.abilities.contains(.edit) {
      events += [
        ("prepend", gesture(.insert(row: 0, height: points(height)))),
        ("append", gesture(.insert(row: 1000, height: points(height)))),
        ("edit", gesture(.delete(row: 501))),
      ]
    }
    if descriptor.topology == .circular {
      events.append(("endless", { try overTheSeam(descriptor.id, height: height, $0) }))
    } else if descriptor.abilities.contains(.edit) {
      let batch = Gesture.batch([.insert(row: 1000, height: points(height)), .follow])
      events.append(("follow", gesture(batch)))
    }
    return try events.compactMap { name, work in
      let (published, corrected) = (try work(.published), try work(.corrected))
      func views(_ work: WorkCounters) -> Int { work[.viewsCreated] + work[.viewsConfigured] }
      let numbers = [
        published[.heightsAsked], corrected[.heightsAsked], views(published), views(corrected),
      ]
      guard numbers[0] != numbers[1] || numbers[2] != numbers[3] else { return nil }
      return
        "| `\(descriptor.id)` | `\(name)` | \(numbers.map(String.init).joined(separator: " | ")) |"
    }
  }

  /// Returns the work of 80 frames of 60 pt each on a circular list of 30 rows. If rows are 44 pt tall, the
  /// list scrolls past its last row to row 0.
  private func overTheSeam(
    _ id: String, height: Int, _ mode: StrategyMode
  ) throws -> WorkCounters {
    let rows = try list(id, [Int](repeating: height, count: 30), start: 29, mode: mode)
    return rows.work { for _ in 0..<80 { rows.scroll(60) } }
  }

  /// Returns the work of a frame in which the heights of 500 rows change from 44 pt to 60 pt.
  private func turn(_ id: String, _ mode: StrategyMode) throws -> WorkCounters {
    let store = RowStore(
      heights: Array(repeating: 44 * 64, count: 500),
      alternate: Array(repeating: 60 * 64, count: 500))
    store.isCounting = true
    let options = LayoutOptions(viewport: Self.viewport, start: 250, mode: mode)
    let turn = Script(loop: .rotate, count: 1, distances: [options.viewport.rawValue])
    let list = try #require(StrategyRegistry.all.named(id)).trial(
      on: store, options: options, script: turn)
    return list.work { _ = list.run(0..<1, from: Checksum()) }
  }

  @Test("A frame's motion reaches the technique before the scroll view stops at its ends")
  func scrollView() throws {
    for descriptor in PostRegistry.all.map(\.descriptor) {
      let height = descriptor.requirement == .pages ? 844 : 44
      for mode in StrategyMode.allCases {
        for distance in [3000, -3000] {
          let rows = try list(
            descriptor.id, [Int](repeating: height, count: 1000), start: 500, mode: mode)
          rows.scroll(distance)
          let last = max(.zero, rows.contentHeight - Self.viewport)
          #expect(
            LayoutUnit.zero <= rows.contentOffset && rows.contentOffset <= last, "\(descriptor.id)")
        }
      }
    }
    // These techniques never stop a scroll early, because they load more rows as soon as the viewport passes
    // the end of the loaded rows.
    for id in ["recycled-subview", "section-shift"] {
      for mode in StrategyMode.allCases {
        let rows = try list(id, [Int](repeating: 44, count: 1000), start: 500, mode: mode)
        for _ in 0..<10 { rows.scroll(700) }
        #expect(rows.position == 500 * 44 + 7000, "\(id) \(mode)")
      }
    }
  }

  @Test("Both modes start their work under the documented conditions")
  func triggers() throws {
    let section = try #require(try Self.sections()["Triggers"])
    let rows = section.matches(of: /\n\| `([a-z-]+)` \| ([^|]*) \| ([^|]*) \| ([^|]*) \|/)
    #expect(rows.count == 7)
    for row in rows {
      let measured: [String] = try StrategyMode.allCases.map {
        try trigger(of: String(row.1), isAbove: row.2.contains("above"), $0)
      }
      #expect([String(row.3), String(row.4)] == measured, "\(row.1): \(row.2)")
    }
  }

  /// Returns the condition under which a technique loads rows or moves its window, as worded in the table. In
  /// this test, the list has 1,000 rows of 44 pt and starts in the middle.
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
      return isMoved ? "at once" : rows.asked(.settle) > 0 ? "when a gesture ends" : "never"
    case "recycled-subview":
      // The list scrolls from the midpoint of the content in steps of 1/64 pt.
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
