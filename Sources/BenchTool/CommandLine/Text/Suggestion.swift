import Text

/// The word that someone probably meant.
package enum Suggestion {
  /// The known word that another word for it means, or nearest to a mistyped one; nil when none is near.
  ///
  /// Near is one slip in three characters, or a beginning of at least three; the case of letters
  /// does not count. Of equally near words the first wins.
  package static func nearest(to word: String, among known: [String]) -> String? {
    // Nobody types a name this long by a slip, and the search is quadratic.
    guard word.utf8.count <= 64 else { return nil }
    if let meant = Synonyms.names(for: word, among: known).first { return meant }
    let typed = word.lowercased()
    let slips = known.map { Spelling.slips(from: typed, to: $0.lowercased()) }
    if let best = slips.indices.min(by: { slips[$0] < slips[$1] }),
      slips[best] <= max(1, typed.count / 3), slips[best] < typed.count
    {
      return known[best]
    }
    return typed.count < 3 ? nil : known.first { $0.lowercased().hasPrefix(typed) }
  }

  /// The end of an error message that names the nearest word: `; did you mean 'run'?`, or nothing.
  package static func hint(for word: String, among known: [String]) -> String {
    nearest(to: word, among: known).map(hint) ?? ""
  }

  /// The end of an error message that names the word that was probably meant.
  package static func hint(_ word: String) -> String { hint([word]) }

  /// The end of an error message that names the words of which one was probably meant.
  static func hint(_ words: [String]) -> String {
    "; did you mean \(words.map { "\(QuotedValue($0))" }.listed("or"))?"
  }
}
