import Basics
import Testing

@testable import Reporting

@Suite("Tables on a terminal")
struct TextTableTests {
  private static let table = TextTable(
    titles: ["strategy", "rows", "what it is"], endsInSentences: true,
    rows: [
      ["fenwick", "1,000", "binary indexed tree"],
      ["日本", "1M", .init("nothing", .bad)],
      ["x", "", "a much longer explanation of it"],
    ])

  private func text(_ width: Int, _ style: Style = .plain) -> String {
    Self.table.lines(width: width, style: style).joined(separator: "\n")
  }

  @Test(
    "Columns are aligned, wide letters counted; where they do not fit words wrap, or a list stands")
  func widths() {
    for width in [48, 80] {
      #expect(
        text(width) == """
          strategy   rows  what it is
          fenwick   1,000  binary indexed tree
          日本         1M  nothing
          x                a much longer explanation of it
          """)
    }
    #expect(
      text(32) == """
        strategy   rows  what it is
        fenwick   1,000  binary indexed
                         tree
        日本         1M  nothing
        x                a much longer
                         explanation of
                         it
        """)
    #expect(
      text(26) == """
        fenwick
          rows        1,000
          what it is  binary
                      indexed tree
        日本
          rows        1M
          what it is  nothing
        x
          what it is  a much
                      longer
                      explanation
                      of it
        """)
  }

  @Test("Neither colours nor cells move columns or lines; without rows there is none")
  func colours() {
    let coloured = text(80, Style(useColour: true))
    #expect(coloured.contains("日本         1M  \u{1B}[1;31mnothing\u{1B}[0m"))
    #expect(coloured.contains("\u{1B}[1mstrategy\u{1B}[0m"))
    var table = TextTable(titles: ["a"])
    #expect(table.lines(width: 80, style: .plain).isEmpty)
    table.rows = [["b\nc"]]
    #expect(table.lines(width: 80, style: .plain) == ["a", "b c"])
  }
}

@Suite("Text")
struct TextTests {
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
