/// Finds the word that a misspelt one was meant to be.
package enum Spelling {
  /// The nearest of `words` to `word`, for a "did you mean"; nil when none is near.
  ///
  /// Near is one slip in three characters, or a beginning of at least three; the case of letters does
  /// not count. Of equally near words the first is taken. Complexity: O(words x length^2).
  package static func nearest(to word: String, among words: [String]) -> String? {
    // Nobody types a name this long by a slip, and the search is quadratic.
    guard word.utf8.count <= 64 else { return nil }
    let typed = word.lowercased()
    let distances = words.map { slips(from: typed, to: $0.lowercased()) }
    if let best = distances.indices.min(by: { distances[$0] < distances[$1] }),
      distances[best] <= max(1, typed.count / 3), distances[best] < typed.count
    {
      return words[best]
    }
    return typed.count < 3 ? nil : words.first { $0.lowercased().hasPrefix(typed) }
  }

  /// The end of an error message that names the nearest word: `; did you mean 'run'?`, or nothing.
  package static func hint(for word: String, among words: [String]) -> String {
    nearest(to: word, among: words).map(hint) ?? ""
  }

  /// The end of an error message that names the word that was probably meant.
  package static func hint(_ word: String) -> String { "; did you mean \(QuotedValue(word))?" }

  /// How many typing slips turn one word into another.
  ///
  /// The optimal string alignment distance: inserting, deleting or replacing a character, or swapping
  /// two neighbours, counts 1, and no part is edited twice.
  /// Source: F. Damerau, "A technique for computer detection and correction of spelling errors", 1964.
  ///
  /// - Complexity: O(*m* × *n*) time and O(*n*) space, *m* and *n* the lengths in characters.
  package static func slips(from first: String, to second: String) -> Int {
    let first = Array(first)
    let second = Array(second)
    // Row i of the table holds the distances of `first.prefix(i)` to each prefix of `second`.
    var beforeLast = [Int](repeating: 0, count: second.count + 1)
    var last = Array(0...second.count)
    for i in first.indices {
      var row = [i + 1]
      row.reserveCapacity(second.count + 1)
      for j in second.indices {
        let replaced = last[j] + (first[i] == second[j] ? 0 : 1)
        var distance = min(replaced, last[j + 1] + 1, row[j] + 1)
        if i > 0, j > 0, first[i] == second[j - 1], first[i - 1] == second[j] {
          distance = min(distance, beforeLast[j - 1] + 1)
        }
        row.append(distance)
      }
      (beforeLast, last) = (last, row)
    }
    return last[second.count]
  }
}
