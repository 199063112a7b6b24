import BenchTool
import Testing

struct SuggestionTests {
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

  @Test("words are listed as a sentence lists them")
  func listing() {
    #expect([].listed("or") == "")
    #expect(["a"].listed("or") == "a")
    #expect(["a", "b"].listed("or") == "a or b")
    #expect(["a", "b", "c"].listed("and") == "a, b and c")
  }
}
