import ListLayout

/// A change to a list, or a motion of its content, in one frame.
public enum Gesture: Hashable, Codable, Sendable {
  /// A scroll distance, positive towards later rows.
  case scroll(LayoutUnit)
  /// The end of a finger's gesture.
  case settle
  /// A jump that puts a row's top at the viewport's top.
  case jump(row: Int)
  case resize(row: Int, height: LayoutUnit)
  /// An insertion before `row`, or at the end if `row` is the row count.
  case insert(row: Int, height: LayoutUnit)
  case delete(row: Int)
  case viewport(LayoutUnit)
  /// The removal of a row and its insertion at index `to`. A row that moves does not keep its position on
  /// screen.
  case move(from: Int, to: Int)
  /// A change of the list's width to a percentage of the current one, see `height(_:atWidth:)`.
  case width(percent: Int)
  /// A scroll to the end of the list, as in a log view.
  case follow
  /// Several changes in one frame: inserts, deletes, moves, and changes of heights, widths and viewports.
  /// `follow` may be the last.
  case batch([Gesture])
}

extension Gesture {
  /// The valid percentages for a change of the list's width.
  public static let widths = 10...1000

  /// The height of a row after a change of width, in 1/64 pt. The text's area is constant, so it is `height`
  /// x 100 / `percent`, rounded half up and clamped to valid heights. A height above 0 remains above 0.
  public static func height(_ height: Int32, atWidth percent: Int) -> Int32 {
    let scaled = (Int64(height) * 100 + Int64(percent) / 2) / Int64(percent)
    return Int32(clamping: height > 0 ? max(1, scaled) : 0)
  }

  /// Whether the scroll position afterwards is independent of the one before.
  public var isJump: Bool {
    switch self {
    case .jump, .follow: true
    case .batch(let changes): changes.last == .follow
    default: false
    }
  }

  /// The changes without a batch's final `follow`; empty for motion.
  @inlinable
  public var changes: [Gesture] {
    switch self {
    case .batch(let changes): changes.last == .follow ? changes.dropLast() : changes
    case .scroll, .settle, .jump, .follow: []
    case .resize, .insert, .delete, .viewport, .move, .width: [self]
    }
  }
}
