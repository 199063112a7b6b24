import ListLayout

/// One thing that happens to a list between two frames.
public enum Gesture: Hashable, Sendable {
  /// The content moves; positive towards later rows.
  case scroll(LayoutUnit)
  /// The finger is up and the content is at rest.
  case settle
  /// A row's top goes to the viewport's top.
  case jump(row: Int)
  /// A row gets another height.
  case resize(row: Int, height: LayoutUnit)
  /// A new row before `row`; `row` = count appends.
  case insert(row: Int, height: LayoutUnit)
  /// A row goes away.
  case delete(row: Int)
  /// The viewport gets another height.
  case viewport(LayoutUnit)
  /// A row gets another place: it is taken out of the list and put back at index `to`. It counts as
  /// deleted and inserted: where it was the first visible row, the next one on screen stays.
  case move(from: Int, to: Int)
  /// The list gets another width, in percent of the one it has, and with it every row another height:
  /// `height(_:atWidth:)`.
  case width(percent: Int)
  /// The content goes to the end of the list, as a log does that follows its last line.
  case follow
  /// Changes that the next frame shows together, in the order in which they are made: inserts, deletes,
  /// moves, heights, widths and viewports. `follow` may be the last.
  case batch([Gesture])
}

extension Gesture {
  /// The percentages of a width that a list can get.
  public static let widths = 10...1000

  /// The height of a row in 1/64 pt after a change of width, as text keeps its area: `height` x 100 /
  /// `percent`, rounded to the nearest unit, ties up. A row that has a height keeps at least one unit, and
  /// at most the greatest height.
  public static func height(_ height: Int32, atWidth percent: Int) -> Int32 {
    let scaled = (Int64(height) * 100 + Int64(percent) / 2) / Int64(percent)
    return Int32(clamping: height > 0 ? max(1, scaled) : 0)
  }

  /// Whether the content ends up where the gesture says, wherever it was.
  public var isJump: Bool {
    switch self {
    case .jump, .follow: true
    case .batch(let changes): changes.last == .follow
    default: false
    }
  }

  /// The changes of a frame, without the motion that may end it.
  @inlinable
  public var changes: [Gesture] {
    switch self {
    case .batch(let changes): changes.last == .follow ? changes.dropLast() : changes
    case .scroll, .settle, .jump, .follow: []
    case .resize, .insert, .delete, .viewport, .move, .width: [self]
    }
  }
}
