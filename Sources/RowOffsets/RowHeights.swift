import ListLayout

/// The heights of a list's rows, from top to bottom, that know where every row stands.
///
/// Change any height, insert and delete anywhere; `offset(of:)` and `row(at:)` answer in logarithmic
/// time. That is what a layout needs which is to show the visible part of a long list.
///
///     var rows = RowHeights(messages.map(\.height))
///     rows[12] = 97.5                             // one row became higher
///     rows.insert(60, at: 0)                      // a new one at the top
///     rows.offset(of: 12)                         // where row 12 begins
///     rows.rows(in: top..<top + viewport)         // what is on screen
///
/// A row whose height nobody knows yet counts an estimate until its height is set:
///
///     var rows = RowHeights(unmeasured: 1_000_000, estimatedHeight: 44)
///     rows[7] = 61                                // measured, because it is on screen
///     rows.isMeasured(8)                          // false
///
/// **Lengths** are points. A height is at least 0 and at most 33,554,431; it is kept to the nearest
/// 1/64 of a point, ties upwards, and sums are sums of what is kept: adding up changes nothing, in
/// whatever order. All rows together are at most 2^47 points high, so every offset is exact; a change that
/// makes them higher traps.
///
/// **Behind it** stands what is measured fastest for what was done to the rows: sums in wide nodes while
/// heights change and rows stay (2.2 bytes a row, 4.2 for rows of more than 1,023 points on average or of
/// fine fractions of a point), a B+-tree from the first insert or delete on (2.5 to 3.7 bytes, 4.8 to 7 for
/// such fractions), and stretches of measured rows where there are estimates (about 4 bytes for each row
/// near a measured one, none elsewhere). Nobody needs to choose; to give all heights at once begins anew.
///
/// A value, as an array is: copies share memory until one of them changes, which copies all of it. They
/// may be read from several threads.
public struct RowHeights: Sendable {
  @usableFromInline var storage: RowStructures

  /// No rows.
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

  /// Rows that nobody measured: each counts the estimate until its height is set.
  ///
  /// - Parameters:
  ///   - count: the number of rows, at least 0.
  ///   - estimatedHeight: what a row counts, in points; see `estimatedHeight`.
  /// - Precondition: all rows together are at most 2^47 points high.
  /// - Complexity: O(1).
  public init(unmeasured count: Int, estimatedHeight: Double) {
    guard count >= 0 else { trap("The number of rows \(count) is negative") }
    storage = RowStructures(
      unmeasured: count, estimate: LayoutUnit(rawValue: Self.units(estimatedHeight)))
  }

  // MARK: Where rows are

  /// The distance from the top of the first row to the top of a row, in points.
  ///
  /// - Parameter row: a row, or `count` for where the last one ends.
  /// - Precondition: `row` is in `0...count`.
  /// - Complexity: O(log `count`).
  @inlinable
  public func offset(of row: Int) -> Double {
    let prompt = storage.prompt
    guard _fastPath(UInt(bitPattern: row) < prompt.end) else { return storage.offset(of: row) }
    return LayoutUnit(rawValue: prompt.offset(of: row)).points
  }

  /// Where a row begins and ends, in points below the top of the first row.
  ///
  /// - Precondition: `row` is in `0..<count`.
  /// - Complexity: O(log `count`).
  public func extent(of row: Int) -> Range<Double> {
    let height = self[row]
    let top = offset(of: row)
    return top..<top + height
  }

  /// The row that owns a point: its top is at the point or above, its bottom below it. A row of
  /// height 0 owns none.
  ///
  /// - Parameter offset: a distance from the top of the first row, in points.
  /// - Returns: nil above the first row, from the end of the last row on, and in a list without height.
  /// - Precondition: `offset` is a number or infinite.
  /// - Complexity: O(log `count`).
  @inlinable
  public func row(at offset: Double) -> Int? {
    let row = storage.row(at: Self.unit(at: offset))
    return row >= 0 ? row : nil
  }

  /// The row that owns a point, or the nearest row that has a height: the first of these for a point above
  /// the rows, the last for one below them.
  ///
  /// - Parameter offset: a distance from the top of the first row, in points.
  /// - Returns: nil without rows; 0 in a list without height.
  /// - Precondition: `offset` is a number or infinite.
  /// - Complexity: O(log `count`).
  public func nearestRow(to offset: Double) -> Int? {
    let point = Swift.min(Self.floor(offset), storage.total.rawValue - 1)
    guard storage.total > .zero else { return isEmpty ? nil : 0 }
    return storage.row(at: Swift.max(0, point))
  }

  /// The rows that a viewport shows at least a part of; rows of height 0 only between others.
  ///
  /// - Parameter viewport: from the viewport's top to its bottom, in points below the top of the first
  ///   row. It may reach beyond the rows.
  /// - Returns: an empty range where no row has a part in the viewport.
  /// - Complexity: O(log `count`).
  public func rows(in viewport: Range<Double>) -> Range<Int> {
    let total = storage.total.rawValue
    let top = Self.floor(viewport.lowerBound)
    // The first point of 1/64 that is not above the bottom is out of sight.
    let bottom = -Self.floor(-viewport.upperBound)
    guard total > 0, bottom > 0, !viewport.isEmpty else { return 0..<0 }
    guard top < total else { return count..<count }
    let first = storage.row(at: Swift.max(0, top))
    let last = storage.row(at: Swift.min(bottom, total) - 1)
    return first..<last + 1
  }

  /// The height of all rows together, in points; rows that were not measured count the estimate.
  ///
  /// - Complexity: O(1).
  public var totalHeight: Double { storage.total.points }

  // MARK: Rows that are not measured yet

  /// What a row counts that was not measured, in points; 44 unless it was set. To change it moves all
  /// rows at once and leaves measured heights alone.
  ///
  /// - Precondition: at least 0, at most 33,554,431, not NaN.
  /// - Complexity: O(1), and a copy if other values share the memory.
  public var estimatedHeight: Double {
    get { storage.estimate.points }
    set {
      let estimate = LayoutUnit(rawValue: Self.units(newValue))
      makeUnique()
      storage.takeEstimate(estimate)
    }
  }

  /// The number of rows whose height was given.
  ///
  /// - Complexity: O(1).
  public var measuredCount: Int { storage.measuredCount }

  /// The mean height of the rows that were measured, in points: what to take for `estimatedHeight` when
  /// nothing better is known. Nil while none was.
  ///
  /// - Complexity: O(1).
  public var meanMeasuredHeight: Double? {
    measuredCount > 0 ? storage.measuredTotal.points / Double(measuredCount) : nil
  }

  /// Whether a row's height was given.
  ///
  /// - Precondition: `row` is in `0..<count`.
  /// - Complexity: O(log `count`).
  public func isMeasured(_ row: Int) -> Bool {
    guard indices.contains(row) else { trapRow(row, count) }
    return storage.isMeasured(row)
  }

  /// Inserts rows that nobody measured.
  ///
  /// - Parameters:
  ///   - newRows: how many, at least 0.
  ///   - row: the row before which they go, or `count` for the end.
  /// - Complexity: O(log `count`), and a memory move of what is known about measured stretches; O(`count`)
  ///   when all rows were measured.
  public mutating func insertUnmeasured(_ newRows: Int, at row: Int) {
    guard newRows >= 0 else { trap("The number of rows \(newRows) is negative") }
    guard (0...count).contains(row) else { trapRow(row, count) }
    guard newRows > 0 else { return }
    makeUnique()
    storage.insertUnmeasured(newRows, at: row)
  }

  /// Forgets the heights of rows: they count the estimate until their heights are set. For rows whose
  /// content changed, or all rows when their width did.
  ///
  /// - Precondition: `rows` lies in `0..<count`.
  /// - Complexity: O(`rows.count` * log `count`), for all rows O(rows measured); O(`count`) when all rows
  ///   were measured.
  public mutating func forgetHeights(of rows: Range<Int>) {
    guard rows.lowerBound >= 0, rows.upperBound <= count else { trapRange(rows, count) }
    guard !rows.isEmpty else { return }
    makeUnique()
    storage.forget(rows)
  }

  // MARK: Memory

  /// Sees that no other value shares the memory.
  @inline(__always)
  mutating func makeUnique() {
    if !isKnownUniquelyReferenced(&storage) { storage = storage.copy() }
  }

  @usableFromInline
  mutating func replace(_ rows: Range<Int>, with heights: UnsafeBufferPointer<Int32>) {
    guard rows.lowerBound >= 0, rows.upperBound <= count else { trapRange(rows, count) }
    guard !rows.isEmpty || !heights.isEmpty else { return }
    makeUnique()
    storage.replace(rows, with: heights)
  }

  // MARK: Points and 1/64 points

  /// The nearest number of 1/64 pt; traps for what is no height.
  @inlinable
  @inline(__always)
  static func units(_ height: Double) -> Int32 {
    // One comparison of the bits: those of what is negative or not a number are greater. -0 is 0.
    let isUsual = _fastPath(height.bitPattern <= (33_554_431 as Double).bitPattern)
    guard isUsual || height == 0 else { trapHeight(height) }
    let scaled = height * 64
    // As `HeightSource` rounds four. `rounded()` may be a call into the C mathematics library, and a
    // conversion looks at the range again.
    let shifted = scaled + 0x1.8p52
    let whole = Int32(truncatingIfNeeded: shifted.bitPattern)
    return scaled - (shifted - 0x1.8p52) == 0.5 ? whole &+ 1 : whole
  }

  /// The last 1/64 pt at or above a point; traps for NaN.
  @inlinable
  @inline(__always)
  static func unit(at offset: Double) -> Int64 {
    // The bits behind the point of a number from 1/64 up to 2^56 are shifted out, which a conversion would do
    // too, but with comparisons. Sign and exponent of any other number make a shift of no such size.
    let bits = offset.bitPattern
    let shift = 1080 &- bits &>> 52
    guard _fastPath(shift &- 2 < 62) else { return floor(offset) }
    return Int64(bitPattern: (bits &<< 11 | 1 &<< 63) &>> shift)
  }

  /// The last 1/64 pt at or above a point; traps for NaN.
  @usableFromInline
  static func floor(_ offset: Double) -> Int64 {
    guard !offset.isNaN else { trap("The point is not a number") }
    // Beyond this stands no row.
    let scaled = Swift.min(Swift.max(offset * 64, -0x1p62), 0x1p62)
    let whole = Int64(scaled)
    return Double(whole) > scaled ? whole - 1 : whole
  }
}

// MARK: - A collection of heights

extension RowHeights: RowCollection {
  /// A row: 0 is the first.
  public typealias Index = Int

  /// 0.
  @inlinable
  public var startIndex: Int { 0 }

  /// The number of rows.
  public var endIndex: Int { storage.count }

  /// The height of a row in points: what was set, to the nearest 1/64, or the estimate.
  ///
  /// To set a height measures the row.
  ///
  /// - Precondition: `row` is in `0..<count`; a height is at least 0, at most 33,554,431, not NaN.
  /// - Complexity: to read, O(1) while no row has come or gone, else O(log `count`). To set, O(log
  ///   `count`), and O(`count`) where heights need more bytes than those before, or if other values
  ///   share the memory.
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
  /// Rows of given heights. Those in an array are summed up where they lie; others are gathered first, in
  /// four bytes each.
  ///
  /// - Complexity: O(number of heights).
  @inlinable
  public init<Heights: Sequence>(_ heights: Heights) where Heights.Element == Double {
    self =
      heights.withContiguousStorageIfAvailable { Self(doubles: $0) } ?? Self(gathering: heights)
  }

  /// Rows of given heights, in points of another type: `Float`, `CGFloat`.
  ///
  /// - Complexity: O(number of heights).
  @_disfavoredOverload
  @inlinable
  public init<Heights: Sequence>(_ heights: Heights) where Heights.Element: BinaryFloatingPoint {
    self =
      heights.withContiguousStorageIfAvailable { heights -> Self? in
        typealias Height = Heights.Element
        let rows = UnsafeRawBufferPointer(heights)
        // The bits tell which format of IEEE 754 a type is: CGFloat has one of the two.
        switch (Height.exponentBitCount, Height.significandBitCount, MemoryLayout<Height>.stride) {
        case (11, 52, 8): return Self(doubles: rows.assumingMemoryBound(to: Double.self))
        case (8, 23, 4): return Self(floats: rows.assumingMemoryBound(to: Float.self))
        default: return nil
        }
      }?.flatMap { $0 } ?? Self(gathering: heights.lazy.map { Double($0) })
  }

  /// Rows of given heights in whole points.
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
    // So many at a time as stay in the nearest cache.
    let some = UnsafeMutablePointer<Double>.allocate(capacity: 1024)
    defer { some.deallocate() }
    var count = 0
    for height in heights {
      some[count] = height
      count &+= 1
      if count == 1024 {
        Self.append(some, count, to: &units)
        count = 0
      }
    }
    Self.append(some, count, to: &units)
    self = units.withUnsafeBufferPointer { Self(units: $0) }
  }

  /// Rounds some heights, 1,024 at most.
  @usableFromInline
  static func append(
    _ some: UnsafePointer<Double>, _ count: Int, to units: inout ContiguousArray<Int32>
  ) {
    withUnsafeTemporaryAllocation(of: Int32.self, capacity: 1024) { rounded in
      guard let target = rounded.baseAddress else { return }
      HeightSource.doubles(some).copy(0..<count, to: target)
      units.append(contentsOf: UnsafeBufferPointer(start: target, count: count))
    }
  }

  /// Puts rows of given heights in the place of others: every other insert and delete is this one.
  ///
  /// - Precondition: `rows` lies in `0...count`; each height is at least 0, at most 33,554,431, not NaN.
  /// - Complexity: O(log `count` + rows that come and go). O(`count`) for the first insert or delete
  ///   after all heights were given at once, and if other values share the memory. Where there are
  ///   estimates, a memory move of what is known about measured stretches besides.
  @inlinable
  public mutating func replaceSubrange<Heights: Collection>(
    _ rows: Range<Int>, with newHeights: Heights
  ) where Heights.Element == Double {
    let heights = ContiguousArray(newHeights.lazy.map { Self.units($0) })
    heights.withUnsafeBufferPointer { replace(rows, with: $0) }
  }

  /// Adds rows after the last.
  ///
  /// - Complexity: as `replaceSubrange(_:with:)`.
  @inlinable
  public mutating func append<Heights: Sequence>(contentsOf newHeights: Heights)
  where Heights.Element == Double {
    let heights = ContiguousArray(newHeights.lazy.map { Self.units($0) })
    heights.withUnsafeBufferPointer { replace(endIndex..<endIndex, with: $0) }
  }

  /// Deletes all rows. The estimate stays.
  @inlinable
  public mutating func removeAll(keepingCapacity: Bool = false) {
    replaceSubrange(startIndex..<endIndex, with: EmptyCollection())
  }
}

extension RowHeights: ExpressibleByArrayLiteral {
  /// Rows of given heights.
  @inlinable
  public init(arrayLiteral heights: Double...) { self.init(heights) }
}

extension RowHeights: Equatable {
  /// Whether two lists have the same heights, of measured rows and of those that count an estimate.
  ///
  /// - Complexity: O(1) for copies of which none has changed, else O(`count`) heights read.
  public static func == (left: RowHeights, right: RowHeights) -> Bool {
    left.storage === right.storage || left.elementsEqual(right)
  }
}

extension RowHeights: CustomStringConvertible {
  /// How many rows there are, how many of them were measured, and how high all are together.
  public var description: String {
    let measured = measuredCount < count ? "\(measuredCount) of them measured, " : ""
    return "RowHeights(\(count) \(count == 1 ? "row" : "rows"), \(measured)\(totalHeight) pt)"
  }
}
