import ListLayout

extension Bound {
  /// The bound that a strategy must keep in a scenario.
  ///
  /// A corrected strategy without an inherent deviation may not deviate at all. For the others the
  /// bounds are those that follow from the published designs; everything that happens to the rows
  /// themselves (they change, come and go) is reported.
  public static func of(
    _ card: StrategyCard, mode: StrategyMode, in scenario: GestureScenario
  ) -> Bound {
    if card.isExact(in: mode) { return .none }
    switch scenario {
    case .drag, .fling, .ends, .endless: break
    case .jump, .resize, .prepend, .append, .edit, .viewport, .degenerate, .mixed: return .reported
    }
    return motionBounds[Key(id: card.id, mode: mode)] ?? .reported
  }

  private struct Key: Hashable {
    let id: String
    let mode: StrategyMode
  }

  /// What is known about motion through rows that do not change.
  private static let motionBounds: [Key: Bound] = [
    // Keeping the offset where the rows changed is their only defect.
    Key(id: "fixed-list", mode: .published): .none,
    Key(id: "all-heights", mode: .published): .none,
    // The window's edge stops the motion until the gesture has ended.
    Key(id: "reload-window", mode: .published): .content,
    Key(id: "reload-window", mode: .corrected): .content,
    // Data that is not there yet: the wait stops the motion.
    Key(id: "on-demand", mode: .published): .content,
    Key(id: "on-demand", mode: .corrected): .content,
    // The neighbouring page is the edge of the content: one page a gesture, the rest is lost.
    Key(id: "three-view-pager", mode: .published): .content,
    Key(id: "three-view-pager", mode: .corrected): .content,
    // The frame that crosses a seam is set to the seam: what it had gone beyond is lost.
    Key(id: "triple-copy", mode: .published): .motion,
    // The overscrolled frame is clamped before the sections shift.
    Key(id: "section-shift", mode: .published): .motion,
    Key(id: "section-shift", mode: .corrected): .motion,
  ]
}
