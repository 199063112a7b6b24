/// Finds the word that a misspelt one was meant to be.
public enum Spelling {
  /// The nearest of `words` to `word`, for a "did you mean"; nil when none is near.
  ///
  /// Near is at most one slip for every three letters. Of equally near words the first is taken.
  /// Complexity: O(words x length^2).
  public static func nearest(to word: String, among words: [String]) -> String? {
    let allowed = max(1, word.count / 3)
    let distances = words.map { (word: $0, slips: slips(from: word, to: $0)) }
    guard let best = distances.min(by: { $0.slips < $1.slips }), best.slips <= allowed else {
      return nil
    }
    return best.word
  }

  /// The least number of letters added, dropped, changed, or swapped with a neighbour, that turn
  /// one word into the other.
  ///
  /// Source: the optimal string alignment distance, after F. Damerau, "A technique for computer
  /// detection and correction of spelling errors", 1964.
  package static func slips(from: String, to: String) -> Int {
    let (from, to) = (Array(from), Array(to))
    guard !from.isEmpty, !to.isEmpty else { return max(from.count, to.count) }
    var beforeLast: [Int] = []
    var last = Array(0...to.count)
    for i in 1...from.count {
      var row = [i]
      for j in 1...to.count {
        let changed = last[j - 1] + (from[i - 1] == to[j - 1] ? 0 : 1)
        var best = min(changed, last[j] + 1, row[j - 1] + 1)
        if i > 1, j > 1, from[i - 1] == to[j - 2], from[i - 2] == to[j - 1] {
          best = min(best, beforeLast[j - 2] + 1)
        }
        row.append(best)
      }
      (beforeLast, last) = (last, row)
    }
    return last[to.count]
  }
}
