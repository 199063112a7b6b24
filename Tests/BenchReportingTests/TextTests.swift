import BenchBasics
import BenchMeasuring
import Testing

@testable import BenchReporting

@Suite("Tables, commands and markup")
struct TextTests {
  private static let table = Table(
    ["strategy", "rows", "description"],
    rows: [
      ["fenwick", "1,000", "binary indexed tree"], ["日本", "1M", .init("nothing", .bad)],
      ["x", "", "a much longer explanation of it"],
    ], endsInSentences: true)

  private func text(_ width: Int, _ style: Style = .plain) -> String {
    Self.table.lines(width: width, style: style).joined(separator: "\n")
  }

  @Test("A table that is too wide is wrapped or printed as a list")
  func widths() {
    for width in [48, 80] {
      #expect(
        text(width) == """
          strategy   rows  description
          fenwick   1,000  binary indexed tree
          日本         1M  nothing
          x                a much longer explanation of it
          """)
    }
    #expect(
      text(32) == """
        strategy   rows  description
        fenwick   1,000  binary indexed
                         tree
        日本         1M  nothing
        x                a much longer
                         explanation of
                         it
        """)
    #expect(
      text(26).hasPrefix(
        """
        fenwick
          rows         1,000
          description  binary
                       indexed
                       tree
        日本
          rows         1M
        """))
    #expect(text(26).contains("\nx\n  description  a much\n"))
  }

  @Test("Colours and control characters don't shift columns")
  func colours() {
    let coloured = text(80, Style(useColour: true))
    #expect(coloured.contains("日本         1M  \u{1B}[1;31mnothing\u{1B}[0m"))
    #expect(coloured.contains("\nfenwick "))
    #expect(Table(["a"], rows: []).lines(width: 80, style: .plain).isEmpty)
    #expect(Table(["a"], rows: [["b\nc"]]).lines(width: 80, style: .plain) == ["a", "b c"])
  }

  @Test("Marks are aligned, blocks have headings, and columns that don't fit are dropped")
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

  // MARK: Commands and markup

  @Test(
    "A command can be pasted into a shell",
    arguments: [
      (["bench", "", "--rows", "1k,1M"], "bench '' --rows 1k,1M"),
      (["bench", "a b", "it's", "$x", "日本"], #"bench 'a b' 'it'\''s' '$x' '日本'"#),
      (["a\nb'\\\u{1}", "\u{85}"], #"$'a\nb\'\\\001' $'\302\205'"#),
      (["a\u{202E}b\u{2028}"], #"$'a\342\200\256b\342\200\250'"#),
    ])
  func command(arguments: [String], text: String) {
    #expect(ShellCommand.text(of: arguments) == text)
  }

  @Test("Names are escaped in Markdown, but code spans are left unchanged")
  func markdown() {
    #expect(Markdown.escaped("file:/a|b`c*_[d]<e>\nf\\") == #"file:/a\|b\`c\*\_\[d\]\<e\> f\\"#)
    #expect(Markdown.escaped("a|\u{301}\u{1B}[31m\u{202E}") == "a\\|\u{301} \\[31m ")
    #expect(
      HTML.escaped("<\u{301}b&\"\u{301}\u{1B}\u{202E}>") == "&lt;\u{301}b&amp;&quot;\u{301}  &gt;")
    #expect(Markdown.prose("read `recalc` *beside* it") == #"read `recalc` \*beside\* it"#)
    #expect(Markdown.prose("one ` only") == #"one \` only"#)
  }
}

@Suite("Quantities")
struct QuantityTests {
  @Test(
    "A time is printed with three significant digits and a suitable unit",
    arguments: [
      (0, "0 ns"), (0.0123, "0.012 ns"), (.leastNonzeroMagnitude, "<0.001 ns"), (9.994, "9.99 ns"),
      (9.996, "10.0 ns"), (999.4, "999 ns"), (999.6, "1.00 µs"), (4.56e6, "4.56 ms"),
      (999_600_000, "1.00 s"), (1.234e12, "1,234 s"), (-1230, "-1.23 µs"), (.infinity, "?"),
      (.nan, "?"),
    ])
  func time(nanoseconds: Double, text: String) {
    #expect(Quantity.time(nanoseconds: nanoseconds) == text)
  }

  @Test("An interval has the same unit and number of decimals as its value")
  func interval() {
    let intervals = [
      Interval(1.02, 2.084), Interval(1, 2000), nil, Interval(1, .infinity), Interval(0.001, 2001),
    ]
    #expect(
      intervals.map { Quantity.ratio(2, interval: $0) } == [
        "2.00x [1.02, 2.08]", "2.00x [1.00, 2,000.00]", "2.00x [?]", "2.00x [?]", "2.00x [?]",
      ])
    let wide = Quantity.time(nanoseconds: 1230, interval: Interval(980, 25_311))
    #expect(wide == "1.23 µs [0.98, 25.31]")
  }

  @Test("Ratios, row counts, byte counts, amounts, percentages and durations are rounded")
  func others() {
    #expect(
      [0, 0.004, 0.005, 0.987, 12.34, 1234.4, 1e300].map { Quantity.ratio($0) }
        == ["0x", "<0.01x", "0.01x", "0.99x", "12.3x", "1,234x", "1e+300x"])
    // A number of rows is abbreviated only if no digits are lost.
    #expect(
      [0, 999, 1000, 1500, 1501, 1_500_000, 1_001_000, 2_000_000_000].map(Quantity.rows)
        == ["0", "999", "1k", "1.5k", "1,501", "1.5M", "1,001,000", "2,000M"])
    #expect(Quantity.rows(.min) == "-9,223,372,036,854,775,808")
    #expect(
      [0, 412, 1536, 4_781_507, 5e12].map(Quantity.bytes)
        == ["0 B", "412 B", "1.50 KiB", "4.56 MiB", "4,657 GiB"])
    #expect(
      [0, 12, 1.5, 20.06, 0.0004, 1_000_000, 1e18, .nan].map(Quantity.amount)
        == ["0", "12", "1.50", "20.1", "<0.01", "1,000,000", "1e+18", "?"])
    #expect(
      [0, 0.01, 1.24, 9.96, 43.4, 100, .nan].map(Quantity.percent)
        == ["0 %", "<0.1 %", "1.2 %", "10 %", "43 %", "100 %", "?"])
    #expect(
      [-1, 0.4, 59.4, 59.6, 125, 7380, .infinity].map(Quantity.duration(seconds:))
        == ["0 s", "0 s", "59 s", "1 min 00 s", "2 min 05 s", "2 h 03 min", "?"])
  }
}
