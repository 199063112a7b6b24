import BenchReplaying
import ListLayout

/// The motion of a list's content on screen. In a smooth frame, the content moves by the requested
/// distance or stops at an end of the list. In a rough frame, the content stops at the edge of a
/// window, jumps, or disappears.
struct ContentMotion: Sendable {
  let contentHeight, viewport: LayoutUnit
  let topology: StrategyDescriptor.Topology

  /// The content's motion minus the requested motion, positive towards later rows. Nil if the
  /// content appeared or disappeared, or if the screen stayed blank even though motion was
  /// requested. `start` and `end` are the true offsets at the top of the viewport, or nil for a
  /// blank screen.
  func error(from start: LayoutUnit?, to end: LayoutUnit?, asked: LayoutUnit) -> LayoutUnit? {
    guard contentHeight > .zero else { return .zero }
    guard let start, let end else { return start == end && asked == .zero ? .zero : nil }
    if topology == .circular { return shorterWay(end - start - asked) }
    let last = max(.zero, contentHeight - viewport)
    let due = asked > .zero ? min(asked, max(.zero, last - start)) : max(asked, min(.zero, -start))
    return end - start - due
  }

  func shorterWay(_ distance: LayoutUnit) -> LayoutUnit {
    let total = contentHeight.rawValue
    guard topology == .circular, total > 0 else { return distance }
    let rest = distance.rawValue % total
    let short = 2 * abs(rest) > total ? rest - rest.signum() * total : rest
    return LayoutUnit(rawValue: short)
  }
}
