/// The growth of a cost with the number of rows n.
public enum Growth: String, CaseIterable, Sendable {
  /// Independent of n.
  case constant = "1"
  /// Proportional to log n.
  case logarithmic = "log n"
  /// Proportional to the square root of n. Few list lengths cannot distinguish it from n: it counts as
  /// contradicted only where `linear` would.
  case squareRoot = "sqrt n"
  /// Proportional to n.
  case linear = "n"
  /// Proportional to n log n.
  case linearithmic = "n log n"
}

/// The complexity that a strategy claims, as a function of the number of rows.
public struct Complexity: Hashable, Sendable {
  /// Building the list and its first screen.
  public var open: Growth
  /// The offset of a row.
  public var offset: Growth
  /// The row at an offset.
  public var hitTest: Growth
  /// One changed height and the next frame.
  public var change: Growth
  /// One inserted or deleted row and the next frame.
  public var edit: Growth
  /// A frame of motion.
  public var frame: Growth
  /// A change of all heights and the next frame.
  public var rotate: Growth

  /// A claim for each operation; the default is constant cost.
  public init(
    open: Growth = .constant, offset: Growth = .constant, hitTest: Growth = .constant,
    change: Growth = .constant, edit: Growth = .constant, frame: Growth = .constant,
    rotate: Growth = .constant
  ) {
    (self.open, self.offset, self.hitTest, self.change) = (open, offset, hitTest, change)
    (self.edit, self.frame, self.rotate) = (edit, frame, rotate)
  }
}

/// Facts about a strategy that the harness needs, and claims that it checks.
public struct StrategyDescriptor: Hashable, Sendable {
  /// The behaviour past the last row.
  public enum Topology: String, Sendable {
    /// The list stops at both ends.
    case linear
    /// Row indices are taken modulo the count; motion has no end.
    case circular
  }

  /// The rows that the content space covers.
  public enum ContentSpace: String, Sendable {
    /// All rows: offsets are global.
    case wholeList = "whole list"
    /// Some rows around the viewport: offsets are relative to the window's first row.
    case window
    /// All rows, with estimated heights for rows that were not measured: the screen is exact, offsets of
    /// rows off screen are not.
    case estimated = "estimated list"
  }

  /// The condition on rows without which the technique does not work.
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

  /// The changes that a list can handle while it is shown.
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
    /// All changes.
    public static let all: Abilities = [.resize, .edit, .viewport, .relayout]
  }

  /// The origin of the technique, for grouping in tables and for `--strategy`.
  public enum Group: String, CaseIterable, Sendable {
    /// A technique of the posts that the project examines.
    case posts
    /// An index used by current lists, or from the literature.
    case peers
    /// A strategy of this project, or yours.
    case ours
  }

  /// The ID on the command line and in files: lower case, with hyphens.
  public var id: String
  /// The technique in a few words.
  public var title: String
  /// The source: paper, product or post.
  public var origin: String
  /// The group of strategies that options select by one name, such as `posts`.
  public var group: Group
  /// The behaviour past the last row.
  public var topology: Topology
  /// The rows that the content space covers.
  public var contentSpace: ContentSpace
  /// The condition on rows without which the technique does not work.
  public var requirement: Requirement
  /// The optional operations that the strategy supports.
  public var abilities: Abilities
  /// The modes; a technique without published defects has only `corrected`.
  public var modes: [StrategyMode]
  /// The claimed complexity, which runs check.
  public var complexity: Complexity
  /// The visible defect of the published code, in a sentence; nil if there is none.
  public var publishedDefect: String?
  /// The deviation of the corrected code that is inherent to the technique, in a sentence; nil if there is
  /// none.
  public var inherentDeviation: String?
  /// The parameters, ordered by `StrategyParameter.place`.
  public var parameters: [StrategyParameter]
  /// Whether this is the empty strategy, which measures the harness overhead.
  public var isFloor: Bool

  /// A descriptor; the defaults suit most strategies.
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
