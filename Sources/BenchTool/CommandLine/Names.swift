import Basics
import Workloads

/// The names that the command line accepts. The names of strategies depend on the program, because users can
/// add strategies.
package struct Vocabulary: Sendable {
  /// A kind of name. The verb `list` prints the names of each kind.
  package enum Kind: String, CaseIterable, Sendable {
    case strategies, scenarios, heights, motion

    /// The noun for this kind of name in messages such as "no such strategy".
    var noun: String {
      switch self {
      case .strategies: "strategy"
      case .scenarios: "scenario"
      case .heights: "kind of heights"
      case .motion: "kind of motion"
      }
    }
  }

  let strategies: [StrategyEntry]

  subscript(kind: Kind) -> [WorkloadForm] {
    switch kind {
    case .strategies: strategies.map { WorkloadForm($0.descriptor.id, nil, $0.descriptor.title) }
    case .scenarios: Scenario.all.map { WorkloadForm($0.id, nil, $0.why) }
    case .heights: HeightsSpec.forms
    case .motion: MotionSpec.forms
    }
  }

  /// The strategy with the given ID, which may contain parameters after a colon; nil if the ID is unknown.
  func strategy(_ id: String, _ context: ParsingContext) throws(RunFault) -> StrategyEntry? {
    for strategy in strategies {
      do {
        if let named = try strategy.named(id) { return named }
      } catch {
        let names = strategy.descriptor.parameters.map(\.name)
        let hint = error.unknownName.map { Spelling.hint(for: $0, among: names) } ?? ""
        throw context.invalid(id, error.message + hint)
      }
    }
    return nil
  }

  /// The error for an unknown name. `others` contains words that are accepted in place of a name.
  func unknown(
    _ text: String, of kind: Kind, or others: [String] = [], _ context: ParsingContext
  ) -> RunFault {
    let terms = self[kind]
    let typed = Spelling.keyboard(text)
    let head = String(typed.prefix { $0 != ":" })
    if let term = terms.first(where: { $0.name == head }) {
      if typed != text {
        return context.invalid(text, "no such \(kind.noun)" + Spelling.hint(typed))
      }
      let isBare = term.argument == nil
      return context.invalid(
        text, isBare ? "nothing may follow '\(term.name)'" : "expected '\(term.spelling)'")
    }
    let known = others + terms.map(\.spelling)
    var hint = known.isEmpty ? "" : "; expected \(known.listed("or"))"
    // The user may have typed a path without the prefix that it needs, such as `file:`.
    let files = terms.filter { $0.argument == "PATH" }.map { "'\($0.name):\(typed)'" }
    if !files.isEmpty, head.contains(".") || head.contains("/") {
      hint = "; did you mean \(files.listed("or"))?"
    } else if let near = Spelling.nearest(to: head, among: others + terms.map(\.name)) {
      let term = terms.first { $0.name == near }
      hint = Spelling.hint(term?.spelling ?? near)
    }
    return context.invalid(text, "no such \(kind.noun)" + hint)
  }
}

extension ValueParser where Value == StrategyEntry {
  /// The ID of one strategy.
  static var strategy: ValueParser {
    ValueParser(one: .name(of: .strategies, "ID")) { (text, context) throws(RunFault) in
      if let entry = try context.vocabulary.strategy(text, context) { return entry }
      throw context.vocabulary.unknown(text, of: .strategies, context)
    }
  }
}

extension ValueParser where Value == [StrategyEntry] {
  /// A comma-separated list of strategies, sorted in the registry's order. A named group of strategies does
  /// not include the empty strategy, which measures the harness overhead.
  static var strategies: ValueParser {
    .names(of: .strategies, groups: StrategyDescriptor.Group.allCases.map(\.rawValue)) {
      group, vocabulary in
      vocabulary.strategies.map(\.descriptor).filter { $0.group.rawValue == group && !$0.isFloor }
        .map(\.id)
    } elements: { names, vocabulary in
      vocabulary.strategies.flatMap { strategy in names.compactMap { try? strategy.named($0) } }
    }
  }
}

extension ValueParser where Value == Scenario {
  static var scenario: ValueParser {
    ValueParser(one: .name(of: .scenarios, "ID")) { (text, context) throws(RunFault) in
      if let scenario = Scenario.all.first(where: { $0.id == text }) { return scenario }
      throw context.vocabulary.unknown(text, of: .scenarios, context)
    }
  }
}

extension ValueParser where Value == [Scenario] {
  /// A comma-separated list of scenarios, sorted in the order in which reports list them.
  static var scenarios: ValueParser {
    let groups = [Scenario.Group.usual, .structure].map(\.rawValue)
    return .names(of: .scenarios, groups: groups) { group, _ in
      Scenario.all.filter { $0.group?.rawValue == group }.map(\.id)
    } elements: { names, _ in
      Scenario.all.filter { names.contains($0.id) }
    }
  }
}

extension ValueParser where Value == HeightsSpec {
  static var heights: ValueParser {
    ValueParser(one: .name(of: .heights, "KIND")) { (text, context) throws(RunFault) in
      try context.check(text, of: .heights)
      return try HeightsSpec(text)
    }
  }
}

extension ValueParser where Value == MotionSpec {
  static var motion: ValueParser {
    ValueParser(one: .name(of: .motion, "KIND")) { (text, context) throws(RunFault) in
      try context.check(text, of: .motion)
      return try MotionSpec(text)
    }
  }
}

extension ParsingContext {
  /// Throws if the word before the colon is unknown, or if the value after the colon is missing or not
  /// allowed.
  fileprivate func check(_ text: String, of kind: Vocabulary.Kind) throws(RunFault) {
    let head = text.prefix { $0 != ":" }
    let term = vocabulary[kind].first { $0.name == head }
    let isComplete =
      term.map { $0.argument == nil ? text == head : text.count > head.count + 1 } ?? false
    guard isComplete else { throw vocabulary.unknown(text, of: kind, self) }
  }
}

extension ValueFacts {
  fileprivate static func name(of kind: Vocabulary.Kind, _ placeholder: String) -> ValueFacts {
    ValueFacts(placeholder: placeholder, expectation: "the name of a \(kind.noun)", names: kind)
  }
}

extension ValueParser {
  /// A comma-separated list of names. `all`, the name of a group, or a pattern with `*` or `?` can select
  /// several names.
  fileprivate static func names<Element>(
    of kind: Vocabulary.Kind, groups: [String],
    members: @escaping @Sendable (String, Vocabulary) -> [String],
    elements: @escaping @Sendable ([String], Vocabulary) -> [Element]
  ) -> ValueParser where Value == [Element] {
    let words = ["all"] + groups
    let facts = ValueFacts(
      placeholder: "\(words.joined(separator: "|"))|ID,…",
      expectation: "\(words.joined(separator: ", ")), or the name of a \(kind.noun), or several "
        + "separated by commas",
      words: words, names: kind)
    let names = ValueParser<[String]>.list(facts) { (part, context) throws(RunFault) in
      let vocabulary = context.vocabulary
      let all = vocabulary[kind].map(\.name)
      if part == "all" { return all }
      if groups.contains(part) {
        let members = members(part, vocabulary)
        guard !members.isEmpty else {
          throw context.invalid(part, "this program has no such \(kind.noun)")
        }
        return members
      }
      if let pattern = NamePattern(part) {
        let matching = all.filter(pattern.matches)
        guard matching.isEmpty else { return matching }
        let hint = Spelling.hint(for: pattern.letters, among: words + all)
        let known = all.isEmpty ? "" : "; expected \((words + all).listed("or"))"
        throw context.invalid(part, "no \(kind.noun) matches" + (hint.isEmpty ? known : hint))
      }
      let isKnown =
        kind == .strategies
        ? try vocabulary.strategy(part, context) != nil : all.contains(part)
      guard isKnown else { throw vocabulary.unknown(part, of: kind, or: words, context) }
      return [part]
    }
    return ValueParser(all: names.facts) { (texts, context) throws(RunFault) in
      elements(try names.parse(texts, context), context.vocabulary)
    }
  }
}

/// An option value that may name files to read.
protocol NamesFiles {
  var paths: [String] { get }
}

extension HeightsSpec: NamesFiles {
  var paths: [String] {
    switch self {
    case .file(let path), .text(let path): [path]
    default: []
    }
  }
}

extension MotionSpec: NamesFiles {
  var paths: [String] {
    if case .file(let path) = self { [path] } else { [] }
  }
}

extension Array: NamesFiles where Element: NamesFiles {
  var paths: [String] { flatMap(\.paths) }
}

extension StrategyMode {
  /// All modes, in the order in which help lists them.
  static let inOrder: [StrategyMode] = [.corrected, .published]

  /// The word for the default modes of a run: all strategies run in corrected mode, and those of blog posts
  /// also in published mode.
  static let usual = "usual"

  fileprivate static let choices: [(word: String, value: [StrategyMode])] =
    inOrder.map { ($0.rawValue, [$0]) } + [("both", inOrder)]
}

extension ValueParser where Value == [StrategyMode] {
  static var modes: ValueParser { .choice(StrategyMode.choices) }
}

extension ValueParser where Value == [StrategyMode]? {
  /// The strategy modes (corrected, published) of a run; nil for the word `usual`.
  static var modesOfRun: ValueParser {
    .choice([(StrategyMode.usual, nil)] + StrategyMode.choices.map { ($0.word, $0.value) })
  }
}
