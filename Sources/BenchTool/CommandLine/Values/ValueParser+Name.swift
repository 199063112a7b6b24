extension ValueParser where Value == String {
  /// One name of the vocabulary.
  package static func name(_ kind: Vocabulary.Kind, placeholder: String) -> ValueParser {
    ValueParser(
      placeholder: placeholder, expectation: "the name of a \(kind.noun)",
      completion: .names(kind),
      read: { (text, vocabulary) throws(InvalidValue) in try vocabulary.name(text, of: kind) }
    )
  }
}

extension ValueParser where Value == [String] {
  /// Names of the vocabulary between commas, where `all` stands for every name.
  ///
  /// - Parameter sets: further words, each with the names that it stands for.
  package static func names(
    _ kind: Vocabulary.Kind, placeholder: String, sets: [(name: String, members: [String])] = []
  ) -> ValueParser {
    let words = ["all"] + sets.map(\.name)
    let name = ValueParser<String>.name(kind, placeholder: placeholder)
    let list = ValueParser.list(of: name)
    let expectation = "\(words.joined(separator: ", ")), or \(list.expectation)"
    return ValueParser(
      placeholder: "\(words.joined(separator: "|"))|\(list.placeholder)", expectation: expectation,
      completion: Completion.names(kind, also: words).asList, merge: list.merge,
      read: { (text, vocabulary) throws(InvalidValue) in
        var names: [String] = []
        for part in try CommaSeparated.parts(of: text, expected: expectation) {
          if part == words[0] {
            names += vocabulary[kind].map(\.name)
          } else if let set = sets.first(where: { $0.name == part }) {
            names += set.members
          } else {
            names.append(try vocabulary.name(part, of: kind, or: words))
          }
        }
        return names.withoutRepetitions()
      }
    )
  }
}
