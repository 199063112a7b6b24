import ListLayout
import Text

/// What there is to choose from: strategies, scenarios, heights and motion.
package struct Listing: Sendable {
  /// A strategy's card, and the names of its two specialised types, for timing and for counting.
  package typealias Strategy = (card: StrategyCard, typeNames: [String])

  /// A form that an option takes: as it is typed, what it makes, a sentence, and where its numbers come from,
  /// with their licence; nil where it computes them.
  package struct Form: Sendable {
    let form, meaning: String
    let origin, licence: String?

    /// A form; every property says what it means.
    package init(_ form: String, _ meaning: String, origin: String? = nil, licence: String? = nil) {
      (self.form, self.meaning, self.origin, self.licence) = (form, meaning, origin, licence)
    }
  }

  /// The strategies, in the order of the roster.
  package var strategies: [Strategy]
  /// The scenarios, in the order of reports.
  package var scenarios: [ScenarioFacts]
  /// The forms that `--heights` takes.
  package var heights: [Form]
  /// The forms that `--motion` takes.
  package var motion: [Form]

  /// A listing of these.
  package init(
    strategies: [Strategy] = [], scenarios: [ScenarioFacts] = [], heights: [Form] = [],
    motion: [Form] = []
  ) {
    (self.strategies, self.scenarios) = (strategies, scenarios)
    (self.heights, self.motion) = (heights, motion)
  }

  // MARK: For people

  /// The listing in lines of at most `width` columns, below 40 taken as 40; ends in a line break.
  package func text(width: Int, style: Style) -> String {
    let width = max(40, width)
    let names =
      strategies.map(\.card.id) + scenarios.map(\.id) + (heights + motion).map(\.form)
    let indent = min((names.map(\.columns).max() ?? 0) + 2, width / 3)
    let margin = String(repeating: " ", count: indent)
    /// A name and, beside it, paragraphs; the first is what counts.
    func entry(_ name: String, _ paragraphs: [String]) -> [String] {
      let first = paragraphs.prefix(1).flatMap {
        Flow(width: width, hanging: indent).lines(style(name.printable, .good), of: $0)
      }
      let rest = paragraphs.dropFirst().flatMap { Flow(width: width - indent).lines(of: $0) }
      return first + rest.map { margin + style($0, .aside) }
    }
    let floor = strategies.map(\.card).filter(\.isFloor)
    let groups = StrategyCard.Group.allCases.map { group in
      (group.heading, strategies.map(\.card).filter { $0.group == group && !$0.isFloor })
    }
    let cards = (groups + [("The harness's own cost (in no group)", floor)]).map { title, cards in
      (title, cards.flatMap { entry($0.id, $0.paragraphs) })
    }
    let sections =
      cards + [
        (
          "Scenarios (--scenario)",
          scenarios.flatMap { scenario in
            let group = scenario.group.map { " Group \($0)." } ?? ""
            return entry(
              scenario.id, ["\(scenario.why.printable) Times are per \(scenario.unit).\(group)"])
          }
        ),
        ("Heights (--heights)", heights.flatMap { entry($0.form, $0.paragraphs) }),
        ("Motion (--motion)", motion.flatMap { entry($0.form, $0.paragraphs) }),
      ]
    return sections.filter { !$0.1.isEmpty }
      .map { ([style($0.0, .heading)] + $0.1).joined(separator: "\n") + "\n" }
      .joined(separator: "\n")
  }

  // MARK: For scripts

  /// The listing as `bench list --json` writes it: `strategies`, `scenarios`, `heights` and `motion`; each
  /// strategy has its `id`, its `group` (null for the floor), its `parameters` and, in `types`, the names of
  /// its specialised types. What there is not is null.
  package var json: String {
    JSON.object([
      ("strategies", .list(strategies.map { $0.card.json(typeNames: $0.typeNames) })),
      (
        "scenarios",
        .list(
          scenarios.map { scenario in
            .object([
              ("id", .text(scenario.id)), ("unit", .text(scenario.unit)),
              ("why", .text(scenario.why)), ("group", JSON(scenario.group)),
              ("is_dependent", .flag(scenario.isDependent)),
            ])
          })
      ),
      ("heights", .list(heights.map(\.json))), ("motion", .list(motion.map(\.json))),
    ]).document
  }
}

extension Listing.Form {
  fileprivate var paragraphs: [String] {
    let source = [
      origin.map { "from: " + $0.printable }, licence.map { "licence: " + $0.printable },
    ]
    .compactMap { $0 }.joined(separator: "; ")
    return [meaning.printable] + (source.isEmpty ? [] : [source])
  }

  fileprivate var json: JSON {
    .object([
      ("form", .text(form)), ("meaning", .text(meaning)), ("origin", JSON(origin)),
      ("licence", JSON(licence)),
    ])
  }
}

extension StrategyCard {
  /// What the technique knows of its list, in a word, and as a list shows it.
  private var family: (id: String, words: String) {
    switch (topology, contentSpace) {
    case (.circular, _): ("circular", "circular")
    case (.linear, .wholeList): ("exact", "exact offsets")
    case (.linear, .window): ("window", "a window on the rows")
    case (.linear, .estimated): ("estimate", "estimated offsets")
    }
  }

  /// What the technique is, what it needs and cannot do, its claims, and where it comes from.
  fileprivate var paragraphs: [String] {
    let needs =
      switch requirement {
      case .anyHeights: "any heights"
      case .equalHeights: "needs equal rows"
      case .pages: "needs pages"
      }
    let modes = modes.map(\.rawValue).joined(separator: " or ")
    let missing = Abilities.named.filter { !abilities.contains($0.ability) }.map {
      "no \($0.words)"
    }
    let limits = missing.isEmpty ? "" : "; " + missing.joined(separator: ", ")
    // The cheapest first: `O(1): open, frame; O(log n): offset`.
    let growths = Growth.allCases.compactMap { growth in
      let names = claims.filter { $0.growth == growth }.map(\.operation)
      return names.isEmpty ? nil : "\(growth.notation): \(names.joined(separator: ", "))"
    }
    return [
      title.printable, "\(family.words); \(needs); \(modes)\(limits)",
      growths.joined(separator: "; "), (group == .posts ? "post: " : "from: ") + origin.printable,
      publishedDefect.map { "as published: " + $0.printable },
      inherentDeviation.map { "even corrected: " + $0.printable },
    ].compactMap { $0 }
      + parameters.map { parameter in
        let ends = [parameter.range.lowerBound, parameter.range.upperBound].map(Quantity.count)
        return "\(id):\(parameter.name)=\(parameter.usual), \(ends[0]) to \(ends[1]) "
          + parameter.meaning.printable
      }
  }

  fileprivate func json(typeNames: [String]) -> JSON {
    .object([
      ("id", .text(id)), ("title", .text(title)), ("origin", .text(origin)),
      ("group", isFloor ? .null : .text(group.rawValue)), ("family", .text(family.id)),
      ("topology", .text(topology.rawValue)), ("content_space", .text(contentSpace.rawValue)),
      ("requirement", .text(requirement.rawValue)),
      (
        "abilities",
        .list(Abilities.named.filter { abilities.contains($0.ability) }.map { .text($0.name) })
      ),
      ("modes", .list(modes.map { .text($0.rawValue) })),
      ("claims", .object(claims.map { ($0.operation, .text($0.growth.rawValue)) })),
      ("published_defect", JSON(publishedDefect)), ("inherent_deviation", JSON(inherentDeviation)),
      (
        "parameters",
        .list(
          parameters.map { parameter in
            .object([
              ("name", .text(parameter.name)), ("usual", .whole(parameter.usual)),
              ("least", .whole(parameter.range.lowerBound)),
              ("greatest", .whole(parameter.range.upperBound)),
              ("meaning", .text(parameter.meaning)),
            ])
          })
      ),
      ("is_floor", .flag(isFloor)), ("types", .list(typeNames.map(JSON.text))),
    ])
  }

  /// Each claim with its operation, in the order of a list's life.
  private var claims: [(operation: String, growth: Growth)] {
    [
      ("open", complexity.open), ("frame", complexity.frame), ("offset", complexity.offset),
      ("hit-test", complexity.hitTest), ("change", complexity.change), ("edit", complexity.edit),
      ("rotate", complexity.rotate),
    ]
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

extension StrategyCard.Abilities {
  /// Each ability with its name and with the words for what it allows.
  fileprivate static var named: [(name: String, words: String, ability: StrategyCard.Abilities)] {
    [
      ("resize", "height changes", .resize), ("edit", "insertion or deletion", .edit),
      ("viewport", "viewport changes", .viewport), ("relayout", "new layout", .relayout),
    ]
  }
}
