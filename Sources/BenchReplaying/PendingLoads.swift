import ListLayout

extension RowSource {
  /// The thirty rows that start one row before `row`, or the last thirty rows if the list has fewer
  /// rows left.
  @inlinable
  package func firstLoad(around row: Int) -> Range<Int> {
    let first = max(0, min(row - 1, count - 30))
    return first..<min(count, first + 30)
  }
}

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

/// Jumps whose rows have not loaded yet. Rows are loaded for only one jump at a time. If further
/// jumps are requested while rows are loading, only the last one is kept.
package struct PendingJumps {
  @usableFromInline var row: Int?
  @usableFromInline var next: Int?
  @usableFromInline var due = 0

  @inlinable package init() {}

  @inlinable package var isEmpty: Bool { row == nil }

  @inlinable
  package mutating func ask(for row: Int, after frame: Int, latency: Int) {
    if self.row == nil {
      self.row = row
      due = frame + 1 + latency
    } else {
      next = row
    }
  }

  /// Returns the target of the pending jump, clamped to a list of `count` rows, or nil if its rows
  /// have not arrived yet.
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

  @inlinable package mutating func removeAll() { (row, next) = (nil, nil) }

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
  @inlinable
  package func isReady(toShow row: Int) -> Bool {
    guard window.range.contains(row) else { return false }
    if window.height - window.offset(of: row) >= viewport { return true }
    return window.end == rows.count && (window.first == 0 || window.height >= viewport)
  }
}
