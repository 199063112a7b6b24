import Testing

@testable import Reporting

@Suite("Text")
struct TextTests {
  @Test("Width counts columns, not letters: wide letters two, colours none")
  func columns() {
    #expect("".columns == 0)
    #expect("1.23 µs".columns == 7)
    #expect("e\u{301}".columns == 1)
    #expect("日本".columns == 4)
    #expect("👍🏽".columns == 2)
    #expect(Style(useColour: true)("fenwick", .bad).columns == 7)
  }

  @Test("Cut text ends in an ellipsis within the width")
  func cut() {
    #expect("fenwick".cut(to: 7) == "fenwick")
    #expect("fenwick".cut(to: 4) == "fen…")
    #expect("日本語".cut(to: 4) == "日…")
    #expect("ab".cut(to: 0).isEmpty)
  }

  @Test("Names cannot move the cursor")
  func printable() {
    #expect("a\nb\u{1B}[2Jc\u{7F}".printable == "a b [2Jc ")
    #expect("a\u{2028}b\u{202E}c\u{E9}".printable == "a b c\u{E9}")
  }

  @Test("Lines are broken between pieces and hang under the first")
  func flow() {
    let flow = Flow(width: 12, hanging: 4)
    #expect(flow.lines("ab", ["one", "two", "three"]) == ["ab  one two", "    three"])
    #expect(flow.lines("abcdef", ["one", "two"]) == ["abcdef one", "    two"])
    #expect(flow.lines(of: "one two three") == ["one two", "    three"])
    #expect(flow.lines("ab", []) == ["ab"])
    #expect(flow.lines("", []) == [""])
  }

  @Test("A number stays with its unit")
  func units() {
    #expect(Flow(width: 8).lines(of: "it took 412 ns") == ["it took", "412 ns"])
  }

  @Test("Lines keep to the width and all words survive", arguments: [6, 10, 30, 80])
  func width(width: Int) {
    let text = "rows that are as high as the one and only viewport need none of it"
    let lines = Flow(width: width, hanging: 1).lines(of: text)
    #expect(lines.allSatisfy { $0.columns <= max(width, 9) })
    #expect(lines.flatMap { $0.split(separator: " ") } == text.split(separator: " "))
  }

  @Test("Colours are written only when asked for")
  func style() {
    #expect(Style.plain("x", .bad) == "x")
    #expect(Style(useColour: true)("x", nil) == "x")
    #expect(Style(useColour: true)("", .bad).isEmpty)
    #expect(Style(useColour: true)("x", .good) == "\u{1B}[32mx\u{1B}[0m")
  }

  @Test(
    "A command can be typed again",
    arguments: [
      (["bench", "--rows", "1k,1M"], "bench --rows 1k,1M"),
      (["bench", ""], "bench ''"),
      (["bench", "a b", "it's", "$x", "日本"], #"bench 'a b' 'it'\''s' '$x' '日本'"#),
      (["a\nb'\\\u{1}"], #"$'a\nb\'\\\001'"#),
      (["\u{85}"], #"$'\302\205'"#),
      (["a\u{202E}b\u{2028}"], #"$'a\342\200\256b\342\200\250'"#),
    ])
  func command(words: [String], text: String) {
    #expect(ShellCommand.text(of: words) == text)
  }

  @Test("Markdown shows names literally and keeps our own code")
  func markdown() {
    #expect(Markdown.escaped("file:/a|b`c*_[d]<e>\nf\\") == #"file:/a\|b\`c\*\_\[d\]\<e\> f\\"#)
    #expect(Markdown.escaped("a|\u{301}\u{1B}[31m\u{202E}") == "a\\|\u{301} \\[31m ")
    #expect(HTML.escaped("<\u{301}b&\"\u{1B}\u{202E}>") == "&lt;\u{301}b&amp;&quot;  &gt;")
    #expect(Markdown.prose("read `recalc` *beside* it") == #"read `recalc` \*beside\* it"#)
    #expect(Markdown.prose("one ` only") == #"one \` only"#)
    #expect(
      Markdown.table(["a", "b"], [["x", "1"]]) == ["| a | b |", "| --- | ---: |", "| x | 1 |"])
  }
}
