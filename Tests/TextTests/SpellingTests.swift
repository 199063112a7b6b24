import Testing
import Text

@Suite("Spelling")
struct SpellingTests {
  @Test(
    "the edit distance counts insertions, deletions, replacements and swapped neighbours",
    arguments: [
      ("", "", 0), ("", "abc", 3), ("abc", "", 3), ("run", "run", 0), ("rn", "run", 1),
      ("runn", "run", 1), ("ran", "run", 1), ("rnu", "run", 1), ("kitten", "sitting", 3),
      // Swapped and then split by an insertion: two edits of one part, so not allowed.
      ("ca", "abc", 3),
    ])
  func editDistance(first: String, second: String, distance: Int) {
    #expect(Spelling.slips(from: first, to: second) == distance)
    #expect(Spelling.slips(from: second, to: first) == distance)
  }

  @Test("a misspelt word finds the one it was meant to be")
  func spelling() {
    let words = ["offset", "offset-chain", "hit-test", "scroll"]
    #expect(Spelling.nearest(to: "ofset", among: words) == "offset")
    #expect(Spelling.nearest(to: "offest", among: words) == "offset")
    #expect(Spelling.nearest(to: "hit_test", among: words) == "hit-test")
    #expect(Spelling.nearest(to: "prepend", among: words) == nil)
    #expect(Spelling.nearest(to: "x", among: []) == nil)
  }
}
