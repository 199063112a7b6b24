import Foundation

/// Arranges pieces of text in lines. A piece is split only if it is wider than a whole line.
package struct Flow {
  package let width: Int
  package var hanging: Int

  package init(width: Int, hanging: Int = 0) { (self.width, self.hanging) = (width, hanging) }

  package func lines(_ label: String = "", _ pieces: [String]) -> [String] {
    let indent = String(repeating: " ", count: hanging)
    var lines: [String] = []
    var line = label.isEmpty ? "" : label.padded(to: max(hanging, label.columns + 1))
    var isFresh = true
    let breakable = pieces.flatMap { piece in
      piece.columns > width - hanging ? piece.split(separator: " ").map(String.init) : [piece]
    }
    for piece in breakable {
      if !isFresh, line.columns + 1 + piece.columns > width {
        lines.append(line)
        (line, isFresh) = (indent, true)
      }
      line += isFresh ? piece : " " + piece
      isFresh = false
    }
    return (lines + [line]).map(\.trimmedAtEnd)
  }

  /// Breaks text into lines at spaces, but never between a number and its unit.
  package func lines(_ label: String = "", of text: String) -> [String] {
    var pieces: [String] = []
    var isGlued = false
    for word in text.split(separator: " ") {
      let number = isGlued ? pieces.removeLast() + " " : ""
      pieces.append(number + word)
      isGlued = word.last?.isNumber ?? false
    }
    return lines(label, pieces)
  }
}

extension String {
  package var trimmedAtEnd: String { lastIndex { $0 != " " }.map { String(self[...$0]) } ?? "" }
}

extension [String] {
  package func listed(_ conjunction: String) -> String {
    guard let last, count > 1 else { return first ?? "" }
    return "\(dropLast().joined(separator: ", ")) \(conjunction) \(last)"
  }
}

extension Sequence where Element: Hashable {
  package var unique: [Element] {
    var seen: Set<Element> = []
    return filter { seen.insert($0).inserted }
  }
}

extension Sequence {
  package func grouped<Key: Hashable>(
    by key: (Element) -> Key
  ) -> [(key: Key, elements: [Element])] {
    var places: [Key: Int] = [:]
    var groups: [(key: Key, elements: [Element])] = []
    for element in self {
      let key = key(element)
      if let place = places[key] {
        groups[place].elements.append(element)
      } else {
        places[key] = groups.count
        groups.append((key, [element]))
      }
    }
    return groups
  }
}

package enum Percent {
  /// Formats a fraction as a percentage with at most three decimals. For example, 0.025 becomes `2.5 %`.
  package static func text(_ share: Double) -> String {
    String(format: "%g %%", (share * 100_000).rounded() / 1000)
  }
}
