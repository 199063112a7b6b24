import Basics
import Testing

@Suite("Quoting")
struct QuotingTests {
  @Test(
    "a quoted value stands on one line and cannot move the cursor or turn the text around",
    arguments: [
      ("", "''"), ("844", "'844'"), ("größe 🌍", "'größe 🌍'"),
      ("a\nb\r\tc", #"'a\nb\r\tc'"#), ("\u{1B}[31m", #"'\u{1B}[31m'"#),
      ("\u{0}\u{7F}\u{85}", #"'\u{0}\u{7F}\u{85}'"#),
      ("\u{2028}\u{2029}\u{202E}", #"'\u{2028}\u{2029}\u{202E}'"#),
      (sixty, "'\(sixty)'"), (sixty + "9", "'\(sixty)…'"),
    ])
  func inQuotes(value: String, quoted: String) { #expect(value.inQuotes == quoted) }

  private static let sixty = String(repeating: "9", count: 60)

  @Test("what messages quote is escaped, and cut after 60 characters")
  func quoted() {
    #expect("a\nb\"".quoted == #""a\nb\"""#)
    #expect(String(repeating: "x", count: 61).quoted.count == 63)
    #expect("a\u{1b}\n\"".quoted == #""a\u{1B}\n\"""#)
  }

  @Test("Names cannot move the cursor")
  func printable() {
    #expect("a\nb\u{1B}[2Jc\u{7F}".printable == "a b [2Jc ")
    #expect("a\u{2028}b\u{202E}c\u{E9}".printable == "a b c\u{E9}")
  }
}
