import ListLayout

/// The names that the command line accepts.
///
/// They are known only when the tool starts, because users bring strategies of their own.
package struct Vocabulary: Sendable {
  /// What a name stands for; also what the verb `list` can list.
  package enum Kind: String, CaseIterable, Sendable {
    /// The techniques to compare.
    case strategies
    /// The questions asked of them.
    case scenarios
    /// Where row heights come from.
    case heights
    /// Where finger movements come from.
    case motion

    /// One of them, as in "no such …".
    package var noun: String {
      switch self {
      case .strategies: "strategy"
      case .scenarios: "scenario"
      case .heights: "heights"
      case .motion: "motion"
      }
    }
  }

  /// A name, or the beginning of one that the user completes: `chat`, `fixed:PT`.
  package struct Term: Hashable, Sendable {
    /// The name, or the part before the colon: letters, digits and hyphens.
    package let name: String
    /// What stands after the colon, as help shows it; nil when the name is complete.
    package let argument: String?
    /// One line about it.
    package let summary: String
    /// The card of a strategy, whose parameters may follow the name; nil for other kinds.
    package let card: StrategyCard?

    /// A name, and the placeholder of what must follow it after a colon, if anything.
    package init(_ name: String, argument: String? = nil, summary: String) {
      self.name = name
      self.argument = argument
      self.summary = summary
      card = nil
    }

    /// A strategy, which may be followed by values for its parameters.
    package init(_ card: StrategyCard) {
      name = card.id
      argument = nil
      summary = card.title
      self.card = card
    }

    /// The name as help shows it: `chat`, `fixed:PT`.
    package var spelling: String { argument.map { "\(name):\($0)" } ?? name }
  }

  private let terms: [Kind: [Term]]

  /// The names of each kind, in the order in which `all` means them.
  package init(strategies: [Term], scenarios: [Term], heights: [Term], motion: [Term]) {
    terms = [
      .strategies: strategies, .scenarios: scenarios, .heights: heights, .motion: motion,
    ]
  }

  /// The names of one kind.
  package subscript(kind: Kind) -> [Term] { terms[kind] ?? [] }

  /// The names of the strategies of one group, as their cards say; the floor is in none.
  package func strategies(of group: StrategyCard.Group) -> [String] {
    self[.strategies].filter { $0.card.map { $0.group == group && !$0.isFloor } ?? false }
      .map(\.name)
  }
}
