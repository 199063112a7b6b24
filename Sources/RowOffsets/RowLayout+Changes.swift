extension RowLayout: RowCollection {
  /// Index of a row; the first row has index 0.
  public typealias Index = Int

  /// Index of the first row, which is always 0.
  public var startIndex: Int { 0 }

  /// The number of rows.
  public var endIndex: Int { rows.count }

  /// A row's height in points, rounded to whole pixels. Unmeasured rows have the estimated height.
  ///
  /// - Complexity: the same as for `RowHeights`.
  public subscript(row: Int) -> Double {
    get { height(of: row) / scale }
    set { rows[row] = stored(newValue) }
  }

  /// An iterator over a layout's row heights in points.
  public struct Iterator: IteratorProtocol {
    @usableFromInline var rows: RowHeights.Iterator
    @usableFromInline let gap: Double
    @usableFromInline let scale: Double

    init(_ layout: RowLayout) {
      (rows, gap, scale) = (layout.rows.makeIterator(), layout.gap, layout.scale)
    }

    @inlinable
    public mutating func next() -> Double? { rows.next().map { ($0 - gap) / scale } }
  }

  public func makeIterator() -> Iterator { Iterator(self) }

  /// Inserts a row before `row`, or at the end if `row` is `count`.
  ///
  /// - Complexity: the same as for `RowHeights`.
  public mutating func insert(_ height: Double, at row: Int) {
    rows.insert(stored(height), at: row)
    record { $0.replace(row..<row, with: 1) }
  }

  /// Appends a row.
  ///
  /// - Complexity: the same as for `RowHeights`.
  public mutating func append(_ height: Double) { insert(height, at: count) }

  /// Replaces a range of rows with new rows of the given heights. Most other functions that insert measured
  /// rows or delete rows call this one.
  ///
  /// - Complexity: the same as for `RowHeights`.
  public mutating func replaceSubrange<Heights: Collection>(
    _ old: Range<Int>, with newHeights: Heights
  ) where Heights.Element == Double {
    let heights = newHeights.map { stored($0) }
    rows.replaceSubrange(old, with: heights)
    record { $0.replace(old, with: heights.count) }
  }

  /// Appends rows.
  ///
  /// - Complexity: the same as for `RowHeights`.
  public mutating func append<Heights: Sequence>(contentsOf newHeights: Heights)
  where Heights.Element == Double {
    replaceSubrange(endIndex..<endIndex, with: Array(newHeights))
  }

  /// Deletes the rows at the given indices.
  ///
  /// - Parameter offsets: the rows to delete, as an `IndexSet` or any other sequence, in any order.
  /// - Precondition: each row is in `0..<count`.
  /// - Complexity: the same as for `RowHeights`.
  @inlinable
  public mutating func remove(atOffsets offsets: some Sequence<Int>) { remove(Array(offsets)) }

  @usableFromInline
  mutating func remove(_ offsets: [Int]) {
    let before = count
    rows.remove(offsets)
    record { for run in runs(of: offsets, count: before).reversed() { $0.replace(run, with: 0) } }
  }

  /// Sets the heights of consecutive rows, such as the visible rows after a layout pass.
  ///
  /// - Complexity: the same as for `RowHeights`.
  public mutating func setHeights<Heights: Collection>(_ heights: Heights, from row: Int)
  where Heights.Element == Double {
    rows.setHeights(heights.map { stored($0) }, from: row)
  }

  /// Inserts unmeasured rows.
  ///
  /// - Complexity: the same as for `RowHeights`.
  public mutating func insertUnmeasured(_ newRows: Int, at row: Int) {
    rows.insertUnmeasured(newRows, at: row)
    record { $0.replace(row..<row, with: newRows) }
  }

  /// Makes a range of rows unmeasured. These rows are assumed to have the estimated height until their
  /// heights are set again.
  ///
  /// - Complexity: the same as for `RowHeights`.
  public mutating func forgetHeights(of rows: Range<Int>) { self.rows.forgetHeights(of: rows) }

  /// Moves a range of rows. Unmeasured rows stay unmeasured.
  ///
  /// - Complexity: the same as for `RowHeights`.
  public mutating func move(_ moved: Range<Int>, to destination: Int) {
    rows.move(moved, to: destination)
    guard destination < moved.lowerBound || destination > moved.upperBound else { return }
    let target = destination > moved.lowerBound ? destination - moved.count : destination
    record { $0.move(moved, before: target) }
  }
}

extension RowLayout: Equatable {
  /// Whether two layouts have the same heights, display scale, spacing and insets.
  public static func == (left: RowLayout, right: RowLayout) -> Bool {
    left.scale == right.scale && left.gap == right.gap && left.insets == right.insets
      && left.rows == right.rows
  }
}

extension RowLayout: CustomStringConvertible {
  /// A description that contains the number of rows, the content height and, if some rows are unmeasured, the
  /// number of measured rows.
  public var description: String {
    let measured = measuredCount < count ? "\(measuredCount) of them measured, " : ""
    return "RowLayout(\(count) \(count == 1 ? "row" : "rows"), \(measured)\(contentHeight) pt)"
  }
}
