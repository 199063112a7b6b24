import ListLayout

/// A change to a list, or a movement of its content, within one frame.
public enum Gesture: Hashable, Codable, Sendable {
  /// Scrolls by a distance; positive values scroll towards later rows.
  case scroll(LayoutUnit)
  /// Ends a drag or fling.
  case settle
  /// Jumps so that the row's top is at the viewport's top.
  case jump(row: Int)
  case resize(row: Int, height: LayoutUnit)
  /// Inserts a row before `row`, or at the end if `row` equals the row count.
  case insert(row: Int, height: LayoutUnit)
  case delete(row: Int)
  case viewport(LayoutUnit)
  /// Removes a row and inserts it again at index `to`. The moved row is never the one that keeps
  /// its position on screen.
  case move(from: Int, to: Int)
  /// Changes the list's width to a percentage of the current width; see `height(_:atWidth:)`.
  case width(percent: Int)
  /// Scrolls to the end of the list, as a log view does.
  case follow
  /// Makes several changes in one frame: inserts, deletes, moves, and changes to heights, width or
  /// viewport. The last element may be `follow`.
  case batch([Gesture])
}

extension Gesture {
  /// The range of valid new list widths, as percentages of the current width.
  public static let widths = 10...1000

  /// Returns a row's height after the list's width changes, in units of 1/64 pt. Text is assumed to
  /// keep its area, so the result is `height` x 100 / `percent`, rounded half up and clamped to the
  /// valid range. A nonzero height never becomes 0.
  public static func height(_ height: Int32, atWidth percent: Int) -> Int32 {
    let scaled = (Int64(height) * 100 + Int64(percent) / 2) / Int64(percent)
    return Int32(clamping: height > 0 ? max(1, scaled) : 0)
  }

  /// Whether the new scroll position is independent of the previous one.
  public var isJump: Bool {
    switch self {
    case .jump, .follow: true
    case .batch(let changes): changes.last == .follow
    default: false
    }
  }

  /// The changes that this gesture makes to the list, excluding a batch's final `follow`. Empty if
  /// the gesture only moves the content.
  @inlinable
  public var changes: [Gesture] {
    switch self {
    case .batch(let changes): changes.last == .follow ? changes.dropLast() : changes
    case .scroll, .settle, .jump, .follow: []
    case .resize, .insert, .delete, .viewport, .move, .width: [self]
    }
  }
}
