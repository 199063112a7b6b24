/// The row that keeps its position on screen when rows change. Unless `origin` indicates otherwise,
/// this is the first visible row of the last frame, at the same y position. The list notifies the
/// anchor of changes.
public struct ScreenAnchor: Sendable {
  /// The event that determined the anchor's row.
  public enum Origin: Sendable {
    /// The anchor was the first visible row of the last frame and is still visible at its y position.
    case frame
    /// The anchor was the first visible row of the last frame, but its height has changed, so it may no
    /// longer be visible at its y position.
    case resized
    /// The first visible row of the last frame was deleted or moved; `row` is the index of the next row.
    case lost
    /// The list jumped to the anchor, so the last frame doesn't matter.
    case jump
  }

  /// Index of the row; -1 if no rows were visible in the last frame.
  public var row: Int
  /// Y coordinate of the row's top on screen.
  public var y: LayoutUnit
  /// The event that determined the row.
  public var origin: Origin

  /// Creates an anchor at `row`; -1 means that no row is on screen.
  @inlinable
  public init(row: Int, y: LayoutUnit, origin: Origin = .frame) {
    (self.row, self.y, self.origin) = (row, y, origin)
  }

  /// Updates the anchor after a row's height has changed.
  @inlinable
  @inline(__always)
  public mutating func heightChanged(of row: Int) {
    if row == self.row { heightsChanged() }
  }

  /// Updates the anchor when any or all heights may have changed.
  @inlinable
  @inline(__always)
  public mutating func heightsChanged() {
    if origin == .frame { origin = .resized }
  }

  /// Updates the anchor's row after an insertion. Rows inserted at the anchor's own index go above it.
  @inlinable
  public mutating func inserted(_ new: Range<Int>) {
    if new.lowerBound <= row { row += new.count }
  }

  /// Updates the anchor's row after a deletion. If that row was itself deleted, the next remaining row takes
  /// its place.
  @inlinable
  public mutating func deleted(_ old: Range<Int>) {
    if old.upperBound <= row {
      row -= old.count
    } else if old.lowerBound <= row {
      row = old.lowerBound
      if origin != .jump { origin = .lost }
    }
  }

  /// Whether the row keeps its y position, because the list jumped to it or because it is still visible
  /// there. `height` returns a row's height.
  @inlinable
  public func isKept(height: (Int) -> LayoutUnit) -> Bool {
    switch origin {
    case .frame, .jump: true
    case .resized: row < 0 || y + height(row) > .zero
    case .lost: false
    }
  }
}
