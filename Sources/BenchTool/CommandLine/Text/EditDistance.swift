/// How many typing slips turn one word into another.
///
/// The optimal string alignment distance: inserting, deleting or replacing a character, or swapping
/// two neighbours, counts 1, and no part is edited twice.
/// Source: F. Damerau, "A technique for computer detection and correction of spelling errors", 1964.
package enum EditDistance {
  /// The distance between two words.
  ///
  /// - Complexity: O(*m* × *n*) time and O(*n*) space, *m* and *n* the lengths in characters.
  package static func between(_ first: String, _ second: String) -> Int {
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
