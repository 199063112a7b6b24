import BenchReplaying
import BenchStrategies
import Foundation
import ListLayout
import Testing

@testable import PostStrategies

/// Checks the tables in Sources/PostStrategies/README.md against both modes of each technique.
@Suite("The tables of Sources/PostStrategies/README.md")
struct PostTableTests {
  private static let viewport = LayoutUnit(points: 844)

  private static func text(_ path: String) throws -> String {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    return try String(contentsOf: folder.appendingPathComponent("../../" + path), encoding: .utf8)
  }

  /// Returns the document's sections, keyed by title.
  static func sections() throws -> [String: String] {
    let parts = try text("Sources/PostStrategies/README.md").components(separatedBy: "\n## ")
    return Dictionary(
      uniqueKeysWithValues: parts.map { ($0.components(separatedBy: "\n")[0], $0) })
  }

  @Test(
    "The document lists each technique's parameters and their defaults",
    arguments: PostRegistry.all)
  func parameters(contender: StrategyEntry) throws {
    let descriptor = contender.descriptor
    let section = try #require(try Self.sections()[descriptor.id])
    let rows = section.matches(of: /\n\| `([a-z]+)`, [^|]* \| (\d+) \|/)
    let documented = rows.map { "\($0.1) \($0.2)" }
    // `ellipse` also accepts the parameters of `triple-copy`, which are documented in the section on
    // `triple-copy`.
    let known = descriptor.parameters.filter {
      descriptor.id != "ellipse" || !["copies", "guard"].contains($0.name)
    }
    #expect(documented == known.map { "\($0.name) \($0.usual)" })
    #expect(section.contains("\n| line | defect | effect | fix |\n"))
  }

  @Test("The document explains each scenario in which the two modes do different amounts of work")
  func differences() throws {
    let section = try #require(try Self.sections()["Differences in work"])
    let rows = section.matches(of: /\n(\| `[^|]*\|[^|]*\|[^|]*\|[^|]*\|[^|]*\|[^|]*\|) ([^|]+) \|/)
    let documented = rows.map { String($0.1) }
    let measured = try PostRegistry.all.flatMap { try differences(of: $0.descriptor) }
    #expect(documented == measured, "\n\(measured.joined(separator: "\n"))")
    // Each row's reason cites a line of the post or contains "no line" or "repository".
    #expect(rows.allSatisfy { $0.2.contains(/00\d:\d|no line|repository/) })
  }

  /// Returns the first six columns of a technique's rows in the table. The table contains the scenarios in
  /// which the two modes request different numbers of heights, or create or configure different numbers of
  /// views.
  private func differences(of descriptor: StrategyDescriptor) throws -> [String] {
    let isPager = descriptor.requirement == .pages
    let height = isPager ? 844 : 44
    func started(_ mode: StrategyMode) throws -> Trial {
      try equalRows(descriptor.id, of: height, count: 1000, start: 500, mode: mode)
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
        ("rotate", { try Self.rotation(of: descriptor.id, mode: $0) }),
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
      func endless(_ mode: StrategyMode) throws -> WorkCounters {
        let rows = try equalRows(descriptor.id, of: height, count: 30, start: 29, mode: mode)
        return rows.work { for _ in 0..<80 { rows.scroll(60) } }
      }
      events.append(("endless", endless))
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

  /// Returns the work of a rotation that changes all row heights from 44 pt to 60 pt.
  private static func rotation(of id: String, mode: StrategyMode) throws -> WorkCounters {
    let store = RowStore.counting(
      Array(repeating: 44 * 64, count: 500), alternate: Array(repeating: 60 * 64, count: 500))
    let rotation = Script(loop: .rotate, count: 1, distances: [viewport.rawValue])
    let list = try strategy(id).trial(
      on: store, options: LayoutOptions(viewport: viewport, start: 250, mode: mode),
      script: rotation)
    return list.work { _ = list.run(0..<1, from: Checksum()) }
  }

  @Test("In VERIFY.md, each technique that repositions its rows does so in at least 50 frames")
  func repositioned() throws {
    let rows = try Self.text("results/VERIFY.md").matches(
      of: /\n\| `([a-z-]+)`, (published|corrected) \| ([\d,]+)/)
    #expect(rows.count == 2 * PostRegistry.all.count)
    for row in rows {
      let least = try #require(Int(row.3.filter { $0 != "," }))
      #expect(least >= 50 || ["fixed-list", "all-heights"].contains(row.1), "\(row.0)")
    }
  }

  /// The distances are listed in the document's "Triggers" table.
  @Test(
    "Each technique repositions its rows exactly at the documented distance",
    arguments: StrategyMode.allCases)
  func triggers(mode: StrategyMode) throws {
    /// Checks that scrolling by `distance` increases the counter `kind` by `usual`, and that scrolling
    /// another 1/64 pt increases it by a larger amount.
    func check(
      _ id: String, _ kind: Work, usual: Int = 0, more: LayoutUnit = least,
      distance: (Trial) -> LayoutUnit
    ) throws {
      let height = id == "three-view-pager" ? 844 : 44
      let rows = try equalRows(id, of: height, count: 1000, start: 500, mode: mode)
      #expect(rows.work(.scroll(distance(rows)))[kind] == usual, "\(id)")
      #expect(rows.work(.scroll(more))[kind] > usual, "\(id)")
    }
    func end(_ rows: Trial) -> LayoutUnit {
      rows.contentHeight - Self.viewport - rows.contentOffset
    }
    // Rows move if the midpoints of the content and the viewport are more than 44 pt apart.
    try check("recycled-subview", .heightsAsked) { rows in
      let middle = LayoutUnit(rawValue: (rows.contentHeight - Self.viewport).rawValue / 2)
      return middle + points(44) - rows.contentOffset
    }
    try check("section-shift", .reloads, distance: end)
    try check("three-view-pager", .viewsConfigured) { _ in Self.viewport - least }
    try check("triple-copy", .layoutPasses, usual: 1, more: -least) { least - $0.contentOffset }
    // Rows are loaded if the viewport is within 100 pt of an end. In published mode, however, rows below are
    // loaded if the viewport is at least 100 pt away from the end.
    for (isAbove, margin, isLoaded) in [
      (true, points(100), true), (true, points(100) + least, false), (false, points(100), true),
      (false, points(100) + least, mode == .published),
      (false, points(100) - least, mode == .corrected),
    ] {
      let rows = try equalRows("on-demand", count: 1000, start: 500, mode: mode)
      let first = rows.origin(of: 500)
      rows.apply(.scroll(isAbove ? margin - rows.contentOffset : end(rows) - margin))
      let height = rows.contentHeight
      rows.settle(frames: 62)
      let found = isAbove ? rows.origin(of: 500) < first : rows.contentHeight > height
      #expect(found == isLoaded, "\(isAbove), \(margin)")
    }
  }
}

/// Tests the cases listed under "Triggers" in Sources/PostStrategies/README.md, in which only one mode of a
/// technique repositions its rows. `PostTableTests` tests the conditions that apply to both modes.
struct TriggerTests {
  private struct Case {
    /// The start of the case's row in the document.
    let row: String
    /// Returns whether the technique repositions rows in the given mode.
    let acts: @Sendable (StrategyMode) throws -> Bool
  }

  private static func rows(_ id: String, _ mode: StrategyMode, of height: Int = 44) throws -> Trial
  {
    try equalRows(id, of: height, count: 1000, start: 500, mode: mode)
  }

  private static let cases = [
    Case(row: "| `reload-window` | a row outside the table changes") {
      try rows("reload-window", $0).work(.resize(row: 100, height: points(60)))[.reloads] > 0
    },
    Case(row: "| `reload-window` | the viewport grows past the end of the table") {
      try rows("reload-window:window=40", $0).work(.viewport(points(1500)))[.reloads] > 0
    },
    Case(row: "| `recycled-subview` | an end of the content is on screen") {
      // The 19 rows are 874 pt tall in total. If they start 10 pt below the top of the 844 pt viewport, they
      // end 40 pt below its bottom.
      let list = try rows("recycled-subview:extra=0:row=44", $0, of: 46)
      return list.asked(.scroll(points(-10) - list.contentOffset)) > 0
    },
    Case(row: "| `recycled-subview` | the midpoints are far apart") {
      let list = try rows("recycled-subview", $0)
      list.apply(.resize(row: try #require(list.boundRows.last), height: points(400)))
      return list.asked(.scroll(points(1))) > 0
    },
    Case(row: "| `on-demand` | both ends are within 100 pt") {
      let list = try equalRows("on-demand", count: 1000, viewport: 1270, start: 500, mode: $0)
      let first = list.origin(of: 500)
      list.scroll(1)
      list.settle(frames: 61)
      return list.origin(of: 500) < first
    },
    Case(row: "| `section-shift` | all rows on screen have height 0") {
      let heights = (0..<2000).map { 800..<1200 ~= $0 ? 0 : 44 }
      let list = try list("section-shift", heights, start: 1000, mode: $0)
      // Opening the list counts as one reload.
      return list.store.counters[.reloads] > 1
    },
    Case(row: "| `three-view-pager` | the first layout") {
      try rows("three-view-pager", $0, of: 844).store.counters[.viewsConfigured] > 3
    },
    Case(row: "| `triple-copy` | row 0 is so short that V / (its height) rows are never visible") {
      let list = try list(
        "triple-copy", [20] + [Int](repeating: 100, count: 20), viewport: 500, mode: $0)
      let end = list.contentHeight - points(500)
      list.apply(.scroll(end - list.contentOffset))
      return list.contentOffset != end
    },
    Case(row: "| `triple-copy` | two copies are shorter than the viewport, with `guard=0`") {
      let list = try equalRows("triple-copy:guard=0", of: 52, count: 4, viewport: 480, mode: $0)
      return list.store.counters[.layoutsCut] > 0
    },
  ]

  @Test("In each documented case, only the documented mode repositions rows")
  func exceptions() throws {
    let section = try #require(try PostTableTests.sections()["Triggers"])
    let table = try #require(section.components(separatedBy: "| technique | case |").last)
    let rows = table.split(separator: "\n").filter { $0.hasPrefix("| `") }
    #expect(rows.count == Self.cases.count)
    for (row, test) in zip(rows, Self.cases) {
      #expect(row.hasPrefix(test.row))
      // The columns of both modes, such as "a row moves" and "no row moves".
      for (mode, effect) in zip(StrategyMode.allCases, row.split(separator: " | ").suffix(2)) {
        let acts = !effect.contains(/\b(no|not|only|stays?)\b/)
        #expect(try test.acts(mode) == acts, "\(mode): \(row)")
      }
    }
  }
}
