import Basics
import Foundation
import ListLayout
import Testing

@testable import Workloads

struct HeightsTests {
  private func heights(
    _ spec: String, _ rows: Int?, seed: UInt64 = 1, screen: Screen = .phone
  ) throws -> Heights {
    try Population(HeightsSpec(spec), seed: seed).heights(rows: rows, screen: screen)
  }

  // When all rows change, fixed rows become 1.2 times as tall: a height of 44 pt becomes 52.8 pt, which is
  // 3,379.2/64 pt. The heights are clamped to the maximum. A page has the height of the viewport, which on
  // the rotated screen is the former width of the screen.
  @Test(
    "Rules make rows of equal height, both before and after a change of all rows",
    arguments: [
      ("fixed:44", 2816, 3379), ("fixed:33554431", 33_554_431 * 64, .max),
      ("pages", 54_016, 24_960),
    ] as [(String, Int32, Int32)])
  func rules(spec: String, height: Int32, alternate: Int32) throws {
    let heights = try heights(spec, 3)
    #expect(heights.raw == [height, height, height])
    #expect(heights.contentHeight.rawValue == 3 * Int64(height))
    #expect(heights.alternate() == [alternate, alternate, alternate])
    let tall = Screen(width: LayoutUnit(points: 390), viewport: .maximumDistance)
    #expect(try self.heights("pages", 1, screen: tall).raw == [.max])
  }

  @Test("Uniform heights are spread evenly over the whole range and depend on the seed")
  func uniform() throws {
    let raw = try heights("uniform:20-20.03125", 3_000).raw
    #expect(raw.allSatisfy { (1280...1282).contains($0) })
    for height in 1280...1282 as ClosedRange<Int32> {
      #expect((900...1100).contains(raw.count { $0 == height }))
    }
    #expect(try heights("uniform:20-20.03125", 3_000, seed: 2).raw != raw)
  }

  @Test(
    "Rules need a number of rows, tables have their own; texts can be measured",
    arguments: [
      ("fixed:44", nil), ("uniform:1-2", nil), ("pages", nil), ("calendar", nil), ("chat", 46_903),
      ("commits", 5_167), ("words", 50_000),
    ] as [(String, Int?)])
  func ownCount(spec: String, count: Int?) throws {
    let population = try Population(HeightsSpec(spec), seed: 1)
    #expect(population.count == count)
    #expect((population.measurer(width: Screen.phone.width) == nil) == (count == nil))
    #expect(population.spec.isText == (count != nil))
    if count == nil {
      #expect(throws: RunFault(.usage, "\(spec) has no rows of its own, expected --rows")) {
        try heights(spec, nil)
      }
    } else if spec == "commits" {
      #expect(try heights(spec, nil).raw.count == count)
    }
  }

  @Test("An invalid number of rows is rejected, as are rows that are all 0 pt high")
  func bounds() throws {
    for rows in [-1, 1_000_000_001] {
      #expect(throws: RunFault(.usage, "--rows \(rows): expected 0 to 1000000000")) {
        try heights("pages", rows)
      }
    }
    #expect(try heights("chat", 0).raw.isEmpty)
    let flat = Screen(width: LayoutUnit(points: 390), viewport: .zero)
    #expect(throws: RunFault(.badData, "pages: all 2 rows are 0 pt tall, so nothing is visible")) {
      try heights("pages", 2, screen: flat)
    }
  }

  @Test("The calendar has months from January 2000 with 46 pt per week and a header of 62 pt")
  func calendar() throws {
    var gregorian = Calendar(identifier: .gregorian)
    gregorian.timeZone = try #require(TimeZone(identifier: "UTC"))
    gregorian.firstWeekday = 1
    let expected = try (0..<4_800).map { index in
      let date = try #require(
        gregorian.date(from: DateComponents(year: 2000 + index / 12, month: 1 + index % 12)))
      let weeks = try #require(gregorian.range(of: .weekOfMonth, in: .month, for: date)).count
      return Int32(64 * (46 * weeks + 62))
    }
    let heights = try heights("calendar", 4_802)
    #expect(heights.raw == expected + expected.prefix(2))
    // The first height becomes 1.2 * 338 pt = 405.6 pt = 25,958.4/64 pt, which is rounded down.
    #expect(heights.raw[0] == 338 * 64 && heights.alternate()[0] == 25_958)
  }
}

struct TilingTests {
  @Test("The first tile is the table, and the other tiles are rotations of it")
  func rotations() {
    let table = (0..<100).map(Int32.init)
    let rows = Tiling(period: 100, seed: 3).heights(count: 1_000, from: table)
    let tiles = (0..<10).map { Array(rows[$0 * 100..<$0 * 100 + 100]) }
    #expect(tiles[0] == table)
    #expect(Tiling(period: 4, seed: 3).heights(count: 2, from: [5, 6]) == [5, 6])
    for tile in tiles {
      for (height, next) in zip(tile, tile.dropFirst()) { #expect((height + 1) % 100 == next) }
    }
    #expect(Set(tiles).count > 5)
    #expect(Tiling(period: 100, seed: 4).heights(count: 1_000, from: table) != rows)
  }

  @Test(
    "The entry of a single row equals that row in the whole sequence", arguments: [1, 2, 7, 100])
  func entries(period: Int) {
    let table = (0..<period).map(Int32.init)
    let tiling = Tiling(period: period, seed: 9)
    let rows = tiling.heights(count: 950, from: table)
    #expect(rows == (0..<950).map { Int32(tiling.entry(ofRow: $0)) })
    // The sequence is also defined for negative row numbers.
    #expect(Set((-period..<0).map(tiling.entry(ofRow:))) == Set(0..<period))
    #expect((0..<period).contains(tiling.entry(ofRow: .min)))
    #expect((0..<period).contains(tiling.entry(ofRow: .max)))
  }
}

/// Hashes computed by an independent program from the raw tables and the documented rules. If a hash changes,
/// recorded runs can no longer be compared with new ones.
struct ReproducibilityTests {
  @Test(
    "A seed gives the same heights on every machine",
    arguments: [
      ("chat", 46_903, 0x7ba3_e43f_1f4f_8b2f), ("chat", 70_354, 0xaf76_035c_88a3_5abf),
      ("commits", 5_167, 0x4a40_0bd0_e33d_9365), ("commits", 7_750, 0x9901_4f9d_cda0_493b),
      ("uniform:20-200", 1_000, 0xa059_f3f6_d948_2bb1), ("words", 1_000, 0x0379_f96f_9e5d_6bed),
      ("calendar", 1_200, 0x117a_ae76_78c6_9ed2), ("fixed:44", 3, 0x57b3_8121_fe61_ac2c),
      ("chat", 0, 0xcbf2_9ce4_8422_2325),
    ] as [(String, Int, UInt64)])
  func heights(name: String, rows: Int, hash: UInt64) throws {
    let population = try Population(HeightsSpec(name), seed: 1)
    #expect(try population.heights(rows: rows, screen: .phone).workloadHash == hash)
  }

  @Test("The recorded flings have the same frames on every machine")
  func frames() throws {
    let frames = try MotionSpec.flings.gestures().flatMap(\.frames)
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for frame in frames {
      withUnsafeBytes(of: frame.rawValue.littleEndian) { bytes in
        for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
      }
    }
    #expect(frames.count == 9_129 && hash == 0xf461_442d_5ae7_3e11)
  }
}
