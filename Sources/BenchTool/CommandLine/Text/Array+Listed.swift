extension [String] {
  /// The words as a sentence lists them: `a`, `a or b`, `a, b or c`.
  package func listed(_ conjunction: String) -> String {
    guard let last else { return "" }
    guard count > 1 else { return last }
    return "\(dropLast().joined(separator: ", ")) \(conjunction) \(last)"
  }
}
