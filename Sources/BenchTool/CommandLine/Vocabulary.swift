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
    case strategies, scenarios, heights, motion

    /// One of them, as in "no such …".
    var noun: String {
      switch self {
      case .strategies: "strategy"
      case .scenarios: "scenario"
      case .heights: "heights"
      case .motion: "motion"
      }
    }
  }

  /// A name, or the beginning of one that the user completes: `chat`, `fixed:PT`.
  package struct Term: Sendable {
    /// The name, or the part before the colon: letters, digits and hyphens.
    package let name: String
    /// What stands after the colon, as help shows it; nil when the name is complete.
    package let argument: String?
    /// One line about it.
    package let summary: String
    /// The card of a strategy, whose parameters may follow the name; nil for other kinds.
    package let card: StrategyCard?

    package init(
      _ name: String, argument: String? = nil, summary: String, card: StrategyCard? = nil
    ) {
      (self.name, self.argument, self.summary, self.card) = (name, argument, summary, card)
    }

    package init(_ card: StrategyCard) {
      self.init(card.id, summary: card.title, card: card)
    }

    package init(_ form: WorkloadForm) {
      self.init(form.name, argument: form.argument, summary: form.summary)
    }

    /// The name as help shows it: `chat`, `fixed:PT`.
    package var spelling: String { argument.map { "\(name):\($0)" } ?? name }
  }

  private let terms: [Kind: [Term]]

  /// The names of each kind, in the order in which `all` means them.
  package init(
    strategies: [Term], scenarios: [Term], heights: [Term] = HeightsSpec.forms.map(Term.init),
    motion: [Term] = MotionSpec.forms.map(Term.init)
  ) {
    terms = [
      .strategies: strategies, .scenarios: scenarios, .heights: heights, .motion: motion,
    ]
  }

  /// The names of one kind.
  package subscript(kind: Kind) -> [Term] { terms[kind] ?? [] }

  /// Checks that `text` is a name of this kind, with what must follow its colon, and returns it.
  ///
  /// - Parameter others: words that are also legal where the name stands; for the message only.
  /// - Throws: `InvalidValue` with the nearest name, or else all of them.
  package func name(
    _ text: String, of kind: Kind, or others: [String] = []
  ) throws(InvalidValue) -> String {
    let head = String(text.prefix { $0 != ":" })
    let tail = text.dropFirst(head.count)
    guard let term = self[kind].first(where: { $0.name == head }) else {
      throw unknown(text, of: kind, or: others)
    }
    if tail.isEmpty, term.argument == nil { return text }
    if let card = term.card {
      do {
        _ = try card.assignments(in: tail.dropFirst())
      } catch {
        let names = card.parameters.map(\.name)
        let hint = error.unknownName.map { Spelling.hint(for: $0, among: names) } ?? ""
        throw InvalidValue(text, error.message + hint)
      }
    } else if term.argument == nil {
      throw InvalidValue(text, "nothing may follow '\(term.name)'")
    } else if tail.count < 2 {
      throw InvalidValue(text, "expected '\(term.spelling)'")
    }
    return text
  }

  /// The names of this kind that fit a pattern, in their order.
  ///
  /// - Parameters:
  ///   - text: the pattern as it was typed.
  ///   - others: words that are also legal where it stands; for the message only.
  /// - Throws: `InvalidValue` when none fits, with the name that is nearest to the pattern's letters.
  fileprivate func names(
    of kind: Kind, matching pattern: NamePattern, _ text: String, or others: [String]
  ) throws(InvalidValue) -> [String] {
    let names = self[kind].map(\.name)
    let matching = names.filter(pattern.matches)
    guard matching.isEmpty else { return matching }
    let hint = Spelling.hint(for: pattern.letters, among: others + names)
    let known = names.isEmpty ? "" : "; expected \((others + names).listed("or"))"
    throw InvalidValue(text, "no \(kind.noun) fits this" + (hint.isEmpty ? known : hint))
  }

  private func unknown(_ text: String, of kind: Kind, or others: [String]) -> InvalidValue {
    let terms = self[kind]
    let head = String(text.prefix { $0 != ":" })
    let known = others + terms.map(\.spelling)
    var hint = known.isEmpty ? "" : "; expected \(known.listed("or"))"
    // The name of a file, without the word that says what is in it.
    let files = terms.filter { $0.argument == "PATH" }.map { "'\($0.name):\(text)'" }
    if !files.isEmpty, head.contains(".") || head.contains("/") {
      hint = "; did you mean \(files.listed("or"))?"
    } else if let near = Spelling.nearest(to: head, among: others + terms.map(\.name)) {
      let argument = text.dropFirst(head.count)
      let term = terms.first { $0.name == near && $0.argument != nil }
      hint = Spelling.hint(term.map { argument.count > 1 ? near + argument : $0.spelling } ?? near)
    }
    return InvalidValue(text, "no such \(kind.noun)" + hint)
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

/// A word that stands for several names of a vocabulary, which are known only when the tool starts.
private struct NameSet: Sendable {
  let name: String
  let members: @Sendable (Vocabulary) -> [String]
}

extension ValueParser where Value == [String] {
  /// Strategies between commas, where `posts`, `peers` and `ours` stand for the groups that their cards
  /// name; the floor is in none.
  package static var strategies: ValueParser {
    names(
      .strategies,
      sets: StrategyCard.Group.allCases.map { group in
        NameSet(name: group.rawValue) { vocabulary in
          vocabulary[.strategies].compactMap(\.card).filter { $0.group == group && !$0.isFloor }
            .map(\.id)
        }
      })
  }

  /// Scenarios between commas, where `usual` stands for those of a run that names none and
  /// `structure` for those about an index alone.
  package static var scenarios: ValueParser {
    names(
      .scenarios,
      sets: [Scenario.Group.usual, .structure].map { group in
        NameSet(name: group.rawValue) { _ in Scenario.all(of: group).map(\.id) }
      })
  }

  /// Names between commas, where `all` stands for every name, a set's for its members, and a name with
  /// `*` or `?` for those that fit it.
  private static func names(_ kind: Vocabulary.Kind, sets: [NameSet]) -> ValueParser {
    let words = ["all"] + sets.map(\.name)
    let list = ValueParser.list(of: .name(kind, placeholder: "ID"))
    let expectation = "\(words.joined(separator: ", ")), or \(list.expectation)"
    return ValueParser(
      placeholder: "\(words.joined(separator: "|"))|\(list.placeholder)", expectation: expectation,
      completion: .list(of: .names(kind, also: words)), merge: list.merge,
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
        return names.unique
      }
    )
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

extension StrategyMode {
  /// The modes as help lists them: the default first.
  fileprivate static let inOrder: [StrategyMode] = [.corrected, .published]

  /// The words for one form, and for both.
  fileprivate static let choices =
    inOrder.map { ($0.rawValue, [$0]) } + [("both", inOrder)]
}

extension ValueParser where Value == StrategyMode {
  /// One form.
  package static var mode: ValueParser {
    .choice(StrategyMode.inOrder.map { ($0.rawValue, $0) })
  }
}

extension ValueParser where Value == [StrategyMode] {
  /// One form, or both.
  package static var modes: ValueParser { .choice(StrategyMode.choices) }
}

extension ValueParser where Value == ModeChoice {
  /// One form, both, or what is usual.
  package static var modeChoice: ValueParser {
    .choice(
      [(ModeChoice.usualWord, .usual)]
        + StrategyMode.choices.map { (word: $0.0, value: .forAll($0.1)) })
  }
}
