/// Finds the word that a misspelt one was meant to be.
package enum Spelling {
  /// The nearest of `words` to `word`, for a "did you mean"; nil when none is near.
  ///
  /// Near is at most one slip for every three letters. Of equally near words the first is taken.
  /// Complexity: O(words x length^2).
  package static func nearest(to word: String, among words: [String]) -> String? {
    let allowed = max(1, word.count / 3)
    let distances = words.map { (word: $0, slips: slips(from: word, to: $0)) }
    guard let best = distances.min(by: { $0.slips < $1.slips }), best.slips <= allowed else {
      return nil
    }
    return best.word
  }

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
