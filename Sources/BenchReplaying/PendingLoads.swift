import ListLayout

extension RowSource {
  /// Returns the rows to load in order to show `row`: thirty rows, beginning with the row before `row`, or
  /// the last thirty rows of the list.
  @inlinable
  package func firstLoad(around row: Int) -> Range<Int> {
    let first = max(0, min(row - 1, count - 30))
    return first..<min(count, first + 30)
  }
}

/// A pending request to load rows at one end of a window of loaded rows.
package struct PendingLoad {
  @usableFromInline package let count: Int
  /// The number of the frame at the start of which the rows arrive.
  @usableFromInline package let due: Int

  @inlinable
  package init(count: Int, due: Int) {
    self.count = count
    self.due = due
  }
}

/// Jumps whose rows have not loaded yet; the rows of only one jump load at a time. If several jumps are
/// requested during a load, only the rows of the last jump are loaded next.
package struct PendingJumps {
  @usableFromInline var row: Int?
  @usableFromInline var next: Int?
  @usableFromInline var due = 0

  /// Creates a value without a pending jump.
  @inlinable
  package init() {}

  /// Whether there is no pending jump.
  @inlinable
  package var isEmpty: Bool { row == nil }

  /// Requests the rows for a jump to `row` that happens between frame `frame` and the next frame.
  @inlinable
  package mutating func ask(for row: Int, after frame: Int, latency: Int) {
    if self.row == nil {
      self.row = row
      due = frame + 1 + latency
    } else {
      next = row
    }
  }

  /// Removes the pending jump and returns its target row; nil if the rows for the jump have not arrived.
  /// `count` is the number of rows in the list.
  @inlinable
  package mutating func take(at frame: Int, latency: Int, count: Int) -> Int? {
    guard let row, due <= frame else { return nil }
    (self.row, next) = (next, nil)
    due = frame + latency
    guard count > 0 else {
      self.row = nil
      return nil
    }
    return min(row, count - 1)
  }

  @inlinable
  package mutating func removeAll() { (row, next) = (nil, nil) }

  @inlinable
  package mutating func inserted(_ new: Range<Int>) {
    if let row, new.lowerBound <= row { self.row = row + new.count }
    if let next, new.lowerBound <= next { self.next = next + new.count }
  }

  @inlinable
  package mutating func deleted(_ old: Range<Int>) {
    if let row { self.row = row - old.clamped(to: 0..<row).count }
    if let next { self.next = next - old.clamped(to: 0..<next).count }
  }
}

extension WindowScreen {
  /// Whether the window contains all rows that are on screen after a jump to `row`.
  @inlinable
  package func isReady(toShow row: Int) -> Bool {
    guard window.range.contains(row) else { return false }
    if window.height - window.offset(of: row) >= viewport { return true }
    return window.end == rows.count && (window.first == 0 || window.height >= viewport)
  }
}
