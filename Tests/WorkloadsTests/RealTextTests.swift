import ListLayout
import Testing

@testable import Workloads

/// Tests that the embedded real texts have the statistics that an earlier, independent analysis of the texts
/// found.
struct RealTextTests {
  @Test(
    "Each table has the number of rows of its origin; texts are base-36 digits and line breaks",
    arguments: zip(Origin.all, [EmbeddedTable.chat, EmbeddedTable.commits, EmbeddedTable.flings]))
  func rows(origin: Origin, table: StaticString) {
    let bytes = table.withUTF8Buffer { Array($0) }
    #expect(bytes.count { $0 == UInt8(ascii: " ") } + 1 == origin.rows)
    let isText = Set(bytes).isSubset(of: "123456789abcdefghijklmnopqrstuvwxyz/ ".utf8)
    #expect(isText == (origin.table != "flings"))
  }

  /// The last argument contains statistics of the number of lines per row: the minimum, the percentiles 5,
  /// 25, 50, 75, 95, 99 and 99.9, and the maximum. In a list with a width of 390 pt, the text of a chat
  /// message has a width of 260 pt. One commit message in 1,000 fills three screens, and the longest fills
  /// over 30. An earlier analysis of the commits, at a different width that was not recorded, found 1, 2, 3,
  /// 6, 17, 37 and 112 lines at the percentiles 5 to 99.9, and a maximum of 1,237 lines.
  @Test(
    "Chat and commits have the expected numbers of lines",
    arguments: [
      (HeightsSpec.chat, 20, [1, 1, 3, 4, 5, 7, 10, 13, 22]),
      (.commits, 22, [1, 1, 2, 3, 6, 18, 39, 117, 1_289]),
    ] as [(HeightsSpec, Int32, [Int])])
  func lines(spec: HeightsSpec, padding: Int32, expected: [Int]) throws {
    let raw = try Population(spec, seed: 1).heights(rows: nil, screen: .phone).raw
    #expect(raw.allSatisfy { $0 % 64 == 0 && ($0 / 64 - padding) % 22 == 0 })
    let lines = raw.map { Int(($0 / 64 - padding) / 22) }.sorted()
    let places = [0, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99, 0.999].map { Int($0 * Double(lines.count)) }
    #expect((places + [lines.count - 1]).map { lines[$0] } == expected)
  }

  @Test("On a rotated screen, no text has more lines")
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
    "A measurer returns the same height as the list, at any width and for any row",
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
}
