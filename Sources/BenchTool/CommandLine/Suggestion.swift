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

extension [String] {
  /// The words as a sentence lists them: `a`, `a or b`, `a, b or c`.
  package func listed(_ conjunction: String) -> String {
    guard let last else { return "" }
    guard count > 1 else { return last }
    return "\(dropLast().joined(separator: ", ")) \(conjunction) \(last)"
  }
}

/// Other words for the names of the command line: what people type who have not read the list.
///
/// A word stands for names of several kinds; who suggests them takes those that are legal where the word
/// stands.
enum Synonyms {
  /// The names, the likeliest first, and the words that may mean them.
  private static let table: [(names: [String], words: String)] = [
    // Scenarios.
    (["open"], "prepare load launch start startup create first-screen build"),
    (["rotate"], "rotation recalc-all relayout turn orientation text-size dynamic-type width"),
    (["recalc", "expand"], "resize height heights change-height row-height grow update"),
    (["prepend", "edit"], "insert add"),
    (["prepend"], "top load-older history"),
    (["append"], "push load-more load-newer bottom end"),
    (["edit"], "delete remove move"),
    (["jump"], "jumpto jump-to goto go-to seek scrollto scroll-to scrub scrollbar"),
    (["scroll"], "fling flings flick drag drags frame frames"),
    (["endless"], "infinite loop circular wrap revolve"),
    (["offset"], "row-to-y offset-of position y"),
    (["hit-test"], "y-to-row hittest row-at lookup"),
    // Strategies.
    (["floor"], "null nothing none empty noop no-op"),
    (["fixed-list"], "equal constant arithmetic"),
    (["three-view-pager"], "pager paging pages"),
    // Heights.
    (["chat"], "messages conversation bubbles"),
    (["pages"], "page screen screens"),
    (["calendar"], "months month"),
    (["fixed:PT"], "equal constant same"),
    (["uniform:PT-PT"], "random"),
    // Verbs.
    (["verify"], "test check validate prove"),
    (["compare"], "diff gate regression"),
    (["film"], "movie video play animate"),
    (["show"], "print view results result see table"),
    (["list"], "ls strategies scenarios names"),
    (["run"], "bench benchmark measure time start"),
    // Options.
    (["budget"], "time duration seconds timeout"),
    (["rows"], "size length count n items"),
    (["strategy"], "technique techniques algorithm only"),
    (["scenario"], "operation operations question questions filter"),
    (["output"], "out dir folder directory"),
    (["row-cost"], "cost measure-cost"),
  ]

  /// The legal names that a word may mean, the likeliest first; none for a word that is unknown.
  static func names(for word: String, among known: [String]) -> [String] {
    let word = word.lowercased()
    let meant = table.filter { $0.words.split(separator: " ").contains { $0 == word } }
    return meant.flatMap(\.names).filter(known.contains).withoutRepetitions()
  }
}
