extension ValueParser {
  /// A list: elements between commas, and an option that may be given repeatedly.
  ///
  /// A comma that belongs to an element is written `\,`. An element that is named twice counts once.
  package static func list<Element: Hashable & Sendable>(
    of element: ValueParser<Element>
  ) -> ValueParser where Value == [Element] {
    let expectation = "\(element.expectation), or several between commas"
    return ValueParser(
      placeholder: "\(element.placeholder),…", expectation: expectation,
      completion: element.completion.asList,
      merge: { ($0 + $1).withoutRepetitions() },
      read: { (text, vocabulary) throws(InvalidValue) in
        var elements: [Element] = []
        for part in try CommaSeparated.parts(of: text, expected: expectation) {
          elements.append(try element.read(part, vocabulary))
        }
        return elements.withoutRepetitions()
      }
    )
  }
}

/// Text cut at its commas.
enum CommaSeparated {
  /// The parts between commas, with `\,` read as a comma.
  ///
  /// - Throws: `InvalidValue` when a part is empty.
  static func parts(
    of text: String, expected expectation: String
  ) throws(InvalidValue) -> [String] {
    var parts = [""]
    var isEscaped = false
    for character in text {
      switch (character, isEscaped) {
      case ("\\", false):
        isEscaped = true
        continue
      case (",", false): parts.append("")
      case (",", true): parts[parts.count - 1].append(character)
      case (_, true): parts[parts.count - 1].append("\\\(character)")
      case (_, false): parts[parts.count - 1].append(character)
      }
      isEscaped = false
    }
    if isEscaped { parts[parts.count - 1].append("\\") }
    guard !parts.contains("") else {
      let problem = text.isEmpty ? "" : "an element is empty; "
      throw InvalidValue(text, "\(problem)expected \(expectation)")
    }
    return parts
  }
}

extension Array where Element: Hashable {
  /// The elements in their order, each only where it stands first.
  func withoutRepetitions() -> [Element] {
    var seen: Set<Element> = []
    return filter { seen.insert($0).inserted }
  }
}
