/// A layout for the rows of a scroll view, with spacing and insets, that aligns every row to the display's
/// pixel grid.
///
/// Heights are given in points but stored in whole pixels, so a height of a third of a point is exact on a
/// @3x display. Offsets and extents (the top and bottom of a row) are returned in points. Every offset is a
/// whole number of pixels, there are no gaps between rows apart from the spacing, and the total height is
/// exact.
///
///     var rows = RowLayout(messages.map(\.height), displayScale: 3, spacing: 8)
///     rows[12] = 97.5
///     rows.rows(in: top..<top + viewport)               // the rows on screen
///     rows.extent(of: 12)                               // the row's top and bottom in the content
///     contentSize.height = rows.contentHeight
///
/// Make changes inside `update(visible:stickingTo:within:_:)`, which returns the distance to add to the
/// content offset so that the rows on screen keep their positions.
///
///     contentOffset.y += rows.update(visible: top..<top + viewport) {
///       $0.insert(60, at: 0)
///       $0[7] = 80
///     }
///
/// A row's height plus the spacing must not exceed 33,554,431 pixels. `RowLayout` is a value type, like
/// `RowHeights`.
public struct RowLayout: Sendable {
  /// Number of pixels per point.
  private(set) var scale: Double
  /// Height of each row plus the spacing below it, in pixels.
  var rows: RowHeights
  /// Spacing between rows, in pixels.
  private(set) var gap: Double
  private(set) var insets = (top: 0.0, bottom: 0.0)
  var change: Change?

  /// Creates an empty layout with a display scale of 1, no spacing and no insets.
  public init() { self.init([] as [Double]) }

  /// Creates rows with the given heights.
  ///
  /// - Parameters:
  ///   - heights: the row heights in points.
  ///   - displayScale: the number of pixels per point.
  ///   - spacing: the distance between neighbouring rows in points.
  ///   - topInset: the distance between the top of the content and the first row in points.
  ///   - bottomInset: the distance between the last row and the bottom of the content in points.
  /// - Precondition: the display scale is above 0, and spacing and insets are not negative.
  /// - Complexity: O(number of heights).
  public init<Heights: Sequence>(
    _ heights: Heights, displayScale: Double = 1, spacing: Double = 0, topInset: Double = 0,
    bottomInset: Double = 0
  ) where Heights.Element == Double {
    self.init(
      displayScale: displayScale, spacing: spacing, topInset: topInset, bottomInset: bottomInset)
    append(contentsOf: heights)
  }

  /// Creates rows from heights of any other floating-point type, such as `CGFloat` or `Float`.
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

  /// Creates rows from heights in whole points.
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
  ///   - estimatedHeight: the height of unmeasured rows in points.
  ///   - displayScale: the number of pixels per point.
  ///   - spacing: the distance between neighbouring rows in points.
  ///   - topInset: the distance above the first row in points.
  ///   - bottomInset: the distance below the last row in points.
  /// - Complexity: O(1).
  public init(
    unmeasured count: Int, estimatedHeight: Double, displayScale: Double = 1, spacing: Double = 0,
    topInset: Double = 0, bottomInset: Double = 0
  ) {
    self.init(
      displayScale: displayScale, spacing: spacing, topInset: topInset, bottomInset: bottomInset)
    rows = RowHeights(
      unmeasured: count, estimatedHeight: stored(estimatedHeight, "estimated height"))
  }

  init(displayScale: Double, spacing: Double, topInset: Double, bottomInset: Double) {
    Self.check(displayScale)
    scale = displayScale
    gap = Self.pixels(spacing, displayScale, "spacing")
    rows = RowHeights()
    rows.estimatedHeight = estimate(44)
    insets.top = Self.pixels(topInset, displayScale, "top inset")
    insets.bottom = Self.pixels(bottomInset, displayScale, "bottom inset")
  }

  // MARK: Pixels

  static var maxPixels: Double { 33_554_431 }

  private static func check(_ scale: Double) {
    guard scale > 0, scale < .infinity else {
      trap("The display scale \(scale) is not a positive number of pixels per point")
    }
  }

  /// Converts a length from points to the nearest whole number of pixels, with halves rounded up. Traps if
  /// the length is invalid.
  private static func pixels(
    _ length: Double, _ scale: Double, _ quantity: StaticString
  ) -> Double {
    let scaled = length * scale
    guard scaled >= 0, scaled <= maxPixels else { trapPixels(length, quantity, scaled, scale) }
    let whole = Double(Int(scaled))
    return scaled - whole >= 0.5 ? whole + 1 : whole
  }

  /// Returns the value that `rows` stores for a height, which is the height plus the spacing, in pixels.
  func stored(_ height: Double, _ quantity: StaticString = "height") -> Double {
    let pixels = Self.pixels(height, scale, quantity) + gap
    guard pixels <= Self.maxPixels else {
      trapPixels(height + spacing, "height plus spacing", pixels, scale)
    }
    return pixels
  }

  /// Returns the value that `rows` stores for an estimated height that was not set by the caller. If the
  /// height is too large, returns the maximum instead of trapping.
  private func estimate(_ height: Double) -> Double {
    guard height * scale + gap < Self.maxPixels else { return Self.maxPixels }
    return stored(height)
  }

  /// Changes the display scale and the spacing. All heights in points are rounded to pixels again.
  private mutating func convert(to newScale: Double, spacing newSpacing: Double) {
    Self.check(newScale)
    var new = RowLayout(
      displayScale: newScale, spacing: newSpacing, topInset: topInset, bottomInset: bottomInset)
    new.rows = rows.converted(estimatedHeight: new.estimate(estimatedHeight)) {
      new.stored(($0 - gap) / scale)
    }
    new.change = change
    self = new
  }

  /// Returns the index of the last line of pixels whose top edge is at or above an offset in points.
  func floor(_ offset: Double) -> Double {
    guard !offset.isNaN else { trap("The point is not a number") }
    // The total height of all rows is less than 2^52 pixels.
    let scaled = Swift.min(Swift.max(offset * displayScale, -0x1p52), 0x1p52)
    var whole = Double(Int(scaled))
    // Callers compare offsets with the quotient `pixels / displayScale`, whereas the product above,
    // `offset * displayScale`, has been rounded. The loops below adjust the number of pixels until the
    // quotient matches the offset.
    while whole / displayScale > offset, whole > -0x1p52 { whole -= 1 }
    while (whole + 1) / displayScale <= offset, whole < 0x1p52 { whole += 1 }
    return whole
  }

  func ceiling(_ offset: Double) -> Double { -floor(-offset) }

  func top(of row: Int) -> Double {
    let isEnd = row == count && row > 0
    return insets.top + rows.offset(of: row) - (isEnd ? gap : 0)
  }

  private func bottom(of row: Int) -> Double { insets.top + rows.offset(of: row + 1) - gap }

  func height(of row: Int) -> Double { rows[row] - gap }

  // MARK: Positions

  /// Number of pixels per point. The scale is 1, 2 or 3 on Apple devices, but any positive number is valid.
  /// Setting the scale rounds the heights, spacing and insets to the new pixel size. Measured rows stay
  /// measured.
  ///
  /// - Complexity: reading is O(1); setting is O(measured rows).
  public var displayScale: Double {
    get { scale }
    set { convert(to: newValue, spacing: spacing) }
  }

  /// Distance between neighbouring rows in points, rounded to whole pixels. Changing the spacing leaves
  /// measured rows measured.
  ///
  /// - Complexity: reading is O(1); setting is O(measured rows).
  public var spacing: Double {
    get { gap / displayScale }
    set { convert(to: scale, spacing: newValue) }
  }

  /// Distance between the top of the content and the first row in points, rounded to whole pixels.
  ///
  /// - Complexity: O(1).
  public var topInset: Double {
    get { insets.top / displayScale }
    set { insets.top = Self.pixels(newValue, scale, "top inset") }
  }

  /// Distance between the last row and the bottom of the content in points, rounded to whole pixels.
  ///
  /// - Complexity: O(1).
  public var bottomInset: Double {
    get { insets.bottom / displayScale }
    set { insets.bottom = Self.pixels(newValue, scale, "bottom inset") }
  }

  /// Height of the content in points, including rows, spacing and insets.
  ///
  /// - Complexity: O(1).
  public var contentHeight: Double {
    let between = isEmpty ? 0 : rows.contentHeight - gap
    return (insets.top + between + insets.bottom) / displayScale
  }

  /// Returns the distance from the top of the content to the top of a row, in points.
  ///
  /// - Parameter row: a row index, or `count` for the bottom of the last row.
  /// - Precondition: `row` is in `0...count`.
  /// - Complexity: O(log `count`).
  public func offset(of row: Int) -> Double { top(of: row) / displayScale }

  /// Returns a row's top and bottom, in points from the top of the content.
  ///
  /// - Precondition: `row` is in `0..<count`.
  /// - Complexity: O(log `count`).
  public func extent(of row: Int) -> Range<Double> {
    guard indices.contains(row) else { trapRow(row, count) }
    return top(of: row) / displayScale..<bottom(of: row) / displayScale
  }

  /// Returns the row that contains a point. A row contains its top edge, but not its bottom edge.
  ///
  /// - Parameter offset: distance from the top of the content in points.
  /// - Returns: the row, or nil if the point is in an inset, between two rows or outside the content.
  /// - Precondition: `offset` is not NaN.
  /// - Complexity: O(log `count`).
  public func row(at offset: Double) -> Int? {
    let pixel = floor(offset)
    guard let row = rows.row(at: pixel - insets.top), pixel < bottom(of: row) else { return nil }
    return row
  }

  /// Returns the row that contains a point, or else the row nearest to it. Rows of height 0 are ignored. If
  /// the point is halfway between two rows, the result is the upper row.
  ///
  /// - Parameter offset: distance from the top of the content in points.
  /// - Returns: the index of the row. The result is nil if the list is empty, and 0 if all rows have height
  ///   0.
  /// - Precondition: `offset` is not NaN.
  /// - Complexity: O(log `count` + rows of height 0 next to the point).
  public func nearestRow(to offset: Double) -> Int? {
    let pixel = floor(offset)
    guard let found = rows.nearestRow(to: pixel - insets.top) else { return nil }
    let above = (0...found).last { height(of: $0) > 0 && top(of: $0) <= pixel }
    guard let above else { return (found..<count).first { height(of: $0) > 0 } ?? 0 }
    guard pixel >= bottom(of: above),
      let below = (above + 1..<count).first(where: { height(of: $0) > 0 })
    else { return above }
    let (upper, lower) = (bottom(of: above) / scale, top(of: below) / scale)
    return offset - upper <= lower - offset ? above : below
  }

  /// Returns the rows that are at least partly inside a viewport. Rows of height 0 are included only if they
  /// are between two visible rows.
  ///
  /// - Parameter viewport: the viewport's top and bottom, in points from the top of the content. The viewport
  ///   may extend beyond the content.
  /// - Returns: the rows, or an empty range if no part of any row is in the viewport.
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

  /// Assumed height of unmeasured rows, in points. The default is 44.
  ///
  /// - Complexity: O(1), plus a copy of the rows if they share memory with another value.
  public var estimatedHeight: Double {
    get { (rows.estimatedHeight - gap) / displayScale }
    set { rows.estimatedHeight = stored(newValue, "estimated height") }
  }

  /// The number of measured rows.
  ///
  /// - Complexity: O(1).
  public var measuredCount: Int { rows.measuredCount }

  /// Mean height of the measured rows in points, or nil if no rows are measured. The mean is a good choice
  /// for `estimatedHeight`.
  ///
  /// - Complexity: O(1).
  public var meanMeasuredHeight: Double? {
    rows.meanMeasuredHeight.map { ($0 - gap) / scale }
  }

  /// Whether a row is measured, meaning that its height has been set.
  ///
  /// - Precondition: `row` is in `0..<count`.
  /// - Complexity: O(log `count`).
  public func isMeasured(_ row: Int) -> Bool { rows.isMeasured(row) }
}
