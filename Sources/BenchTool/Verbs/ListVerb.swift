import HostSystem
import ListLayout
import Recording
import Reporting
import Workloads

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
