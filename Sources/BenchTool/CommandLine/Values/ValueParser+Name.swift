import ListLayout
import Recording
import Text
import Workloads

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

/// A word that stands for several names of a vocabulary.
package struct NameSet: Sendable {
  /// The word as it is typed.
  package let name: String
  /// The names that it stands for: what there is to name is known only when the tool starts.
  package let members: @Sendable (Vocabulary) -> [String]

  /// A word, and what it stands for.
  package init(_ name: String, members: @escaping @Sendable (Vocabulary) -> [String]) {
    self.name = name
    self.members = members
  }
}

extension ValueParser where Value == [String] {
  /// Strategies between commas, where `posts`, `peers` and `ours` stand for the groups.
  package static var strategies: ValueParser {
    let groups = StrategyCard.Group.allCases
    return names(
      .strategies, placeholder: "ID",
      sets: groups.map { group in
        NameSet(group.rawValue) { $0.strategies(of: group) }
      })
  }

  /// Scenarios between commas, where `usual` stands for those of a run that names none.
  package static var scenarios: ValueParser {
    names(
      .scenarios, placeholder: "ID",
      sets: [NameSet("usual") { _ in Scenario.usual.map(\.id) }])
  }

  /// Names of the vocabulary between commas, where `all` stands for every name, and a name with `*` or
  /// `?` for those that fit it.
  ///
  /// - Parameter sets: further words, each with the names that it stands for.
  package static func names(
    _ kind: Vocabulary.Kind, placeholder: String, sets: [NameSet] = []
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
            let members = set.members(vocabulary)
            guard !members.isEmpty else {
              throw InvalidValue(part, "there is no such \(kind.noun) here")
            }
            names += members
          } else if let pattern = NamePattern(part) {
            names += try vocabulary.names(of: kind, matching: pattern, part, or: words)
          } else {
            names.append(try vocabulary.name(part, of: kind, or: words))
          }
        }
        return names.withoutRepetitions()
      }
    )
  }
}
