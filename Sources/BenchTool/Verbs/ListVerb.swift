import Basics
import Reporting
import Runs
import Workloads

extension Verb {
  static let list = Verb(
    "list", "List strategies, scenarios, heights and motion",
    discussion: "Prints the names that other verbs accept, with a description of each.",
    options: [Options.topic, Options.json],
    examples: [
      Example("list", "List everything."),
      Example("list strategies --json", "Print the descriptors of all strategies as JSON."),
    ],
    isQuick: true
  ) { tool, arguments in
    let listing = Listing(tool, arguments[Options.topic])
    let terminal = Terminal.current
    try Terminal.print(
      arguments[Options.json]
        ? listing.json() : listing.text(width: terminal.width, style: terminal.style))
    return .success
  }
}

extension Options {
  static let topic = Option(
    "topic", isOperand: true, .oneOf(Vocabulary.Kind.allCases), "Kind of names to list")
}

extension Listing {
  init(_ tool: Tool, _ topic: Vocabulary.Kind?) {
    func isSelected(_ kind: Vocabulary.Kind) -> Bool { topic.map { $0 == kind } ?? true }
    func forms(_ kind: Vocabulary.Kind) -> [Listing.Form] {
      guard isSelected(kind) else { return [] }
      return tool.table.vocabulary[kind].map { term in
        let origin = Origin.all.first { kind == .heights && $0.table == term.name }
        return (term.spelling, term.summary, origin?.source, origin?.licence)
      }
    }
    self.init(
      strategies: isSelected(.strategies)
        ? tool.strategies.map { ($0.descriptor, $0.typeNames) } : [],
      scenarios: isSelected(.scenarios) ? Scenario.all : [],
      heights: forms(.heights), motion: forms(.motion))
  }
}
