/// A layout of the rows of a scroll view, with spacing and insets, in which every row is aligned to the pixel
/// grid of the display.
///
/// Heights are given in points and stored in whole pixels, so a height of a third of a point is exact on a
/// @3x display. Offsets and extents (the top and bottom of a row) are returned in points. Each offset is a
/// whole number of pixels, neighbouring rows leave no gaps other than the spacing, and the total height is
/// exact.
///
///     var rows = RowLayout(messages.map(\.height), displayScale: 3, spacing: 8)
///     rows[12] = 97.5
///     rows.rows(in: top..<top + viewport)               // the rows on screen
///     rows.extent(of: 12)                               // the row's top and bottom in the content
///     contentSize.height = rows.contentHeight
///
/// Make changes in `update(visible:_:)`. This function returns the distance to add to the content offset, so
/// that the rows on screen keep their positions.
///
///     contentOffset.y += rows.update(visible: top..<top + viewport) {
///       $0.insert(60, at: 0)
///       $0[7] = 80
///     }
///
/// The height of a row plus the spacing may be at most 33,554,431 pixels. `RowLayout` is a value type, like
/// `RowHeights`.
public struct RowLayout: Sendable {
  /// The number of pixels per point: 1, 2 or 3 on Apple's devices, but any positive number is valid.
  public let displayScale: Double
  /// The height of each row plus the spacing below the row, in pixels.
  private(set) var rows: RowHeights
  /// The spacing between rows, in pixels.
  private let gap: Double
  private var insets = (top: 0.0, bottom: 0.0)
  /// The rows that were on screen when `update` began; nil if no update is in progress.
  private var visibleRows: VisibleRows?

  /// Creates a layout without rows, with a display scale of 1, no spacing and no insets.
  public init() { self.init([] as [Double]) }

  /// Creates rows with the given heights.
  ///
  /// - Parameters:
  ///   - heights: the row heights in points.
  ///   - displayScale: the number of pixels per point.
  ///   - spacing: the distance between two neighbouring rows in points.
  ///   - topInset: the distance between the top of the content and the first row in points.
  ///   - bottomInset: the distance between the last row and the bottom of the content in points.
  /// - Precondition: the display scale is above 0; spacing and insets are at least 0.
  /// - Complexity: O(number of heights).
  public init<Heights: Sequence>(
    _ heights: Heights, displayScale: Double = 1, spacing: Double = 0, topInset: Double = 0,
    bottomInset: Double = 0
  ) where Heights.Element == Double {
    self.init(
      displayScale: displayScale, spacing: spacing, topInset: topInset, bottomInset: bottomInset)
    append(contentsOf: heights)
  }

  /// Creates rows from heights of a floating-point type other than `Double`, for example `CGFloat` or
  /// `Float`.
  ///
  /// - Complexity: O(number of heights).
  @_disfavoredOverload
  public init<Heights: Sequence>(
    _ heights: Heights, displayScale: Double = 1, spacing: Double = 0, topInset: Double = 0,
    bottomInset: Double = 0
  ) where Heights.Element: BinaryFloatingPoint {
    self.init(
      heights.lazy.map { Double($0) }, displayScale: displayScale, spacing: spacing,
      topInset: topInset, bottomInset: bottomInset)
  }

  /// Creates rows from heights that are whole numbers of points.
  ///
  /// - Complexity: O(number of heights).
  @_disfavoredOverload
  public init<Heights: Sequence>(
    _ heights: Heights, displayScale: Double = 1, spacing: Double = 0, topInset: Double = 0,
    bottomInset: Double = 0
  ) where Heights.Element: BinaryInteger {
    self.init(
      heights.lazy.map { Double($0) }, displayScale: displayScale, spacing: spacing,
      topInset: topInset, bottomInset: bottomInset)
  }

  /// Creates unmeasured rows. Each row has the estimated height until its own height is set.
  ///
  /// - Parameters:
  ///   - count: the number of rows, at least 0.
  ///   - estimatedHeight: the height of an unmeasured row in points.
  ///   - displayScale: the number of pixels per point.
  ///   - spacing: the distance between two neighbouring rows in points.
  ///   - topInset: the distance above the first row in points.
  ///   - bottomInset: the distance below the last row in points.
  /// - Complexity: O(1).
  public init(
    unmeasured count: Int, estimatedHeight: Double, displayScale: Double = 1, spacing: Double = 0,
    topInset: Double = 0, bottomInset: Double = 0
  ) {
    self.init(
      displayScale: displayScale, spacing: spacing, topInset: topInset, bottomInset: bottomInset)
    rows = RowHeights(unmeasured: count, estimatedHeight: stored(estimatedHeight))
  }

  private init(
    displayScale: Double, spacing: Double, topInset: Double, bottomInset: Double
  ) {
    guard displayScale > 0, displayScale < .infinity else {
      trap("The display scale \(displayScale) is not a positive number")
    }
    self.displayScale = displayScale
    gap = Self.pixels(spacing, displayScale)
    rows = RowHeights()
    rows.estimatedHeight = stored(44)
    insets = (Self.pixels(topInset, displayScale), Self.pixels(bottomInset, displayScale))
  }

  // MARK: Pixels

  /// Converts a height from points to the nearest whole number of pixels; a half is rounded up. The function
  /// traps if the height is invalid.
  private static func pixels(_ height: Double, _ scale: Double) -> Double {
    let scaled = height * scale
    guard scaled >= 0, scaled <= 33_554_431 else { trapHeight(height) }
    let whole = Double(Int(scaled))
    return scaled - whole >= 0.5 ? whole + 1 : whole
  }

  /// The value that `rows` stores for a height: the height plus the spacing, in pixels.
  func stored(_ height: Double) -> Double {
    let pixels = Self.pixels(height, displayScale) + gap
    guard pixels <= 33_554_431 else { trapHeight(height) }
    return pixels
  }

  /// The index of the last line of pixels whose top edge is at or above a given offset in points.
  private func floor(_ offset: Double) -> Double {
    guard !offset.isNaN else { trap("The point is not a number") }
    // The total height of all rows is less than 2^52 pixels.
    let scaled = Swift.min(Swift.max(offset * displayScale, -0x1p52), 0x1p52)
    var whole = Double(Int(scaled))
    // Callers compare offsets with the quotient `pixels / displayScale`, but the product
    // `offset * displayScale` above is rounded. The loops below correct the number of pixels until
    // `pixels / displayScale` matches the offset.
    while whole / displayScale > offset, whole > -0x1p52 { whole -= 1 }
    while (whole + 1) / displayScale <= offset, whole < 0x1p52 { whole += 1 }
    return whole
  }

  /// The index of the first line of pixels whose top edge is at or below a given offset in points.
  private func ceiling(_ offset: Double) -> Double { -floor(-offset) }

  /// The top of a row, in pixels below the top of the content. If `row` is `count`, the result is the bottom
  /// of the last row.
  private func top(of row: Int) -> Double {
    let isEnd = row == count && row > 0
    return insets.top + rows.offset(of: row) - (isEnd ? gap : 0)
  }

  private func bottom(of row: Int) -> Double { insets.top + rows.offset(of: row + 1) - gap }

  // MARK: Positions

  /// The distance between two neighbouring rows, in points.
  public var spacing: Double { gap / displayScale }

  /// The distance between the top of the content and the first row, in points, rounded to whole pixels.
  ///
  /// - Complexity: O(1).
  public var topInset: Double {
    get { insets.top / displayScale }
    set { insets.top = Self.pixels(newValue, displayScale) }
  }

  /// The distance between the last row and the bottom of the content, in points, rounded to whole pixels.
  ///
  /// - Complexity: O(1).
  public var bottomInset: Double {
    get { insets.bottom / displayScale }
    set { insets.bottom = Self.pixels(newValue, displayScale) }
  }

  /// The height of the content in points, including insets, rows and spacing.
  ///
  /// - Complexity: O(1).
  public var contentHeight: Double {
    let between = isEmpty ? 0 : rows.totalHeight - gap
    return (insets.top + between + insets.bottom) / displayScale
  }

  /// The distance from the top of the content to the top of a row in points.
  ///
  /// - Parameter row: a row index, or `count` for the bottom of the last row.
  /// - Precondition: `row` is in `0...count`.
  /// - Complexity: O(log `count`).
  public func offset(of row: Int) -> Double { top(of: row) / displayScale }

  /// The top and the bottom of a row, in points below the top of the content.
  ///
  /// - Precondition: `row` is in `0..<count`.
  /// - Complexity: O(log `count`).
  public func extent(of row: Int) -> Range<Double> {
    guard indices.contains(row) else { trapRow(row, count) }
    return top(of: row) / displayScale..<bottom(of: row) / displayScale
  }

  /// The row that contains a point: its top is at or above the point, and its bottom is below the point.
  ///
  /// - Parameter offset: a distance from the top of the content in points.
  /// - Returns: the row, or nil if the point is in an inset, between two rows or outside of the content.
  /// - Precondition: `offset` is not NaN.
  /// - Complexity: O(log `count`).
  public func row(at offset: Double) -> Int? {
    let pixel = floor(offset)
    guard let row = rows.row(at: pixel - insets.top), pixel < bottom(of: row) else { return nil }
    return row
  }

  /// The rows that are at least partly in a viewport. A row of height 0 is included only if it is between two
  /// visible rows.
  ///
  /// - Parameter viewport: the viewport's top and bottom, in points below the top of the content. The
  ///   viewport may extend beyond the content.
  /// - Returns: the rows, or an empty range if the viewport shows no part of a row.
  /// - Complexity: O(log `count` + rows of height 0 in the viewport).
  public func rows(in viewport: Range<Double>) -> Range<Int> {
    let (upper, lower) = (floor(viewport.lowerBound), ceiling(viewport.upperBound))
    guard !viewport.isEmpty, upper < lower else { return 0..<0 }
    var visible = rows.rows(in: upper - insets.top..<lower - insets.top)
    func isVisible(_ row: Int) -> Bool {
      let (top, bottom) = (top(of: row), bottom(of: row))
      return top < bottom && top < lower && bottom > upper
    }
    while let first = visible.first, !isVisible(first) { visible.removeFirst() }
    while let last = visible.last, !isVisible(last) { visible.removeLast() }
    return visible
  }

  // MARK: Unmeasured rows

  /// The assumed height of an unmeasured row in points; 44 by default.
  ///
  /// - Complexity: O(1), plus a copy of the rows if other values share the memory.
  public var estimatedHeight: Double {
    get { (rows.estimatedHeight - gap) / displayScale }
    set { rows.estimatedHeight = stored(newValue) }
  }

  /// The number of measured rows.
  ///
  /// - Complexity: O(1).
  public var measuredCount: Int { rows.measuredCount }

  /// Whether a row is measured, which means that its height has been set.
  ///
  /// - Precondition: `row` is in `0..<count`.
  /// - Complexity: O(log `count`).
  public func isMeasured(_ row: Int) -> Bool { rows.isMeasured(row) }
}

// MARK: - Changes

extension RowLayout {
  /// Calls `changes` and returns the distance that must be added to the content offset to keep the rows on
  /// screen in place.
  ///
  /// The first visible row that is not deleted keeps its position on screen. The visible rows below that
  /// first row also keep their positions, unless visible rows above them change. A row inserted before the
  /// first visible row appears above the viewport, even at the top of the list. If all visible rows are
  /// deleted, the first row below them moves to the viewport's top. Finally, `update` limits the distance so
  /// that the content offset stays within the scrollable range. A content offset that was already outside the
  /// scrollable range before the changes may stay outside by the same distance.
  ///
  /// A row that moves is treated like a row that is deleted and inserted again. If `changes` assigns a new
  /// value to its argument, `update` treats the value as new heights for the same rows, for example after a
  /// change of width.
  ///
  /// - Parameters:
  ///   - viewport: the visible part of the content without the parts under bars, from the content offset to
  ///     the content offset plus the viewport's height, in points.
  ///   - changes: a closure that makes the changes. The closure must not call `update`.
  /// - Returns: the distance in points to add to the content offset.
  /// - Complexity: the same as for the changes alone, plus O(rows on screen) for each change.
  public mutating func update<Failure: Error>(
    visible viewport: Range<Double>, _ changes: (inout RowLayout) throws(Failure) -> Void
  ) throws(Failure) -> Double {
    guard visibleRows == nil else { trap("'update' within 'update'") }
    let shown = rows(in: viewport)
    let before = VisibleRows(
      rows: Array(shown), tops: shown.map { top(of: $0) }, next: shown.upperBound)
    let scale = displayScale
    let height = viewport.upperBound - viewport.lowerBound
    let excess = viewport.lowerBound - Swift.max(0, contentHeight - height)
    visibleRows = before
    defer { visibleRows = nil }
    try changes(&self)
    var distance = 0.0
    let after = visibleRows ?? before
    if let index = after.rows.firstIndex(where: { indices.contains($0) }) {
      let (top, old) = (top(of: after.rows[index]), after.tops[index])
      distance = displayScale == scale ? (top - old) / scale : top / displayScale - old / scale
    } else if !after.rows.isEmpty {
      distance = offset(of: Swift.min(after.next, count)) - viewport.lowerBound
    }
    let lowest = Swift.min(0, viewport.lowerBound)
    let highest = Swift.max(0, contentHeight - height) + Swift.max(0, excess)
    let offset = viewport.lowerBound + distance
    if offset < lowest { return lowest - viewport.lowerBound }
    return offset > highest ? highest - viewport.lowerBound : distance
  }

  /// The rows that were on screen when an update began.
  private struct VisibleRows {
    /// The current index of each row that was on screen when the update began, or -1 if the row has been
    /// deleted.
    var rows: [Int]
    /// The tops of the rows when the update began, in pixels.
    var tops: [Double]
    /// The index of the first row below the viewport.
    var next: Int

    /// Updates the indices after the rows in the range `old` have been replaced with `count` new rows.
    mutating func replaced(_ old: Range<Int>, with count: Int, of rowCount: Int) {
      for (index, row) in rows.enumerated() where row >= old.lowerBound {
        if row >= old.upperBound {
          rows[index] += count - old.count
        } else {
          rows[index] = -1
        }
      }
      // In an empty list there is no row below the viewport that could move.
      if next >= old.upperBound, rowCount > 0 {
        next += old.isEmpty || next > old.upperBound ? count - old.count : -old.count
      } else if next > old.lowerBound {
        next = old.lowerBound
      }
    }
  }

  private mutating func noteVisibleRows(_ old: Range<Int>, replacedWith new: Int) {
    let rowCount = count
    visibleRows?.replaced(old, with: new, of: rowCount)
  }
}

extension RowLayout: RowCollection {
  /// The index of a row; the first row has index 0.
  public typealias Index = Int

  /// The index of the first row, which is 0.
  public var startIndex: Int { 0 }

  /// The number of rows.
  public var endIndex: Int { rows.count }

  /// The height of a row in points, rounded to whole pixels. An unmeasured row has the estimated height.
  ///
  /// - Complexity: the same as for `RowHeights`.
  public subscript(row: Int) -> Double {
    get { (rows[row] - gap) / displayScale }
    set { rows[row] = stored(newValue) }
  }

  /// Replaces a range of rows with new rows of the given heights. Most other functions that insert measured
  /// rows or delete rows call this function.
  ///
  /// - Complexity: the same as for `RowHeights`.
  public mutating func replaceSubrange<Heights: Collection>(
    _ old: Range<Int>, with newHeights: Heights
  ) where Heights.Element == Double {
    let heights = newHeights.map { stored($0) }
    guard old.lowerBound >= 0, old.upperBound <= count else { trapRange(old, count) }
    noteVisibleRows(old, replacedWith: heights.count)
    rows.replaceSubrange(old, with: heights)
  }

  /// Appends rows.
  ///
  /// - Complexity: the same as for `RowHeights`.
  public mutating func append<Heights: Sequence>(contentsOf newHeights: Heights)
  where Heights.Element == Double {
    replaceSubrange(endIndex..<endIndex, with: Array(newHeights))
  }

  /// Deletes all rows and keeps the estimated height, display scale, spacing and insets.
  public mutating func removeAll(keepingCapacity: Bool = false) {
    replaceSubrange(startIndex..<endIndex, with: EmptyCollection<Double>())
  }

  /// Sets the heights of consecutive rows, for example of the visible rows after a layout pass.
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
    let before = count
    rows.insertUnmeasured(newRows, at: row)
    visibleRows?.replaced(row..<row, with: newRows, of: before)
  }

  /// Makes a range of rows unmeasured. An unmeasured row has the estimated height until its height is set
  /// again.
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
    noteVisibleRows(moved, replacedWith: 0)
    noteVisibleRows(target..<target, replacedWith: moved.count)
  }

  /// A copy of the layout with only the rows whose heights satisfy a condition. The copy has the same display
  /// scale, spacing and insets.
  public func filter(_ isIncluded: (Double) throws -> Bool) rethrows -> RowLayout {
    var copy = self
    try copy.removeAll { try !isIncluded($0) }
    return copy
  }
}

extension RowLayout: Equatable {
  /// Whether two layouts have the same heights, display scale, spacing and insets.
  public static func == (left: RowLayout, right: RowLayout) -> Bool {
    left.displayScale == right.displayScale && left.gap == right.gap && left.insets == right.insets
      && left.rows == right.rows
  }
}
