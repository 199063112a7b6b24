import ListLayout
import Text

/// What there is to choose from, as `bench list` shows it.
package struct ListTable {
  private let listing: Listing
  private let width: Int
  private let style: Style

  /// A table of what there is, in lines of at most `width` columns; below 40 it is taken as 40.
  package init(_ listing: Listing, width: Int, style: Style) {
    self.listing = listing
    self.width = max(40, width)
    self.style = style
  }

  /// The text, ending in a line break.
  package var text: String {
    let names =
      listing.strategies.map(\.card.id) + listing.scenarios.map(\.id)
      + listing.heights.map(\.form)
    let indent = min((names.map(\.columns).max() ?? 0) + 2, width / 3)
    let groups = StrategyCard.Group.allCases.map { group in
      (group.heading, cards { $0.group == group && !$0.isFloor })
    }
    let strategies = groups + [("The harness's own cost (in no group)", cards(where: \.isFloor))]
    let sections =
      strategies.map { ($0.0, $0.1.flatMap { lines(of: $0, indent) }) } + [
        ("Scenarios (--scenario)", listing.scenarios.flatMap { lines(of: $0, indent) }),
        ("Heights (--heights)", listing.heights.flatMap { lines(of: $0, indent) }),
      ]
    return sections.filter { !$0.1.isEmpty }
      .map { ([style($0.0, .heading)] + $0.1).joined(separator: "\n") + "\n" }
      .joined(separator: "\n")
  }

  private func cards(where isWanted: (StrategyCard) -> Bool) -> [StrategyCard] {
    listing.strategies.map(\.card).filter(isWanted)
  }

  private func lines(of card: StrategyCard, _ indent: Int) -> [String] {
    let modes = card.modes.map(\.rawValue).joined(separator: " or ")
    var paragraphs = [
      card.title.printable,
      "\(card.familyWords); \(card.requirement.words); \(modes)" + limits(of: card),
      claims(of: card.complexity),
      (card.group == .posts ? "post: " : "from: ") + card.origin.printable,
    ]
    if let defect = card.publishedDefect {
      paragraphs.append("as published: " + defect.printable)
    }
    if let deviation = card.inherentDeviation {
      paragraphs.append("even corrected: " + deviation.printable)
    }
    paragraphs += card.parameters.map { parameter in
      let ends = [parameter.range.lowerBound, parameter.range.upperBound].map(Quantity.count)
      return "\(card.id):\(parameter.name)=\(parameter.usual), \(ends[0]) to \(ends[1]) "
        + parameter.meaning.printable
    }
    return entry(card.id, paragraphs, indent)
  }

  private func lines(of scenario: ScenarioFacts, _ indent: Int) -> [String] {
    let why = scenario.why.printable + " "
    let group = scenario.group.map { " Group \($0)." } ?? ""
    return entry(scenario.id, [why + "Times are per \(scenario.unit).\(group)"], indent)
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

  /// The claims, the cheapest first: `O(1): open, frame; O(log n): offset`.
  private func claims(of complexity: Complexity) -> String {
    Growth.allCases.compactMap { growth in
      let names = complexity.claims.filter { $0.growth == growth }.map(\.operation)
      return names.isEmpty ? nil : "\(growth.notation): \(names.joined(separator: ", "))"
    }.joined(separator: "; ")
  }
}

extension StrategyCard.Group {
  /// How a list begins the strategies of a group.
  fileprivate var heading: String {
    let techniques =
      switch self {
      case .posts: "of the blog posts"
      case .peers: "inside today's lists, or from the literature"
      case .ours: "of this project, and yours"
      }
    return "Strategies \(techniques) (--strategy \(rawValue))"
  }
}

extension StrategyCard {
  /// What the technique knows of its list, in a word: `window`, `estimate`, `exact`, `circular`.
  var family: String {
    switch (topology, contentSpace) {
    case (.circular, _): "circular"
    case (.linear, .wholeList): "exact"
    case (.linear, .window): "window"
    case (.linear, .estimated): "estimate"
    }
  }
}

extension StrategyCard {
  /// The family as a list shows it.
  fileprivate var familyWords: String {
    switch family {
    case "window": "a window on the rows"
    case "estimate": "estimated offsets"
    case "exact": "exact offsets"
    default: family
    }
  }
}

extension StrategyCard.Requirement {
  /// What a technique needs of its rows, in a few words.
  fileprivate var words: String {
    switch self {
    case .anyHeights: "any heights"
    case .equalHeights: "needs equal rows"
    case .pages: "needs pages"
    }
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
      ("open", open), ("frame", frame), ("offset", offset), ("hit-test", hitTest),
      ("change", change), ("edit", edit), ("rotate", rotate),
    ]
  }
}
