import ListLayout

/// A change to a list, or a motion of its content, between two frames.
public enum Gesture: Hashable, Codable, Sendable {
  /// Scrolls by a distance, which is positive towards later rows.
  case scroll(LayoutUnit)
  /// Ends the reader's gesture; the content keeps its position afterwards.
  case settle
  /// Scrolls so that a row's top is at the viewport's top.
  case jump(row: Int)
  /// Changes the height of a row.
  case resize(row: Int, height: LayoutUnit)
  /// Inserts a row before `row`, or at the end if `row` is the row count.
  case insert(row: Int, height: LayoutUnit)
  /// Deletes a row.
  case delete(row: Int)
  /// Changes the viewport's height.
  case viewport(LayoutUnit)
  /// Removes a row and inserts it at index `to`. If the moved row was the anchor (the row that keeps its
  /// position on screen), the next row on screen becomes the anchor.
  case move(from: Int, to: Int)
  /// Changes the list's width to a percentage of the current width, which changes all heights as in
  /// `height(_:atWidth:)`.
  case width(percent: Int)
  /// Scrolls to the end of the list, like a log view that always shows the last line.
  case follow
  /// Makes several changes in one frame, in order: inserts, deletes, moves, and changes of heights, widths
  /// and viewports. The last gesture of a batch may be `follow`.
  case batch([Gesture])
}

extension Gesture {
  /// The valid percentages for a change of the list's width.
  public static let widths = 10...1000

  /// Returns the height of a row after a change of width, in 1/64 pt. The area of the text is constant, so
  /// the result is `height` x 100 / `percent`. The result is rounded to the nearest 1/64 pt, with halves
  /// rounded up, and clamped to valid heights. A height above 0 remains above 0.
  public static func height(_ height: Int32, atWidth percent: Int) -> Int32 {
    let scaled = (Int64(height) * 100 + Int64(percent) / 2) / Int64(percent)
    return Int32(clamping: height > 0 ? max(1, scaled) : 0)
  }

  /// Whether the scroll position after the gesture is independent of the scroll position before it.
  public var isJump: Bool {
    switch self {
    case .jump, .follow: true
    case .batch(let changes): changes.last == .follow
    default: false
    }
  }

  /// The changes that the gesture makes, without the final `follow` of a batch. The array is empty if the
  /// gesture is a motion.
  @inlinable
  public var changes: [Gesture] {
    switch self {
    case .batch(let changes): changes.last == .follow ? changes.dropLast() : changes
    case .scroll, .settle, .jump, .follow: []
    case .resize, .insert, .delete, .viewport, .move, .width: [self]
    }
  }
}
