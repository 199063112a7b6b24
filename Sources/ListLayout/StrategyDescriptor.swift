/// The growth of an operation's cost with n, the number of rows.
public enum Growth: String, CaseIterable, Sendable {
  /// The cost is independent of n.
  case constant = "1"
  /// The cost is proportional to log n.
  case logarithmic = "log n"
  /// The cost is proportional to the square root of n. Measurements of a few list lengths cannot distinguish
  /// square-root growth from linear growth. A claim of `squareRoot` therefore fails only if a claim of
  /// `linear` would also fail.
  case squareRoot = "sqrt n"
  /// The cost is proportional to n.
  case linear = "n"
  /// The cost is proportional to n log n.
  case linearithmic = "n log n"
}

/// The complexity that a strategy claims, as a function of the number of rows.
public struct Complexity: Hashable, Sendable {
  /// The cost of building the list and its first screen.
  public var open: Growth
  /// The cost of computing the offset of a row.
  public var offset: Growth
  /// The cost of finding the row at an offset.
  public var hitTest: Growth
  /// The cost of changing the height of one row and laying out the next frame.
  public var change: Growth
  /// The cost of inserting or deleting one row and laying out the next frame.
  public var edit: Growth
  /// The cost of laying out one frame while scrolling.
  public var frame: Growth
  /// The cost of changing all heights and laying out the next frame.
  public var rotate: Growth

  /// Creates the complexity claims for all operations of a strategy. The default claim for each operation is
  /// a constant cost.
  public init(
    open: Growth = .constant, offset: Growth = .constant, hitTest: Growth = .constant,
    change: Growth = .constant, edit: Growth = .constant, frame: Growth = .constant,
    rotate: Growth = .constant
  ) {
    (self.open, self.offset, self.hitTest, self.change) = (open, offset, hitTest, change)
    (self.edit, self.frame, self.rotate) = (edit, frame, rotate)
  }
}

/// The properties of a strategy that the harness needs, and the claims that the harness checks.
public struct StrategyDescriptor: Hashable, Sendable {
  /// The behaviour of the list past its last row.
  public enum Topology: String, Codable, Sendable {
    /// The list stops at both ends.
    case linear
    /// Row indices are taken modulo the number of rows, and scrolling has no end.
    case circular
  }

  /// The rows that the content space covers.
  public enum ContentSpace: String, Sendable {
    /// The content space covers all rows, so offsets are measured from row 0.
    case wholeList = "whole list"
    /// The content space covers some rows around the viewport. Offsets are measured from the first row that
    /// the content space covers.
    case window
    /// The content space covers all rows, with estimated heights for rows that were not measured. The screen
    /// is exact; offsets of rows off screen are estimates.
    case estimated = "estimated list"
  }

  /// The condition that all rows must satisfy for the technique to work.
  public enum Requirement: String, Sendable {
    /// Rows may have any heights.
    case anyHeights = "any heights"
    /// Every row must have a height above 0.
    case positiveHeights = "heights above 0"
    /// All rows must have the same height.
    case equalHeights = "equal heights"
    /// Every row must be as tall as the viewport.
    case pages = "pages"
  }

  /// The changes that a list can handle while it is shown.
  public struct Abilities: OptionSet, Hashable, Sendable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// The list supports changing the height of a single row.
    public static let resize = Abilities(rawValue: 1)
    /// The list supports inserting and deleting rows.
    public static let edit = Abilities(rawValue: 2)
    /// The list supports changing the height of the viewport.
    public static let viewport = Abilities(rawValue: 4)
    /// The list supports changing the heights of all rows at once.
    public static let relayout = Abilities(rawValue: 8)
    /// The list supports all changes: resizing a row or all rows, inserting and deleting rows, and resizing
    /// the viewport.
    public static let all: Abilities = [.resize, .edit, .viewport, .relayout]
  }

  /// The origin of a technique. Tables group strategies by origin, and the option `--strategy` can select a
  /// group.
  public enum Group: String, CaseIterable, Sendable {
    /// A technique from one of the blog posts that this project examines.
    case posts
    /// An index that existing list views use or that was published in the literature.
    case peers
    /// A strategy from this project, or one of your own.
    case ours
  }

  /// The ID of the strategy on the command line and in files, in lower case with hyphens.
  public var id: String
  /// A description of the technique in a few words.
  public var title: String
  /// The source of the technique: a paper, product or post.
  public var origin: String
  /// The origin of the strategy. Options such as `--strategy posts` select all strategies of a group.
  public var group: Group
  /// The behaviour of the list past its last row.
  public var topology: Topology
  /// The rows that the content space covers.
  public var contentSpace: ContentSpace
  /// The condition that all rows must satisfy for the technique to work.
  public var requirement: Requirement
  /// The optional operations that the strategy supports.
  public var abilities: Abilities
  /// The modes in which the strategy can run; a technique without published defects has only `corrected`.
  public var modes: [StrategyMode]
  /// The complexity that the strategy claims for its operations. Measurements check these claims.
  public var complexity: Complexity
  /// A sentence that describes the visible defect of the published code; nil if there is none.
  public var publishedDefect: String?
  /// A sentence that describes how the corrected code still deviates from the reference; such a deviation is
  /// inherent to the technique. The description is nil if the corrected code does not deviate from the
  /// reference.
  public var inherentDeviation: String?
  /// The strategy's parameters, ordered by `StrategyParameter.place`.
  public var parameters: [StrategyParameter]
  /// Whether the strategy does nothing, so that its measured time is the harness overhead.
  public var isFloor: Bool

  /// Creates a descriptor; the defaults suit most strategies.
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
