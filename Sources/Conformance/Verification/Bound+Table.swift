import ListLayout

extension Bound {
  /// The bound that a strategy must keep in a scenario.
  ///
  /// A corrected strategy without an inherent deviation may not deviate at all. What is known about
  /// the others, of this package, stands in the table below; the rest is reported.
  public static func of(
    _ card: StrategyCard, mode: StrategyMode, in scenario: GestureScenario
  ) -> Bound {
    if card.isExact(in: mode) { return .none }
    // Values of parameters change how much is lost, not of what kind it is.
    let id = card.id.prefix { $0 != ":" }
    let row = table.first {
      $0.id == id && $0.modes.contains(mode) && $0.scenarios.contains(scenario)
    }
    return row?.bound ?? .reported
  }

  private struct Row {
    let id: String
    let modes: [StrategyMode]
    let scenarios: [GestureScenario]
    let bound: Bound
  }

  private static let table: [Row] = [
    // Their one defect: the offset stays where it was while rows above it change.
    Row(id: "fixed-list", modes: [.published], scenarios: moved + below, bound: .none),
    Row(id: "ellipse", modes: [.published], scenarios: moved + below, bound: .none),
    Row(id: "all-heights", modes: [.published], scenarios: moved + below, bound: .none),
    // The window's edge stops the motion until the gesture has ended.
    Row(id: "reload-window", modes: [.corrected], scenarios: changed + below, bound: .none),
    Row(
      id: "reload-window", modes: [.published, .corrected], scenarios: [.drag, .fling, .ends],
      bound: .content),
    // Rows that are not there yet: the wait stops the motion. Deletes can leave less than a screen,
    // which then moves as rows come. As published rows stand twice, so nothing is promised.
    Row(
      id: "on-demand", modes: [.corrected],
      scenarios: [.drag, .fling, .ends, .jump, .resize, .prepend] + below, bound: .content),
    // A finger is slower than its loads; a fling, a jump and a taller viewport are not.
    Row(
      id: "prefetch", modes: [.corrected], scenarios: [.drag, .resize, .prepend, .append],
      bound: .none),
    Row(
      id: "prefetch", modes: [.corrected], scenarios: [.fling, .ends, .jump, .edit, .viewport],
      bound: .content),
    // Layouts that never come to rest are its defect, and changes that move what is read.
    Row(
      id: "recycled-subview", modes: [.published], scenarios: [.drag, .fling, .append],
      bound: .work),
    // The neighbouring page is the edge of the content: one page a frame, the rest is lost.
    Row(
      id: "three-view-pager", modes: [.published, .corrected],
      scenarios: [.drag, .fling, .endless], bound: .content),
    // The frame that crosses a seam is set to the seam: what it had gone beyond is lost.
    Row(
      id: "triple-copy", modes: [.published], scenarios: [.drag, .fling, .endless], bound: .motion),
  ]

  private static let moved: [GestureScenario] = [.drag, .fling, .ends, .jump]
  private static let changed: [GestureScenario] = [.jump, .resize, .prepend, .edit]
  /// Changes that leave what is above the viewport's bottom alone.
  private static let below: [GestureScenario] = [.append, .viewport]
}
