import BenchTool
import Testing

struct TextTests {
  @Test(
    "the edit distance counts insertions, deletions, replacements and swapped neighbours",
    arguments: [
      ("", "", 0), ("", "abc", 3), ("abc", "", 3), ("run", "run", 0), ("rn", "run", 1),
      ("runn", "run", 1), ("ran", "run", 1), ("rnu", "run", 1), ("kitten", "sitting", 3),
      // Swapped and then split by an insertion: two edits of one part, so not allowed.
      ("ca", "abc", 3),
    ])
  func editDistance(first: String, second: String, distance: Int) {
    #expect(EditDistance.between(first, second) == distance)
    #expect(EditDistance.between(second, first) == distance)
  }

  @Test(
    "the nearest word is suggested only when it is near",
    arguments: [
      ("viewprot", "viewport"), ("Width", "width"), ("view", "viewport"), ("widht", "width"),
      ("vi", nil), ("w", nil), ("", nil), ("quantum", nil),
    ])
  func suggestion(word: String, nearest: String?) {
    #expect(Suggestion.nearest(to: word, among: ["width", "viewport"]) == nearest)
  }

  @Test("of equally near words the first is suggested, and endless words get no suggestion")
  func suggestionLimits() {
    #expect(Suggestion.nearest(to: "cat", among: ["bat", "hat"]) == "bat")
    #expect(Suggestion.nearest(to: "cat", among: []) == nil)
    let long = String(repeating: "a", count: 65)
    #expect(Suggestion.nearest(to: long, among: [long]) == nil)
  }

  @Test(
    "a quoted value stands on one line and cannot move the cursor or turn the text around",
    arguments: [
      ("", "''"), ("844", "'844'"), ("größe 🌍", "'größe 🌍'"),
      ("a\nb\r\tc", #"'a\nb\r\tc'"#), ("\u{1B}[31m", #"'\u{1B}[31m'"#),
      ("\u{0}\u{7F}\u{85}", #"'\u{0}\u{7F}\u{85}'"#),
      ("\u{2028}\u{2029}\u{202E}", #"'\u{2028}\u{2029}\u{202E}'"#),
    ])
  func quotedValue(value: String, quoted: String) {
    #expect(QuotedValue(value).description == quoted)
  }

  @Test("a quoted value is cut after 60 characters")
  func quotedValueIsCut() {
    let sixty = String(repeating: "9", count: 60)
    #expect(QuotedValue(sixty).description == "'\(sixty)'")
    #expect(QuotedValue(sixty + "9").description == "'\(sixty)…'")
  }

  @Test("prose is filled greedily, and a word longer than a line is left whole")
  func wrapping() {
    #expect(TextWrapping.lines("", width: 10) == [])
    #expect(TextWrapping.lines("one two three", width: 7) == ["one two", "three"])
    #expect(TextWrapping.lines("one two three", width: 6) == ["one", "two", "three"])
    #expect(
      TextWrapping.lines("a  incomprehensible b", width: 5) == ["a", "incomprehensible", "b"])
    #expect(TextWrapping.lines("one two", width: 5, indent: 2) == ["  one", "  two"])
    #expect(TextWrapping.lines("one", width: -3) == ["one"])
    #expect(TextWrapping.lines("one [two:\u{A0}three]", width: 13) == ["one", "[two: three]"])
  }

  @Test("words are listed as a sentence lists them")
  func listing() {
    #expect([].listed("or") == "")
    #expect(["a"].listed("or") == "a")
    #expect(["a", "b"].listed("or") == "a or b")
    #expect(["a", "b", "c"].listed("and") == "a, b and c")
  }
}
