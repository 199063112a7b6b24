extension ValueParser {
  /// One of a few fixed words.
  package static func choice(_ choices: [(word: String, value: Value)]) -> ValueParser {
    let words = choices.map(\.word)
    let expectation = words.listed("or")
    return ValueParser(
      placeholder: words.joined(separator: "|"), expectation: expectation,
      completion: .words(words),
      read: { (text, _) throws(InvalidValue) in
        guard let match = choices.first(where: { $0.word == text }) else {
          let hint = Suggestion.hint(for: text, among: words)
          throw InvalidValue(text, "expected \(expectation)\(hint)")
        }
        return match.value
      }
    )
  }
}
