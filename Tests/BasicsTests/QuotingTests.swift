import Basics
import Testing

@Suite("Quoting")
struct QuotingTests {
  @Test(
    "a quoted value is on one line and has no control characters and no bidirectional controls",
    arguments: [
      ("", "''"), ("844", "'844'"), ("größe 🌍", "'größe 🌍'"),
      ("a\nb\r\tc", #"'a\nb\r\tc'"#), ("\u{1B}[31m", #"'\u{1B}[31m'"#),
      ("\u{0}\u{7F}\u{85}", #"'\u{0}\u{7F}\u{85}'"#),
      ("\u{2028}\u{2029}\u{202E}", #"'\u{2028}\u{2029}\u{202E}'"#),
      (sixty, "'\(sixty)'"), (sixty + "9", "'\(sixty)…'"),
    ])
  func inQuotes(value: String, quoted: String) { #expect(value.inQuotes == quoted) }

  private static let sixty = String(repeating: "9", count: 60)

  @Test("quoted text is escaped, and truncated after 60 characters")
  func quoted() {
    #expect("a\nb\"".quoted == #""a\nb\"""#)
    #expect(String(repeating: "x", count: 61).quoted.count == 63)
    #expect("a\u{1b}\n\"".quoted == #""a\u{1B}\n\"""#)
  }

  @Test("control characters become spaces; colours are optional")
  func controls() {
    let text = "\u{1B}]0;title\u{7}\u{1B}[2J\u{1B}[1;31mred\u{1B}[0m\nüß\u{85}\u{7F}"
    #expect(text.withoutControls(keepingColours: false) == " ]0;title  [2J [1;31mred [0m\nüß  ")
    #expect(
      text.withoutControls(keepingColours: true)
        == " ]0;title  [2J\u{1B}[1;31mred\u{1B}[0m\nüß  ")
    #expect("plain\n".withoutControls(keepingColours: false) == "plain\n")
  }

  @Test("printable text has no control characters")
  func printable() {
    #expect("a\nb\u{1B}[2Jc\u{7F}".printable == "a b [2Jc ")
    #expect("a\u{2028}b\u{202E}c\u{E9}".printable == "a b c\u{E9}")
  }
}
