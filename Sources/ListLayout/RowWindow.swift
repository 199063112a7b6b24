/// A window of consecutive rows with known heights. In the window's content space, y = 0 is the top of its
/// first row.
///
///     rows    first   first+1  first+2   ...   end
///     edges     e0       e1       e2     ...    ek       row first+i is from e(i)-e0 to e(i+1)-e0
///
/// Only the differences between edges matter, so rows can be added at one end without moving the others.
///
///     offset, height               O(1)
///     row(at:)                     O(log w)      w = rows in the window
///     grow, shrink by k rows       O(k), and a memory move of the edges at the top
///     heightChanged                O(w)
///     inserted, deleted            O(w)
public struct RowWindow<Rows: RowSource> {
  @usableFromInline let rows: Rows
  @usableFromInline var storedFirst = 0
  @usableFromInline var edges: [Int64] = [0]
  @usableFromInline var isShown = false

  /// Creates an empty window.
  @inlinable public init(rows: Rows) { self.rows = rows }

  /// First row in the window.
  @inlinable public var first: Int { storedFirst }
  /// Number of rows in the window.
  @inlinable public var count: Int { edges.count - 1 }
  /// One past the last row in the window.
  @inlinable public var end: Int { first + count }
  /// The rows in the window.
  @inlinable public var range: Range<Int> { first..<end }
  /// Height of the window's content space.
  @inlinable public var height: LayoutUnit { LayoutUnit(rawValue: edges[count] - edges[0]) }

  /// Top of a row in the window's content space; if `row` is `end`, the window's height.
  @inlinable
  public func offset(of row: Int) -> LayoutUnit {
    LayoutUnit(rawValue: edges[row - first] - edges[0])
  }

  /// Height of a row in the window.
  @inlinable
  public func height(of row: Int) -> LayoutUnit {
    LayoutUnit(rawValue: edges[row - first + 1] - edges[row - first])
  }

  /// The row at a point in content space, clamped to the window; `first` if the window is empty.
  @inlinable
  public func row(at offset: LayoutUnit) -> Int {
    let point = offset.rawValue + edges[0]
    var low = 0
    var high = max(0, count - 1)
    while low < high {
      let middle = (low + high) / 2
      if edges[middle + 1] <= point { low = middle + 1 } else { high = middle }
    }
    return first + low
  }

  /// Replaces the window's rows and requests the heights of the new ones.
  @inlinable
  public mutating func rebuild(_ range: Range<Int>) {
    rows.note(.reloads, 1)
    storedFirst = range.lowerBound
    edges.removeAll(keepingCapacity: true)
    edges.append(0)
    growDown(by: range.count)
  }

  /// Adds `count` existing rows after the window's last row. Returns their height.
  @discardableResult
  @inlinable
  public mutating func growDown(by count: Int) -> LayoutUnit {
    isShown = false
    var edge = edges[self.count]
    let before = edge
    for row in end..<end + count {
      edge += rows.height(of: row).rawValue
      edges.append(edge)
    }
    rows.note(.rowsScanned, count)
    return LayoutUnit(rawValue: edge - before)
  }

  /// Adds up to `first` rows before the window's first row. Returns their total height, which is the
  /// distance by which all other rows move down in content space.
  @discardableResult
  @inlinable
  public mutating func growUp(by count: Int) -> LayoutUnit {
    guard count > 0 else { return .zero }
    isShown = false
    let old = edges[0]
    edges.insert(contentsOf: repeatElement(0, count: count), at: 0)
    var edge = old
    for index in stride(from: count - 1, through: 0, by: -1) {
      storedFirst -= 1
      edge -= rows.height(of: first).rawValue
      edges[index] = edge
    }
    rows.note(.rowsScanned, count)
    return LayoutUnit(rawValue: old - edge)
  }

  /// Drops rows at the top of the window. Returns their total height, which is the distance by which all
  /// other rows move up in content space.
  @discardableResult
  @inlinable
  public mutating func shrinkTop(by count: Int) -> LayoutUnit {
    isShown = false
    let height = edges[count] - edges[0]
    edges.removeFirst(count)
    storedFirst += count
    return LayoutUnit(rawValue: height)
  }

  /// Drops rows at the bottom of the window.
  @inlinable
  public mutating func shrinkBottom(by count: Int) {
    isShown = false
    edges.removeLast(count)
  }

  /// Updates the window after a row's height has changed. Returns the change in height, or 0 if the row is
  /// outside the window.
  @discardableResult
  @inlinable
  public mutating func heightChanged(of row: Int) -> LayoutUnit {
    guard range.contains(row) else { return .zero }
    isShown = false
    let difference = rows.height(of: row) - height(of: row)
    guard difference != .zero else { return .zero }
    for index in row - first + 1..<edges.count { edges[index] += difference.rawValue }
    rows.note(.rowsScanned, end - row)
    return difference
  }

  /// Requests the heights of all rows in the window again.
  @inlinable public mutating func heightsChanged() { rebuild(range) }

  /// Updates the window after rows were inserted. Rows inserted before the window only shift its indices.
  /// Rows inserted at the window's first index also only shift its indices, unless `atTop` is true. Rows
  /// inserted inside the window or at its end become part of it.
  @inlinable
  public mutating func inserted(_ new: Range<Int>, atTop: Bool = false) {
    isShown = false
    if new.lowerBound < first || (new.lowerBound == first && !atTop) {
      storedFirst += new.count
    } else if new.lowerBound <= end {
      let index = new.lowerBound - first
      edges.insert(contentsOf: repeatElement(edges[index], count: new.count), at: index)
      var shift: Int64 = 0
      for row in new {
        shift += rows.height(of: row).rawValue
        edges[row - first + 1] = edges[index] + shift
      }
      for later in index + new.count + 1..<edges.count { edges[later] += shift }
      rows.note(.rowsScanned, edges.count - index)
    }
  }

  /// Updates the window after rows were deleted; `old` contains their old indices.
  @inlinable
  public mutating func deleted(_ old: Range<Int>) {
    isShown = false
    let gone = old.clamped(to: range)
    if !gone.isEmpty {
      let low = gone.lowerBound - first
      let high = gone.upperBound - first
      let height = edges[high] - edges[low]
      edges.removeSubrange(low + 1...high)
      for later in low + 1..<edges.count { edges[later] -= height }
      rows.note(.rowsScanned, edges.count - low)
    }
    storedFirst -= old.clamped(to: 0..<max(0, first)).count
  }
}
