import ListLayout

/// A group of gestures used by `bench verify` to test strategies.
public enum GestureScenario: String, CaseIterable, Codable, Sendable {
  /// Small drags back and forth.
  case drag
  /// Flings, each followed by a jump to the middle of the list and by frames in which rows load.
  case fling
  /// Scrolling past the ends of the list, at up to 200 pt per frame.
  case ends
  /// Flings through short rows (20 pt), many of which are on screen at once.
  case low
  case jump
  /// New heights for rows on and near the screen.
  case resize
  case prepend
  case append
  /// Insertions, deletions and moves anywhere in the list, with several per frame.
  case edit
  /// Changes to the list's width, which affect the heights of all rows.
  case rotate
  /// Insertions at the end of a list that always scrolls to its end.
  case follow
  case viewport
  /// Flings past the last row of a circular list.
  case endless
  /// Stress: scrolling by many screens per frame.
  case rush
  /// Stress: flings through 20 pt rows while `typicalRowHeight` is 44 pt.
  case misfit
  /// Stress: gestures of every kind on degenerate lists.
  case degenerate
  /// Stress: gestures of every kind on random lists.
  case mixed

  /// Whether the scenario goes beyond normal use.
  public var isStress: Bool {
    switch self {
    case .rush, .misfit, .degenerate, .mixed: true
    default: false
    }
  }
}

extension [GestureScenario] {
  public static var motion: [GestureScenario] { [.drag, .fling, .ends, .jump] }
  /// Scenarios that change rows in and above the viewport.
  public static var changes: [GestureScenario] { [.jump, .resize, .prepend, .edit] }
  /// Scenarios that change rows below the viewport, or the viewport itself.
  public static var changesBelow: [GestureScenario] { [.append, .viewport] }
  /// Scenarios that use long circular lists.
  public static var circular: [GestureScenario] {
    [.drag, .fling, .endless, .rush] + changes + changesBelow
  }
  public static var odd: [GestureScenario] { [.degenerate, .mixed] }
}

/// A limit on a strategy's deviation from the reference.
public enum DeviationBound: String, CaseIterable, Codable, Sendable {
  /// Every screen must match the reference, with at most two layout passes per frame.
  case none = "nothing deviates"
  /// Every screen must match the reference, with any number of layout passes.
  case work = "all screens are right, but a frame may need more layout passes"
  /// Motion beyond the laid-out content may be lost.
  case content = "only motion beyond the laid-out content is lost; all other motion is exact"
  /// A frame may fall short of the requested motion, but never moves backwards or overshoots.
  case motion = "a frame may lose motion, but never moves backwards or overshoots"
  /// No limit; the deviation is measured and reported.
  case reported = "no known bound: measured and reported"
}

public struct ScenarioBound: Hashable, Sendable {
  public var bound: DeviationBound
  public var scenarios: [GestureScenario]
  public var modes: [StrategyMode]
  /// Whether the bound applies only if all parameters have their default values.
  public var needsUsualValues: Bool

  public init(
    _ bound: DeviationBound, in scenarios: [GestureScenario], modes: [StrategyMode] = [.corrected],
    needsUsualValues: Bool = false
  ) {
    (self.bound, self.scenarios) = (bound, scenarios)
    (self.modes, self.needsUsualValues) = (modes, needsUsualValues)
  }
}
