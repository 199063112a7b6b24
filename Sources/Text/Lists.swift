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
