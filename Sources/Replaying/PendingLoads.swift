import ListLayout

extension RowSource {
  /// What is loaded to show a row: the thirty rows from the one before it, or the last thirty where
  /// the list ends sooner.
  @inlinable
  package func firstLoad(around row: Int) -> Range<Int> {
    let first = max(0, min(row - 1, count - 30))
    return first..<min(count, first + 30)
  }
}

/// Rows at one end that were asked for and are not here yet.
package struct PendingLoad {
  @usableFromInline package let count: Int
  /// The frame at whose start they are here.
  @usableFromInline package let due: Int

  @inlinable
  package init(count: Int, due: Int) {
    self.count = count
    self.due = due
  }
}

/// Rows to jump to when the rows around them are here. One place is loaded at a time; of the jumps
/// that come meanwhile the last one follows.
package struct PendingJumps {
  @usableFromInline var row: Int?
  @usableFromInline var next: Int?
  @usableFromInline var due = 0

  /// No jump.
  @inlinable
  package init() {}

  /// Whether no jump waits.
  @inlinable
  package var isEmpty: Bool { row == nil }

  /// Asks for the rows around a row, between two frames.
  @inlinable
  package mutating func ask(for row: Int, after frame: Int, latency: Int) {
    if self.row == nil {
      self.row = row
      due = frame + 1 + latency
    } else {
      next = row
    }
  }

  /// The row to land on, in a list of `count` rows; nil when nothing has arrived.
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
  /// Whether everything is in the window that a jump to `row` shows.
  @inlinable
  package func isReady(toShow row: Int) -> Bool {
    guard window.range.contains(row) else { return false }
    if window.height - window.offset(of: row) >= viewport { return true }
    return window.end == rows.count && (window.first == 0 || window.height >= viewport)
  }
}

extension RowWindow {
  /// The source has new rows. A batch longer than the window is not loaded: it cuts off the rows on
  /// the far side of it.
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
