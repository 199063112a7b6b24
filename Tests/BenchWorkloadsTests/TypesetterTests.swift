import ListLayout
import Testing

@testable import BenchWorkloads

struct TypesetterTests {
  /// A typesetter with a font size of 16 pt. At this size, `a` and digits are 8 pt wide, 漢 16 pt and `m` 14
  /// pt. The characters `i`, `.` and space are 4 pt wide.
  private let typesetter = Typesetter(
    fontSize: LayoutUnit(points: 16), lineHeight: LayoutUnit(points: 20))

  private func lines(_ text: String, _ points: Int) -> Int {
    typesetter.lines(of: text, width: LayoutUnit(points: points))
  }

  @Test(
    "Text has the expected number of lines",
    arguments: [
      // Lines break at spaces, and spaces may extend beyond the end of a line.
      ("", 80, 1), ("aaaaaaaaaa", 80, 1), ("aaaaaaaaaa      ", 80, 1), ("aaaa aaaa", 80, 1),
      ("aaaa aaaaa", 80, 1), ("aaaaa aaaaa", 80, 2), ("aaaaa aaaaa", 84, 1), ("aaaaa aaaaa", 83, 2),
      ("a a a a a a a", 80, 1), ("a a a a a a a a", 80, 2),
      // A tab ends at the next multiple of 28 pt, even if it is at the end of a line.
      ("aa\taa", 44, 1), ("aa\taa", 43, 2), ("\taa", 44, 1), ("\taa", 43, 2), ("aaaa\taa", 72, 1),
      ("aaaa\taa", 71, 2), ("a\t\t", 8, 1), (" \taa", 44, 1), ("a\n\ta", 36, 2), ("a\n\ta", 35, 3),
      // The three spaces in this text have a total width of 12 pt.
      ("aa   aa", 44, 1), ("aa   aa", 43, 2),
      // A word that is wider than the line starts on a new line and is broken between characters.
      ("aaaaaaaaaaa", 80, 2), ("aaaaaaaaaaaaaaaaaaaa", 80, 2), ("aaaaaaaaaaaaaaaaaaaaa", 80, 3),
      ("a aaaaaaaaaaa", 80, 3), ("a aaaaaaaaaaa aaaaaaaa", 80, 3),
      ("a aaaaaaaaaaa aaaaaaaaa", 80, 4), ("abc", 1, 3), ("abc", 0, 3), ("a b", 1, 2),
      ("abc", -5, 3),
      // Lines break after hyphens, dashes and slashes, and before em dashes. A line of 90 pt has room for one
      // of these words and, if the text cannot be broken elsewhere, for 11 of its letters.
      ("aaaaaa-aaaaaa-aaaaaa", 90, 3), ("aaaaaa/aaaaaa/aaaaaa", 90, 3),
      ("aaaaaa—aaaaaa—aaaaaa", 90, 3), ("aaaaaa–aaaaaa–aaaaaa", 90, 3),
      ("aaaaaa\u{2010}aaaaaa\u{2010}aaaaaa", 90, 3), ("aaaaaa\u{ad}aaaaaa\u{ad}aaaaaa", 90, 3),
      ("aaaaa aaaa—", 84, 2), ("aaaaa aaa—", 84, 1), ("aaaaaa—\u{2014}aaaaaa", 112, 2),
      // They do not break before a digit after a hyphen or slash, before closing punctuation or quotes, after
      // a hyphen that begins a word, or at a no-break hyphen.
      ("aaaaaa-111111-111111", 90, 2), ("111111/111111/111111", 90, 2),
      ("aaaaaa–111111–111111", 90, 3), ("aaaaaa-\"aaaaaa-\"aaaaaa", 90, 2),
      ("aaaaaa-)aaaaaa-)aaaaaa", 90, 2), ("aaaaa -aaaaaa a", 60, 3),
      ("aaaaaa\u{2011}aaaaaa\u{2011}aaaaaa", 90, 2),
      // Fixed-width spaces have their own widths, and no-break spaces do not break.
      ("aa\u{2003}aa", 48, 1), ("aa\u{2003}aa", 47, 2), ("aa\u{2002}aa", 40, 1),
      ("aa\u{2002}aa", 39, 2), ("aa\u{2004}aa", 38, 1), ("aa\u{2004}aa", 37, 2),
      ("aa\u{2009}aa", 36, 1), ("aa\u{2009}aa", 35, 2), ("aa\u{200a}aa", 34, 1),
      ("aa\u{200a}aa", 33, 2), ("aa\u{2003}", 16, 1),
      ("aa\u{a0}aa", 36, 1), ("aa\u{a0}aa", 35, 2), ("aa\u{202f}aa", 34, 1),
      ("aa\u{202f}aa", 33, 2), ("aaaaaa\u{a0}aaaaaa\u{a0}aaaaaa", 90, 2),
      ("aaaaaa\u{2007}aaaaaa\u{2007}aaaaaa", 90, 2),
      ("aaaaaa\u{202f}aaaaaa\u{202f}aaaaaa", 90, 2),
      ("aaaaaa\u{2006}aaaaaa\u{2008}aaaaaa", 90, 3), ("漢漢\u{a0}漢漢 漢", 48, 3),
      // Characters have different advances.
      ("iiiiiiiiiiiiiiiiiiii", 80, 1), ("mmmmm", 70, 1), ("mmmmm", 69, 2), ("AAAAAAAA", 80, 1),
      ("AAAAAAAAA", 80, 2), ("ffff", 24, 1), ("ffff", 23, 2), ("éééééééééé", 80, 1),
      ("ééééééééééé", 80, 2),
      // Ideographs are one em wide, and lines may break on both sides of them.
      ("漢漢漢漢漢", 80, 1), ("漢漢漢漢漢漢", 80, 2), ("aaaa漢漢漢", 80, 1), ("aaaa漢漢漢漢", 80, 2),
      ("漢漢漢漢aaaa", 80, 2), ("漢漢漢漢aa", 80, 1), ("りんごを食べる", 112, 1), ("りんごを食べる", 111, 2),
      ("漢 漢", 36, 1), ("漢 漢", 35, 2), ("한국어", 48, 1), ("ＡＢ", 31, 2),
      // A hard line break starts a new line, even at the end of the text.
      ("a\nb", 80, 2), ("\n", 80, 2), ("a\r\nb\r\n", 80, 3), ("漢\n漢", 80, 2),
      ("a\u{2028}b\u{2029}c\u{85}d\u{b}e\u{c}f", 80, 6), ("aaaaaaaaaa\naaaaaaaaaa", 80, 2),
    ] as [(String, Int, Int)])
  func lines(text: String, width: Int, expected: Int) {
    #expect(lines(text, width) == expected)
  }

  @Test(
    "Combining marks, joiners and modifiers have no width",
    arguments: [
      ("e\u{301}e\u{301}e\u{301}e\u{301}e\u{301}", 40), ("か\u{3099}か\u{3099}", 32),
      ("👍🏽👍🏽", 32), ("a\u{feff}\u{200d}a\u{fe0f}", 16), ("\u{300}", 0), ("a\ra\u{7f}", 16),
    ])
  func combining(text: String, width: Int) {
    #expect(lines(text, width) == 1)
    #expect(width == 0 || lines(text, width - 1) == 2)
  }

  @Test("The average advance is 8.2 pt at 17 pt; a font size of 0 or less is allowed")
  func advances() {
    #expect(Typesetter.body.averageAdvance.rawValue == 525)
    for size in [0, -4] {
      let degenerate = Typesetter(fontSize: LayoutUnit(points: size), lineHeight: .zero)
      #expect(degenerate.fontSize.rawValue == 1)
      #expect(degenerate.lines(of: "a漢 b", width: .zero) == 2)
    }
  }

  @Test(
    "an emoji sequence is one emoji, an em wide, and is not broken",
    arguments: [
      "👍", "👍🏽", "☝🏽", "☝️", "❤️", "⌚", "🇩🇪", "1️⃣", "#⃣", "©️", "👩‍👩‍👧‍👦", "👩🏽‍🚀", "🏃🏽‍♂️",
      "❤️‍🔥", "❤‍🔥", "🏳️‍🌈", "🏴󠁧󠁢󠁳󠁣󠁴󠁿", "🏽", "🇩",
    ])
  func emoji(sequence: String) {
    // A zero-width space keeps lone regional indicators and skin tones from joining those before them.
    let isLone = ["🇩", "🏽"].contains(sequence)
    let text = String(repeating: sequence + (isLone ? "\u{200b}" : ""), count: 21)
    #expect(Typesetter.body.lines(of: text, width: LayoutUnit(points: 357)) == 1)
    #expect(Typesetter.body.lines(of: text, width: LayoutUnit(points: 356)) == 2)
    #expect(Typesetter.body.lines(of: text, width: LayoutUnit(points: 1)) == 21)
  }

  @Test(
    "what looks like an emoji sequence and is none keeps its letters",
    arguments: [
      // The texts contain digits and hearts without emoji style, a joiner between letters, two emoji without
      // a joiner, and regional indicators that do not form a flag.
      ("1234567890", 80), ("❤❤", 16), ("क\u{200d}क", 16), ("👩👩", 32), ("🇩a🇪", 40), ("🇩🇪🇫", 32),
      ("👩\u{200d}a", 24), ("1\té", 36),
    ])
  func noSequence(text: String, width: Int) {
    #expect(lines(text, width) == 1)
    #expect(lines(text, width - 1) > 1)
  }

  @Test("a line may break at a zero-width space, which takes no room")
  func zeroWidthSpace() {
    let word = String(repeating: "m", count: 13)
    let words = [String](repeating: word, count: 24)
    for separator in ["\u{200b}", " "] {
      let text = words.joined(separator: separator)
      #expect(Typesetter.body.lines(of: text, width: LayoutUnit(points: 358)) == 24)
    }
    #expect(lines("aaaaa\u{200b}aaaaa", 80) == 1 && lines("aaaaa\u{200b}aaaaa", 79) == 2)
  }

  @Test("A scalar without width has no glyph; wide scalars have the glyph of an ideograph")
  func glyphs() {
    let wide: [Unicode.Scalar] = ["\u{2fff}", "\u{a960}", "\u{20000}"]
    #expect(Set(wide.map(Typesetter.glyph(of:))) == Set(Typesetter.glyphs(of: "漢")))
    let marks: [Unicode.Scalar] = ["\u{3099}", "\u{1161}", "\u{e0100}", "\u{200d}"]
    #expect(marks.allSatisfy { Typesetter.glyph(of: $0) == nil })
  }
}

struct WordLengthTests {
  /// The number of lines needed for words with the given lengths. Each character is 8.203125 pt (525/64 pt)
  /// wide, so that 12 characters fit in 100 pt.
  private func lines(_ lengths: String, _ points: Int) -> Int {
    Array(lengths.utf8).withUnsafeBufferPointer {
      Typesetter.body.lines(ofWordLengths: $0, width: LayoutUnit(points: points))
    }
  }

  @Test(
    "Words that are given by their lengths wrap like text",
    arguments: [
      ("", 1), ("c", 1), ("d", 2), ("57", 2), ("56", 1), ("1111111", 2), ("111111", 1), ("z", 3),
      ("1z", 4), ("1z1", 5), ("1y1", 4), ("1o1", 4), ("1o", 3), ("5/5", 2), ("5//5", 3), ("/", 2),
      ("c/c", 2),
    ])
  func wrap(lengths: String, expected: Int) {
    #expect(lines(lengths, 100) == expected)
  }

  @Test(
    "Ideographs fill each line",
    arguments: [
      ("", 130, 1), ("55", 130, 1), ("551", 130, 2), ("1", 5, 1), ("3", 5, 3), ("zzzz", 130, 14),
    ])
  func ideographs(lengths: String, width: Int, expected: Int) {
    let typesetter = Typesetter(fontSize: LayoutUnit(points: 13), lineHeight: .zero)
    let lines = Array(lengths.utf8).withUnsafeBufferPointer {
      typesetter.lines(ofIdeographLengths: $0, width: LayoutUnit(points: width))
    }
    #expect(lines == expected)
  }
}

extension Typesetter {
  fileprivate func lines(of text: String, width: LayoutUnit) -> Int {
    Self.glyphs(of: text).withUnsafeBufferPointer { lines(of: $0, width: width) }
  }
}
