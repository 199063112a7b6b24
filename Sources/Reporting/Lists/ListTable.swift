import ListLayout

/// What there is to choose from, as `bench list` shows it.
public struct ListTable {
  private let listing: Listing
  private let width: Int
  private let style: Style

  /// A table of what there is, in lines of at most `width` columns; below 40 it is taken as 40.
  public init(_ listing: Listing, width: Int, style: Style) {
    self.listing = listing
    self.width = max(40, width)
    self.style = style
  }

  /// The text, ending in a line break.
  public var text: String {
    let names =
      listing.strategies.map(\.card.id) + listing.scenarios.map(\.id)
      + listing.heights.map(\.form)
    let indent = min((names.map(\.columns).max() ?? 0) + 2, width / 3)
    let sections = [
      ("Strategies (--strategy)", listing.strategies.flatMap { lines(of: $0.card, indent) }),
      ("Scenarios (--scenario)", listing.scenarios.flatMap { lines(of: $0, indent) }),
      ("Heights (--heights)", listing.heights.flatMap { lines(of: $0, indent) }),
    ]
    return sections.filter { !$0.1.isEmpty }
      .map { ([style($0.0, .heading)] + $0.1).joined(separator: "\n") + "\n" }
      .joined(separator: "\n")
  }

  private func lines(of card: StrategyCard, _ indent: Int) -> [String] {
    let modes = card.modes.map(\.rawValue).joined(separator: " or ")
    var paragraphs = [
      card.title.printable,
      [
        card.topology.rawValue, "knows the \(card.contentSpace.rawValue)",
        card.requirement.rawValue, modes,
      ].joined(separator: ", ") + limits(of: card),
      claims(of: card.complexity),
      "from: " + card.origin.printable,
    ]
    if let deviation = card.inherentDeviation {
      paragraphs.append("deviates: " + deviation.printable)
    }
    return entry(card.id, paragraphs, indent)
  }

  private func lines(of scenario: ScenarioFacts, _ indent: Int) -> [String] {
    let why = scenario.why.printable + " "
    return entry(scenario.id, [why + "Times are per \(scenario.unit)."], indent)
  }

  private func lines(of heights: ListedHeights, _ indent: Int) -> [String] {
    let origin = heights.origin.map { "from: " + $0.printable }
    let licence = heights.licence.map { "licence: " + $0.printable }
    let source = [origin, licence].compactMap { $0 }.joined(separator: "; ")
    return entry(
      heights.form, [heights.meaning.printable] + (source.isEmpty ? [] : [source]), indent)
  }

  /// A name and, beside it, paragraphs; the first is what counts.
  private func entry(_ name: String, _ paragraphs: [String], _ indent: Int) -> [String] {
    let margin = String(repeating: " ", count: indent)
    let first = paragraphs.prefix(1).flatMap {
      Flow(width: width, hanging: indent).lines(style(name.printable, .good), of: $0)
    }
    let rest = paragraphs.dropFirst().flatMap { Flow(width: width - indent).lines(of: $0) }
    return first + rest.map { margin + style($0, .aside) }
  }

  /// What cannot happen to the list, if anything.
  private func limits(of card: StrategyCard) -> String {
    let missing = StrategyCard.Abilities.named.filter { !card.abilities.contains($0.ability) }
    return missing.isEmpty ? "" : "; no " + missing.map(\.words).joined(separator: ", no ")
  }

  /// The claims, the cheapest first: `O(1): prepare, frame; O(log n): offset`.
  private func claims(of complexity: Complexity) -> String {
    Growth.allCases.compactMap { growth in
      let names = complexity.claims.filter { $0.growth == growth }.map(\.operation)
      return names.isEmpty ? nil : "\(growth.notation): \(names.joined(separator: ", "))"
    }.joined(separator: "; ")
  }
}

extension StrategyCard.Abilities {
  /// Each ability with its name and with the words for what it allows.
  static var named: [(name: String, words: String, ability: StrategyCard.Abilities)] {
    [
      ("resize", "height changes", .resize), ("edit", "insertion or deletion", .edit),
      ("viewport", "viewport changes", .viewport), ("relayout", "new layout", .relayout),
    ]
  }
}

extension Complexity {
  /// Each claim with its operation, in the order of a list's life.
  var claims: [(operation: String, growth: Growth)] {
    [
      ("prepare", prepare), ("frame", frame), ("offset", offset), ("hit-test", hitTest),
      ("change", change), ("edit", edit), ("relayout", relayout),
    ]
  }
}
