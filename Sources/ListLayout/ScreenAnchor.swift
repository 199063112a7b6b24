/// The row that keeps its position on screen when the rows of a list change.
///
/// A list that lays out a frame stores the first visible row and its y on screen as the anchor, and notifies
/// the anchor of changes. The next frame shows the row at the same y, unless `origin` tells otherwise.
public struct ScreenAnchor: Sendable {
  /// The event that determined the anchor's row.
  public enum Origin: Sendable {
    /// The row was the first visible row of the last frame, and is still visible at its y.
    case frame
    /// The row was the first visible row of the last frame, and is still in the list. Its height has changed
    /// since, so it may not be visible any more if its top keeps its y.
    case resized
    /// The first visible row of the last frame was deleted or moved. The anchor's row is only the index of the
    /// first row after it.
    case lost
    /// The list jumped to the row, so the last frame does not matter.
    case jump
  }

  /// The index of the row; -1 if the last frame showed no row.
  public var row: Int
  /// The y of the row's top on screen, which is at most 0 if the row was the first visible row.
  public var y: LayoutUnit
  /// The event that determined the row.
  public var origin: Origin

  /// Creates the anchor of a list.
  ///
  /// - Parameters:
  ///   - row: the index of the row; -1 if no row is on screen.
  ///   - y: the y of the row's top on screen.
  ///   - origin: the event that determined the row.
  @inlinable
  public init(row: Int, y: LayoutUnit, origin: Origin = .frame) {
    (self.row, self.y, self.origin) = (row, y, origin)
  }

  /// Updates the anchor after the height of a row changed.
  @inlinable
  @inline(__always)
  public mutating func heightChanged(of row: Int) {
    if row == self.row { heightsChanged() }
  }

  /// Updates the anchor after the heights of all rows may have changed.
  @inlinable
  @inline(__always)
  public mutating func heightsChanged() {
    if origin == .frame { origin = .resized }
  }

  /// Updates the row's index after rows were inserted. Rows inserted at the row's own index are above it.
  @inlinable
  public mutating func inserted(_ new: Range<Int>) {
    if new.lowerBound <= row { row += new.count }
  }

  /// Updates the row's index after rows were deleted.
  @inlinable
  public mutating func deleted(_ old: Range<Int>) {
    if old.upperBound <= row {
      row -= old.count
    } else if old.lowerBound <= row {
      row = old.lowerBound
      if origin != .jump { origin = .lost }
    }
  }

  /// Whether the row keeps its y: the list jumped to it, or it is still visible if its top keeps its y.
  ///
  /// - Parameter height: returns the height of a row.
  @inlinable
  public func isKept(height: (Int) -> LayoutUnit) -> Bool {
    switch origin {
    case .frame, .jump: true
    case .resized: row < 0 || y + height(row) > .zero
    case .lost: false
    }
  }
}
