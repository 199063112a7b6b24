/// How an operation's cost grows with n, the number of rows.
public enum Growth: String, CaseIterable, Sendable {
  case constant = "1"
  case logarithmic = "log n"
  /// The cost is proportional to √n. A few list lengths cannot tell it from linear growth, so the claim is
  /// checked like a linear one.
  case squareRoot = "sqrt n"
  case linear = "n"
  case linearithmic = "n log n"
}

/// The growth that a strategy claims for each of its operations.
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

  public init(
    open: Growth = .constant, offset: Growth = .constant, hitTest: Growth = .constant,
    change: Growth = .constant, edit: Growth = .constant, frame: Growth = .constant,
    rotate: Growth = .constant
  ) {
    (self.open, self.offset, self.hitTest, self.change) = (open, offset, hitTest, change)
    (self.edit, self.frame, self.rotate) = (edit, frame, rotate)
  }
}

/// The properties of a strategy, and the claims that the harness checks.
public struct StrategyDescriptor: Hashable, Sendable {
  /// What is past the last row.
  public enum Topology: String, Codable, Sendable {
    /// The list stops at both ends.
    case linear
    /// Row indices are taken modulo the number of rows, and scrolling has no end.
    case circular
  }

  /// The rows that the content space covers.
  public enum ContentSpace: String, Sendable {
    /// All rows; offsets are measured from row 0.
    case wholeList = "whole list"
    /// Some rows around the viewport; offsets are measured from the first of them.
    case window
    /// All rows, with estimated heights for rows that were not measured. The screen is exact, but the offsets
    /// of rows off screen are estimates.
    case estimated = "estimated list"
  }

  /// The condition on the rows without which the technique does not work.
  public enum Requirement: String, Sendable {
    case anyHeights = "any heights"
    case positiveHeights = "heights above 0"
    case equalHeights = "equal heights"
    /// Every row is as tall as the viewport.
    case pages = "pages"
  }

  /// The changes that a list can handle.
  public struct Abilities: OptionSet, Hashable, Sendable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// Changing the height of a row.
    public static let resize = Abilities(rawValue: 1)
    /// Inserting and deleting rows.
    public static let edit = Abilities(rawValue: 2)
    /// Changing the height of the viewport.
    public static let viewport = Abilities(rawValue: 4)
    /// Changing the heights of all rows at once.
    public static let relayout = Abilities(rawValue: 8)
    /// All changes.
    public static let all: Abilities = [.resize, .edit, .viewport, .relayout]
  }

  /// Where a technique comes from. Tables group strategies by it, and `--strategy` can select a group.
  public enum Group: String, CaseIterable, Sendable {
    /// One of the blog posts that this project examines.
    case posts
    /// An index from an existing list view or from the literature.
    case peers
    /// This project, or you.
    case ours
  }

  /// The ID on the command line and in files, in lower case with hyphens.
  public var id: String
  /// The technique in a few words.
  public var title: String
  /// The source of the technique: a paper, product or post.
  public var origin: String
  /// The group that options such as `--strategy posts` select.
  public var group: Group
  /// What is past the last row.
  public var topology: Topology
  /// The rows that the content space covers.
  public var contentSpace: ContentSpace
  /// The condition on the rows without which the technique does not work.
  public var requirement: Requirement
  /// The changes that the list can handle.
  public var abilities: Abilities
  /// The modes of the strategy; without published defects, only `corrected`.
  public var modes: [StrategyMode]
  /// The growth that the strategy claims for each operation, which measurements check.
  public var complexity: Complexity
  /// A sentence about the visible defect of the published code; nil if there is none.
  public var publishedDefect: String?
  /// A sentence about the corrected code's deviation from the reference, which is inherent to the technique;
  /// nil if there is none.
  public var inherentDeviation: String?
  /// The parameters, ordered by `StrategyParameter.place`.
  public var parameters: [StrategyParameter]
  /// Whether the strategy does nothing, so that its time is the harness overhead.
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
