package enum Spelling {
  /// Returns the element of `words` with the smallest edit distance to `word`, ignoring case, if that
  /// distance is at most one edit per three characters. Otherwise, returns the first element that begins with
  /// `word`, provided that `word` has at least three characters.
  package static func nearest(to word: String, among words: [String]) -> String? {
    // Ignore long words: they are unlikely to be misspelt names, and computing the edit distance takes
    // quadratic time.
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

  /// Returns a suggestion to append to an error message, such as `; did you mean 'run'?`, or an empty string
  /// if no word is similar.
  package static func hint(for word: String, among words: [String]) -> String {
    nearest(to: word, among: words).map { "; did you mean \($0.inQuotes)?" } ?? ""
  }

  /// The optimal string alignment distance (Damerau, 1964), which counts insertions, deletions, replacements,
  /// and swaps of neighbouring characters.
  private static func editDistance(from first: String, to second: String) -> Int {
    let (first, second) = (Array(first), Array(second))
    // Row i contains the distances from `first.prefix(i)` to each prefix of `second`.
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
