import Basics
import Runs
import Workloads

/// The names that the command line accepts, known only when the tool starts: users bring own strategies.
package struct Vocabulary: Sendable {
  /// What a name stands for; also what the verb `list` can list.
  package enum Kind: String, CaseIterable, Sendable {
    case strategies, scenarios, heights, motion

    /// One of them, as in "no such …".
    var noun: String {
      self == .strategies ? "strategy" : self == .scenarios ? "scenario" : rawValue
    }
  }

  /// The names of each kind, in the order in which `all` means them.
  private let terms: [Kind: [WorkloadForm]]
  /// The strategies with these names; their parameters may follow the name.
  let descriptors: [StrategyDescriptor]

  init(_ terms: [Kind: [WorkloadForm]], descriptors: [StrategyDescriptor] = []) {
    (self.terms, self.descriptors) = (terms, descriptors)
  }

  init(strategies: [StrategyDescriptor]) {
    let terms: [Kind: [WorkloadForm]] = [
      .strategies: strategies.map { WorkloadForm($0.id, nil, $0.title) },
      .scenarios: Scenario.all.map { WorkloadForm($0.id, nil, $0.why) },
      .heights: HeightsSpec.forms, .motion: MotionSpec.forms,
    ]
    self.init(terms, descriptors: strategies)
  }

  subscript(kind: Kind) -> [WorkloadForm] { terms[kind] ?? [] }

  /// Checks that `text` is a name of this kind, with what must follow its colon, and returns it. `others`
  /// are also legal where the name stands; for the message only.
  func name(
    _ text: String, of kind: Kind, or others: [String] = []
  ) throws(InvalidValue) -> String {
    let head = String(text.prefix { $0 != ":" })
    let tail = text.dropFirst(head.count)
    guard let term = self[kind].first(where: { $0.name == head }) else {
      throw unknown(text, of: kind, or: others)
    }
    if tail.isEmpty, term.argument == nil { return text }
    if kind == .strategies, let descriptor = descriptors.first(where: { $0.id == head }) {
      do {
        _ = try descriptor.assignments(in: tail.dropFirst())
      } catch {
        let names = descriptor.parameters.map(\.name)
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

  private func unknown(_ text: String, of kind: Kind, or others: [String]) -> InvalidValue {
    let terms = self[kind]
    let typed = Spelling.keyboard(text)
    if typed != text, isName(typed, of: kind) {
      return InvalidValue(text, "no such \(kind.noun)" + Spelling.hint(typed))
    }
    let head = String(typed.prefix { $0 != ":" })
    let known = others + terms.map(\.spelling)
    var hint = known.isEmpty ? "" : "; expected \(known.listed("or"))"
    // The name of a file, without the word that says what is in it.
    let files = terms.filter { $0.argument == "PATH" }.map { "'\($0.name):\(typed)'" }
    if !files.isEmpty, head.contains(".") || head.contains("/") {
      hint = "; did you mean \(files.listed("or"))?"
    } else if let near = Spelling.nearest(to: head, among: others + terms.map(\.name)) {
      let meant = near + typed.dropFirst(head.count)
      let term = terms.first { $0.name == near && $0.argument != nil }
      hint = Spelling.hint(term.map { isName(meant, of: kind) ? meant : $0.spelling } ?? near)
    }
    return InvalidValue(text, "no such \(kind.noun)" + hint)
  }

  /// Whether a text is a name of this kind, with a possible value behind its colon.
  private func isName(_ text: String, of kind: Kind) -> Bool {
    guard (try? name(text, of: kind)) != nil else { return false }
    return switch kind {
    case .strategies, .scenarios: true
    case .heights: (try? HeightsSpec(text)) != nil
    case .motion: (try? MotionSpec(text)) != nil
    }
  }
}

extension ValueParser where Value == String {
  static func name(_ kind: Vocabulary.Kind, placeholder: String) -> ValueParser {
    let facts = ValueFacts(
      placeholder: placeholder, expectation: "the name of a \(kind.noun)", kind: .name,
      names: kind)
    return ValueParser(one: facts) { (text, vocabulary) throws(InvalidValue) in
      try vocabulary.name(text, of: kind)
    }
  }
}

extension ValueParser where Value == [String] {
  /// Strategies between commas, or groups of their descriptors: `posts`, `peers`, `ours`; the floor is in none.
  static var strategies: ValueParser {
    names(.strategies, sets: StrategyDescriptor.Group.allCases.map(\.rawValue)) { set, vocabulary in
      vocabulary.descriptors.filter { $0.group.rawValue == set && !$0.isFloor }.map(\.id)
    }
  }

  /// Scenarios between commas, or groups: `usual`, of a run that names none, and `structure`.
  static var scenarios: ValueParser {
    let groups = [Scenario.Group.usual, .structure]
    return names(.scenarios, sets: groups.map(\.rawValue)) { set, _ in
      Scenario.all.filter { $0.group?.rawValue == set }.map(\.id)
    }
  }

  /// Names between commas, where `all` stands for every name, a set's for its members, and a name with
  /// `*` or `?` for those that fit it.
  private static func names(
    _ kind: Vocabulary.Kind, sets: [String],
    members: @escaping @Sendable (String, Vocabulary) -> [String]
  ) -> ValueParser {
    let words = ["all"] + sets
    let facts = ValueFacts(
      placeholder: "\(words.joined(separator: "|"))|ID,…",
      expectation: "\(words.joined(separator: ", ")), or the name of a \(kind.noun), or several "
        + "between commas",
      kind: .name, words: words, names: kind)
    return .list(facts) { (part, vocabulary) throws(InvalidValue) in
      let all = vocabulary[kind].map(\.name)
      if part == words[0] { return all }
      if sets.contains(part) {
        let members = members(part, vocabulary)
        guard !members.isEmpty else {
          throw InvalidValue(part, "there is no such \(kind.noun) here")
        }
        return members
      }
      guard let pattern = NamePattern(part) else {
        return [try vocabulary.name(part, of: kind, or: words)]
      }
      let matching = all.filter(pattern.matches)
      guard matching.isEmpty else { return matching }
      let hint = Spelling.hint(for: pattern.letters, among: words + all)
      let known = all.isEmpty ? "" : "; expected \((words + all).listed("or"))"
      throw InvalidValue(part, "no \(kind.noun) fits this" + (hint.isEmpty ? known : hint))
    }
  }
}

extension StrategyMode {
  /// The modes as help lists them: the default first.
  static let inOrder: [StrategyMode] = [.corrected, .published]

  /// What the command line and a run's record call corrected code of all and published code of the
  /// posts' techniques.
  static let usual = "usual"

  fileprivate static let choices: [(word: String, value: [StrategyMode])] =
    inOrder.map { ($0.rawValue, [$0]) } + [("both", inOrder)]
}

extension ValueParser where Value == [StrategyMode] {
  static var modes: ValueParser { .choice(StrategyMode.choices) }
}

extension ValueParser where Value == [String] {
  /// The words for one form, for both, or for what is usual: what a plan has of them.
  static var modesOfRun: ValueParser {
    let usual: [(word: String, value: Value)] = [(StrategyMode.usual, [StrategyMode.usual])]
    return .choice(usual + StrategyMode.choices.map { ($0.word, $0.value.map(\.rawValue)) })
  }
}
