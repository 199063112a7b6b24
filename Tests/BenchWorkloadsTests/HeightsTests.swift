import BenchBasics
import Foundation
import ListLayout
import Testing

@testable import BenchWorkloads

struct HeightsTests {
  private func heights(
    _ spec: String, _ rows: Int?, seed: UInt64 = 1, screen: Screen = .phone
  ) throws -> Heights {
    try Population(HeightsSpec(spec), seed: seed).heights(rows: rows, screen: screen)
  }

  // When all heights change, each row becomes 1.2 times as tall, up to the maximum height. On the rotated
  // screen, a page is as tall as the screen used to be wide.
  @Test(
    "Rules for equal heights produce equal heights, both before and after all rows change",
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

  @Test("A missing or invalid number of rows is rejected")
  func bounds() throws {
    let missing = "calendar does not set the number of rows; add --rows"
    #expect(throws: RunFault(.usage, missing)) { try heights("calendar", nil) }
    for rows in [-1, 1_000_000_001] {
      #expect(throws: RunFault(.usage, "--rows \(rows): expected 0 to 1000000000")) {
        try heights("pages", rows)
      }
    }
  }

  @Test(
    "A measurer and the list return the same height for any width and row",
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

/// These hashes were computed by an independent program. If one of them changes, recorded runs can no longer
/// be compared.
struct ReproducibilityTests {
  @Test(
    "The same seed gives the same heights on every machine",
    arguments: [
      ("chat", nil, 0x7ba3_e43f_1f4f_8b2f), ("chat", 70_354, 0xaf76_035c_88a3_5abf),
      ("commits", nil, 0x4a40_0bd0_e33d_9365), ("commits", 7_750, 0x9901_4f9d_cda0_493b),
      ("uniform:20-200", 1_000, 0xa059_f3f6_d948_2bb1), ("words", 1_000, 0x0379_f96f_9e5d_6bed),
      ("calendar", 1_200, 0x117a_ae76_78c6_9ed2), ("fixed:44", 3, 0x57b3_8121_fe61_ac2c),
      ("chat", 0, 0xcbf2_9ce4_8422_2325),
    ] as [(String, Int?, UInt64)])
  func heights(name: String, rows: Int?, hash: UInt64) throws {
    let population = try Population(HeightsSpec(name), seed: 1)
    #expect(try population.heights(rows: rows, screen: .phone).workloadHash == hash)
  }

  @Test("Recorded flings produce the same frames on every machine")
  func frames() throws {
    let frames = try MotionSpec.flings.gestures().flatMap(\.frames)
    var hash = StableHash()
    for frame in frames {
      withUnsafeBytes(of: frame.rawValue.littleEndian) { for byte in $0 { hash.add(byte) } }
    }
    #expect(frames.count == 9_129 && hash.value == 0xf461_442d_5ae7_3e11)
  }
}

struct HeightsSpecTests {
  // Two values are equal if their names are equal.
  @Test("A value has the name that it was parsed from, with rounded heights")
  func names() throws {
    for name in [
      "fixed:44.5", "uniform:0-0.5", "chat", "commits", "calendar", "words", "pages",
      "file:a/b c:d.txt", "text:x.md", "measured:words",
    ] {
      #expect(try HeightsSpec(name).description == name)
    }
    #expect(try HeightsSpec("fixed:44.3").name == "fixed:44.296875")
  }

  @Test(
    "Error messages fit on one line",
    arguments: [
      ("no such kind of heights", ["Chat", "chat:5", "44", String(repeating: "y", count: 1000)]),
      (
        "expected measured:chat, measured:commits or measured:words",
        ["measured", "measured:pages", "measured:measured:chat"]
      ),
      (#"expected a height from 0 to 33554431.984375 pt, not """#, ["fixed", "fixed:"]),
      (#"expected a height from 0 to 33554431.984375 pt, not "nan""#, ["fixed:nan"]),
      (#"expected a height from 0 to 33554431.984375 pt, not "1e300""#, ["uniform:1-1e300"]),
      (#"expected a height from 0 to 33554431.984375 pt, not "-1""#, ["fixed:-1"]),
      ("the height must be above 0", ["fixed:0", "fixed:0.001"]),
      (
        "expected a smaller and a larger height, as in uniform:20-200",
        ["uniform:20", "uniform:-20-200", "uniform:200-20", "uniform:0-0"]
      ),
      ("expected a path, as in file:PATH", ["file:"]),
      ("expected a path, as in text:PATH", ["text"]),
    ] as [(String, [String])])
  func faults(expected: String, names: [String]) {
    for name in names {
      #expect(throws: RunFault(.usage, "--heights \(name.quoted): \(expected)")) {
        try HeightsSpec(name)
      }
    }
  }
}
