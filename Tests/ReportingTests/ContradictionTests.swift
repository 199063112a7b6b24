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
  private static let decisive: Set<String> = [
    "open", "rotate", "recalc", "prepend", "append", "edit", "scroll", "jump",
  ]

  /// A screen taken apart.
  private struct Screen {
    /// Cells by name and column, as they are printed.
    var cells: [String: [String: String]] = [:]
    /// Names by the heading of their block.
    var blocks: [String: [String]] = [:]
    /// Texts by their labels.
    var statements: [String: String] = [:]
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
      var label = ""
      for line in lines[(blank + 2)...].prefix(while: { !$0.isEmpty }) {
        let (head, words) = (line.prefix(16), line.dropFirst(16))
        if head.contains(where: { $0 != " " }) {
          label = head.split(separator: " ").joined(separator: " ")
          statements[label] = String(words)
        } else {
          statements[label]? += " " + words
        }
      }
    }

    func time(_ name: String, _ scenario: String) -> Double? {
      guard let cell = cells[name]?[scenario]?.filter({ !"<*".contains($0) }) else { return nil }
      let units = [("ns", 1.0), ("µs", 1e3), ("ms", 1e6), ("s", 1e9)]
      guard let unit = units.first(where: { cell.hasSuffix($0.0) }) else { return nil }
      return Double(cell.dropLast(unit.0.count)).map { $0 * unit.1 }
    }

  }

  @Test(
    "Six lists, three seeds", arguments: ContradictionTests.lists.indices, [1, 2, 3] as [UInt64])
  func screens(place: Int, seed: UInt64) throws {
    let (heights, list, scenarios) = Self.lists[place]
    let report = RunReport.of(list.groups(scenarios, heights: heights, seed: seed))
    let screen = try Screen(RunView(report).screen(folder: nil, width: 160, style: .plain))
    let start = try #require(screen.statements["Start with"])
    let name = String(start.prefix { $0 != ":" })
    try believe(start, of: name, screen)
    let dear = screen.statements["Dear heights"]
    if heights.hasPrefix("text") {
      #expect(dear == nil && !start.contains("The same where"))
    } else {
      #expect(start.contains("The same where") == (dear == nil))
    }
    for (label, heading) in [("Exact offsets", "Exact"), ("Endless", "Circular")] {
      guard let text = screen.statements[label] else { continue }
      let name = String(text.prefix { $0 != "," && $0 != ":" })
      #expect(screen.blocks.first { $0.key.hasPrefix(heading) }?.value.contains(name) == true)
      #expect(!start.hasPrefix(name))
      try believe(text, of: name, screen)
    }
    if let dear {
      #expect(!dear.hasPrefix(name + ","))
      #expect(screen.cells[String(dear.prefix { $0 != "," })] != nil)
    }
    // Who is wrong is in its line, in the legend and in the matrix, or in none of them.
    let starred = screen.cells.filter { $0.value.values.contains { $0.hasSuffix("*") } }.keys
      .sorted()
    #expect(starred.isEmpty == (screen.statements["Wrong rows"] == nil))
    #expect(starred.isEmpty == !screen.legend.contains("*: shows wrong rows"))
    for name in starred { #expect(screen.statements["Wrong rows"]?.contains(name) == true) }
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
    #expect(isOver == (screen.statements["Over a frame"] != nil))
    #expect(isOver == (screen.statements["Frames"] == nil))
  }

  /// A recommendation beside the matrix and the other lines.
  private func believe(_ text: String, of name: String, _ screen: Screen) throws {
    let own = try #require(screen.cells[name], "\(text)")
    #expect(!own.values.contains { $0.hasSuffix("*") || ["wrong", "slow"].contains($0) })
    #expect(screen.statements["Wrong rows"]?.contains(name + " (") != true)
    // The longest of its times is the longest in its line.
    let longest = own.keys.compactMap { scenario in
      screen.time(name, scenario).map { (scenario, $0) }
    }.max { $0.1 < $1.1 }
    let (scenario, time) = try #require(longest)
    let told = text.split(separator: " ").map { $0.filter { !",:.;".contains($0) } }
    #expect(told.contains(scenario), "\(text)")
    #expect(text.contains(Quantity.time(nanoseconds: time)), "\(text)")
    let named = text.firstRange(of: "Close: ").map { text[$0.upperBound...].prefix { $0 != "." } }
    let close = named?.split(separator: ", ").map(String.init) ?? []
    #expect(!close.contains(name))
    for other in close { #expect(screen.statements["Wrong rows"]?.contains(other) != true) }
    if text.contains("In every frame and change") {
      for scenario in own.keys where Self.decisive.contains(scenario) {
        #expect(own[scenario]?.hasSuffix("<") == true, "\(text): \(scenario)")
      }
    }
    if let range = text.firstRange(of: "fastest of the ") {
      let count = try #require(Int(text[range.upperBound...].prefix(while: \.isNumber)))
      #expect(count > close.count && count <= screen.cells.count)
    }
  }
}
