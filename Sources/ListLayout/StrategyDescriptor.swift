/// How a cost grows with the number of rows n.
public enum Growth: String, CaseIterable, Sendable {
  /// The same for every n.
  case constant = "1"
  /// With the logarithm of n.
  case logarithmic = "log n"
  /// With the square root of n. Times that tell it from n need many lengths: a claim of it counts as
  /// contradicted where one of n would.
  case squareRoot = "sqrt n"
  /// With n.
  case linear = "n"
  /// With n times its logarithm.
  case linearithmic = "n log n"
}

/// What a strategy claims its operations cost, as a function of the number of rows.
public struct Complexity: Hashable, Sendable {
  /// Building the list and its first screen.
  public var open: Growth
  /// The offset of a row.
  public var offset: Growth
  /// The row at an offset.
  public var hitTest: Growth
  /// One changed height, with the next frame laid out.
  public var change: Growth
  /// One inserted or deleted row, with the next frame laid out.
  public var edit: Growth
  /// A frame of motion.
  public var frame: Growth
  /// Every height changed, with the next frame laid out.
  public var rotate: Growth

  /// A claim for each operation; one that is left out costs the same however many rows there are.
  public init(
    open: Growth = .constant, offset: Growth = .constant, hitTest: Growth = .constant,
    change: Growth = .constant, edit: Growth = .constant, frame: Growth = .constant,
    rotate: Growth = .constant
  ) {
    (self.open, self.offset, self.hitTest, self.change) = (open, offset, hitTest, change)
    (self.edit, self.frame, self.rotate) = (edit, frame, rotate)
  }
}

/// The facts about a strategy that the harness needs and the claims that it checks.
public struct StrategyDescriptor: Hashable, Sendable {
  /// What happens past the last row.
  public enum Topology: String, Sendable {
    /// The list stops at both ends.
    case linear
    /// Row indices are taken modulo the count; motion never stops.
    case circular
  }

  /// What the content space covers.
  public enum ContentSpace: String, Sendable {
    /// All rows: offsets are global.
    case wholeList = "whole list"
    /// Some rows around the viewport: offsets are relative to the window's first row.
    case window
    /// All rows, but rows that were not measured count as an estimate: what is on screen is exact,
    /// offsets are so only relative to each other on screen.
    case estimated = "estimated list"
  }

  /// What the rows must be for the technique to work at all.
  public enum Requirement: String, Sendable {
    /// Each row may have a height of its own.
    case anyHeights = "any heights"
    /// Each row has a height above 0.
    case positiveHeights = "heights above 0"
    /// All rows of one height.
    case equalHeights = "equal heights"
    /// Every row as high as the viewport.
    case pages = "pages"
  }

  /// What can happen to the list while it is shown.
  public struct Abilities: OptionSet, Hashable, Sendable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// A row's height changes.
    public static let resize = Abilities(rawValue: 1)
    /// Rows are inserted and deleted.
    public static let edit = Abilities(rawValue: 2)
    /// The viewport's height changes.
    public static let viewport = Abilities(rawValue: 4)
    /// Every height changes at once.
    public static let relayout = Abilities(rawValue: 8)
    /// All of them.
    public static let all: Abilities = [.resize, .edit, .viewport, .relayout]
  }

  /// Whose technique it is: how tables are grouped and what `--strategy` can name.
  public enum Group: String, CaseIterable, Sendable {
    /// A technique of the posts that the project is about.
    case posts
    /// An index inside today's lists, or from the literature.
    case peers
    /// This project's own, or yours.
    case ours
  }

  /// The name on the command line and in files: lower case, words joined by hyphens.
  public var id: String
  /// The technique in a few words.
  public var title: String
  /// Where it comes from: paper, product or post.
  public var origin: String
  /// Whose technique it is.
  public var group: Group
  /// What happens past the last row.
  public var topology: Topology
  /// What its offsets are measured in.
  public var contentSpace: ContentSpace
  /// What its rows must be.
  public var requirement: Requirement
  /// What it can take while it is shown.
  public var abilities: Abilities
  /// The modes that differ; a technique without published defects has `corrected` alone.
  public var modes: [StrategyMode]
  /// What its operations cost, as it claims; runs check it.
  public var complexity: Complexity
  /// What is wrong with the published code, as it shows on screen, in a sentence; nil for nothing.
  public var publishedDefect: String?
  /// The deviation that the technique forces even when corrected, in a sentence; nil for none.
  public var inherentDeviation: String?
  /// What the technique leaves open, in the order of their places.
  public var parameters: [StrategyParameter]
  /// True for the strategy that does nothing and shows the harness's own cost.
  public var isFloor: Bool

  /// A descriptor; what is left out is what most strategies are.
  public init(
    id: String, title: String, origin: String, group: Group = .ours, topology: Topology = .linear,
    contentSpace: ContentSpace = .wholeList, requirement: Requirement = .anyHeights,
    abilities: Abilities = .all, modes: [StrategyMode] = StrategyMode.allCases,
    complexity: Complexity, publishedDefect: String? = nil, inherentDeviation: String? = nil,
    parameters: [StrategyParameter] = [], isFloor: Bool = false
  ) {
    (self.id, self.title, self.origin, self.group) = (id, title, origin, group)
    (self.topology, self.contentSpace, self.requirement) = (topology, contentSpace, requirement)
    (self.abilities, self.modes, self.complexity) = (abilities, modes, complexity)
    (self.publishedDefect, self.inherentDeviation) = (publishedDefect, inherentDeviation)
    (self.parameters, self.isFloor) = (parameters, isFloor)
  }
}
