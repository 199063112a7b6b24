/// How a word that came from outside is shown, and what may have been meant by it.
enum Spelling {
  /// `text` in quotes on one line: control characters escaped, cut after 40 characters.
  static func quoted(_ text: some StringProtocol) -> String {
    let shown = text.prefix(40)
    let ending = shown.endIndex == text.endIndex ? "" : "..."
    return String(shown).debugDescription + ending
  }

  /// `, did you mean X?` for the known word nearest to `word`; empty if none is within two edits,
  /// which is what swapped letters are.
  static func suggestion(for word: some StringProtocol, among known: [String]) -> String {
    let letters = Array(word.lowercased().utf8.prefix(64))
    let ranked = known.map { (name: $0, edits: edits(from: letters, to: Array($0.utf8))) }
    guard let best = ranked.min(by: { $0.edits < $1.edits }),
      best.edits <= 2
    else { return "" }
    return ", did you mean \(best.name)?"
  }

  /// The fewest insertions, deletions and replacements between two words (Levenshtein, 1965).
  private static func edits(from: [UInt8], to: [UInt8]) -> Int {
    var row = Array(0...to.count)
    for (i, letter) in from.enumerated() {
      var diagonal = row[0]
      row[0] = i + 1
      for (j, other) in to.enumerated() {
        let replaced = diagonal + (letter == other ? 0 : 1)
        diagonal = row[j + 1]
        row[j + 1] = min(replaced, diagonal + 1, row[j] + 1)
      }
    }
    return row[to.count]
  }
}
