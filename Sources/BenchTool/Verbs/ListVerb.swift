import HostSystem
import ListLayout
import Reporting
import Runs
import Workloads

extension Verb {
  package static let list = Verb(
    "list", "List strategies, scenarios, heights and motion",
    discussion: "Prints the names that the other verbs take, and a line about each.",
    options: [Options.topic, Options.json],
    examples: [
      Example("list", "Everything there is."),
      Example("list strategies --json", "The cards of the strategies, for a script."),
    ],
    exitStatuses: [.fine("listed"), .usage, .internalError, .inputOutput],
    isQuick: true
  ) { tool, arguments, _ in
    try ListVerb(tool: tool, arguments: arguments).perform()
  }
}

/// The options that `list` alone has.
extension Options {
  package static let topic = Option(
    operand: "topic",
    optional: .choice(Vocabulary.Kind.allCases.map { ($0.rawValue, $0) }), "What to list")
}

/// `bench list`: what there is to measure.
struct ListVerb {
  let tool: Tool
  let arguments: Arguments

  func perform() throws -> ExitCode {
    let terminal = Terminal.current
    try Terminal.print(
      arguments[Options.json]
        ? listing.json
        : listing.text(width: terminal.width, style: Style(useColour: terminal.usesColour)))
    return .success
  }

  /// What the user asked for; all of it unless told.
  var listing: Listing {
    func isWanted(_ kind: Vocabulary.Kind) -> Bool {
      arguments[Options.topic].map { $0 == kind } ?? true
    }
    func forms(_ kind: Vocabulary.Kind) -> [Listing.Form] {
      guard isWanted(kind) else { return [] }
      return tool.vocabulary[kind].map { term in
        let origin = Origin.all.first { kind == .heights && $0.table == term.name }
        return Listing.Form(
          term.spelling, term.summary, origin: origin?.source, licence: origin?.licence)
      }
    }
    return Listing(
      strategies: isWanted(.strategies) ? tool.strategies.map { ($0.card, $0.typeNames) } : [],
      scenarios: isWanted(.scenarios) ? Scenario.all.map { ScenarioFacts($0) } : [],
      heights: forms(.heights), motion: forms(.motion))
  }
}
