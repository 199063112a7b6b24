import ListLayout

/// A kind of gestures for the verification of strategies.
public enum GestureScenario: String, CaseIterable, Sendable {
  /// A finger drags the content a little, back and forth.
  case drag
  /// Flings, followed by a jump to a row in the middle and frames for loading.
  case fling
  /// A jump to a row near an end, then motion past that end, at most 200 pt a frame.
  case ends
  /// Flings on rows of 20 pt, of which many are on screen.
  case low
  /// Jumps to random rows.
  case jump
  /// Changes of heights on and near the screen.
  case resize
  /// Inserts at the top.
  case prepend
  /// Inserts at the bottom.
  case append
  /// Inserts, deletes and moves anywhere, several in one frame.
  case edit
  /// Changes of the width, and with it of all heights.
  case rotate
  /// Inserts at the bottom while the list stays at its end.
  case follow
  /// Changes of the viewport's height.
  case viewport
  /// Flings over the seam of a circular list.
  case endless
  /// Stress: motion by many screens in a frame.
  case rush
  /// Stress: flings on rows of 20 pt with a typical height of 44 pt.
  case misfit
  /// Stress: all kinds of gestures, on degenerate lists.
  case degenerate
  /// Stress: all kinds of gestures, on random lists.
  case mixed

  /// Whether its frames or lists are beyond those of normal use.
  public var isStress: Bool {
    switch self {
    case .rush, .misfit, .degenerate, .mixed: true
    default: false
    }
  }
}

extension [GestureScenario] {
  /// Motion of a linear list.
  public static var motion: [GestureScenario] { [.drag, .fling, .ends, .jump] }
  /// Changes in and above the viewport.
  public static var changes: [GestureScenario] { [.jump, .resize, .prepend, .edit] }
  /// Changes below the viewport's bottom.
  public static var changesBelow: [GestureScenario] { [.append, .viewport] }
  /// All scenarios of long circular lists.
  public static var circular: [GestureScenario] {
    [.drag, .fling, .endless, .rush] + changes + changesBelow
  }
  /// Short and degenerate lists.
  public static var odd: [GestureScenario] { [.degenerate, .mixed] }
}

/// A limit on a strategy's deviation from the reference.
public enum DeviationBound: String, CaseIterable, Sendable {
  /// The reference's screens, with at most two layout passes a frame.
  case none = "nothing deviates"
  /// The reference's screens, with any number of layout passes.
  case work = "the screens are right; a frame may take more passes of layout"
  /// Motion beyond the laid out content is lost; there is no other deviation of motion.
  case content = "only motion beyond the laid out content is lost, and none goes astray"
  /// A frame may lose motion, but moves neither back nor too far.
  case motion = "a frame loses at most the motion asked of it, and none goes astray"
  /// No limit: the deviation is measured and reported.
  case reported = "no bound is known: measured and reported"
}

/// A limit on a strategy's deviation in some scenarios; a part of its registry entry.
public struct ScenarioBound: Hashable, Sendable {
  public var bound: DeviationBound
  public var scenarios: [GestureScenario]
  public var modes: [StrategyMode]
  /// Whether the bound applies only with default parameters.
  public var needsUsualValues: Bool

  /// A bound that applies in `scenarios` and `modes`.
  public init(
    _ bound: DeviationBound, in scenarios: [GestureScenario], modes: [StrategyMode] = [.corrected],
    needsUsualValues: Bool = false
  ) {
    (self.bound, self.scenarios) = (bound, scenarios)
    (self.modes, self.needsUsualValues) = (modes, needsUsualValues)
  }
}
