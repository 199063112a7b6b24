import ListLayout

/// A change of a list or motion of its content within one frame.
public enum Gesture: Hashable, Codable, Sendable {
  /// Scrolls by a distance, positive towards later rows.
  case scroll(LayoutUnit)
  /// Ends a finger's gesture.
  case settle
  /// Jumps so that the row's top is at the viewport's top.
  case jump(row: Int)
  case resize(row: Int, height: LayoutUnit)
  /// Inserts a row before `row`, or at the end if `row` equals the row count.
  case insert(row: Int, height: LayoutUnit)
  case delete(row: Int)
  case viewport(LayoutUnit)
  /// Removes a row and inserts it again at index `to`. A moved row does not keep its position on screen.
  case move(from: Int, to: Int)
  /// Changes the list's width to a percentage of the current width; see `height(_:atWidth:)`.
  case width(percent: Int)
  /// Scrolls to the end of the list, as a log view does.
  case follow
  /// Makes several changes in one frame: inserts, deletes, moves, and changes of heights, width or viewport.
  /// The last element may be `follow`.
  case batch([Gesture])
}

extension Gesture {
  /// The valid percentages for a change in list width.
  public static let widths = 10...1000

  /// The row's height after a change of width, in 1/64 pt. Text keeps its area, so the result is `height`
  /// x 100 / `percent`, rounded half up and clamped to valid heights. A nonzero height never becomes 0.
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

  /// The changes of the list, excluding a batch's final `follow`. Empty for motion.
  @inlinable
  public var changes: [Gesture] {
    switch self {
    case .batch(let changes): changes.last == .follow ? changes.dropLast() : changes
    case .scroll, .settle, .jump, .follow: []
    case .resize, .insert, .delete, .viewport, .move, .width: [self]
    }
  }
}
