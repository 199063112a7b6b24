import BenchReplaying
import ListLayout

/// The motion of a list's content on screen.
///
/// The content moves as a gesture asks if it moves by the requested distance, or up to an end of the list. A
/// frame is called rough if the content moves otherwise: it is held at the end of a window, jumps or turns
/// blank.
package struct ContentMotion: Sendable {
  let contentHeight, viewport: LayoutUnit
  let topology: StrategyDescriptor.Topology

  /// The motion of the content minus the motion that the gesture asked for, positive towards later rows. The
  /// error is nil if the content appeared or disappeared, or if a blank screen was to move.
  ///
  /// - Parameters:
  ///   - start: the true offset at the viewport's top before the frame; nil for a blank screen.
  ///   - end: the same offset after the frame.
  ///   - asked: the distance that the gesture asks for; 0 after its end.
  func error(from start: LayoutUnit?, to end: LayoutUnit?, asked: LayoutUnit) -> LayoutUnit? {
    guard contentHeight > .zero else { return .zero }
    guard let start, let end else { return start == end && asked == .zero ? .zero : nil }
    if topology == .circular { return shorterWay(end - start - asked) }
    let last = max(.zero, contentHeight - viewport)
    let due = asked > .zero ? min(asked, max(.zero, last - start)) : max(asked, min(.zero, -start))
    return end - start - due
  }

  /// Returns `distance` for a linear list, or the shorter of the two signed distances around a circular list.
  func shorterWay(_ distance: LayoutUnit) -> LayoutUnit {
    let total = contentHeight.rawValue
    guard topology == .circular, total > 0 else { return distance }
    let rest = distance.rawValue % total
    let short = 2 * abs(rest) > total ? rest - rest.signum() * total : rest
    return LayoutUnit(rawValue: short)
  }
}
