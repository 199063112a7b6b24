import BenchBasics
import Foundation
import ListLayout
import Testing

@testable import BenchWorkloads

struct FileTests {
  private func heights(_ contents: String, rows: Int? = nil) throws -> [Int32] {
    try withFile(contents) {
      try Population(.file($0), seed: 1).heights(rows: rows, screen: .phone).raw
    }
  }

  @Test(
    "Heights in a file are rounded to 1/64 pt, and any line endings are accepted",
    arguments: [
      "44\n0\n37.5", "44\r\n0\r\n37.5\r\n\r\n", "\u{feff}44\n0\n37.5\n", " 44 \n\t0\n+37.5\n",
      "4.4e1\n-0\n3.75E+1\n", "44.001\n0.007\n37.504\n", "44\n0\n37.5\n \t\n\n  ",
    ])
  func read(contents: String) throws {
    #expect(try heights(contents) == [2816, 0, 2400])
  }

  @Test(
    "A short list uses a file's first rows, a long list repeats them, and rows that are all 0 pt tall are rejected"
  )
  func counts() throws {
    #expect(try heights("1\n2\n3\n", rows: 2) == [64, 128])
    let tiled = try heights("1\n2\n3\n", rows: 9)
    #expect(Array(tiled.prefix(3)) == [64, 128, 192])
    let sum: Int32 = tiled.reduce(0, +)
    #expect(sum == 3 * 384)
    #expect(try heights("0\n33554431.984375\n") == [0, .max])
    #expect(throws: RunFault.self) { try heights("0\n0\n1\n", rows: 2) }
  }

  @Test(
    "Errors in a heights file are reported with the line number",
    arguments: [
      ("44\nx\n", 2, "x"), ("44\n\n44\n", 2, ""), ("44 45\n", 1, "44 45"), ("44\0", 1, #"44\0"#),
      ("0x2c\n", 1, "0x2c"), ("44\r44\r", 1, #"44\r44"#), ("1\n2\ninf\n", 3, "inf"),
      ("-0.1\n", 1, "-0.1"), ("33554432\n", 1, "33554432"), ("1e30\n", 1, "1e30"),
    ] as [(String, Int, String)])
  func faults(contents: String, line: Int, word: String) throws {
    try expectFault(
      "\(line): height \"\(word)\": expected 0 to 33554431.984375 pt", in: Array(contents.utf8)
    ) { try Population(.file($0), seed: 1) }
  }

  @Test(
    "Files that are empty or not plain UTF-8 text are rejected",
    arguments: [
      (HeightsSpec.file, [], " the file is empty"),
      (HeightsSpec.file, bom, "1: no heights, expected one per line, in points"),
      (HeightsSpec.text, bom, "1: no text, expected one row per line"),
      (HeightsSpec.text, Array("a\ncaf".utf8) + [0xe9], noText(2, "caf\u{fffd}")),
      (HeightsSpec.text, Array("a\0\n".utf8), noText(1, #"a\0"#)),
      (HeightsSpec.text, Array("a\rb\rc".utf8), noText(1, #"a\rb\rc"#)),
      (HeightsSpec.text, Array("a\r\nb\u{1b}[31mc".utf8), noText(2, #"b\u{1B}[31mc"#)),
    ] as [(@Sendable (String) -> HeightsSpec, [UInt8], String)])
  func foreign(
    spec: @Sendable (String) -> HeightsSpec, contents: [UInt8], expected: String
  ) throws {
    try expectFault(expected, in: contents) { try Population(spec($0), seed: 1) }
  }

  private static let bom = Array("\u{feff}".utf8)

  private static func noText(_ line: Int, _ text: String) -> String {
    "\(line): found \"\(text)\", expected UTF-8 text with LF or CRLF line endings"
  }
}

struct TextFileTests {
  private func lines(_ contents: [UInt8], rows: Int? = nil) throws -> [Int] {
    try withFile(contents) { path in
      let population = try Population(.text(path), seed: 1)
      let raw = try population.heights(rows: rows, screen: .phone).raw
      let measurer = try #require(population.measurer(width: Screen.phone.width))
      #expect(raw == raw.indices.map(measurer.height(ofRow:)))
      return raw.map { Int(($0 / 64 - 22) / 22) }
    }
  }

  @Test("Each line becomes a row even if it is empty, and 42 letters of 8.5 pt fit into 358 pt")
  func rows() throws {
    let texts = [String(repeating: "a", count: 42), "", String(repeating: "a", count: 43), "b"]
    for ending in ["\n", "\r\n"] {
      #expect(try lines(Array(texts.joined(separator: ending).utf8)) == [1, 1, 2, 1])
      #expect(try lines(Array((texts.joined(separator: ending) + ending).utf8)) == [1, 1, 2, 1])
    }
    // Blank lines at the end are skipped.
    #expect(try lines(Array("a\n\nb\n".utf8)) == [1, 1, 1])
    #expect(try lines(Array("a\n\nb\n\n \r\n".utf8)) == [1, 1, 1])
    #expect(try lines(Array("a".utf8), rows: 3) == [1, 1, 1])
    // These characters start a new line but not a new row.
    #expect(try lines(Array("a\u{2028}b\u{2029}c\u{85}d\u{b}e\u{c}f\n".utf8)) == [6])
    #expect(try lines(Array("\u{feff}a\u{7}\u{8}\tb\n".utf8)) == [1])
  }

  @Test("Text that is too long for a row is rejected")
  func refused() throws {
    let fits = String(repeating: "a", count: Corpus.longestLine)
    try withFile("a\n" + fits) { path in
      let narrow = Screen(width: LayoutUnit(points: 1), viewport: LayoutUnit(points: 844))
      let heights = try Population(.text(path), seed: 1).heights(rows: nil, screen: narrow)
      #expect(heights.raw[1] == Int32((22 + 22 * Corpus.longestLine) * 64))
    }
    try expectFault(
      "2: the text has 1000001 bytes; the limit is 1000000", in: Array("a\n\(fits)a".utf8)
    ) { try Population(.text($0), seed: 1) }
  }
}
