import Basics
import Testing

@Suite("Lines and columns")
struct FlowTests {
  @Test("The width is in columns: two for wide letters, none for colours")
  func columns() {
    #expect("".columns == 0)
    #expect("1.23 µs".columns == 7)
    #expect("e\u{301}".columns == 1)
    #expect("日本".columns == 4)
    #expect("👍🏽".columns == 2)
    #expect("\u{1B}[31mfenwick\u{1B}[0m".columns == 7)
  }

  @Test("Truncated text ends in an ellipsis within the width")
  func cut() {
    #expect("fenwick".cut(to: 7) == "fenwick")
    #expect("fenwick".cut(to: 4) == "fen…")
    #expect("日本語".cut(to: 4) == "日…")
    #expect("ab".cut(to: 0).isEmpty)
  }

  @Test("Text is truncated in the middle before an unchanged end")
  func cutBeforeEnd() {
    let (path, end) = ("file:TMP/x/a-longer-name-of-rows.txt", ", 10k rows")
    #expect(path.cut(to: 60, before: end) == path + end)
    #expect(path.cut(to: 46, before: end) == path + end)
    #expect(path.cut(to: 24, before: end) == "file:TM…ws.txt, 10k rows")
    #expect(path.cut(to: 13, before: end) == "f…t, 10k rows")
    #expect(path.cut(to: 11, before: end) == "…, 10k rows")
    #expect(path.cut(to: 10, before: end) == "file:TMP/…")
    #expect("日本語日本語".cut(to: 8, before: "!") == "日本…語!")
  }

  @Test("Lines are broken between pieces, with a hanging indent")
  func flow() {
    let flow = Flow(width: 12, hanging: 4)
    #expect(flow.lines("ab", ["one", "two", "three"]) == ["ab  one two", "    three"])
    #expect(flow.lines("abcdef", ["one", "two"]) == ["abcdef one", "    two"])
    #expect(flow.lines(of: "one two three") == ["one two", "    three"])
    #expect(flow.lines("ab", []) == ["ab"])
    #expect(flow.lines("", []) == [""])
  }

  @Test("A number stays on the same line as its unit")
  func units() {
    #expect(Flow(width: 8).lines(of: "it took 412 ns") == ["it took", "412 ns"])
  }

  @Test("No line exceeds the width, and no word is lost", arguments: [6, 10, 30, 80])
  func width(width: Int) {
    let text = "rows that are as high as the viewport need none of it"
    let lines = Flow(width: width, hanging: 1).lines(of: text)
    #expect(lines.allSatisfy { $0.columns <= max(width, 9) })
    #expect(lines.flatMap { $0.split(separator: " ") } == text.split(separator: " "))
  }

  @Test("Prose is filled greedily, and a word longer than a line is not divided")
  func wrapping() {
    #expect(Flow.paragraph("", width: 10) == [])
    #expect(Flow.paragraph("one two three", width: 7) == ["one two", "three"])
    #expect(Flow.paragraph("one two three", width: 6) == ["one", "two", "three"])
    #expect(
      Flow.paragraph("a  incomprehensible b", width: 5) == ["a", "incomprehensible", "b"])
    #expect(Flow.paragraph("one two", width: 5, indent: 2) == ["  one", "  two"])
    #expect(Flow.paragraph("one", width: -3) == ["one"])
    #expect(Flow.paragraph("one [two:\u{A0}three]", width: 13) == ["one", "[two: three]"])
  }
}
