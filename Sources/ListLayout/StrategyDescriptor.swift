/// The rate at which an operation's cost grows with n, the number of rows.
public enum Growth: String, CaseIterable, Sendable {
  /// Cost that doesn't depend on n.
  case constant = "1"
  /// Cost proportional to log n.
  case logarithmic = "log n"
  /// The cost is proportional to √n. Measurements at only a few list lengths can't distinguish this rate from
  /// linear growth, so it is checked as if it were linear.
  case squareRoot = "sqrt n"
  /// Cost proportional to n.
  case linear = "n"
  /// Cost proportional to n log n.
  case linearithmic = "n log n"
}

/// The growth rates that a strategy claims for its operations.
public struct Complexity: Hashable, Sendable {
  /// Building the list and its first screen.
  public var open: Growth
  /// Computing the offset of a row.
  public var offset: Growth
  /// Finding the row at an offset.
  public var hitTest: Growth
  /// Changing the height of one row and laying out the next frame.
  public var change: Growth
  /// Inserting or deleting one row and laying out the next frame.
  public var edit: Growth
  /// Laying out one frame while scrolling.
  public var frame: Growth
  /// Changing all heights and laying out the next frame.
  public var rotate: Growth

  /// Creates a set of claims. Each operation defaults to constant cost.
  public init(
    open: Growth = .constant, offset: Growth = .constant, hitTest: Growth = .constant,
    change: Growth = .constant, edit: Growth = .constant, frame: Growth = .constant,
    rotate: Growth = .constant
  ) {
    (self.open, self.offset, self.hitTest, self.change) = (open, offset, hitTest, change)
    (self.edit, self.frame, self.rotate) = (edit, frame, rotate)
  }
}

/// A strategy's properties, and the claims that the harness checks.
public struct StrategyDescriptor: Hashable, Sendable {
  /// The list's behaviour when it is scrolled past its last row.
  public enum Topology: String, Codable, Sendable {
    /// The list stops at both ends.
    case linear
    /// Row indices wrap around, and scrolling never ends.
    case circular
  }

  /// The rows that the content space covers.
  public enum ContentSpace: String, Sendable {
    /// All rows, with offsets measured from row 0.
    case wholeList = "whole list"
    /// A few rows around the viewport, with offsets measured from the first of them.
    case window
    /// All rows, using estimated heights for unmeasured rows. Positions on screen are exact, but offsets of
    /// off-screen rows are estimates.
    case estimated = "estimated list"
  }

  /// A condition that the rows must meet for the technique to work.
  public enum Requirement: String, Sendable {
    /// Rows may have any height, including 0.
    case anyHeights = "any heights"
    /// Every row must have a height above 0.
    case positiveHeights = "heights above 0"
    /// All rows must have the same height.
    case equalHeights = "equal heights"
    /// Every row is as tall as the viewport.
    case pages = "pages"
  }

  /// The kinds of change that a list supports.
  public struct Abilities: OptionSet, Hashable, Sendable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// Changing a row's height.
    public static let resize = Abilities(rawValue: 1)
    /// Inserting and deleting rows.
    public static let edit = Abilities(rawValue: 2)
    /// Changing the viewport's height.
    public static let viewport = Abilities(rawValue: 4)
    /// Changing the heights of all rows at once.
    public static let relayout = Abilities(rawValue: 8)
    /// All changes.
    public static let all: Abilities = [.resize, .edit, .viewport, .relayout]
  }

  /// Where a technique comes from. Tables group strategies by origin, and `--strategy` can select a whole
  /// group.
  public enum Group: String, CaseIterable, Sendable {
    /// One of the blog posts examined by this project.
    case posts
    /// An index taken from an existing list view or from the literature.
    case peers
    /// This project, or you.
    case ours
  }

  /// ID used on the command line and in files: lowercase, with hyphens.
  public var id: String
  /// Short description of the technique.
  public var title: String
  /// Source of the technique: a paper, a product or a blog post.
  public var origin: String
  /// The group that the strategy belongs to in options such as `--strategy posts`.
  public var group: Group
  /// The list's behaviour when it is scrolled past its last row.
  public var topology: Topology
  /// The rows that the content space covers.
  public var contentSpace: ContentSpace
  /// A condition that the rows must meet for the technique to work.
  public var requirement: Requirement
  /// The kinds of change that the list supports.
  public var abilities: Abilities
  /// The modes that the strategy supports: only `corrected` if the published code has no defects.
  public var modes: [StrategyMode]
  /// The growth rate that the strategy claims for each operation. Measurements check these claims.
  public var complexity: Complexity
  /// One sentence describing the published code's visible defect, or nil if it has none.
  public var publishedDefect: String?
  /// One sentence describing how the corrected code still deviates from the reference because of the
  /// technique itself, or nil if it doesn't.
  public var inherentDeviation: String?
  /// The parameters, ordered by `StrategyParameter.place`.
  public var parameters: [StrategyParameter]
  /// Whether this is the empty strategy. The empty strategy does nothing, so its time is the
  /// harness overhead.
  public var isFloor: Bool

  /// Creates a descriptor. The default values suit most strategies.
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
