import ListLayout

/// A scenario (a sequence of gestures) with which `bench verify` tests strategies.
public enum GestureScenario: String, CaseIterable, Codable, Sendable {
  /// Small drags of the content, back and forth.
  case drag
  /// Flings, then a jump to a row in the middle of the list, then frames during which the rows load.
  case fling
  /// A jump to a row near an end of the list, then motion past that end, at most 200 pt per frame.
  case ends
  /// Flings on rows of 20 pt, so that many rows are on screen.
  case low
  /// Jumps to random rows.
  case jump
  /// Changes to the heights of rows on and near the screen.
  case resize
  /// Insertions of rows at the top of the list.
  case prepend
  /// Insertions of rows at the bottom of the list.
  case append
  /// Insertions, deletions and moves of rows anywhere in the list, several in one frame.
  case edit
  /// Changes of the list's width, each of which changes all row heights.
  case rotate
  /// Insertions of rows at the bottom while the list is scrolled to its end.
  case follow
  /// Changes of the viewport's height.
  case viewport
  /// Flings in a circular list, past the point where row 0 follows the last row.
  case endless
  /// A stress test in which the content moves by many screens in one frame.
  case rush
  /// A stress test with flings on rows of 20 pt, although the option `typicalRowHeight` is 44 pt.
  case misfit
  /// A stress test with all kinds of gestures on degenerate lists.
  case degenerate
  /// A stress test with all kinds of gestures on random lists.
  case mixed

  /// Whether the scenario's motion or lists go beyond normal use.
  public var isStress: Bool {
    switch self {
    case .rush, .misfit, .degenerate, .mixed: true
    default: false
    }
  }
}

extension [GestureScenario] {
  /// The scenarios with motion in a linear list.
  public static var motion: [GestureScenario] { [.drag, .fling, .ends, .jump] }
  /// The scenarios with changes in and above the viewport.
  public static var changes: [GestureScenario] { [.jump, .resize, .prepend, .edit] }
  /// The scenarios with changes below the viewport's bottom.
  public static var changesBelow: [GestureScenario] { [.append, .viewport] }
  /// All scenarios for long circular lists.
  public static var circular: [GestureScenario] {
    [.drag, .fling, .endless, .rush] + changes + changesBelow
  }
  /// The scenarios with short or degenerate lists.
  public static var odd: [GestureScenario] { [.degenerate, .mixed] }
}

/// A limit on a strategy's deviation from the reference.
public enum DeviationBound: String, CaseIterable, Codable, Sendable {
  /// The strategy shows the same screens as the reference, with at most two layout passes per frame.
  case none = "nothing deviates"
  /// The strategy shows the same screens as the reference, with any number of layout passes.
  case work = "all screens are right, but a frame may need more layout passes"
  /// Motion beyond the content that is laid out may be lost, but all other motion is exact.
  case content = "only motion beyond the laid-out content is lost; all other motion is exact"
  /// In a frame, the content may move less far than the gesture requests, but never backwards or too far.
  case motion = "a frame may lose motion, but never moves backwards or too far"
  /// The deviation has no limit; it is measured and reported.
  case reported = "no known bound: measured and reported"
}

/// A part of a strategy's registry entry: a limit on the strategy's deviation in some scenarios.
public struct ScenarioBound: Hashable, Sendable {
  public var bound: DeviationBound
  public var scenarios: [GestureScenario]
  public var modes: [StrategyMode]
  /// Whether the bound applies only if all parameters have their default values.
  public var needsUsualValues: Bool

  /// Creates a bound that applies in `scenarios` and `modes`.
  public init(
    _ bound: DeviationBound, in scenarios: [GestureScenario], modes: [StrategyMode] = [.corrected],
    needsUsualValues: Bool = false
  ) {
    (self.bound, self.scenarios) = (bound, scenarios)
    (self.modes, self.needsUsualValues) = (modes, needsUsualValues)
  }
}
