import Basics
import Testing

@testable import Reporting

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
