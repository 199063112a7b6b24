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
    let id = card.id.prefix { $0 != ":" }
    let hasOtherValues = id.endIndex < card.id.endIndex
    let row = table.first {
      $0.id == id && $0.modes.contains(mode) && $0.scenarios.contains(scenario)
        && !($0.needsUsualValues && hasOtherValues)
    }
    return row?.bound ?? .reported
  }

  private struct Row {
    let id: String
    let modes: [StrategyMode]
    let scenarios: [GestureScenario]
    let bound: Bound
    /// Holds only as long as no parameter of the strategy was given a value.
    var needsUsualValues = false
  }

  private static let table: [Row] = [
    // Their one defect: the offset stays where it was while rows above it change.
    Row(id: "fixed-list", modes: [.published], scenarios: moved + below, bound: .none),
    Row(id: "ellipse", modes: [.published], scenarios: moved + below, bound: .none),
    Row(id: "all-heights", modes: [.published], scenarios: moved + below, bound: .none),
    // 200 rows are enough for a drag, and published code goes wrong only where something changes
    // above the viewport's bottom; with fewer rows these show how much too few they are.
    Row(
      id: "reload-window", modes: [.corrected], scenarios: [.drag] + changed + below, bound: .none,
      needsUsualValues: true),
    Row(
      id: "reload-window", modes: [.published], scenarios: [.drag, .jump] + below, bound: .none,
      needsUsualValues: true),
    // The table's end stops the motion until the gesture is over.
    Row(
      id: "reload-window", modes: [.published, .corrected], scenarios: [.drag, .fling, .ends],
      bound: .content),
    Row(id: "reload-window", modes: [.corrected], scenarios: odd, bound: .content),
    // Rows that are not there yet: the wait stops the motion.
    Row(
      id: "on-demand", modes: [.published, .corrected], scenarios: [.drag, .fling, .ends],
      bound: .content),
    // Layouts that never come to rest are its defect, and changes that move what is read.
    Row(
      id: "recycled-subview", modes: [.published], scenarios: [.drag, .fling, .append],
      bound: .work),
    // Lists of three pages or fewer have ends: there are some among the degenerate and the mixed.
    Row(
      id: "three-view-pager", modes: [.corrected], scenarios: [.drag, .fling, .jump, .endless],
      bound: .none),
    Row(id: "three-view-pager", modes: [.corrected], scenarios: odd, bound: .content),
    Row(id: "three-view-pager", modes: [.published], scenarios: [.jump], bound: .none),
    // The neighbouring page is the edge of the content: one page a frame, the rest is lost.
    Row(
      id: "three-view-pager", modes: [.published],
      scenarios: [.drag, .fling, .endless] + odd, bound: .content),
    // The frame that crosses a seam is set to the seam: what it had gone beyond is lost.
    Row(
      id: "triple-copy", modes: [.published], scenarios: [.drag, .fling, .endless], bound: .motion),
  ]

  private static let moved: [GestureScenario] = [.drag, .fling, .ends, .jump]
  private static let changed: [GestureScenario] = [.jump, .resize, .prepend, .edit]
  /// Everything at once.
  private static let odd: [GestureScenario] = [.degenerate, .mixed]
  /// Changes that leave what is above the viewport's bottom alone.
  private static let below: [GestureScenario] = [.append, .viewport]
}
