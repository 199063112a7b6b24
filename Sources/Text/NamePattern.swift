/// A pattern of names, as shells write one: `*` stands for any characters, `?` for one.
package struct NamePattern {
  private let pattern: [Character]

  /// A pattern; nil when the text has no wildcard and is a plain name.
  package init?(_ text: String) {
    guard text.contains(where: Self.isWildcard) else { return nil }
    pattern = Array(text)
  }

  /// What is left of the pattern without its wildcards: what a suggestion goes by.
  package var letters: String { String(pattern.filter { !Self.isWildcard($0) }) }

  /// Whether all of a name fits the pattern.
  ///
  /// Complexity: O(name × pattern), because only the last `*` is ever tried again.
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
