import HostSystem
import ListLayout
import Testing

@testable import Workloads

struct HeightsTests {
  private func heights(
    _ spec: String, _ rows: Int?, seed: UInt64 = 1, screen: Screen = .phone
  ) throws -> Heights {
    try Population(HeightsSpec(spec), seed: seed).heights(rows: rows, screen: screen)
  }

  @Test("Fixed rows have one height, 1.2 times it with large text")
  func fixed() throws {
    let heights = try heights("fixed:44", 3)
    #expect(heights.raw == [2816, 2816, 2816])
    #expect(heights.contentHeight == LayoutUnit(points: 132))
    // 52.8 pt are 3,379.2 units.
    #expect(heights.alternate() == [3379, 3379, 3379])
  }

  @Test("Uniform rows reach both ends of their range, evenly, and depend on the seed")
  func uniform() throws {
    let raw = try heights("uniform:20-20.03125", 3_000).raw
    for height: Int32 in 1280...1282 {
      #expect((900...1100).contains(raw.count { $0 == height }))
    }
    #expect(raw.allSatisfy { (1280...1282).contains($0) })
    #expect(try heights("uniform:20-20.03125", 3_000).raw == raw)
    #expect(try heights("uniform:20-20.03125", 3_000, seed: 2).raw != raw)
  }

  @Test("Pages are as high as the viewport, and as wide ones when the screen is turned")
  func pages() throws {
    let heights = try heights("pages", 2)
    #expect(heights.raw == [54_016, 54_016])
    #expect(heights.alternate() == [24_960, 24_960])
  }

  @Test("Words make cells of 33 pt and lines of 29 ideographs")
  func words() throws {
    let heights = try heights("words", 50_000)
    let lines = heights.raw.map { ($0 / 64 - 33) / 16 }
    #expect(heights.raw.allSatisfy { ($0 / 64 - 33) % 16 == 0 && $0 % 64 == 0 })
    // 50 words of 4 characters fill 7 lines of (390 - 10) / 13 = 29.
    #expect(lines.min() == 1)
    #expect((6...7).contains(lines.max() ?? 0))
    // 71 characters on average, and half a line left over: 2.9 lines.
    let mean = Double(lines.map(Int.init).reduce(0, +)) / 50_000
    #expect((2.85...3.05).contains(mean))
    #expect(try self.heights("words", 100, seed: 2).raw != Array(heights.raw.prefix(100)))
  }

  @Test(
    "Rules need a number of rows, data have their own",
    arguments: [
      ("fixed:44", nil), ("uniform:1-2", nil), ("pages", nil), ("calendar", nil), ("chat", 46_903),
      ("commits", 5_167), ("words", 50_000),
    ] as [(String, Int?)])
  func ownCount(spec: String, count: Int?) throws {
    #expect(try Population(HeightsSpec(spec), seed: 1).count == count)
    if count == nil {
      #expect(
        message { _ = try heights(spec, nil) } == "\(spec) has no rows of its own, expected --rows")
    } else if spec == "commits" {
      #expect(try heights(spec, nil).raw.count == count)
    }
  }

  @Test("A number of rows that cannot be is refused")
  func rowBounds() throws {
    #expect(message { _ = try heights("pages", -1) } == "--rows -1: expected 0 to 1000000000")
    #expect(throws: RunFault.self) { try heights("pages", 1_000_000_001) }
    #expect(try heights("chat", 0).raw.isEmpty)
  }

  @Test("Rows that are all 0 pt high are refused")
  func nothingVisible() throws {
    let flat = Screen(width: LayoutUnit(points: 390), viewport: .zero)
    #expect(
      message { _ = try heights("pages", 2, screen: flat) }
        == "pages: all 2 rows are 0 pt high, nothing is visible")
  }

  @Test("The greatest height stays in range when the text grows")
  func clamped() throws {
    let heights = try heights("fixed:33554431", 1)
    #expect(heights.alternate() == [Int32.max])
    let tall = Screen(width: LayoutUnit(points: 390), viewport: .maximumDistance)
    #expect(try self.heights("pages", 1, screen: tall).raw == [Int32.max])
  }

  @Test("The hash is FNV-1a over little-endian bytes")
  func hash() throws {
    #expect(try heights("chat", 0).workloadHash == 0xcbf2_9ce4_8422_2325)
    // Computed from the published definition, outside this program.
    #expect(try heights("fixed:44", 3).workloadHash == 0x57b3_8121_fe61_ac2c)
    let two = try [heights("uniform:1-9", 9, seed: 1), heights("uniform:1-9", 9, seed: 2)]
    #expect(two[0].workloadHash != two[1].workloadHash)
  }
}
