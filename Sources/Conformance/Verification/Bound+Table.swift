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
    // Its number of views is enough for the long lists, whose rows are 90 pt on average.
    Row(
      id: "recycled-subview", modes: [.corrected], scenarios: moved + changed + below, bound: .none,
      needsUsualValues: true),
    // Six sections are more than the screen and a frame's motion. Thrown further, it goes astray.
    Row(
      id: "section-shift", modes: [.published],
      scenarios: [.drag, .fling, .jump, .prepend] + below, bound: .none, needsUsualValues: true),
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
    // Exact while a copy is at least half as high as the viewport; lower content stops where its
    // copies end. Published, it bounces there, and changes move what is read: a long list that
    // begins in its middle shows neither while it is dragged, thrown and jumped in.
    Row(
      id: "triple-copy", modes: [.published], scenarios: [.drag, .fling, .jump] + below,
      bound: .none),
    Row(id: "triple-copy", modes: [.corrected], scenarios: circular, bound: .none),
    Row(id: "triple-copy", modes: [.corrected], scenarios: odd, bound: .content),
    Row(id: "ellipse", modes: [.corrected], scenarios: circular, bound: .none),
    Row(id: "ellipse", modes: [.corrected], scenarios: odd, bound: .content),
  ]

  private static let moved: [GestureScenario] = [.drag, .fling, .ends, .jump]
  private static let changed: [GestureScenario] = [.jump, .resize, .prepend, .edit]
  /// Everything that happens to long circular lists.
  private static let circular: [GestureScenario] = [.drag, .fling, .endless] + changed + below
  /// Everything at once.
  private static let odd: [GestureScenario] = [.degenerate, .mixed]
  /// Changes that leave what is above the viewport's bottom alone.
  private static let below: [GestureScenario] = [.append, .viewport]
}
