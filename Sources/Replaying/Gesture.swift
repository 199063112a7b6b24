import ListLayout

/// A change or motion of a list between two frames.
public enum Gesture: Hashable, Sendable {
  /// Scrolls; positive towards later rows.
  case scroll(LayoutUnit)
  /// Ends a gesture: the content is at rest.
  case settle
  /// Scrolls a row's top to the viewport's top.
  case jump(row: Int)
  /// Changes the height of a row.
  case resize(row: Int, height: LayoutUnit)
  /// Inserts a row before `row`; `row` = count appends.
  case insert(row: Int, height: LayoutUnit)
  /// Deletes a row.
  case delete(row: Int)
  /// Changes the viewport's height.
  case viewport(LayoutUnit)
  /// Removes a row and inserts it at index `to`. If it was the anchor, the next row on screen becomes the
  /// anchor.
  case move(from: Int, to: Int)
  /// Changes the list's width, in percent of the current one, and with it all heights: `height(_:atWidth:)`.
  case width(percent: Int)
  /// Scrolls to the end of the list, as a log that follows its last line.
  case follow
  /// Changes for one frame, in order: inserts, deletes, moves, heights, widths and viewports. `follow` may
  /// be the last.
  case batch([Gesture])
}

extension Gesture {
  /// The valid percentages of a change of width.
  public static let widths = 10...1000

  /// The height of a row after a change of width, which keeps the area of text: `height` x 100 / `percent`,
  /// rounded to the nearest unit, ties up, and clamped to the valid heights. A height above 0 stays above 0.
  /// In 1/64 pt.
  public static func height(_ height: Int32, atWidth percent: Int) -> Int32 {
    let scaled = (Int64(height) * 100 + Int64(percent) / 2) / Int64(percent)
    return Int32(clamping: height > 0 ? max(1, scaled) : 0)
  }

  /// Whether the position after the gesture does not depend on the position before.
  public var isJump: Bool {
    switch self {
    case .jump, .follow: true
    case .batch(let changes): changes.last == .follow
    default: false
    }
  }

  /// The changes of the gesture, without the motion that may end it.
  @inlinable
  public var changes: [Gesture] {
    switch self {
    case .batch(let changes): changes.last == .follow ? changes.dropLast() : changes
    case .scroll, .settle, .jump, .follow: []
    case .resize, .insert, .delete, .viewport, .move, .width: [self]
    }
  }
}
