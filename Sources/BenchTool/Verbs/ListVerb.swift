import HostSystem
import ListLayout
import Recording
import Reporting
import Workloads

extension Verb {
  /// Name what there is to measure.
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
  /// What to list.
  package static let topic = Option(
    operand: "topic",
    optional: .choice(Vocabulary.Kind.allCases.map { ($0.rawValue, $0) }), "What to list")
}

/// `bench list`: what there is to measure.
struct ListVerb {
  let tool: Tool
  let arguments: Arguments

  func perform() throws -> ExitCode {
    if arguments[Options.json] {
      try Terminal.print(json())
      return .success
    }
    let terminal = Terminal.current
    let style = Style(useColour: terminal.usesColour)
    try Terminal.print(ListTable(restricted, width: terminal.width, style: style).text)
    if arguments[Options.topic] == nil || arguments[Options.topic] == .motion {
      try Terminal.print(motionTable)
    }
    return .success
  }

  /// The same for scripts.
  func json() throws -> String { try restricted.json() }

  /// What the user asked for alone.
  private var restricted: Listing {
    let listing = Listing(
      strategies: tool.strategies.map { ListedStrategy(card: $0.card, typeNames: $0.typeNames) },
      scenarios: Scenario.all.map { ScenarioFacts($0) }, heights: heights,
      motion: motion)
    guard let topic = arguments[Options.topic] else { return listing }
    return Listing(
      strategies: topic == .strategies ? listing.strategies : [],
      scenarios: topic == .scenarios ? listing.scenarios : [],
      heights: topic == .heights ? listing.heights : [],
      motion: topic == .motion ? listing.motion : [])
  }

  private var heights: [ListedHeights] {
    tool.vocabulary[.heights].map { term in
      let origin = Origin.all.first { $0.table == term.name }
      return ListedHeights(
        form: term.spelling, meaning: term.summary, origin: origin?.source,
        licence: origin?.licence)
    }
  }

  private var motion: [ListedMotion] {
    tool.vocabulary[.motion].map { ListedMotion(form: $0.spelling, meaning: $0.summary) }
  }

  private var motionTable: String {
    let terms = tool.vocabulary[.motion]
    let widest = terms.map(\.spelling.count).max() ?? 0
    let lines = terms.map { term in
      "  \(term.spelling)\(String(repeating: " ", count: widest - term.spelling.count + 2))"
        + term.summary
    }
    return "Motion\n" + lines.joined(separator: "\n") + "\n"
  }
}
