import ListLayout
import Replaying

/// A question about a list that a timing answers.
public struct Scenario: Sendable {
  /// The name on the command line and in files.
  public let id: String
  /// What one operation is: `question`, `change`, `frame`, `list`.
  public let unit: String
  /// What the scenario is for, and how to read its figures.
  public let why: String
  /// The timed loop.
  public let loop: Loop
  /// Rows changed or inserted in one step, or jumped over.
  public let width: Int
  /// What the list must be able to do.
  public let needs: StrategyCard.Abilities
  /// The topology that the scenario makes sense for; nil for both.
  public let topology: StrategyCard.Topology?
  /// Whether it asks for places in the whole list, which a window does not know.
  public let asksWholeList: Bool
  /// The claim on a card that its times are held against; nil where none fits.
  public let claim: (@Sendable (Complexity) -> Growth)?

  init(
    _ id: String, _ loop: Loop, unit: String, width: Int = 1,
    needs: StrategyCard.Abilities = [], topology: StrategyCard.Topology? = nil,
    asksWholeList: Bool = false, claim: (@Sendable (Complexity) -> Growth)?, why: String
  ) {
    self.id = id
    self.loop = loop
    self.unit = unit
    self.width = width
    self.needs = needs
    self.topology = topology
    self.asksWholeList = asksWholeList
    self.claim = claim
    self.why = why
  }

  /// Why a strategy has no figure here, in a few words; nil when it takes part.
  public func objection(to card: StrategyCard) -> String? {
    if let topology, card.topology != topology {
      return topology == .circular ? "stops at its ends" : "has no ends"
    }
    if asksWholeList, card.contentSpace == .window { return "knows only its window" }
    if asksWholeList || loop == .offset || loop == .offsetChain, card.contentSpace == .estimated {
      return "its offsets are estimates"
    }
    let missing = needs.subtracting(card.abilities)
    if missing.contains(.resize) { return "rows cannot change height" }
    if missing.contains(.edit) { return "rows cannot be inserted or deleted" }
    if missing.contains(.relayout) { return "cannot be laid out anew" }
    if missing.contains(.viewport) { return "the viewport cannot change" }
    return nil
  }

  /// Whether a step is a frame of motion, so that the slowest ones matter beside the median.
  public var showsFrames: Bool {
    switch loop {
    case .frames, .prepend: true
    default: false
    }
  }

  /// Scenarios that a word of the command line names together.
  public enum Group: String, Sendable {
    /// Those that a run asks unless others are named.
    case usual
    /// Those about an index alone, not about a list on screen.
    case structure
  }

  /// The group that it is of; nil for a variant of another scenario, which has a name alone.
  public var group: Group? {
    switch loop {
    case .offsetChain, .hitTestChain, .mixed, .change: .structure
    case .recalc where width == 10: nil
    case .jump where width > 1: nil
    default: .usual
    }
  }

  /// Whether each step waits for the answer of the one before, so that a time is a latency.
  public var isDependent: Bool { loop == .offsetChain || loop == .hitTestChain }

  /// Whether steps change the rows, so that each strategy needs rows of its own.
  public var changesRows: Bool {
    switch loop {
    case .offset, .offsetChain, .hitTest, .hitTestChain, .frames, .jump, .open: false
    case .mixed, .change, .recalc, .expand, .rotate, .prepend, .append, .edit: true
    }
  }
}
