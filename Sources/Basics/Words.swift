/// Finds the word that a misspelt one was meant to be.
package enum Spelling {
  /// The nearest of `words` to `word`, for a "did you mean": the first with the fewest slips, at most one in
  /// three characters, or that begins with the three or more typed. The case of letters does not count.
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

  /// The end of an error message: `; did you mean 'run'?`, or nothing.
  package static func hint(for word: String, among words: [String]) -> String {
    nearest(to: word, among: words).map(hint) ?? ""
  }

  package static func hint(_ word: String) -> String { "; did you mean \(word.inQuotes)?" }

  /// The text as a keyboard types it: without quotation marks at its ends, with hyphens for dashes, as word processors
  /// and web pages put them in.
  package static func keyboard(_ text: String) -> String {
    func isQuote(_ character: Character) -> Bool { "“”„‟‘’‚‛«»‹›\"'".contains(character) }
    var inner = text[...]
    while let last = inner.last, isQuote(last) { inner.removeLast() }
    return String(inner.drop(while: isQuote)).replacing("—", with: "--").replacing("–", with: "-")
  }

  /// How many typing slips turn one word into another: the optimal string alignment distance. Inserting,
  /// deleting or replacing a character, or swapping two neighbours, counts 1 (Damerau 1964).
  package static func slips(from first: String, to second: String) -> Int {
    let (first, second) = (Array(first), Array(second))
    // Row i of the table holds the distances of `first.prefix(i)` to each prefix of `second`.
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

/// A pattern of names, as shells write one: `*` stands for any characters, `?` for one.
package struct NamePattern {
  private let pattern: [Character]

  /// Nil when the text has no wildcard and is a plain name.
  package init?(_ text: String) {
    guard text.contains(where: Self.isWildcard) else { return nil }
    pattern = Array(text)
  }

  /// What is left of the pattern without its wildcards: what a suggestion goes by.
  package var letters: String { String(pattern.filter { !Self.isWildcard($0) }) }

  /// Whether all of a name fits, in O(name × pattern): only the last `*` is ever tried again.
  package func matches(_ name: String) -> Bool {
    let name = Array(name)
    var (place, next) = (0, 0)
    // Where the last star stands, and up to where of the name it reaches.
    var star: (place: Int, reach: Int)?
    while next < name.count {
      if place < pattern.count, pattern[place] == "*" {
        star = (place, next)
        place += 1
      } else if place < pattern.count, pattern[place] == "?" || pattern[place] == name[next] {
        (place, next) = (place + 1, next + 1)
      } else if let (starred, reach) = star {
        star = (starred, reach + 1)
        (place, next) = (starred + 1, reach + 1)
      } else {
        return false
      }
    }
    return pattern[place...].allSatisfy { $0 == "*" }
  }

  private static func isWildcard(_ character: Character) -> Bool {
    character == "*" || character == "?"
  }
}

extension [String] {
  /// The words as a sentence lists them: `a`, `a or b`, `a, b or c`.
  package func listed(_ conjunction: String) -> String {
    guard let last, count > 1 else { return first ?? "" }
    return "\(dropLast().joined(separator: ", ")) \(conjunction) \(last)"
  }
}

extension Sequence where Element: Hashable {
  /// The elements in their order, each only where it stands first.
  package var unique: [Element] {
    var seen: Set<Element> = []
    return filter { seen.insert($0).inserted }
  }
}

package enum Percent {
  /// A number of thousandths of a percent, without zeros at its end: `1`, `2.5`, `99.999`.
  package static func decimal(thousandths: Int) -> String {
    var decimals = String(thousandths % 1000 + 1000).dropFirst()
    while decimals.last == "0" { decimals.removeLast() }
    return "\(thousandths / 1000)\(decimals.isEmpty ? "" : ".")\(decimals)"
  }

  /// A share to a thousandth of a percent, without zeros at its end: 0.025 is `2.5 %`.
  package static func text(_ share: Double) -> String {
    decimal(thousandths: Int((share * 100_000).rounded())) + " %"
  }
}
