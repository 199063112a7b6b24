/// A collection of row heights in points. This protocol is the common interface of `RowHeights` and
/// `RowLayout`.
///
/// Functions that take heights accept `Double`, any other floating-point type (such as `CGFloat` or `Float`)
/// and any integer type.
public protocol RowCollection: RandomAccessCollection, MutableCollection, RangeReplaceableCollection
where Element == Double, Index == Int {
  /// Returns the distance from the top of the content to the top of a row, in points.
  ///
  /// - Parameter row: a row index, or `count` for the bottom of the last row.
  func offset(of row: Int) -> Double

  /// Returns a row's top and bottom, in points from the top of the content.
  func extent(of row: Int) -> Range<Double>

  /// Returns the row that contains a point, or nil if there is none.
  ///
  /// - Parameter offset: a distance from the top of the content, in points.
  func row(at offset: Double) -> Int?

  /// Returns the row that contains a point, or else the nearest row. Returns nil if the list is empty.
  ///
  /// - Parameter offset: a distance from the top of the content, in points.
  func nearestRow(to offset: Double) -> Int?

  /// Returns the rows that are at least partly inside a viewport.
  ///
  /// - Parameter viewport: the viewport's top and bottom, in points from the top of the content.
  func rows(in viewport: Range<Double>) -> Range<Int>

  /// Total height of the content in points.
  var contentHeight: Double { get }

  /// Assumed height of unmeasured rows, in points.
  ///
  /// - Precondition: the height is in 0...33,554,431.
  var estimatedHeight: Double { get set }

  /// The number of measured rows.
  var measuredCount: Int { get }

  /// Mean height of the measured rows in points, or nil if no rows are measured.
  var meanMeasuredHeight: Double? { get }

  /// Whether a row is measured, meaning that its height has been set.
  func isMeasured(_ row: Int) -> Bool

  /// Inserts `newRows` unmeasured rows before `row`, or at the end if `row` is `count`.
  mutating func insertUnmeasured(_ newRows: Int, at row: Int)

  /// Marks a range of rows as unmeasured. These rows are assumed to have the estimated height until their
  /// heights are set again.
  mutating func forgetHeights(of rows: Range<Int>)

  /// Sets the heights of consecutive rows, such as the visible rows after a layout pass.
  ///
  /// - Parameters:
  ///   - heights: the heights in points.
  ///   - row: the first row.
  /// - Precondition: `row + heights.count` is at most `count`.
  /// - Complexity: the same as setting each height separately, but at most O(`count`).
  mutating func setHeights<Heights: Collection>(_ heights: Heights, from row: Int)
  where Heights.Element == Double

  /// Moves a range of rows. Unmeasured rows stay unmeasured.
  ///
  /// - Parameters:
  ///   - rows: the rows to move.
  ///   - destination: the row before which to insert the moved rows, as an index before the move, or `count`
  ///     for the end. Nothing changes if the destination is within `rows`.
  /// - Complexity: the same as deleting and reinserting the rows.
  mutating func move(_ rows: Range<Int>, to destination: Int)

  /// Deletes rows as reported by SwiftUI's `onDelete`.
  ///
  /// - Parameter offsets: the rows to delete, as an `IndexSet` or any other sequence, in any order.
  /// - Precondition: each row is in `0..<count`.
  /// - Complexity: the same as one deletion per run of consecutive rows, but at most O(`count`).
  mutating func remove(atOffsets offsets: some Sequence<Int>)
}

// MARK: - Heights of any numeric type

// The overloads for other numeric types are disfavoured so that an array literal is inferred as `[Double]`.
// If an integer overload were preferred, `1 / 64` in the literal `[1 / 64]` would be integer division and
// give 0.

extension RowCollection {
  /// Replaces a range of rows with new rows whose heights are of any floating-point type.
  @_disfavoredOverload
  @inlinable
  public mutating func replaceSubrange<Heights: Collection>(
    _ rows: Range<Int>, with newHeights: Heights
  ) where Heights.Element: BinaryFloatingPoint {
    replaceSubrange(rows, with: newHeights.lazy.map { Double($0) })
  }

  /// Replaces a range of rows with new rows whose heights are whole points.
  @_disfavoredOverload
  @inlinable
  public mutating func replaceSubrange<Heights: Collection>(
    _ rows: Range<Int>, with newHeights: Heights
  ) where Heights.Element: BinaryInteger {
    replaceSubrange(rows, with: newHeights.lazy.map { Double($0) })
  }

  /// Inserts rows before `row`, or at the end if `row` is `count`. The new heights can be of any
  /// floating-point type.
  @_disfavoredOverload
  @inlinable
  public mutating func insert<Heights: Collection>(contentsOf newHeights: Heights, at row: Int)
  where Heights.Element: BinaryFloatingPoint {
    replaceSubrange(row..<row, with: newHeights.lazy.map { Double($0) })
  }

  /// Inserts rows before `row`, or at the end if `row` is `count`. The new heights are whole points.
  @_disfavoredOverload
  @inlinable
  public mutating func insert<Heights: Collection>(contentsOf newHeights: Heights, at row: Int)
  where Heights.Element: BinaryInteger {
    replaceSubrange(row..<row, with: newHeights.lazy.map { Double($0) })
  }

  /// Appends rows whose heights are of any floating-point type.
  @_disfavoredOverload
  @inlinable
  public mutating func append<Heights: Sequence>(contentsOf newHeights: Heights)
  where Heights.Element: BinaryFloatingPoint {
    replaceSubrange(endIndex..<endIndex, with: newHeights.map { Double($0) })
  }

  /// Appends rows whose heights are whole points.
  @_disfavoredOverload
  @inlinable
  public mutating func append<Heights: Sequence>(contentsOf newHeights: Heights)
  where Heights.Element: BinaryInteger {
    replaceSubrange(endIndex..<endIndex, with: newHeights.map { Double($0) })
  }

  /// Appends rows.
  @inlinable
  public static func += <Heights: Sequence>(rows: inout Self, newHeights: Heights)
  where Heights.Element == Double {
    rows.append(contentsOf: newHeights)
  }

  /// Appends rows whose heights are of any floating-point type.
  @_disfavoredOverload
  @inlinable
  public static func += <Heights: Sequence>(rows: inout Self, newHeights: Heights)
  where Heights.Element: BinaryFloatingPoint {
    rows.append(contentsOf: newHeights)
  }

  /// Appends rows whose heights are whole points.
  @_disfavoredOverload
  @inlinable
  public static func += <Heights: Sequence>(rows: inout Self, newHeights: Heights)
  where Heights.Element: BinaryInteger {
    rows.append(contentsOf: newHeights)
  }

  /// Sets the heights of consecutive rows, using values of any floating-point type.
  @_disfavoredOverload
  @inlinable
  public mutating func setHeights<Heights: Collection>(_ heights: Heights, from row: Int)
  where Heights.Element: BinaryFloatingPoint {
    setHeights(heights.lazy.map { Double($0) }, from: row)
  }

  /// Sets the heights of consecutive rows to whole numbers of points.
  @_disfavoredOverload
  @inlinable
  public mutating func setHeights<Heights: Collection>(_ heights: Heights, from row: Int)
  where Heights.Element: BinaryInteger {
    setHeights(heights.lazy.map { Double($0) }, from: row)
  }
}

// MARK: - Rows at arbitrary indices

extension RowCollection {
  /// Moves rows as reported by SwiftUI's `onMove`. Unmeasured rows stay unmeasured.
  ///
  /// - Parameters:
  ///   - offsets: the rows to move, as an `IndexSet` or any other sequence, in any order.
  ///   - destination: the row before which to insert the moved rows, as an index before the move, or `count`
  ///     for the end.
  /// - Precondition: each row is in `0..<count`, and `destination` is in `0...count`.
  /// - Complexity: the same as one deletion and one insertion per run of consecutive rows.
  public mutating func move(fromOffsets offsets: some Sequence<Int>, toOffset destination: Int) {
    let runs = runs(of: Array(offsets), count: count)
    guard (0...count).contains(destination) else { trapRow(destination, count) }
    var end = destination
    for run in runs.reversed() where run.lowerBound < destination {
      let moved = run.clamped(to: 0..<destination)
      move(moved, to: end)
      end -= moved.count
    }
    end = destination
    for run in runs where run.upperBound > destination {
      let moved = run.clamped(to: destination..<count)
      move(moved, to: end)
      end += moved.count
    }
  }

  /// Deletes all rows but keeps other properties, such as the estimated height.
  @inlinable
  public mutating func removeAll(keepingCapacity: Bool = false) {
    // The standard library's version assigns a new value, which would reset the other properties.
    replaceSubrange(startIndex..<endIndex, with: EmptyCollection<Double>())
  }

  /// Returns a copy that contains only the rows whose heights satisfy a condition. Other properties, such as
  /// the estimated height, are preserved.
  @inlinable
  public func filter(_ isIncluded: (Double) throws -> Bool) rethrows -> Self {
    var copy = self
    try copy.removeAll { try !isIncluded($0) }
    return copy
  }

  /// Deletes all rows whose heights satisfy a condition. Other unmeasured rows stay unmeasured.
  @inlinable
  public mutating func removeAll(where shouldBeRemoved: (Double) throws -> Bool) rethrows {
    var offsets: [Int] = []
    for (row, height) in enumerated() where try shouldBeRemoved(height) { offsets.append(row) }
    remove(atOffsets: offsets)
  }

  /// Inserts, deletes and moves rows to match the difference between two collections of items.
  ///
  ///     let difference = newMessages.difference(from: messages).inferringMoves()
  ///     rows.apply(difference) { $0.height }
  ///
  /// If a removal is associated with an insertion, the row is moved and keeps its height.
  ///
  /// - Parameters:
  ///   - difference: the difference between the new and the old collection of items. The old collection must
  ///     have one item per row.
  ///   - height: a closure that returns the row height of an inserted item in points, or nil to leave the row
  ///     unmeasured.
  /// - Complexity: the same as one deletion or insertion per run of consecutive rows.
  public mutating func apply<Item>(
    _ difference: CollectionDifference<Item>, height: (Item) throws -> Double?
  ) rethrows {
    var kept: [Int: Double?] = [:]
    let removed = difference.removals.map { change -> Int in
      guard case .remove(let row, _, let partner) = change else { return 0 }
      if partner != nil {
        guard indices.contains(row) else { trapRow(row, count) }
        kept[row] = .some(isMeasured(row) ? self[row] : nil)
      }
      return row
    }
    let inserted = try difference.insertions.map { change -> (row: Int, height: Double?) in
      guard case .insert(let row, let item, let partner) = change else { return (0, nil) }
      if let partner, let moved = kept[partner] { return (row, moved) }
      return (row, try height(item))
    }
    remove(atOffsets: removed)
    var first = 0
    while first < inserted.count {
      // Find the end of a run of consecutive rows that are either all measured or all unmeasured.
      let isKnown = inserted[first].height != nil
      var end = first + 1
      while end < inserted.count, inserted[end].row == inserted[end - 1].row + 1,
        (inserted[end].height != nil) == isKnown
      {
        end += 1
      }
      if isKnown {
        insert(contentsOf: inserted[first..<end].compactMap(\.height), at: inserted[first].row)
      } else {
        insertUnmeasured(end - first, at: inserted[first].row)
      }
      first = end
    }
  }
}

/// Runs of consecutive rows in `offsets`, in ascending order.
func runs(of offsets: [Int], count: Int) -> [Range<Int>] {
  let isSorted = zip(offsets, offsets.dropFirst()).allSatisfy { $0 <= $1 }
  var runs: [Range<Int>] = []
  for row in isSorted ? offsets : offsets.sorted() {
    guard UInt(bitPattern: row) < UInt(bitPattern: count) else { trapRow(row, count) }
    if let last = runs.last, row <= last.upperBound {
      runs[runs.count - 1] = last.lowerBound..<max(last.upperBound, row + 1)
    } else {
      runs.append(row..<row + 1)
    }
  }
  return runs
}
