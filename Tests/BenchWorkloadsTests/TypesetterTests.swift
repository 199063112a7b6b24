import ListLayout
import Testing

@testable import BenchWorkloads

struct TypesetterTests {
  /// At 16 pt, `a` and digits are 8 pt wide, 漢 is 16 pt wide, `m` 14 pt, and `i`, `.` and a space are 4 pt
  /// wide.
  private let typesetter = Typesetter(
    fontSize: LayoutUnit(points: 16), lineHeight: LayoutUnit(points: 20))

  private func lines(_ text: String, _ points: Int) -> Int {
    typesetter.lines(of: text, width: LayoutUnit(points: points))
  }

  @Test(
    "Text wraps into the expected number of lines",
    arguments: [
      // Lines break at spaces, which may extend beyond the end of a line.
      ("", 80, 1), ("aaaaaaaaaa", 80, 1), ("aaaaaaaaaa      ", 80, 1), ("aaaa aaaaa", 80, 1),
      ("aaaaa aaaaa", 80, 2), ("aaaaa aaaaa", 84, 1), ("aaaaa aaaaa", 83, 2),
      ("a a a a a a a", 80, 1), ("a a a a a a a a", 80, 2), ("aa   aa", 44, 1), ("aa   aa", 43, 2),
      ("aa\u{2003}aa", 36, 1), ("aa\u{2003}aa", 35, 2), ("aaaaaa\u{a0}aaaaaa", 80, 2),
      // A tab ends at the next multiple of 28 pt, even at the end of a line.
      ("aa\taa", 44, 1), ("aa\taa", 43, 2), ("\taa", 44, 1), ("\taa", 43, 2), ("aaaa\taa", 72, 1),
      ("aaaa\taa", 71, 2), ("a\t\t", 8, 1), (" \taa", 44, 1), ("a\n\ta", 36, 2), ("a\n\ta", 35, 3),
      // A word wider than a line starts on a new line and is broken between characters.
      ("aaaaaaaaaaa", 80, 2), ("aaaaaaaaaaaaaaaaaaaaa", 80, 3), ("a aaaaaaaaaaa", 80, 3),
      ("a aaaaaaaaaaa aaaaaaaa", 80, 3), ("a aaaaaaaaaaa aaaaaaaaa", 80, 4), ("abc", 1, 3),
      ("abc", 0, 3), ("a b", 1, 2), ("abc", -5, 3),
      // Characters have different advances.
      ("iiiiiiiiiiiiiiiiiiii", 80, 1), ("mmmmm", 70, 1), ("mmmmm", 69, 2), ("AAAAAAAAA", 80, 2),
      ("ffff", 24, 1), ("ffff", 23, 2), ("éééééééééé", 80, 1), ("ééééééééééé", 80, 2),
      // Lines may break on either side of an ideograph, which is one em wide.
      ("漢漢漢漢漢", 80, 1), ("漢漢漢漢漢漢", 80, 2), ("aaaa漢漢漢漢", 80, 2), ("漢漢漢漢aaaa", 80, 2),
      ("漢漢漢漢aa", 80, 1), ("りんごを食べる", 111, 2), ("漢 漢", 36, 1), ("漢 漢", 35, 2), ("한국어", 48, 1),
      ("ＡＢ", 31, 2),
      // A hard line break starts a new line, even at the end of the text.
      ("a\nb", 80, 2), ("\n", 80, 2), ("a\r\nb\r\n", 80, 3), ("漢\r\n漢", 80, 2),
      ("a\u{2028}b\u{2029}c\u{85}d\u{b}e\u{c}f", 80, 6),
    ] as [(String, Int, Int)])
  func lines(text: String, width: Int, expected: Int) {
    #expect(lines(text, width) == expected)
  }

  @Test(
    "Combining marks and joiners have no width, and an emoji sequence is one em wide",
    arguments: [
      ("e\u{301}e\u{301}e\u{301}e\u{301}e\u{301}", 40), ("か\u{3099}か\u{3099}", 32),
      ("a\u{feff}\u{200d}a\u{fe0f}", 16), ("a\ra\u{7f}", 16), ("1234567890", 80), ("👍👍🏽", 32),
      ("❤️❤️", 32), ("🇩🇪🇩🇪", 32), ("1️⃣1️⃣", 32), ("👩‍👩‍👧‍👦🏳️‍🌈", 32), ("❤❤", 16), ("🇩a🇪", 40),
    ])
  func sequences(text: String, width: Int) {
    #expect(lines(text, width) == 1)
    #expect(lines(text, width - 1) == 2)
  }

  // A character of average advance is 525/64 pt wide, so 12 characters fit into 100 pt.
  @Test(
    "Text that is stored as word lengths wraps like other text",
    arguments: [
      ("", 1), ("c", 1), ("d", 2), ("57", 2), ("56", 1), ("1111111", 2), ("111111", 1), ("z", 3),
      ("1z", 4), ("1z1", 5), ("1y1", 4), ("1o", 3), ("5/5", 2), ("5//5", 3), ("/", 2),
    ])
  func wordLengths(lengths: String, expected: Int) {
    let lines = Array(lengths.utf8).withUnsafeBufferPointer {
      Typesetter.body.lines(ofWordLengths: $0, width: LayoutUnit(points: 100))
    }
    #expect(lines == expected)
  }
}

extension Typesetter {
  fileprivate func lines(of text: String, width: LayoutUnit) -> Int {
    Self.glyphs(of: text).withUnsafeBufferPointer { lines(of: $0, width: width) }
  }
}
