import ListLayout
import Replaying

/// What happens to a script's list between its gestures, derived from the script so that it is the
/// same whenever the script is run again.
extension GestureScript {
  private static let turnedBy: Int32 = 3 * 64

  /// The viewport after the list was turned.
  var turnedViewport: LayoutUnit { options.viewport + LayoutUnit(rawValue: Self.turnedBy) }

  /// The heights of the rows after the list was turned.
  func alternateHeights(for requirement: StrategyCard.Requirement) -> [Int32] {
    switch requirement {
    case .anyHeights: heights.reversed()
    case .equalHeights, .pages: heights.map { Int32(clamping: Int64($0) + Int64(Self.turnedBy)) }
    }
  }

  /// What happens when the list is turned, in words.
  func turn(for requirement: StrategyCard.Requirement) -> String {
    let heights =
      requirement == .anyHeights
      ? "the heights go into reverse order" : "all rows become 3 pt higher"
    return "\(heights) and the viewport becomes \(turnedViewport), and every eighth all goes back"
  }

  /// Steps that change three rows at once, or insert three and delete as many on the average; nil
  /// when the card allows neither.
  func batches(for card: StrategyCard) -> Script? {
    var loops: [Loop] = []
    if card.abilities.contains(.edit) { loops += [.prepend, .append] }
    if card.abilities.contains(.resize), card.requirement == .anyHeights, !heights.isEmpty {
      loops.append(.recalc)
    }
    let height = commonHeight(for: card.requirement).map { Int32(clamping: $0.rawValue) }
    // Rows of one height, but which?
    if card.requirement == .equalHeights, height == nil { return nil }
    guard !loops.isEmpty else { return nil }
    let loop = loops[heights.count % loops.count]
    let count = gestures.count + 1
    let width = 3
    return Script(
      loop: loop, count: count, width: width,
      rows: (0..<count * width).map { Int32($0 * 7 % max(1, heights.count)) },
      targets: (0..<count).map { loop == .recalc ? 0 : Int32($0 % 4 * 2) },
      heights: (0..<count * width).map { height ?? Int32($0 * 1013 % 6000) },
      distances: Array(repeating: 0, count: count))
  }
}
