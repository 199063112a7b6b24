import Basics
import Testing

@testable import Reporting

/// Reads screens as somebody does who believes every line.
@Suite("No line of a screen says the opposite of another")
struct ContradictionTests {
  private static let lists: [(heights: String, list: KnownList, scenarios: [String])] = [
    ("chat", .chat, []), ("fixed:44", .equal, []), ("pages", .pages, []),
    ("calendar", .calendar, []), ("file:log.txt", .chat, ["open", "scroll", "append", "offset"]),
    ("text:chat.txt", .chat, ["open", "rotate", "recalc", "scroll", "jump"]),
  ]
  /// A screen taken apart.
  private struct Screen {
    /// Cells by name and column, as they are printed.
    var cells: [String: [String: String]] = [:]
    /// Names by the heading of their block.
    var blocks: [String: [String]] = [:]
    /// The rows of the table of recommendations: cells by the titles of their columns.
    var recommended: [[String: String]] = []
    /// The lines below it, each as one text.
    var findings: [String] = []
    let legend: String

    init(_ text: String) throws {
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
      let header = try #require(lines.first).split(separator: " ").map(String.init)
      let end = try #require(lines.firstIndex { $0.hasPrefix("Time of") })
      let columns = header.drop { !["offset", "recalc", "scroll", "open"].contains($0) }
      var block = ""
      for line in lines[1..<end] {
        let words = line.split(separator: " ").map(String.init)
        if line.contains(": ") || line.hasPrefix("On ") {
          block = line
        } else {
          cells[words[0]] = Dictionary(
            zip(columns, words.dropFirst()), uniquingKeysWith: { first, _ in first })
          blocks[block, default: []].append(words[0])
        }
      }
      let blank = try #require(lines[end...].firstIndex(of: ""))
      legend = lines[end..<blank].joined(separator: " ")
      // At this width no cell of the table is broken: two spaces end it.
      let body = lines[(blank + 2)...].prefix { !$0.isEmpty }.map { String($0.dropFirst(2)) }
      try #require(body.count > 2 && lines[blank + 1] == "Recommendations")
      func parts(_ line: String) -> [String] {
        line.split(separator: "  ").map { String($0.trimmingPrefix { $0 == " " }).trimmedAtEnd }
      }
      let titles = parts(body[0])
      let last = try #require(body.firstIndex { $0.hasPrefix("Ranked by") })
      recommended = body[1..<last].map { line in
        Dictionary(zip(titles, parts(line)), uniquingKeysWith: { first, _ in first })
      }
      for line in body[last...] {
        if line.hasPrefix("  "), let text = findings.popLast() {
          findings.append(text + " " + line.dropFirst(2))
        } else {
          findings.append(line)
        }
      }
    }

    func finding(_ start: String) -> String? { findings.first { $0.hasPrefix(start) } }

    func time(_ name: String, _ scenario: String) -> Double? {
      cells[name]?[scenario].flatMap { Self.time($0.filter { !"<*".contains($0) }) }
    }

    /// A time, with a space before its unit or without, in nanoseconds.
    static func time(_ text: String) -> Double? {
      let units = [("ns", 1.0), ("µs", 1e3), ("ms", 1e6), ("s", 1e9)]
      guard let unit = units.first(where: { text.hasSuffix($0.0) }) else { return nil }
      let number = text.dropLast(unit.0.count).filter { $0 != " " }
      return Double(number).map { $0 * unit.1 }
    }
  }

  @Test(
    "Six lists, three seeds", arguments: ContradictionTests.lists.indices, [1, 2, 3] as [UInt64])
  func screens(place: Int, seed: UInt64) throws {
    let (heights, list, scenarios) = Self.lists[place]
    let report = RunReport.of(list.groups(scenarios, heights: heights, seed: seed))
    let screen = try Screen(RunView(report).screen(folder: nil, width: 240, style: .plain))
    let rows = screen.recommended
    #expect(!rows.isEmpty)
    for row in rows { try believe(row, screen) }
    // No strategy has two rows, and no need has two strategies.
    let names = rows.compactMap { $0["strategy"] }
    #expect(names.count == rows.count && Set(names).count == names.count)
    let needs = rows.flatMap { Self.conditions(of: $0) }
    #expect(Set(needs.map { $0.prefix { $0 != "(" } }).count == needs.count, "\(needs)")
    // What is the best of many is the best of as many as there are, and of more than are close to it.
    for row in rows {
      guard let range = row["prefer it when"]?.firstRange(of: "best of ") else { continue }
      let text = try #require(row["prefer it when"])
      let count = try #require(Int(text[range.upperBound...].prefix(while: \.isNumber)))
      #expect(count > Self.close(in: text).count && count <= screen.cells.count)
    }
    // Heights are expensive where they are not measured inside the times.
    #expect(heights.hasPrefix("text") == !needs.contains { $0.hasPrefix("a height costs") })
    if heights.hasPrefix("text") {
      #expect(rows.allSatisfy { $0["at 30 µs a height"] == "-" })
    } else {
      let costs = rows.compactMap { row in
        row["at 30 µs a height"].flatMap(Screen.time).map { (row: row, time: $0) }
      }
      #expect(costs.count == rows.count)
      // No recommended strategy that can do all is cheaper where heights are expensive.
      let best = try #require(
        costs.first { Self.conditions(of: $0.row).contains { $0.hasPrefix("a height costs") } })
      for other in costs where Self.conditions(of: other.row)[0].hasPrefix("all operations") {
        #expect(best.time <= other.time * 1.1)
      }
    }
    // Who is wrong is in its line, in the legend and in the matrix, or in none of them.
    let wrong = screen.finding("Wrong rows")
    let starred = screen.cells.filter { $0.value.values.contains { $0.hasSuffix("*") } }.keys
      .sorted()
    #expect(starred.isEmpty == (wrong == nil))
    #expect(starred.isEmpty == !screen.legend.contains("*: shows wrong rows"))
    for name in starred { #expect(wrong?.contains(name) == true) }
    // A fastest of each column, that is right, and no right one before it.
    for scenario in Set(screen.cells.values.flatMap(\.keys)) {
      let own = screen.cells.filter { screen.time($0.key, scenario) != nil }
      let leaders = own.filter { $0.value[scenario]?.hasSuffix("<") == true }.keys
      let right = own.filter { $0.value[scenario]?.hasSuffix("*") == false }.keys
      let least = right.compactMap { screen.time($0, scenario) }.min()
      #expect(leaders.contains { screen.time($0, scenario) == least }, "\(scenario)")
    }
    // Who takes longer than a frame is told, or nobody does.
    let isOver = screen.cells.keys.contains { name in
      screen.cells[name]?.keys.contains { screen.time(name, $0) ?? 0 > 8.34e6 } == true
    }
    #expect(isOver == (screen.finding("Operations over a 120 Hz frame") != nil))
  }

  /// What a row says of lists, without what its strategy lacks and what is close to it.
  private static func conditions(of row: [String: String]) -> [String] {
    (row["prefer it when"] ?? "").split(separator: "; ").map(String.init).filter { part in
      !["cannot do ", "limit: ", "close: "].contains { part.hasPrefix($0) }
    }
  }

  private static func close(in text: String) -> [String] {
    text.firstRange(of: "close: ").map { text[$0.upperBound...].split(separator: ", ") }?
      .map(String.init) ?? []
  }

  /// A recommendation beside the matrix and the other lines.
  private func believe(_ row: [String: String], _ screen: Screen) throws {
    let name = try #require(row["strategy"])
    let own = try #require(screen.cells[name], "\(row)")
    let wrong = screen.finding("Wrong rows")
    #expect(!own.values.contains { $0.hasSuffix("*") || ["wrong", "slow"].contains($0) })
    #expect(wrong?.contains(name + " (") != true)
    // The slowest of its operations is the slowest in its line.
    let longest = own.keys.compactMap { screen.time(name, $0) }.max()
    let slowest = try #require(row["slowest operation"]?.split(separator: " ", maxSplits: 1))
    let time = try #require(Screen.time(String(slowest[1])))
    #expect(time == longest && screen.time(name, String(slowest[0])) == time, "\(row)")
    let share = time * 120 / 1e9 * 100
    let told = try #require(row["of a 120 Hz frame"])
    #expect(
      told == "<0.1 %"
        ? share < 0.1 : abs((Double(told.dropLast(2)) ?? -1) - share) <= 0.06 * share + 0.05)
    // It is of the block that its conditions are about, and can do all that it does not deny.
    let when = try #require(row["prefer it when"])
    let conditions = Self.conditions(of: row)
    for (start, heading) in [
      ("the scroll bar must", "Exact"), ("only heights near", "Window"),
      ("the list has no ends", "Circular"),
    ] where conditions.contains(where: { $0.hasPrefix(start) }) {
      #expect(screen.blocks.first { $0.key.hasPrefix(heading) }?.value.contains(name) == true)
    }
    let lacks = Set(own.filter { $0.value == "." }.keys)
    if conditions.contains(where: { $0.hasPrefix("all operations") }) { #expect(lacks.isEmpty) }
    let denied = when.firstRange(of: "cannot do ").map { range in
      when[range.upperBound...].prefix { $0 != ";" }.split(separator: ", ").map(String.init)
    }
    if !conditions.contains("the list has no ends") {
      #expect(Set(denied ?? []) == lacks, "\(row)")
    }
    let close = Self.close(in: when)
    #expect(!close.contains(name))
    for other in close { #expect(screen.cells[other] != nil && wrong?.contains(other) != true) }
  }
}
