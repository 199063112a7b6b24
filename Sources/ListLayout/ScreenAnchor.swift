/// The row that keeps its position on screen when rows change: the first visible row of the last frame and
/// its y, unless `origin` says otherwise. The list notifies the anchor of changes.
public struct ScreenAnchor: Sendable {
  /// What determined the anchor's row.
  public enum Origin: Sendable {
    /// It was the first visible row of the last frame and is still visible at its y.
    case frame
    /// It was the first visible row of the last frame, but its height has changed, so it may no longer be
    /// visible at its y.
    case resized
    /// The first visible row of the last frame was deleted or moved; `row` is the index of the first row
    /// after it.
    case lost
    /// The list jumped to it, so the last frame does not matter.
    case jump
  }

  /// The row's index; -1 if the last frame showed no row.
  public var row: Int
  /// The y of the row's top on screen.
  public var y: LayoutUnit
  /// What determined the row.
  public var origin: Origin

  /// Creates an anchor at `row`, or at -1 if no row is on screen.
  @inlinable
  public init(row: Int, y: LayoutUnit, origin: Origin = .frame) {
    (self.row, self.y, self.origin) = (row, y, origin)
  }

  @inlinable
  @inline(__always)
  public mutating func heightChanged(of row: Int) {
    if row == self.row { heightsChanged() }
  }

  /// Updates the anchor after all heights may have changed.
  @inlinable
  @inline(__always)
  public mutating func heightsChanged() {
    if origin == .frame { origin = .resized }
  }

  /// Updates the row after rows were inserted. Rows inserted at its own index are above it.
  @inlinable
  public mutating func inserted(_ new: Range<Int>) {
    if new.lowerBound <= row { row += new.count }
  }

  @inlinable
  public mutating func deleted(_ old: Range<Int>) {
    if old.upperBound <= row {
      row -= old.count
    } else if old.lowerBound <= row {
      row = old.lowerBound
      if origin != .jump { origin = .lost }
    }
  }

  /// Whether the row keeps its y: the list jumped to it, or it is still visible there. `height` returns the
  /// height of a row.
  @inlinable
  public func isKept(height: (Int) -> LayoutUnit) -> Bool {
    switch origin {
    case .frame, .jump: true
    case .resized: row < 0 || y + height(row) > .zero
    case .lost: false
    }
  }
}
