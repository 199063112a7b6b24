import ListLayout
import Runs
import Text
import Workloads

/// The names that the command line accepts.
///
/// They are known only when the tool starts, because users bring strategies of their own.
package struct Vocabulary: Sendable {
  /// What a name stands for; also what the verb `list` can list.
  package enum Kind: String, CaseIterable, Sendable {
    /// The techniques to compare.
    case strategies
    /// The questions asked of them.
    case scenarios
    /// Where row heights come from.
    case heights
    /// Where finger movements come from.
    case motion

    /// One of them, as in "no such …".
    package var noun: String {
      switch self {
      case .strategies: "strategy"
      case .scenarios: "scenario"
      case .heights: "heights"
      case .motion: "motion"
      }
    }
  }

  /// A name, or the beginning of one that the user completes: `chat`, `fixed:PT`.
  package struct Term: Hashable, Sendable {
    /// The name, or the part before the colon: letters, digits and hyphens.
    package let name: String
    /// What stands after the colon, as help shows it; nil when the name is complete.
    package let argument: String?
    /// One line about it.
    package let summary: String
    /// The card of a strategy, whose parameters may follow the name; nil for other kinds.
    package let card: StrategyCard?

    /// A name, and the placeholder of what must follow it after a colon, if anything.
    package init(_ name: String, argument: String? = nil, summary: String) {
      self.name = name
      self.argument = argument
      self.summary = summary
      card = nil
    }

    /// A strategy, which may be followed by values for its parameters.
    package init(_ card: StrategyCard) {
      name = card.id
      argument = nil
      summary = card.title
      self.card = card
    }

    /// The name as help shows it: `chat`, `fixed:PT`.
    package var spelling: String { argument.map { "\(name):\($0)" } ?? name }
  }

  private let terms: [Kind: [Term]]

  /// The names of each kind, in the order in which `all` means them.
  package init(strategies: [Term], scenarios: [Term], heights: [Term], motion: [Term]) {
    terms = [
      .strategies: strategies, .scenarios: scenarios, .heights: heights, .motion: motion,
    ]
  }

  /// The names of one kind.
  package subscript(kind: Kind) -> [Term] { terms[kind] ?? [] }

  /// The names of the strategies of one group, as their cards say; the floor is in none.
  package func strategies(of group: StrategyCard.Group) -> [String] {
    self[.strategies].filter { $0.card.map { $0.group == group && !$0.isFloor } ?? false }
      .map(\.name)
  }
}

extension Vocabulary {
  /// Checks that `text` is a name of this kind, with what must follow its colon, and returns it.
  ///
  /// - Parameter others: words that are also legal where the name stands; for the message only.
  /// - Throws: `InvalidValue` with the nearest name, or else all of them.
  package func name(
    _ text: String, of kind: Kind, or others: [String] = []
  ) throws(InvalidValue) -> String {
    let terms = self[kind]
    if terms.contains(where: { $0.name == text && $0.argument == nil }) { return text }
    let head = String(text.prefix { $0 != ":" })
    let tail = text.dropFirst(head.count)
    guard let term = terms.first(where: { $0.name == head }) else {
      throw unknown(text, of: kind, or: others)
    }
    if let card = term.card {
      do {
        _ = try card.assignments(in: tail.dropFirst())
      } catch {
        let names = card.parameters.map(\.name)
        let hint = error.unknownName.map { Suggestion.hint(for: $0, among: names) } ?? ""
        throw InvalidValue(text, error.message + hint)
      }
      return text
    }
    guard term.argument != nil else {
      throw InvalidValue(text, "nothing may follow '\(term.name)'")
    }
    guard tail.count > 1 else { throw InvalidValue(text, "expected '\(term.spelling)'") }
    return text
  }

  /// The names of this kind that fit a pattern, in their order.
  ///
  /// - Parameters:
  ///   - text: the pattern as it was typed.
  ///   - others: words that are also legal where it stands; for the message only.
  /// - Throws: `InvalidValue` when none fits, with the name that is nearest to the pattern's letters.
  func names(
    of kind: Kind, matching pattern: NamePattern, _ text: String, or others: [String] = []
  ) throws(InvalidValue) -> [String] {
    let names = self[kind].map(\.name)
    let matching = names.filter(pattern.matches)
    guard matching.isEmpty else { return matching }
    let hint = Suggestion.hint(for: pattern.letters, among: others + names)
    let known = names.isEmpty ? "" : "; expected \((others + names).listed("or"))"
    throw InvalidValue(text, "no \(kind.noun) fits this" + (hint.isEmpty ? known : hint))
  }

  private func unknown(_ text: String, of kind: Kind, or others: [String]) -> InvalidValue {
    let terms = self[kind]
    let problem = "no such \(kind.noun)"
    let head = String(text.prefix { $0 != ":" })
    // The name of a file, without the word that says what is in it.
    let files = terms.filter { $0.argument == "PATH" }.map { "\($0.name):\(text)" }
    if !files.isEmpty, head.contains(".") || head.contains("/") {
      return InvalidValue(text, problem + Suggestion.hint(files))
    }
    let meant = Synonyms.names(for: head, among: others + terms.map(\.spelling))
    if !meant.isEmpty { return InvalidValue(text, problem + Suggestion.hint(meant)) }
    if let near = Suggestion.nearest(to: head, among: others + terms.map(\.name)) {
      let isOpen = terms.contains { $0.name == near && $0.argument != nil }
      let argument = text.dropFirst(head.count)
      let meant = isOpen && argument.count > 1 ? near + argument : near
      let spelling = terms.first { $0.name == meant }?.spelling ?? meant
      return InvalidValue(text, problem + Suggestion.hint(spelling))
    }
    let known = others + terms.map(\.spelling)
    let expected = known.isEmpty ? "" : "; expected \(known.listed("or"))"
    return InvalidValue(text, problem + expected)
  }
}

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

  /// Scenarios between commas, where `usual` stands for those of a run that names none and
  /// `structure` for those about an index alone.
  package static var scenarios: ValueParser {
    names(
      .scenarios, placeholder: "ID",
      sets: [Scenario.Group.usual, .structure].map { group in
        NameSet(group.rawValue) { _ in Scenario.all(of: group).map(\.id) }
      })
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

extension ValueParser where Value == StrategyMode {
  /// One form.
  package static var mode: ValueParser {
    .choice(StrategyMode.inOrder.map { ($0.rawValue, $0) })
  }
}

extension ValueParser where Value == [StrategyMode] {
  /// One form, or both.
  package static var modes: ValueParser {
    .choice(StrategyMode.inOrder.map { ($0.rawValue, [$0]) } + [("both", StrategyMode.inOrder)])
  }
}

/// Which forms of its strategies a run takes.
package enum ModeChoice: Hashable, Sendable {
  /// Corrected code of all, and published code of the posts' techniques beside it.
  case usual
  /// The same for all strategies, where a strategy has them.
  case forAll([StrategyMode])

  /// What the command line and a run's record call the first.
  static let usualWord = "usual"

  /// The forms that any strategy is taken in.
  package var modes: [StrategyMode] {
    switch self {
    case .usual: StrategyMode.inOrder
    case .forAll(let modes): modes
    }
  }

  /// The choice that a run's record names; nil for one that this program does not know.
  init?(names: [String]) {
    let modes = names.compactMap(StrategyMode.init)
    if names == [Self.usualWord] {
      self = .usual
    } else if modes.count == names.count {
      self = .forAll(modes)
    } else {
      return nil
    }
  }
}

extension ValueParser where Value == ModeChoice {
  /// One form, both, or what is usual.
  package static var modeChoice: ValueParser {
    .choice(
      [(ModeChoice.usualWord, .usual)] + StrategyMode.inOrder.map { ($0.rawValue, .forAll([$0])) }
        + [("both", .forAll(StrategyMode.inOrder))])
  }
}

extension StrategyMode {
  /// The modes as help lists them: the default first.
  fileprivate static var inOrder: [StrategyMode] { [.corrected, .published] }
}
