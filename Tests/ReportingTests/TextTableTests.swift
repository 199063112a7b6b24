import Testing

@testable import Reporting

@Suite("Tables on a terminal")
struct TextTableTests {
  private static let table = TextTable(
    columns: [.words("strategy"), .numbers("rows"), .words("what it is", wraps: true)],
    rows: [
      ["fenwick", "1,000", "binary indexed tree"],
      ["日本", "1M", .init("nothing", .bad)],
      ["x", "", "a much longer explanation of it"],
    ])

  private func text(_ width: Int, _ style: Style = .plain) -> String {
    Self.table.lines(width: width, style: style).joined(separator: "\n")
  }

  @Test("Columns are aligned, numbers to the right, wide letters counted")
  func wide() {
    let expected = """
      strategy   rows  what it is
      fenwick   1,000  binary indexed tree
      日本         1M  nothing
      x                a much longer explanation of it
      """
    #expect(text(80) == expected)
    #expect(text(48) == expected)
  }

  @Test("Where the columns do not fit, words wrap")
  func narrow() {
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
  }

  @Test("Where they do not fit at all, each row becomes a list without its empty cells")
  func list() {
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

  @Test("Colours do not move columns")
  func colours() {
    let coloured = text(80, Style(useColour: true))
    #expect(coloured.contains("日本         1M  \u{1B}[1;31mnothing\u{1B}[0m"))
    #expect(coloured.contains("\u{1B}[1mstrategy\u{1B}[0m"))
  }

  @Test("A table without rows is no line")
  func empty() {
    #expect(TextTable(columns: [.words("a")]).lines(width: 80, style: .plain).isEmpty)
  }

  @Test("A cell cannot break the line")
  func control() {
    let table = TextTable(columns: [.words("a")], rows: [["b\nc"]])
    #expect(table.lines(width: 80, style: .plain) == ["a", "b c"])
  }
}
