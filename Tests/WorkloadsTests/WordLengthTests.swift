import ListLayout
import Measuring
import Testing

@testable import Workloads

struct WordLengthTests {
  /// 8.203125 pt a character (525/64), so that 100 pt take 12.
  private func lines(_ lengths: String, _ points: Int) -> Int {
    var lengths = lengths
    return lengths.withUTF8 {
      Typesetter.body.lines(ofWordLengths: $0, width: LayoutUnit(points: points))
    }
  }

  @Test(
    "Words given by their lengths wrap as words do",
    arguments: [
      ("", 1), ("c", 1), ("d", 2), ("57", 2), ("56", 1), ("1111111", 2), ("111111", 1), ("z", 3),
      ("1z", 4), ("1z1", 5), ("1y1", 4), ("1o1", 4), ("1o", 3), ("5/5", 2), ("5//5", 3), ("/", 2),
      ("c/c", 2),
    ])
  func wrap(lengths: String, expected: Int) {
    #expect(lines(lengths, 100) == expected)
  }

  @Test("A line narrower than a character holds one")
  func narrow() {
    #expect(lines("3", 1) == 3)
    #expect(lines("12", 0) == 3)
  }

  @Test("Random word lengths are broken as a plain greedy algorithm breaks them")
  func oracle() {
    var generator = SplitMix64(seed: 11)
    for _ in 0..<1_000 {
      let paragraphs = (0...generator.below(3)).map { _ in
        (0..<generator.below(12)).map { _ in 1 + generator.below(35) }
      }
      let code = paragraphs.map { words in words.map { String($0, radix: 36) }.joined() }
        .joined(separator: "/")
      let width = 20 + generator.below(300)
      let characters = width * 64 / 525
      #expect(lines(code, width) == plainGreedy(paragraphs, characters))
    }
  }

  @Test("Words of characters that are all equally wide wrap as their lengths do")
  func sameAsText() {
    // Digits are half an em; at an em of 16.40625 pt that is the average advance at 17 pt.
    let text = Typesetter(fontSize: LayoutUnit(rawValue: Int64(1050)), lineHeight: .zero)
    var generator = SplitMix64(seed: 12)
    for _ in 0..<300 {
      let words = (0..<1 + generator.below(20)).map { _ in 1 + generator.below(20) }
      // Only spaces differ, which are narrower in this font; so each word is a paragraph.
      let digits = words.map { String(repeating: "0", count: $0) }.joined(separator: "\n")
      let lengths = words.map { String($0, radix: 36) }.joined(separator: "/")
      let width = 9 + generator.below(200)
      #expect(text.lines(of: digits, width: LayoutUnit(points: width)) == lines(lengths, width))
    }
  }

  @Test(
    "Ideographs fill each line",
    arguments: [
      ("", 130, 1), ("55", 130, 1), ("551", 130, 2), ("1", 5, 1), ("3", 5, 3), ("zzzz", 130, 14),
    ])
  func ideographs(lengths: String, width: Int, expected: Int) {
    let typesetter = Typesetter(fontSize: LayoutUnit(points: 13), lineHeight: .zero)
    var lengths = lengths
    let lines = lengths.withUTF8 {
      typesetter.lines(ofIdeographLengths: $0, width: LayoutUnit(points: width))
    }
    #expect(lines == expected)
  }

  /// Builds the lines as strings of words would be, and counts them.
  private func plainGreedy(_ paragraphs: [[Int]], _ width: Int) -> Int {
    paragraphs.reduce(0) { total, words in
      var lines: [[Int]] = [[]]
      for word in words {
        let last = lines[lines.count - 1]
        if last.reduce(0, +) + last.count + word <= width {
          lines[lines.count - 1].append(word)
          continue
        }
        if !last.isEmpty { lines.append([]) }
        var rest = word
        while rest > width {
          lines[lines.count - 1] = [width]
          lines.append([])
          rest -= width
        }
        lines[lines.count - 1] = [rest]
      }
      return total + lines.count
    }
  }
}
