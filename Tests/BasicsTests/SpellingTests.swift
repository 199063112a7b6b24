import Basics
import Testing

@Suite("Spelling")
struct SpellingTests {
  @Test(
    "the edit distance counts insertions, deletions, replacements and swapped neighbours",
    arguments: [
      ("", "", 0), ("", "abc", 3), ("abc", "", 3), ("run", "run", 0), ("rn", "run", 1),
      ("runn", "run", 1), ("ran", "run", 1), ("rnu", "run", 1), ("kitten", "sitting", 3),
      // Two edits would suffice if "ca" could be swapped to "ac" and a "b" inserted between the swapped
      // letters. The edit distance does not allow a second edit of the same letters.
      ("ca", "abc", 3),
    ])
  func editDistance(first: String, second: String, distance: Int) {
    #expect(Spelling.editDistance(from: first, to: second) == distance)
    #expect(Spelling.editDistance(from: second, to: first) == distance)
  }

  @Test(
    "typographic quotes and dashes are replaced by those on a keyboard",
    arguments: [
      ("“fixed:44”", "fixed:44"), ("‘a’", "a"), ("—rows", "--rows"), ("–r", "-r"), ("a'b", "a'b"),
      ("", ""), ("”", ""),
    ])
  func keyboard(text: String, typed: String) { #expect(Spelling.keyboard(text) == typed) }

  @Test("the nearest word is suggested")
  func spelling() {
    let words = ["offset", "offset-chain", "hit-test", "scroll"]
    #expect(Spelling.nearest(to: "ofset", among: words) == "offset")
    #expect(Spelling.nearest(to: "offest", among: words) == "offset")
    #expect(Spelling.nearest(to: "hit_test", among: words) == "hit-test")
    #expect(Spelling.nearest(to: "prepend", among: words) == nil)
    #expect(Spelling.nearest(to: "x", among: []) == nil)
  }

  @Test(
    "a word is near with one edit per three letters, or with a common prefix of three letters, ignoring case",
    arguments: [
      ("viewprot", "viewport"), ("Width", "width"), ("view", "viewport"), ("widht", "width"),
      ("vi", nil), ("w", nil), ("", nil), ("quantum", nil),
    ])
  func limits(word: String, nearest: String?) {
    #expect(Spelling.nearest(to: word, among: ["width", "viewport"]) == nearest)
  }

  @Test("the first of equally near words is suggested; for a very long word nothing is suggested")
  func order() {
    #expect(Spelling.nearest(to: "cat", among: ["bat", "hat"]) == "bat")
    let long = String(repeating: "a", count: 65)
    #expect(Spelling.nearest(to: long, among: [long]) == nil)
  }

  @Test("words are joined to a list in a sentence; `unique` removes duplicates")
  func listing() {
    #expect([].listed("or") == "")
    #expect(["a"].listed("or") == "a")
    #expect(["a", "b", "c"].listed("and") == "a, b and c")
    #expect(["b", "a", "b"].unique == ["b", "a"])
  }

  @Test("percentages have no trailing zeros")
  func percent() {
    #expect([0.01, 0.025, 0.99999].map(Percent.text) == ["1 %", "2.5 %", "99.999 %"])
    #expect(Percent.decimal(thousandths: 50) == "0.05")
  }
}
