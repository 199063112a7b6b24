import BenchRuns
import BenchWorkloads
import ListLayout

/// A kind of list and the technique to use for it. All recommendations are based on this table. Reports
/// apply it to the lists that a run measured; `bench list needs`, the README and the guide repeat it.
package struct Need: Sendable {
  package let lists: String
  let condition: String
  package let technique: String
  let app: String
  package let others: String
  /// IDs of the scenarios whose times matter most.
  package let scenarios: [String]

  /// Whether all or nearly all rows have the same height.
  var hasEqualRows = false
  /// Whether rows are measured only when they are shown. If so, the recommended technique doesn't have to
  /// know the positions of distant rows, and the cost of measuring is added to its times.
  var measuresShownRows = false
  /// Whether the list is circular.
  var repeats = false
  /// Whether a strategy is a candidate, provided that it supports the list's operations.
  let includes: @Sendable (StrategyResult) -> Bool

  package static let all = [
    Need(
      lists: "chat, feed", condition: "rows are measured when shown",
      technique: "estimated", app: "`RowLayout(unmeasured:estimatedHeight:)`",
      others: """
        `recycled-subview` is good enough if no rows are much shorter than the others. `reload-window` is \
        worse: it stops at its table's end, and requests 200 heights after a gesture.
        """,
      scenarios: ["prepend", "expand", "recalc-10"],
      measuresShownRows: true, includes: { $0.family == .window && !$0.needsEqualRows }),
    Need(
      lists: "calendar", condition: "rows are added at both ends",
      technique: "sliding-window", app: "`RowLayout`, with `insertUnmeasured(_:at:)`",
      others: "`section-shift` is good enough, but it requests more heights at a time.",
      scenarios: ["prepend", "append", "week"],
      measuresShownRows: true, includes: { $0.isWindow && !$0.needsEqualRows }),
    Need(
      lists: "exact scroll bar, jumps", condition: "all heights are known",
      technique: "adaptive", app: "`RowHeights(heights)`",
      others:
        "If measuring all heights takes too long, use `estimated`; the scroll bar is then approximate.",
      scenarios: ["offset", "jump", "expand"],
      includes: { $0.family == .exact && !$0.needsEqualRows }),
    Need(
      lists: "log", condition: "most lines have the same height",
      technique: "run-length", app: "`RowHeights(heights)`",
      others:
        "`follow` is the time of lines that arrive at the visible end. Use `adaptive` if many lines wrap.",
      scenarios: ["follow", "append", "open"],
      hasEqualRows: true, includes: { $0.family == .exact && !$0.needsEqualRows }),
    Need(
      lists: "equal rows", condition: "no row ever has another height",
      technique: "fixed-list", app: "`row * height`", others: "", scenarios: ["offset", "scroll"],
      hasEqualRows: true, includes: \.needsEqualRows),
    Need(
      lists: "carousel", condition: "the list repeats", technique: "cyclic", app: "no equivalent",
      others: "`triple-copy` is worse: it requests and stores each height three times.",
      scenarios: ["endless"], repeats: true, includes: { $0.family == .circular }),
  ]

  var text: String { "\(lists): \(condition)" }

  /// Whether a candidate may be recommended even if it doesn't support the group's operation.
  func excuses(_ group: CellGroup) -> Bool {
    // Some operations exist only for lists that have a first and a last row, others only for circular
    // lists.
    if let topology = group.known?.topology { return (topology == .circular) != repeats }
    return measuresShownRows && Self.positions.contains(group.scenario)
      || hasEqualRows && Self.resizing.contains(group.scenario)
  }

  private static let positions: Set = [
    "offset", "offset-chain", "hit-test", "hit-test-chain", "mixed",
  ]
  private static let resizing: Set = [
    "mixed", "change", "recalc", "recalc-10", "recalc-100", "expand",
  ]
}

extension StrategyResult {
  fileprivate var needsEqualRows: Bool {
    descriptor.map { [.equalHeights, .pages].contains($0.requirement) } ?? false
  }
}
