import BenchBasics
import Testing

@testable import BenchReporting

/// Checks that the different parts of a report agree with each other.
@Suite("The parts of a report never contradict each other")
struct ContradictionTests {
  private static let lists: [(heights: String, list: KnownList, scenarios: [String])] = [
    ("chat", .chat, []), ("fixed:44", .equal, []), ("pages", .pages, []),
    ("calendar", .calendar, []), ("file:log.txt", .chat, ["open", "scroll", "append", "offset"]),
    ("text:chat.txt", .chat, ["open", "rotate", "recalc", "scroll", "jump"]),
  ]

  private struct Statements {
    /// The matrix's cells, by strategy and scenario.
    var cells: [String: [String: Table.Cell]] = [:]
    /// The strategies' names in each block of the matrix, by the block's heading.
    var blocks: [String: [String]] = [:]
    /// The rows of the recommendation table, each of which maps column titles to texts.
    let recommended: [[String: String]]
    let findings: [String]
    let legend: String

    init(_ report: RunReport) throws {
      let matrix = try #require(RunMatrix(report.measured))
      (findings, legend) = (report.findings, matrix.legend)
      func dictionary<Value>(_ table: Table, _ row: [Table.Cell], _ value: (Table.Cell) -> Value)
        -> [String: Value]
      {
        Dictionary(uniqueKeysWithValues: zip(table.titles.map(\.text), row.map(value)))
      }
      for block in matrix.table.blocks {
        blocks[block.heading ?? ""] = block.rows.map(\.[0].text)
        for row in block.rows {
          cells[row[0].text] = dictionary(matrix.table, row) { $0 }
          cells[row[0].text]?[matrix.table.titles[0].text] = nil
        }
      }
      let table = report.recommended
      recommended = table.rows.map { dictionary(table, $0, \.text) }
    }

    func finding(_ start: String) -> String? { findings.first { $0.hasPrefix(start) } }

    func time(_ name: String, _ scenario: String) -> Double? {
      cells[name]?[scenario].flatMap { Self.time($0.text) }
    }

    /// Parses a time and returns it in nanoseconds. The space before the unit is optional.
    static func time(_ text: String) -> Double? {
      let units = [("ns", 1.0), ("µs", 1e3), ("ms", 1e6), ("s", 1e9)]
      guard let unit = units.first(where: { text.hasSuffix($0.0) }) else { return nil }
      return Double(text.dropLast(unit.0.count).filter { $0 != " " }).map { $0 * unit.1 }
    }
  }

  @Test(
    "Reports on six lists are consistent for three seeds",
    arguments: ContradictionTests.lists.indices, [1, 2, 3] as [UInt64])
  func reports(place: Int, seed: UInt64) throws {
    let (heights, list, scenarios) = Self.lists[place]
    let all = try Statements(.of(list.groups(scenarios, heights: heights, seed: seed)))
    let rows = all.recommended
    #expect(!rows.isEmpty)
    for row in rows { try check(row, all) }
    // The recommendation table has one row per strategy and recommends one strategy for each need.
    #expect(Set(rows.compactMap { $0["strategy"] }).count == rows.count)
    let needs = rows.flatMap { Self.conditions(of: $0) }
    #expect(Set(needs).count == needs.count, "\(needs)")
    // The cost of heights is shown unless the measured times already include it.
    let costs = rows.map { $0["at 30 µs a height"].flatMap(Statements.time) }
    #expect(costs.allSatisfy { ($0 == nil) == heights.hasPrefix("text") })
    // If heights are expensive, a strategy that measures only the rows on screen must cost less than one that
    // needs all heights.
    func cost(_ start: String) -> Double? {
      zip(rows, costs).first { Self.conditions(of: $0.0).contains { $0.hasPrefix(start) } }?.1
    }
    if let cheap = cost("chat, feed"), let exact = cost("exact scroll bar") {
      #expect(cheap < exact)
    }
    // If a strategy shows wrong rows, the findings, the legend and the matrix must all mention it.
    let wrong = all.finding("Not recommended, because they show wrong rows")
    let starred = all.cells.filter { $0.value.values.contains { $0.mark == "*" } }.keys
    #expect(starred.isEmpty == (wrong == nil))
    #expect(starred.isEmpty == !all.legend.contains("*: shows wrong rows"))
    for name in starred { #expect(wrong?.contains(name) == true) }
    // In every column of the matrix, `<` marks the shortest ranked time.
    for scenario in Set(all.cells.values.flatMap(\.keys)) {
      let ranked = all.cells.keys.filter {
        all.time($0, scenario) != nil && ["", "<"].contains(all.cells[$0]?[scenario]?.mark)
      }
      let fastest = ranked.compactMap { all.time($0, scenario) }.min()
      #expect(
        ranked.contains { name in
          all.cells[name]?[scenario]?.mark == "<" && all.time(name, scenario) == fastest
        }, "\(scenario)")
    }
    // The findings must mention times longer than a 120 Hz frame if and only if the matrix contains one.
    let isOver = all.cells.contains { name, cells in
      cells.keys.contains { all.time(name, $0) ?? 0 > 8.34e6 }
    }
    #expect(isOver == (all.finding("Slower than a 120 Hz frame") != nil))
  }

  /// When a row recommends its strategy, excluding the notes in the same cell.
  private static func conditions(of row: [String: String]) -> [String] {
    (row["prefer it when"] ?? "").split(separator: "; ").map(String.init).filter { part in
      !["cannot do ", "limit: ", "close: "].contains { part.hasPrefix($0) }
    }
  }

  private static func names(after start: String, in text: String) -> [String] {
    text.firstRange(of: start).map { range in
      text[range.upperBound...].prefix { $0 != ";" }.split(separator: ", ").map(String.init)
    } ?? []
  }

  private func check(_ row: [String: String], _ all: Statements) throws {
    let name = try #require(row["strategy"])
    let own = try #require(all.cells[name], "\(row)")
    let wrong = all.finding("Not recommended, because they show wrong rows")
    #expect(!own.values.contains { $0.mark == "*" || ["wrong", "slow"].contains($0.text) })
    #expect(wrong?.contains(name + " (") != true)
    // A recommendation's slowest operation must also be the strategy's slowest operation in the matrix.
    let slowest = try #require(row["slowest operation"]?.split(separator: " ", maxSplits: 1))
    let time = try #require(Statements.time(String(slowest[1])))
    #expect(time == own.keys.compactMap { all.time(name, $0) }.max(), "\(row)")
    #expect(all.time(name, String(slowest[0])) == time)
    #expect(row["of a 120 Hz frame"] == "<0.1 %" ? time < 8.4e3 : time > 8.2e3)
    // The strategy must be in the matrix block that matches its recommendation, and the notes must name all
    // unsupported operations.
    let when = try #require(row["prefer it when"])
    let conditions = Self.conditions(of: row)
    for (start, heading) in [
      ("exact scroll bar", "Exact"), ("log", "Exact"), ("chat, feed", "Window"),
      ("calendar", "Window"), ("carousel", "Circular"),
    ] where conditions.contains(where: { $0.hasPrefix(start) }) {
      #expect(all.blocks.first { $0.key.hasPrefix(heading) }?.value.contains(name) == true)
    }
    let lacks = Set(own.filter { $0.value.text == "." }.keys)
    if conditions.contains(where: { $0.hasPrefix("exact") }) { #expect(lacks.isEmpty) }
    if !conditions.contains(where: { $0.hasPrefix("carousel") }) {
      #expect(Set(Self.names(after: "cannot do ", in: when)) == lacks, "\(row)")
    }
    let close = Self.names(after: "close: ", in: when)
    for other in close {
      #expect(other != name && all.cells[other] != nil && wrong?.contains(other) != true)
    }
  }
}
