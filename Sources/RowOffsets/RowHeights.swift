import ListLayout

/// Row heights of a list, from top to bottom, with fast lookups in both directions: from a row to its offset,
/// and from an offset to the row at that offset.
///
/// Heights can change, and rows can be inserted and deleted anywhere. `offset(of:)` and `row(at:)` run in
/// logarithmic time, so even a very long list can be laid out in every frame.
///
///     var rows = RowHeights(messages.map(\.height))
///     rows[12] = 97.5                             // one row became taller
///     rows.insert(60, at: 0)                      // a new row at the top
///     rows.offset(of: 12)                         // the top of row 12
///     rows.rows(in: top..<top + viewport)         // the rows on screen
///
/// Unmeasured rows have an estimated height until their heights are set:
///
///     var rows = RowHeights(unmeasured: 1_000_000, estimatedHeight: 44)
///     rows[7] = 61                                // measured, because it is on screen
///     rows.isMeasured(8)                          // false
///
/// **Lengths** are in points. Each height is between 0 and 33,554,431 pt and is rounded to the nearest
/// multiple of 1/64 pt, with ties rounded up. Sums of rounded heights are exact, regardless of the order of
/// addition. The total height is limited to 2^47 pt so that every offset can be represented exactly as a
/// `Double`. A change that would exceed this limit traps.
///
/// The **storage** depends on which changes have been made so far. As long as only heights change, the list
/// stores prefix sums in a tree with wide nodes. The prefix sums take 2.2 bytes per row, or 4.2 bytes if the
/// average height exceeds 1,023 pt or heights use fine fractions of a point, such as 1/64 pt. The first
/// insertion or deletion moves the rows to a B+-tree. This move takes 6 ms for a million rows, and each later
/// insertion takes 0.1 to 0.2 µs. The B+-tree takes 2.5 to 3.7 bytes per row, or 4.8 to 7 bytes if heights
/// use fine fractions of a point. If some rows are unmeasured, the list stores heights only for blocks of
/// rows around the measured ones. These blocks take about 4.3 bytes per row, and `offset(of:)` adds up at
/// most 16 heights in a block. Setting all heights in one call switches the list back to prefix sums.
///
/// `RowHeights` is a value type. Copies share memory until one of them is changed, and the first change
/// copies all rows. Several threads can read copies at the same time.
public struct RowHeights: Sendable {
  @usableFromInline var storage: RowStructures

  /// Creates an empty list.
  public init() { storage = RowStructures(nil, count: 0) }

  @usableFromInline
  init(doubles: UnsafeBufferPointer<Double>) {
    storage = RowStructures(doubles.baseAddress.map { .doubles($0) }, count: doubles.count)
  }

  @usableFromInline
  init(floats: UnsafeBufferPointer<Float>) {
    storage = RowStructures(floats.baseAddress.map { .floats($0) }, count: floats.count)
  }

  @usableFromInline
  init(points: UnsafeBufferPointer<Int32>) {
    storage = RowStructures(points.baseAddress.map { .points($0) }, count: points.count)
  }

  @usableFromInline
  init(units: UnsafeBufferPointer<Int32>) {
    storage = RowStructures(units.baseAddress.map { .units($0) }, count: units.count)
  }

  /// Creates unmeasured rows. Each row has the estimated height until its own height is set.
  ///
  /// - Parameters:
  ///   - count: the number of rows, at least 0.
  ///   - estimatedHeight: the height of unmeasured rows in points.
  /// - Precondition: the total height of all rows is at most 2^47 points.
  /// - Complexity: O(1).
  public init(unmeasured count: Int, estimatedHeight: Double) {
    guard count >= 0 else { trap("The number of rows must not be negative: \(count)") }
    storage = RowStructures(
      unmeasured: count,
      estimate: LayoutUnit(rawValue: Self.units(estimatedHeight, of: "estimated height")))
  }

  // MARK: Positions

  /// Returns the distance from the top of the first row to the top of a row, in points.
  ///
  /// - Parameter row: a row index, or `count` for the bottom of the last row.
  /// - Precondition: `row` is in `0...count`.
  /// - Complexity: O(log `count`).
  @inlinable
  public func offset(of row: Int) -> Double {
    let direct = storage.directOffsets
    guard _fastPath(UInt(bitPattern: row) < direct.end) else { return storage.offset(of: row) }
    return LayoutUnit(rawValue: direct.offset(of: row)).points
  }

  /// Returns a row's top and bottom, in points from the top of the first row.
  ///
  /// - Precondition: `row` is in `0..<count`.
  /// - Complexity: O(log `count`).
  public func extent(of row: Int) -> Range<Double> {
    let height = self[row]
    let top = offset(of: row)
    return top..<top + height
  }

  /// Returns the row that contains a point. A row contains its top edge, but not its bottom edge. A row of
  /// height 0 contains no points.
  ///
  /// - Parameter offset: distance from the top of the first row, in points.
  /// - Returns: the row, or nil if the point is above the first row or at or below the bottom of the last
  ///   row. The result is always nil if the total height of the list is 0.
  /// - Precondition: `offset` is not NaN.
  /// - Complexity: O(log `count`).
  @inlinable
  public func row(at offset: Double) -> Int? {
    let row = storage.row(at: Self.unit(at: offset))
    return row >= 0 ? row : nil
  }

  /// Returns the row that contains a point, or else the row nearest to it. Rows of height 0 are ignored. For
  /// a point above all rows, the result is the first row with a height above 0. For a point below all rows,
  /// the result is the last such row.
  ///
  /// - Parameter offset: distance from the top of the first row, in points.
  /// - Returns: the index of the row. The result is nil if the list is empty, and 0 if all rows have height
  ///   0.
  /// - Precondition: `offset` is not NaN.
  /// - Complexity: O(log `count`).
  public func nearestRow(to offset: Double) -> Int? {
    let point = Swift.min(Self.floor(offset), storage.total.rawValue - 1)
    guard storage.total > .zero else { return isEmpty ? nil : 0 }
    return storage.row(at: Swift.max(0, point))
  }

  /// Returns the rows that are at least partly inside a viewport. Rows of height 0 are included only if they
  /// are between two visible rows.
  ///
  /// - Parameter viewport: the viewport's top and bottom, in points from the top of the first row. The
  ///   viewport may extend beyond the rows.
  /// - Returns: the rows, or an empty range if no part of any row is in the viewport.
  /// - Complexity: O(log `count`).
  public func rows(in viewport: Range<Double>) -> Range<Int> {
    let total = storage.total.rawValue
    let top = Self.floor(viewport.lowerBound)
    // `bottom` is the first multiple of 1/64 pt at or below the viewport's bottom, so it is outside the
    // viewport itself.
    let bottom = -Self.floor(-viewport.upperBound)
    guard total > 0, bottom > 0, !viewport.isEmpty else { return 0..<0 }
    guard top < total else { return count..<count }
    let first = storage.row(at: Swift.max(0, top))
    let last = storage.row(at: Swift.min(bottom, total) - 1)
    return first..<last + 1
  }

  /// Total height of all rows in points, including the estimated heights of unmeasured rows.
  ///
  /// - Complexity: O(1).
  public var contentHeight: Double { storage.total.points }

  // MARK: Unmeasured rows

  /// Assumed height of unmeasured rows, in points. The default is 44. Setting this property changes the
  /// heights of all unmeasured rows, which moves the rows below them. Measured heights do not change.
  ///
  /// - Precondition: the height is in 0...33,554,431.
  /// - Complexity: O(1), plus a copy of the rows if they share memory with another value.
  public var estimatedHeight: Double {
    get { storage.estimate.points }
    set {
      let estimate = LayoutUnit(rawValue: Self.units(newValue, of: "estimated height"))
      makeUnique()
      storage.setEstimate(estimate)
    }
  }

  /// The number of measured rows.
  ///
  /// - Complexity: O(1).
  public var measuredCount: Int { storage.measuredCount }

  /// Mean height of the measured rows in points, or nil if no rows are measured. The mean is a good choice
  /// for `estimatedHeight`.
  ///
  /// - Complexity: O(1).
  public var meanMeasuredHeight: Double? {
    measuredCount > 0 ? storage.measuredTotal.points / Double(measuredCount) : nil
  }

  /// Whether a row is measured, meaning that its height has been set.
  ///
  /// - Precondition: `row` is in `0..<count`.
  /// - Complexity: O(log `count`).
  public func isMeasured(_ row: Int) -> Bool {
    guard indices.contains(row) else { trapRow(row, count) }
    return storage.isMeasured(row)
  }

  /// Inserts unmeasured rows.
  ///
  /// - Parameters:
  ///   - newRows: the number of rows, at least 0.
  ///   - row: the row before which to insert them, or `count` for the end.
  /// - Complexity: O(log `count`), plus one memory move in the index of measured blocks; O(`count`) if all
  ///   rows were measured before the call.
  public mutating func insertUnmeasured(_ newRows: Int, at row: Int) {
    guard newRows >= 0 else { trap("The number of rows must not be negative: \(newRows)") }
    guard (0...count).contains(row) else { trapRow(row, count) }
    guard newRows > 0 else { return }
    makeUnique()
    storage.insertUnmeasured(newRows, at: row)
  }

  /// Makes a range of rows unmeasured. These rows are assumed to have the estimated height until their
  /// heights are set again. Call this for rows whose content has changed, or for all rows when the list's
  /// width changes.
  ///
  /// - Precondition: `rows` is within `0..<count`.
  /// - Complexity: O(`rows.count` * log `count`), or O(measured rows) if `rows` contains all rows; O(`count`)
  ///   if all rows were measured.
  public mutating func forgetHeights(of rows: Range<Int>) {
    guard rows.lowerBound >= 0, rows.upperBound <= count else { trapRange(rows, count) }
    guard !rows.isEmpty else { return }
    makeUnique()
    storage.forget(rows)
  }

  // MARK: Memory

  @inline(__always)
  mutating func makeUnique() {
    if !isKnownUniquelyReferenced(&storage) { storage = storage.copy() }
  }

  @usableFromInline
  mutating func insert(_ height: Int32, at row: Int) {
    guard UInt(bitPattern: row) <= UInt(bitPattern: count) else { trapRow(row, count) }
    makeUnique()
    storage.insert(height, at: row)
  }

  @usableFromInline
  mutating func replace(_ rows: Range<Int>, with heights: UnsafeBufferPointer<Int32>) {
    guard rows.lowerBound >= 0, rows.upperBound <= count else { trapRange(rows, count) }
    guard !rows.isEmpty || !heights.isEmpty else { return }
    makeUnique()
    storage.replace(rows, with: heights)
  }

  // MARK: Points and 1/64 points

  /// Converts a height from points to 1/64 pt, rounding to the nearest integer, with halves rounded up. Traps
  /// if the height is invalid.
  @inlinable
  @inline(__always)
  static func units(_ height: Double, of quantity: StaticString = "height") -> Int32 {
    // A single comparison is enough to check the range, because negative numbers and NaN, read as unsigned
    // bit patterns, are greater than any valid height. The valid height -0 fails this comparison, so it is
    // tested separately.
    let isUsual = _fastPath(height.bitPattern <= (33_554_431 as Double).bitPattern)
    guard isUsual || height == 0 else { trapHeight(height, quantity) }
    let scaled = height * 64
    // Adding 1.5 * 2^52 to a number rounds it to an integer, as in `HeightSource`. This avoids `rounded()`,
    // which might call the C math library, and a checked conversion, which would test the range again.
    let shifted = scaled + 0x1.8p52
    let whole = Int32(truncatingIfNeeded: shifted.bitPattern)
    return scaled - (shifted - 0x1.8p52) == 0.5 ? whole &+ 1 : whole
  }

  /// Converts an offset from points to 1/64 pt, rounding down. Traps if the offset is NaN.
  @inlinable
  @inline(__always)
  static func unit(at offset: Double) -> Int64 {
    // For numbers in 1/64..<2^56, shifting out the fraction bits is faster than converting to `Int64`, which
    // also checks the range. For all other numbers, the sign or the exponent puts `shift` outside the range
    // that the guard accepts.
    let bits = offset.bitPattern
    let shift = 1080 &- bits &>> 52
    guard _fastPath(shift &- 2 < 62) else { return floor(offset) }
    return Int64(bitPattern: (bits &<< 11 | 1 &<< 63) &>> shift)
  }

  /// Converts an offset from points to 1/64 pt, rounding down. Traps if the offset is NaN.
  @usableFromInline
  static func floor(_ offset: Double) -> Int64 {
    guard !offset.isNaN else { trap("The point is not a number") }
    // Clamping doesn't affect the result, because no row has an offset above 2^62 units.
    let scaled = Swift.min(Swift.max(offset * 64, -0x1p62), 0x1p62)
    let whole = Int64(scaled)
    return Double(whole) > scaled ? whole - 1 : whole
  }
}

// MARK: - A collection of heights

extension RowHeights: RowCollection {
  /// Index of a row; the first row has index 0.
  public typealias Index = Int

  /// Index of the first row, which is always 0.
  @inlinable
  public var startIndex: Int { 0 }

  /// The number of rows.
  public var endIndex: Int { storage.count }

  /// A row's height in points, rounded to 1/64 pt. Unmeasured rows have the estimated height. Setting the
  /// height of an unmeasured row makes it measured.
  ///
  /// - Precondition: `row` is in `0..<count`; the height is in 0...33,554,431.
  /// - Complexity: reading is O(1) until rows are inserted or deleted, then O(log `count`). Setting is O(log
  ///   `count`), or O(`count`) if the new height needs more bytes than the existing ones or the memory is
  ///   shared with another value.
  public subscript(row: Int) -> Double {
    get {
      guard UInt(bitPattern: row) < UInt(bitPattern: storage.count) else { trapRow(row, count) }
      return storage.height(of: row).points
    }
    set {
      guard UInt(bitPattern: row) < UInt(bitPattern: storage.count) else { trapRow(row, count) }
      let height = Self.units(newValue)
      makeUnique()
      storage.setHeight(of: row, to: height)
    }
  }
}

extension RowHeights {
  /// Creates rows from heights in points. Heights in contiguous memory are read in place. Other heights are
  /// first copied to a buffer that takes four bytes per height.
  ///
  /// - Complexity: O(number of heights).
  @inlinable
  public init<Heights: Sequence>(_ heights: Heights) where Heights.Element == Double {
    self =
      heights.withContiguousStorageIfAvailable { Self(doubles: $0) } ?? Self(gathering: heights)
  }

  /// Creates rows from heights of any other floating-point type, such as `Float` or `CGFloat`.
  ///
  /// - Complexity: O(number of heights).
  @_disfavoredOverload
  @inlinable
  public init<Heights: Sequence>(_ heights: Heights) where Heights.Element: BinaryFloatingPoint {
    self =
      heights.withContiguousStorageIfAvailable { heights -> Self? in
        typealias Height = Heights.Element
        let rows = UnsafeRawBufferPointer(heights)
        // `CGFloat` has the same IEEE 754 format as `Double` or `Float`, depending on the platform.
        switch (Height.exponentBitCount, Height.significandBitCount, MemoryLayout<Height>.stride) {
        case (11, 52, 8): return Self(doubles: rows.assumingMemoryBound(to: Double.self))
        case (8, 23, 4): return Self(floats: rows.assumingMemoryBound(to: Float.self))
        default: return nil
        }
      }?.flatMap { $0 } ?? Self(gathering: heights.lazy.map { Double($0) })
  }

  /// Creates rows from heights in whole points.
  ///
  /// - Complexity: O(number of heights).
  @_disfavoredOverload
  @inlinable
  public init<Heights: Sequence>(_ heights: Heights) where Heights.Element: BinaryInteger {
    self =
      heights.withContiguousStorageIfAvailable { heights -> Self? in
        (heights as? UnsafeBufferPointer<Int32>).map { Self(points: $0) }
      }?.flatMap { $0 } ?? Self(gathering: heights.lazy.map { Double($0) })
  }

  @inlinable
  init<Heights: Sequence>(gathering heights: Heights) where Heights.Element == Double {
    var units: ContiguousArray<Int32> = []
    units.reserveCapacity(heights.underestimatedCount)
    // The buffer holds 1,024 heights, few enough to fit in the L1 cache.
    let buffer = UnsafeMutablePointer<Double>.allocate(capacity: 1024)
    defer { buffer.deallocate() }
    var count = 0
    for height in heights {
      buffer[count] = height
      count &+= 1
      if count == 1024 {
        Self.append(buffer, count, to: &units)
        count = 0
      }
    }
    Self.append(buffer, count, to: &units)
    self = units.withUnsafeBufferPointer { Self(units: $0) }
  }

  /// Rounds at most 1,024 heights to 1/64 pt and appends the results to `units`.
  @usableFromInline
  static func append(
    _ buffer: UnsafePointer<Double>, _ count: Int, to units: inout ContiguousArray<Int32>
  ) {
    withUnsafeTemporaryAllocation(of: Int32.self, capacity: 1024) { rounded in
      guard let target = rounded.baseAddress else { return }
      HeightSource.doubles(buffer).copy(0..<count, to: target)
      units.append(contentsOf: UnsafeBufferPointer(start: target, count: count))
    }
  }

  /// Replaces a range of rows with new rows of the given heights. Most other functions that insert measured
  /// rows or delete rows call this one.
  ///
  /// - Precondition: `rows` is within `0..<count`; each height is in 0...33,554,431.
  /// - Complexity: O(log `count` + rows deleted and inserted); O(`count`) for the first insertion or deletion
  ///   after all heights were set in one call, or if the memory is shared with another value. If the list has
  ///   unmeasured rows, the call also shifts part of the index of measured blocks.
  @inlinable
  public mutating func replaceSubrange<Heights: Collection>(
    _ rows: Range<Int>, with newHeights: Heights
  ) where Heights.Element == Double {
    let heights = ContiguousArray(newHeights.lazy.map { Self.units($0) })
    heights.withUnsafeBufferPointer { replace(rows, with: $0) }
  }

  /// Inserts a row before `row`, or at the end if `row` is `count`.
  ///
  /// - Precondition: `row` is in `0...count`; the height is in 0...33,554,431.
  /// - Complexity: the same as for `replaceSubrange(_:with:)`.
  @inlinable
  public mutating func insert(_ height: Double, at row: Int) {
    insert(Self.units(height), at: row)
  }

  /// Appends a row.
  ///
  /// - Precondition: the height is in 0...33,554,431.
  /// - Complexity: amortised O(1); the same as for `replaceSubrange(_:with:)` if rows are unmeasured.
  @inlinable
  public mutating func append(_ height: Double) {
    let height = Self.units(height)
    guard _fastPath(isKnownUniquelyReferenced(&storage) && storage.appendToTail(height)) else {
      return append(units: height)
    }
  }

  @usableFromInline
  mutating func append(units height: Int32) {
    makeUnique()
    storage.append(height)
  }

  /// Appends rows.
  ///
  /// - Complexity: the same as for `replaceSubrange(_:with:)`.
  @inlinable
  public mutating func append<Heights: Sequence>(contentsOf newHeights: Heights)
  where Heights.Element == Double {
    let heights = ContiguousArray(newHeights.lazy.map { Self.units($0) })
    heights.withUnsafeBufferPointer { replace(endIndex..<endIndex, with: $0) }
  }

  /// Deletes the rows at the given indices.
  ///
  /// - Parameter offsets: the rows to delete, as an `IndexSet` or any other sequence, in any order.
  /// - Precondition: each row is in `0..<count`.
  /// - Complexity: the same as one deletion per run of consecutive rows, but at most O(`count`).
  @inlinable
  public mutating func remove(atOffsets offsets: some Sequence<Int>) { remove(Array(offsets)) }

  @usableFromInline
  mutating func remove(_ offsets: [Int]) {
    guard !offsets.isEmpty else { return }
    makeUnique()
    storage.remove(offsets)
  }
}

extension RowHeights: ExpressibleByArrayLiteral {
  /// Creates rows with the given heights.
  @inlinable
  public init(arrayLiteral heights: Double...) { self.init(heights) }
}

extension RowHeights: Equatable {
  /// Whether two lists have the same heights. Unmeasured rows are compared by their estimated height.
  ///
  /// - Complexity: O(1) for unchanged copies of the same value, otherwise O(`count`).
  public static func == (left: RowHeights, right: RowHeights) -> Bool {
    left.storage === right.storage || left.elementsEqual(right)
  }
}

extension RowHeights: CustomStringConvertible {
  /// A description that contains the number of rows, their total height and, if some rows are unmeasured, the
  /// number of measured rows.
  public var description: String {
    let measured = measuredCount < count ? "\(measuredCount) of them measured, " : ""
    return "RowHeights(\(count) \(count == 1 ? "row" : "rows"), \(measured)\(contentHeight) pt)"
  }
}
