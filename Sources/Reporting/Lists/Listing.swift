import ListLayout

/// What there is to choose from: strategies, scenarios, heights and motion.
public struct Listing: Sendable {
  /// The strategies, in the order of the roster.
  public var strategies: [ListedStrategy]
  /// The scenarios, in the order of reports.
  public var scenarios: [ScenarioFacts]
  /// The forms that `--heights` takes.
  public var heights: [ListedHeights]
  /// The forms that `--motion` takes.
  public var motion: [ListedMotion]

  /// A listing of these.
  public init(
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
public struct ListedStrategy: Sendable {
  /// Its facts and claims.
  public var card: StrategyCard
  /// The names of its two specialised types, for timing and for counting.
  public var typeNames: [String]

  /// A strategy with its card and types.
  public init(card: StrategyCard, typeNames: [String]) {
    self.card = card
    self.typeNames = typeNames
  }
}

/// A form that `--motion` takes.
public struct ListedMotion: Encodable, Sendable {
  /// As it is typed: `file:PATH`.
  public var form: String
  /// What moves the lists.
  public var meaning: String

  /// A form of motion.
  public init(form: String, meaning: String) {
    self.form = form
    self.meaning = meaning
  }
}

/// A form that `--heights` takes.
public struct ListedHeights: Sendable {
  /// As it is typed: `uniform:20-200`.
  public var form: String
  /// What rows it makes, a sentence.
  public var meaning: String
  /// Where its numbers come from; nil when it computes them.
  public var origin: String?
  /// Under which licence they may be used; nil when there is nothing to license.
  public var licence: String?

  /// A form of heights.
  public init(form: String, meaning: String, origin: String? = nil, licence: String? = nil) {
    self.form = form
    self.meaning = meaning
    self.origin = origin
    self.licence = licence
  }
}
