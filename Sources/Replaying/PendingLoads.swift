import ListLayout

extension RowSource {
  /// The rows to load for showing a row: thirty rows from the one before it, or the last thirty.
  @inlinable
  package func firstLoad(around row: Int) -> Range<Int> {
    let first = max(0, min(row - 1, count - 30))
    return first..<min(count, first + 30)
  }
}

/// Rows at one end of a window that were requested and have not arrived.
package struct PendingLoad {
  @usableFromInline package let count: Int
  /// The frame at whose start they arrive.
  @usableFromInline package let due: Int

  @inlinable
  package init(count: Int, due: Int) {
    self.count = count
    self.due = due
  }
}

/// Jumps that wait for rows to load. One jump is loaded at a time; of later ones, the last follows.
package struct PendingJumps {
  @usableFromInline var row: Int?
  @usableFromInline var next: Int?
  @usableFromInline var due = 0

  /// No jump.
  @inlinable
  package init() {}

  /// Whether no jump is pending.
  @inlinable
  package var isEmpty: Bool { row == nil }

  /// Requests the rows around a row, between two frames.
  @inlinable
  package mutating func ask(for row: Int, after frame: Int, latency: Int) {
    if self.row == nil {
      self.row = row
      due = frame + 1 + latency
    } else {
      next = row
    }
  }

  /// The row of an arrived jump, in a list of `count` rows; nil if none has arrived.
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
  /// Whether the window contains the rows that a jump to `row` shows.
  @inlinable
  package func isReady(toShow row: Int) -> Bool {
    guard window.range.contains(row) else { return false }
    if window.height - window.offset(of: row) >= viewport { return true }
    return window.end == rows.count && (window.first == 0 || window.height >= viewport)
  }
}

extension RowWindow {
  /// Rows were inserted in the source. A batch longer than the window is not loaded; the rows on its far
  /// side are dropped.
  @inlinable
  package mutating func inserted(_ new: Range<Int>, aboveAnchor: Bool) {
    let place = new.lowerBound
    if new.count > count, place >= first, place <= end {
      if aboveAnchor {
        shrinkTop(by: place - first)
      } else {
        shrinkBottom(by: end - place)
      }
    }
    if aboveAnchor || place < end { inserted(new) }
  }
}
