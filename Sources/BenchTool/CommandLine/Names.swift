import BenchBasics
import BenchWorkloads
import Foundation

package struct Vocabulary: Sendable {
  package enum Kind: String, CaseIterable, Sendable {
    case strategies, scenarios, heights, motion

    var noun: String {
      switch self {
      case .strategies: "strategy"
      case .scenarios: "scenario"
      case .heights: "kind of heights"
      case .motion: "kind of motion"
      }
    }

    fileprivate var groups: [String] {
      switch self {
      case .strategies: ["all"] + StrategyDescriptor.Group.allCases.map(\.rawValue)
      case .scenarios: ["all"] + [Scenario.Group.usual, .structure].map(\.rawValue)
      case .heights, .motion: []
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

  /// Groups never include the empty strategy that measures the harness overhead.
  fileprivate func names(
    selectedBy part: String, of kind: Kind, _ context: ParsingContext
  ) throws(RunFault) -> [String] {
    let all = self[kind].map(\.name)
    if part == "all" { return all }
    if kind.groups.contains(part) {
      let members =
        kind == .scenarios
        ? Scenario.all.filter { $0.group?.rawValue == part }.map(\.id)
        : strategies.map(\.descriptor).filter { $0.group.rawValue == part && !$0.isFloor }.map(\.id)
      if !members.isEmpty { return members }
      throw context.invalid(part, "this program has no such \(kind.noun)")
    }
    let matching = all.filter { fnmatch(part, $0, 0) == 0 }
    if !matching.isEmpty { return matching }
    // A name that is not in the list may still be a strategy's ID with parameters.
    guard kind == .strategies, try strategy(part, context) != nil else {
      throw unknown(part, of: kind, or: kind.groups, context)
    }
    return [part]
  }

  fileprivate func unknown(
    _ text: String, of kind: Kind, or others: [String] = [], _ context: ParsingContext
  ) -> RunFault {
    let terms = self[kind]
    let head = String(text.prefix { $0 != ":" })
    if let term = terms.first(where: { $0.name == head }) {
      return context.invalid(text, "expected '\(term.spelling)'")
    }
    let near = Spelling.nearest(to: head, among: others + terms.map(\.name))
    let hint =
      near.map { name in
        "; did you mean '\(terms.first { $0.name == name }?.spelling ?? name)'?"
      } ?? "; expected \((others + terms.map(\.spelling)).listed("or"))"
    return context.invalid(text, "no such \(kind.noun)" + hint)
  }

  fileprivate func holds(_ text: String, of kind: Kind) -> Bool {
    let head = text.prefix { $0 != ":" }
    guard let term = self[kind].first(where: { $0.name == head }) else { return false }
    return term.argument == nil ? text == head : text.count > head.count + 1
  }
}

extension ValueParser {
  private static func name(
    of kind: Vocabulary.Kind, _ placeholder: String,
    convert: @escaping @Sendable (String, ParsingContext) throws(RunFault) -> Value?
  ) -> ValueParser {
    let facts = ValueFacts(placeholder: placeholder, expectation: "the name of a \(kind.noun)")
    return ValueParser(one: facts) { (text, context) throws(RunFault) in
      if let value = try convert(text, context) { return value }
      throw context.vocabulary.unknown(text, of: kind, context)
    }
  }

  private static func names<Element>(
    of kind: Vocabulary.Kind,
    elements: @escaping @Sendable ([String], Vocabulary) -> [Element]
  ) -> ValueParser where Value == [Element] {
    let facts = ValueFacts(
      placeholder: "\(kind.groups.joined(separator: "|"))|ID,…",
      expectation: "\(kind.groups.joined(separator: ", ")), or the name of a \(kind.noun), or "
        + "several separated by commas")
    let names = ValueParser<[String]>.list(facts) { (part, context) throws(RunFault) in
      try context.vocabulary.names(selectedBy: part, of: kind, context)
    }
    return ValueParser(all: names.facts) { (texts, context) throws(RunFault) in
      elements(try names.parse(texts, context), context.vocabulary)
    }
  }

  static var strategy: ValueParser<StrategyEntry> {
    .name(of: .strategies, "ID") { (text, context) throws(RunFault) in
      try context.vocabulary.strategy(text, context)
    }
  }

  static var strategies: ValueParser<[StrategyEntry]> {
    .names(of: .strategies) { names, vocabulary in
      vocabulary.strategies.flatMap { strategy in names.compactMap { try? strategy.named($0) } }
    }
  }

  static var scenario: ValueParser<Scenario> {
    .name(of: .scenarios, "ID") { (text, _) in Scenario.all.first { $0.id == text } }
  }

  static var scenarios: ValueParser<[Scenario]> {
    .names(of: .scenarios) { names, _ in Scenario.all.filter { names.contains($0.id) } }
  }

  static var heights: ValueParser<HeightsSpec> {
    .name(of: .heights, "KIND") { (text, context) throws(RunFault) in
      context.vocabulary.holds(text, of: .heights) ? try HeightsSpec(text) : nil
    }
  }

  static var motion: ValueParser<MotionSpec> {
    .name(of: .motion, "KIND") { (text, context) throws(RunFault) in
      context.vocabulary.holds(text, of: .motion) ? try MotionSpec(text) : nil
    }
  }

  static var modes: ValueParser<[StrategyMode]> { .choice(StrategyMode.choices) }
}

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
  static let inOrder: [StrategyMode] = [.corrected, .published]

  fileprivate static let choices: [(word: String, value: [StrategyMode])] =
    inOrder.map { ($0.rawValue, [$0]) } + [("both", inOrder)]
}
