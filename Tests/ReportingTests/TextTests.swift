import Basics
import Testing

@testable import Reporting

@Suite("Tables on a terminal")
struct TextTableTests {
  private static let table = {
    var table = Table(
      ["strategy", "rows", "description"],
      rows: [
        ["fenwick", "1,000", "binary indexed tree"],
        ["日本", "1M", .init("nothing", .bad)],
        ["x", "", "a much longer explanation of it"],
      ])
    table.endsInSentences = true
    return table
  }()

  private func text(_ width: Int, _ style: Style = .plain) -> String {
    Self.table.lines(width: width, style: style).joined(separator: "\n")
  }

  @Test(
    "Columns are aligned by the width of letters; if they do not fit, sentences wrap, or rows are lists"
  )
  func widths() {
    for width in [48, 80] {
      #expect(
        text(width) == """
          strategy   rows  description
          fenwick   1,000  binary indexed tree
          日本           1M  nothing
          x                a much longer explanation of it
          """)
    }
    #expect(
      text(32) == """
        strategy   rows  description
        fenwick   1,000  binary indexed
                         tree
        日本           1M  nothing
        x                a much longer
                         explanation of
                         it
        """)
    #expect(
      text(26) == """
        fenwick
          rows         1,000
          description  binary
                       indexed
                       tree
        日本
          rows         1M
          description  nothing
        x
          description  a much
                       longer
                       explanation
                       of it
        """)
  }

  @Test("Colours and control characters do not move columns; without rows there are no lines")
  func colours() {
    let coloured = text(80, Style(useColour: true))
    #expect(coloured.contains("日本           1M  \u{1B}[1;31mnothing\u{1B}[0m"))
    // Cells without colour and empty cells have no escape sequence.
    #expect(coloured.contains("\u{1B}[1mstrategy\u{1B}[0m") && coloured.contains("\nfenwick "))
    #expect(Style(useColour: true)("", .bad).isEmpty)
    #expect(Table(["a"], rows: []).lines(width: 80, style: .plain).isEmpty)
    #expect(Table(["a"], rows: [["b\nc"]]).lines(width: 80, style: .plain) == ["a", "b c"])
  }

  @Test("Marks are aligned, blocks have headings, and the last columns are omitted first")
  func blocks() {
    var marked = Table.Cell("1.5")
    marked.mark = "<"
    var table = Table(["a", "first", "second", "size"], rows: [])
    table.blocks = [
      .init(heading: "Block", rows: [["x", marked, "2", "9"]]),
      .init(heading: nil, rows: [["y", "10", "3", "9"]]),
    ]
    #expect(
      table.lines(width: 80, style: .plain)
        == ["a  first  second  size", "Block", "x    1.5<      2     9", "y     10       3     9"])
    let (fitted, hidden) = table.fitted(to: 16, minColumns: 2, keepsLast: true)
    #expect(fitted.titles.map(\.text) == ["a", "first", "size"] && hidden == ["second"])
    #expect(table.markdown.contains("| x | 1.5\\< | 2 | 9 |"))
    #expect(
      table.html().contains(#"<tr><th scope="row">x</th><td>1.5&lt;</td><td>2</td><td>9</td>"#))
    #expect(table.html().contains(#"colspan="4">Block</th>"#))
  }
}

@Suite("Text")
struct TextTests {
  @Test(
    "A command can be pasted into a shell",
    arguments: [
      (["bench", "--rows", "1k,1M"], "bench --rows 1k,1M"),
      (["bench", ""], "bench ''"),
      (["bench", "a b", "it's", "$x", "日本"], #"bench 'a b' 'it'\''s' '$x' '日本'"#),
      (["a\nb'\\\u{1}"], #"$'a\nb\'\\\001'"#),
      (["\u{85}"], #"$'\302\205'"#),
      (["a\u{202E}b\u{2028}"], #"$'a\342\200\256b\342\200\250'"#),
    ])
  func command(arguments: [String], text: String) {
    #expect(ShellCommand.text(of: arguments) == text)
  }

  @Test("Markdown escapes names and keeps code")
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
