import ListLayout
import Testing

@testable import Workloads

/// What was found about the real texts before this program was written, found again by it.
struct RealTextTests {
  @Test(
    "Each table has as many rows as its origin says; texts are base-36 digits and line breaks",
    arguments: zip(Origin.all, [EmbeddedTable.chat, EmbeddedTable.commits, EmbeddedTable.flings]))
  func rows(origin: Origin, table: StaticString) {
    let bytes = table.withUTF8Buffer { Array($0) }
    #expect(bytes.count { $0 == UInt8(ascii: " ") } + 1 == origin.rows)
    let isText = Set(bytes).isSubset(of: "123456789abcdefghijklmnopqrstuvwxyz/ ".utf8)
    #expect(isText == (origin.table != "flings"))
  }

  @Test("Chat messages are as long as was found when the table was made")
  func chatCharacters() {
    // The finding in the texts was 29/64/95/133/205/277/378. Word lengths cannot give all of it:
    // a double space, or one at an end, is no word, and so three places are short of one character.
    let bytes = EmbeddedTable.chat.withUTF8Buffer { Array($0) }
    let lengths = bytes.split(separator: UInt8(ascii: " ")).map { message in
      message.reduce(message.count - 1) { $0 + (Int(String(UnicodeScalar($1)), radix: 36) ?? 0) }
    }
    #expect(spread(lengths) == [1, 29, 64, 95, 132, 204, 276, 378, 631])
  }

  private func lines(_ spec: HeightsSpec, padding: Int32) throws -> [Int] {
    try Population(spec, seed: 1).heights(rows: nil, screen: .phone).raw.map {
      #expect($0 % 64 == 0 && ($0 / 64 - padding) % 22 == 0)
      return Int(($0 / 64 - padding) / 22)
    }
  }

  /// The least, some percentiles and the most.
  private func spread(_ lines: [Int]) -> [Int] {
    let sorted = lines.sorted()
    let places = [0, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99, 0.999].map { Int($0 * Double(lines.count)) }
    return (places + [lines.count - 1]).map { sorted[$0] }
  }

  @Test("Chat at 390 pt, so 260 pt of text: 1/1/3/4/5/7/10/13 lines, at most 22")
  func chat() throws {
    let lines = try lines(.chat, padding: 20)
    #expect(spread(lines) == [1, 1, 3, 4, 5, 7, 10, 13, 22])
    #expect(Set(lines).count == 19 && lines.reduce(0, +) == 184_829)
  }

  @Test("Commits at 390 pt have the heavy tail: one row in 1,000 is 3 screens, one is over 30")
  func commits() throws {
    // The finding was 1/2/3/6/17/37/112 and 1,237 lines at another, unrecorded width.
    #expect(spread(try lines(.commits, padding: 22)) == [1, 1, 2, 3, 6, 18, 39, 117, 1_289])
  }

  @Test("A turned screen re-measures: chat takes fewer lines, never more")
  func rotation() throws {
    let chat = try Population(.chat, seed: 1).heights(rows: 2_000, screen: .phone)
    let turned = chat.alternate()
    #expect(zip(chat.raw, turned).allSatisfy { $0 >= $1 })
    #expect(turned != chat.raw)
    let there = try Population(.chat, seed: 1).heights(rows: 2_000, screen: Screen.phone.rotated)
    #expect(there.raw == turned)
    #expect(there.alternate() == chat.raw)
  }

  @Test(
    "A measurer finds the height that stands in the list, at any width and any row",
    arguments: [HeightsSpec.chat, .commits, .words])
  func measurer(spec: HeightsSpec) throws {
    let population = try Population(spec, seed: 5)
    let rows = (population.count ?? 0) + 300
    let heights = try population.heights(rows: rows, screen: .phone)
    for (width, raw) in [
      (Screen.phone.width, heights.raw), (Screen.phone.viewport, heights.alternate()),
    ] {
      let measurer = try #require(population.measurer(width: width))
      for row in [0, 1, 17, 299] + Array(rows - 300..<rows) {
        #expect(measurer.height(ofRow: row) == raw[row])
      }
      #expect([-1, .max].map(measurer.height).allSatisfy { $0 > 0 })
    }
  }

  @Test("Rows that are no text have no measurer", arguments: ["fixed:44", "calendar", "pages"])
  func noMeasurer(name: String) throws {
    let spec = try HeightsSpec(name)
    #expect(!spec.isText)
    #expect(try Population(spec, seed: 1).measurer(width: Screen.phone.width) == nil)
  }
}
