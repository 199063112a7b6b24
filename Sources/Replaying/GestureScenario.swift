import ListLayout

/// A kind of use that a strategy is verified under.
public enum GestureScenario: String, CaseIterable, Sendable {
  /// A finger moves the content a little, back and forth, and is lifted.
  case drag
  /// The content is thrown and slows down by itself; then a row in the middle is jumped to, and
  /// waited for.
  case fling
  /// A row near an end is jumped to, and a finger goes past that end, at most 200 pt a frame.
  case ends
  /// Throws on rows of 20 pt: more of them are on screen than of others.
  case low
  /// Rows anywhere are jumped to.
  case jump
  /// Rows on screen and near it get other heights.
  case resize
  /// Rows come in at the top.
  case prepend
  /// Rows come in at the bottom.
  case append
  /// Rows come, go and move anywhere, several in one frame.
  case edit
  /// The list gets another width, and every row another height.
  case rotate
  /// Rows come in at the bottom while the reader stays at the end.
  case follow
  /// The viewport gets other heights.
  case viewport
  /// Throws over the seam of a circular list.
  case endless
  /// Stress: frames of many screens, from one end to the other or round and round.
  case rush
  /// Stress: throws on rows of 20 pt in a list that was told that its rows are 44 pt high.
  case misfit
  /// Stress: everything at once, on lists at the edge of what lists are.
  case degenerate
  /// Stress: everything at once, on random lists.
  case mixed

  /// Whether its frames or lists are beyond what a finger and an app do.
  public var isStress: Bool {
    switch self {
    case .rush, .misfit, .degenerate, .mixed: true
    default: false
    }
  }
}

extension [GestureScenario] {
  /// Motion of a list with ends.
  public static var motion: [GestureScenario] { [.drag, .fling, .ends, .jump] }
  /// Rows that change, come and go in and above the viewport.
  public static var changes: [GestureScenario] { [.jump, .resize, .prepend, .edit] }
  /// Changes that leave what is above the viewport's bottom alone.
  public static var changesBelow: [GestureScenario] { [.append, .viewport] }
  /// Everything that happens to long circular lists.
  public static var circular: [GestureScenario] {
    [.drag, .fling, .endless, .rush] + changes + changesBelow
  }
  /// Everything at once.
  public static var odd: [GestureScenario] { [.degenerate, .mixed] }
}

/// How far a strategy may be from the reference.
public enum DeviationBound: String, CaseIterable, Sendable {
  /// The reference's screens, in at most two passes of layout a frame.
  case none = "nothing deviates"
  /// The reference's screens, however many passes it takes.
  case work = "the screens are right; a frame may take more passes of layout"
  /// The content stops at the edge of what is laid out, and what was asked beyond is lost.
  case content = "only motion beyond the laid out content is lost, and none goes astray"
  /// A frame may lose some of its motion, but goes neither back nor too far.
  case motion = "a frame loses at most the motion asked of it, and none goes astray"
  /// Nothing is promised: the numbers are the result.
  case reported = "no bound is known: measured and reported"
}

/// What a strategy keeps to in some scenarios although it deviates: a part of its descriptor.
public struct ScenarioBound: Hashable, Sendable {
  /// What it keeps to.
  public var bound: DeviationBound
  /// Where it does.
  public var scenarios: [GestureScenario]
  /// The modes in which it does.
  public var modes: [StrategyMode]
  /// Whether it does so only as long as no parameter was given a value.
  public var needsUsualValues: Bool

  /// A bound in some scenarios.
  public init(
    _ bound: DeviationBound, in scenarios: [GestureScenario], modes: [StrategyMode] = [.corrected],
    needsUsualValues: Bool = false
  ) {
    (self.bound, self.scenarios) = (bound, scenarios)
    (self.modes, self.needsUsualValues) = (modes, needsUsualValues)
  }
}
