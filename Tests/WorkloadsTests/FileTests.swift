import Foundation
import HostSystem
import ListLayout
import Testing

@testable import Workloads

struct FileTests {
  private func heights(_ contents: String, rows: Int? = nil) throws -> [Int32] {
    try withFile(contents) {
      try Population(.file($0), seed: 1).heights(rows: rows, screen: .phone).raw
    }
  }

  @Test(
    "A file of heights is read to 1/64 pt, whatever ends its lines",
    arguments: [
      "44\n0\n37.5\n", "44\n0\n37.5", "44\r\n0\r\n37.5\r\n", "\u{feff}44\n0\n37.5\n",
      " 44 \n\t0\n+37.5\n", "4.4e1\n-0\n3.75E+1\n", "44.001\n0.007\n37.504\n",
    ])
  func read(contents: String) throws {
    #expect(try heights(contents) == [2816, 0, 2400])
  }

  @Test("Numbers of any number of digits are what Double makes of them")
  func digits() throws {
    // Every number of digits before and after the point, with digits that follow no pattern.
    let digits = "3141592653589793238462643383279502884197"
    let lines = (0..<400).map { number in
      let whole = digits.dropFirst(number % 19).prefix(1 + number % 7)
      let decimals = digits.dropFirst(number % 23).prefix(number / 7 % 18)
      return "\(whole)\(decimals.isEmpty && number % 2 == 0 ? "" : ".")\(decimals)"
    }
    let expected = lines.map { LayoutUnit(points: Double($0) ?? -1)?.asHeight }
    #expect(try heights(lines.joined(separator: "\n")) == expected)
    #expect(try heights("33554431.984375") == [Int32.max])
  }

  @Test("Fewer rows than the file has are the first, more are tiled; all 0 is nothing to show")
  func counts() throws {
    #expect(try heights("1\n2\n3\n", rows: 2) == [64, 128])
    let tiled = try heights("1\n2\n3\n", rows: 9)
    #expect(Array(tiled.prefix(3)) == [64, 128, 192])
    #expect(tiled.reduce(0, +) == 3 * 384)
    #expect(try heights("0\n0\n1\n") == [0, 0, 64])
    #expect(throws: RunFault.self) { try heights("0\n0\n1\n", rows: 2) }
  }

  @Test(
    "What is wrong in a file of heights is said with its line",
    arguments: [
      ("44\nx\n", #"2: height "x" is not a number"#),
      ("44\n\n44\n", #"2: height "" is not a number"#),
      ("44\n\n", #"2: height "" is not a number"#),
      ("44\n# a comment\n", ##"2: height "# a comment" is not a number"##),
      ("44 45\n", #"1: height "44 45" is not a number"#),
      ("44,5\n", #"1: height "44,5" is not a number"#),
      ("nan\n", #"1: height "nan" is not a finite number"#),
      ("1\n2\ninf\n", #"3: height "inf" is not a finite number"#),
      ("-inf\n", #"1: height "-inf" is not a finite number"#),
      ("1e999\n", #"1: height "1e999" is not a finite number"#),
      ("-0.1\n", #"1: height "-0.1" is negative"#),
      ("33554432\n", #"1: height "33554432" is above 33554431 pt"#),
      ("1e30\n", #"1: height "1e30" is above 33554431 pt"#),
      ("\u{feff}", "1: no height, expected one a line in points"),
      ("44\0 45\n", #"1: height "44\0 45" is not a number"#),
      ("44\0", #"1: height "44\0" is not a number"#),
      ("1\ninf\0\n", #"2: height "inf\0" is not a number"#),
      ("0x2c\n", #"1: height "0x2c" is not a number"#),
      ("44\r44\r", #"1: height "44\r44" is not a number"#),
    ])
  func faults(contents: String, expected: String) throws {
    try withFile(contents) { path in
      #expect(throws: RunFault(.badData, "\(path):\(expected)")) {
        try Population(.file(path), seed: 1)
      }
    }
  }

  @Test("An empty file, a missing one and a directory are told apart")
  func unreadable() throws {
    try withFile("") { path in
      for spec in [HeightsSpec.file(path), .text(path)] {
        #expect(throws: RunFault(.badData, "\(path): the file is empty")) {
          try Population(spec, seed: 1)
        }
      }
    }
    let directory = FileManager.default.temporaryDirectory.path
    var faults: [(String, ExitCode, String)] = [
      ("/no/such", .missingInput, "No such file or directory"),
      ("/tmp\0x", .missingInput, "No such file or directory"),
      (directory, .missingInput, "Is a directory"),
    ]
    #if os(Linux)
      // It opens but cannot be read, also by a superuser.
      faults.append(("/proc/self/mem", .ioFailure, "Input/output error"))
    #endif
    for (path, code, text) in faults {
      #expect(throws: RunFault(code, "cannot read \(path): \(text)")) {
        try Population(.file(path), seed: 1)
      }
    }
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

  @Test("A row a line, an empty one too; 358 pt take 42 letters of 8.5 pt")
  func rows() throws {
    let texts = [String(repeating: "a", count: 42), "", String(repeating: "a", count: 43), "b"]
    for ending in ["\n", "\r\n"] {
      #expect(try lines(Array(texts.joined(separator: ending).utf8)) == [1, 1, 2, 1])
      #expect(try lines(Array((texts.joined(separator: ending) + ending).utf8)) == [1, 1, 2, 1])
    }
    #expect(try lines(Array("a\n\n".utf8)) == [1, 1])
    #expect(try lines(Array("a".utf8), rows: 3) == [1, 1, 1])
  }

  @Test("Bytes that are not UTF-8 are replaced, and a line break after them stays one")
  func repaired() throws {
    #expect(try lines([0xff, 0xfe, 0x0a, 0xe6, 0xbc, 0x0a, 0x61]) == [1, 1, 1])
    #expect(try lines([UInt8](repeating: 0xff, count: 43)) == [2])
  }

  @Test("A text too long for a row of any width is refused with its line, and so is none")
  func refused() throws {
    let fits = String(repeating: "a", count: Corpus.longestLine)
    try withFile("a\n" + fits) { path in
      let narrow = Screen(width: LayoutUnit(points: 1), viewport: LayoutUnit(points: 844))
      let heights = try Population(.text(path), seed: 1).heights(rows: nil, screen: narrow)
      #expect(heights.raw[1] == Int32((22 + 22 * Corpus.longestLine) * 64))
    }
    for (contents, expected) in [
      ("a\n" + fits + "a", "2: a text of 1000001 bytes, expected at most 1000000"),
      ("\u{feff}", "1: no text, expected a row a line"),
    ] {
      try withFile(contents) { path in
        #expect(throws: RunFault(.badData, "\(path):\(expected)")) {
          try Population(.text(path), seed: 1)
        }
      }
    }
  }
}
