/// Suggestions for misspelt words.
package enum Spelling {
  /// Returns the element of `words` that is most similar to `word`, for a "did you mean" hint; ignores case.
  /// The most similar element is the one with the smallest edit distance, which may be at most one edit per
  /// three characters of `word`. If no element is similar enough and `word` has at least three characters,
  /// returns the first element that begins with `word`.
  package static func nearest(to word: String, among words: [String]) -> String? {
    // Words of more than 64 bytes are not compared, because the comparison needs quadratic time and such a
    // word is unlikely to be a misspelt name.
    guard word.utf8.count <= 64 else { return nil }
    let typed = word.lowercased()
    let distances = words.map { editDistance(from: typed, to: $0.lowercased()) }
    if let best = distances.indices.min(by: { distances[$0] < distances[$1] }),
      distances[best] <= max(1, typed.count / 3), distances[best] < typed.count
    {
      return words[best]
    }
    return typed.count < 3 ? nil : words.first { $0.lowercased().hasPrefix(typed) }
  }

  /// The hint at the end of an error message, such as `; did you mean 'run'?`; empty if no word is similar.
  package static func hint(for word: String, among words: [String]) -> String {
    hint(nearest(to: word, among: words))
  }

  /// The hint at the end of an error message; empty if `word` is nil.
  package static func hint(_ word: String?) -> String { hint(word.map { [$0] } ?? []) }

  /// The hint at the end of an error message, such as `; did you mean 'run' or 'report'?`; empty without words.
  package static func hint(_ words: [String]) -> String {
    words.isEmpty ? "" : "; did you mean \(words.map(\.inQuotes).listed("or"))?"
  }

  /// The optimal string alignment distance (Damerau 1964): the number of characters to insert, delete or
  /// replace, plus the number of pairs of neighbouring characters to swap.
  package static func editDistance(from first: String, to second: String) -> Int {
    let (first, second) = (Array(first), Array(second))
    // Row i of the distance table contains the edit distances from `first.prefix(i)` to each prefix of
    // `second`.
    var beforeLast = [Int](repeating: 0, count: second.count + 1)
    var last = Array(0...second.count)
    for i in first.indices {
      var row = [i + 1]
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
