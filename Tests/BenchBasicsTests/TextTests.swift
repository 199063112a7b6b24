import BenchBasics
import Testing

@Suite("Lines and columns")
struct FlowTests {
  @Test(
    "Ideographs and emoji occupy two terminal columns, and combining marks and colour codes occupy none",
    arguments: [
      ("1.23 µs e\u{301}", 9), ("\u{1B}[31mfenwick\u{1B}[0m", 7), ("\u{1B}[31m日本\u{1B}[0m", 4),
      ("日本語リスト", 12), ("ﾘｽﾄ", 3), ("ＡＢ", 4), ("한국어", 6), ("한", 2), ("。", 2), ("👍🏽", 2),
      ("🇩🇪", 2), ("❤️", 2), ("❤", 1), ("👩‍👩‍👧‍👦", 2), ("1️⃣", 2), ("größe", 5), ("क\u{94d}", 1),
      ("a\u{200b}b", 2), ("…", 1), ("", 0),
    ])
  func columns(text: String, columns: Int) {
    #expect(text.columns == columns)
    #expect(text.padded(to: 20).columns == 20)
  }

  @Test("Truncated text ends in an ellipsis and fits the given width")
  func cut() {
    #expect("fenwick".cut(to: 7) == "fenwick")
    #expect("fenwick".cut(to: 4) == "fen…")
    #expect("ab".cut(to: 0).isEmpty)
    #expect("日本語".cut(to: 6) == "日本語" && "日本語".cut(to: 5) == "日本…")
    #expect("日本語".cut(to: 4) == "日…")
  }

  @Test("Text can be truncated in the middle so that a given suffix stays intact")
  func cutBeforeEnd() {
    let (path, end) = ("file:TMP/x/a-longer-name-of-rows.txt", ", 10k rows")
    #expect(path.cut(to: 46, before: end) == path + end)
    #expect(path.cut(to: 24, before: end) == "file:TM…ws.txt, 10k rows")
    #expect(path.cut(to: 11, before: end) == "…, 10k rows")
    #expect(path.cut(to: 10, before: end) == "file:TMP/…")
    #expect("file:日本語リスト.txt".cut(to: 21, before: end) == "file:….txt, 10k rows")
  }

  @Test("Lines break only between the given pieces of text, and continuation lines are indented")
  func flow() {
    let flow = Flow(width: 11, hanging: 4)
    #expect(flow.lines("ab", ["one", "two", "three"]) == ["ab  one two", "    three"])
    #expect(flow.lines("abcdef", ["one", "two"]) == ["abcdef one", "    two"])
    #expect(flow.lines(of: "one two three") == ["one two", "    three"])
    #expect(flow.lines("ab", []) == ["ab"])
    #expect(flow.lines("", []) == [""])
  }

  @Test("A number stays on the same line as its unit")
  func units() {
    #expect(Flow(width: 13).lines(of: "it took 412 ns") == ["it took", "412 ns"])
  }
}

@Suite("Quoting")
struct QuotingTests {
  @Test(
    "A quoted value fits on one line and contains no control characters or bidirectional controls",
    arguments: [
      ("", "''"), ("844", "'844'"), ("größe 🌍", "'größe 🌍'"),
      ("a\nb\r\tc", #"'a\nb\r\tc'"#), ("\u{1B}[31m", #"'\u{1B}[31m'"#),
      ("\u{0}\u{7F}\u{85}", #"'\u{0}\u{7F}\u{85}'"#),
      ("\u{2028}\u{2029}\u{202E}", #"'\u{2028}\u{2029}\u{202E}'"#),
      (sixty, "'\(sixty)'"), (sixty + "9", "'\(sixty)…'"),
    ])
  func inQuotes(value: String, quoted: String) { #expect(value.inQuotes == quoted) }

  private static let sixty = String(repeating: "9", count: 60)

  @Test("Quoted text is escaped, and truncated after 60 characters")
  func quoted() {
    #expect(String(repeating: "x", count: 61).quoted.count == 63)
    #expect("a\u{1b}\n\"".quoted == #""a\u{1B}\n\"""#)
  }

  @Test("Control characters are replaced with spaces, but colour codes can be kept")
  func controls() {
    let text = "\u{1B}]0;title\u{7}\u{1B}[2J\u{1B}[1;31mred\u{1B}[0m\nüß\u{85}\u{7F}"
    #expect(text.withoutControls(keepingColours: false) == " ]0;title  [2J [1;31mred [0m\nüß  ")
    #expect(
      text.withoutControls(keepingColours: true)
        == " ]0;title  [2J\u{1B}[1;31mred\u{1B}[0m\nüß  ")
    #expect("plain\n".withoutControls(keepingColours: false) == "plain\n")
    #expect("a\nb\u{1B}[2Jc\u{7F}\u{2028}\u{202E}é".printable == "a b [2Jc   é")
  }
}

@Suite("Spelling")
struct SpellingTests {
  @Test(
    "A suggestion starts with the mistyped word or differs from it by at most one edit per three letters",
    arguments: [
      ("viewprot", "viewport"), ("Width", "width"), ("view", "viewport"), ("widht", "width"),
      ("vi", nil), ("w", nil), ("", nil), ("quantum", nil), ("view_port", "viewport"),
    ])
  func limits(word: String, nearest: String?) {
    #expect(Spelling.nearest(to: word, among: ["width", "viewport"]) == nearest)
  }

  @Test("Percentages have no trailing zeros")
  func percent() {
    #expect([0.01, 0.025, 0.99999].map(Percent.text) == ["1 %", "2.5 %", "99.999 %"])
  }
}

@Suite("Exact text")
struct ExactTextTests {
  @Test(
    "Names that differ only in how an accent is encoded are treated as different and have different keys"
  )
  func bytes() {
    let names = ["Gr\u{f6}\u{df}e", "Gro\u{308}\u{df}e"].map { ExactText($0) }
    #expect(names[0].string == names[1].string && names[0] != names[1])
    #expect(names.unique.count == 2 && (names + names).grouped { $0 }.count == 2)
    #expect(names.map(\.key) == ["Gr\u{f6}\u{df}e", #"Gro\u{0308}\u{00DF}e"#])
    #expect(ExactText("日本.txt").key == "日本.txt")
  }
}
