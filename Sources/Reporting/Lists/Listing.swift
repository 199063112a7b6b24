import Foundation
import ListLayout

/// What there is to choose from: strategies, scenarios, heights and motion.
package struct Listing: Sendable {
  /// The strategies, in the order of the roster.
  package var strategies: [ListedStrategy]
  /// The scenarios, in the order of reports.
  package var scenarios: [ScenarioFacts]
  /// The forms that `--heights` takes.
  package var heights: [ListedHeights]
  /// The forms that `--motion` takes.
  package var motion: [ListedMotion]

  /// A listing of these.
  package init(
    strategies: [ListedStrategy], scenarios: [ScenarioFacts], heights: [ListedHeights],
    motion: [ListedMotion] = []
  ) {
    self.strategies = strategies
    self.scenarios = scenarios
    self.heights = heights
    self.motion = motion
  }
}

/// A strategy that can be chosen.
package struct ListedStrategy: Sendable {
  /// Its facts and claims.
  package var card: StrategyCard
  /// The names of its two specialised types, for timing and for counting.
  package var typeNames: [String]

  /// A strategy with its card and types.
  package init(card: StrategyCard, typeNames: [String]) {
    self.card = card
    self.typeNames = typeNames
  }
}

/// A form that `--motion` takes.
package struct ListedMotion: Encodable, Sendable {
  /// As it is typed: `file:PATH`.
  package var form: String
  /// What moves the lists.
  package var meaning: String

  /// A form of motion.
  package init(form: String, meaning: String) {
    self.form = form
    self.meaning = meaning
  }
}

/// A form that `--heights` takes.
package struct ListedHeights: Sendable {
  /// As it is typed: `uniform:20-200`.
  package var form: String
  /// What rows it makes, a sentence.
  package var meaning: String
  /// Where its numbers come from; nil when it computes them.
  package var origin: String?
  /// Under which licence they may be used; nil when there is nothing to license.
  package var licence: String?

  /// A form of heights.
  package init(form: String, meaning: String, origin: String? = nil, licence: String? = nil) {
    self.form = form
    self.meaning = meaning
    self.origin = origin
    self.licence = licence
  }
}

extension Listing: Encodable {
  /// The listing as `bench list --json` writes it: keys sorted, a line break at the end.
  ///
  /// An object with `strategies`, `scenarios`, `heights` and `motion`; each strategy has its `id`, its
  /// `group` (null for the floor), its `parameters` and, in `types`, the names of its specialised types.
  package func json() throws -> String { try JSONText.of(self) }

  private enum CodingKeys: String, CodingKey {
    case strategies, scenarios, heights, motion
  }

  /// Writes the lists.
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(strategies, forKey: .strategies)
    try container.encode(scenarios, forKey: .scenarios)
    try container.encode(heights, forKey: .heights)
    try container.encode(motion, forKey: .motion)
  }
}

extension ListedStrategy: Encodable {
  private enum CodingKeys: String, CodingKey {
    case id, title, origin, group, family, topology
    case contentSpace = "content_space"
    case requirement, abilities, modes, claims
    case publishedDefect = "published_defect"
    case inherentDeviation = "inherent_deviation"
    case parameters
    case isFloor = "is_floor"
    case types
  }

  /// Writes the card and the types; every key is there, what there is not is null.
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    let abilities = StrategyCard.Abilities.named.filter { card.abilities.contains($0.ability) }
    let claims = card.complexity.claims.map { ($0.operation, $0.growth.rawValue) }
    try container.encode(card.id, forKey: .id)
    try container.encode(card.title, forKey: .title)
    try container.encode(card.origin, forKey: .origin)
    try container.encode(card.isFloor ? nil : card.group.rawValue, forKey: .group)
    try container.encode(card.family, forKey: .family)
    try container.encode(card.topology.rawValue, forKey: .topology)
    try container.encode(card.contentSpace.rawValue, forKey: .contentSpace)
    try container.encode(card.requirement.rawValue, forKey: .requirement)
    try container.encode(abilities.map(\.name), forKey: .abilities)
    try container.encode(card.modes.map(\.rawValue), forKey: .modes)
    try container.encode(Dictionary(uniqueKeysWithValues: claims), forKey: .claims)
    try container.encode(card.publishedDefect, forKey: .publishedDefect)
    try container.encode(card.inherentDeviation, forKey: .inherentDeviation)
    try container.encode(card.parameters.map(ListedParameter.init), forKey: .parameters)
    try container.encode(card.isFloor, forKey: .isFloor)
    try container.encode(typeNames, forKey: .types)
  }
}

/// A parameter of a strategy as scripts read it.
private struct ListedParameter: Encodable {
  let name: String
  let usual: Int
  let least: Int
  let greatest: Int
  let meaning: String

  init(_ parameter: StrategyParameter) {
    name = parameter.name
    usual = parameter.usual
    (least, greatest) = (parameter.range.lowerBound, parameter.range.upperBound)
    meaning = parameter.meaning
  }
}

extension ListedHeights: Encodable {
  private enum CodingKeys: String, CodingKey {
    case form, meaning, origin, licence
  }

  /// Writes all keys; an origin or licence that there is not is null.
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(form, forKey: .form)
    try container.encode(meaning, forKey: .meaning)
    try container.encode(origin, forKey: .origin)
    try container.encode(licence, forKey: .licence)
  }
}
