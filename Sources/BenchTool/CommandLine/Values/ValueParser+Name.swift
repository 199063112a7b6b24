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
  package static func names(_ kind: Vocabulary.Kind, placeholder: String) -> ValueParser {
    let all = "all"
    let name = ValueParser<String>.name(kind, placeholder: placeholder)
    let list = ValueParser.list(of: name)
    let expectation = "\(all), or \(list.expectation)"
    return ValueParser(
      placeholder: "\(all)|\(list.placeholder)", expectation: expectation,
      completion: Completion.names(kind, also: [all]).asList, merge: list.merge,
      read: { (text, vocabulary) throws(InvalidValue) in
        var names: [String] = []
        for part in try CommaSeparated.parts(of: text, expected: expectation) {
          if part == all {
            names += vocabulary[kind].map(\.name)
          } else {
            names.append(try vocabulary.name(part, of: kind, or: [all]))
          }
        }
        return names.withoutRepetitions()
      }
    )
  }
}
