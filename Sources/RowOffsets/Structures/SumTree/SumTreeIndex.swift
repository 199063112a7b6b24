import ListLayout

/// Row heights in a tree of sums (`PooledTree`), with fast insertions and deletions.
///
/// The index has two trees, only one of which contains the rows:
///
///     short    2 bytes per row, 4 per sum    in points, or in a fraction of a point if heights require it
///     long     4 bytes per row, 8 per sum    in 1/64 pt
///
/// The short tree can hold rows up to 2,047 units tall and lists up to 2,147,483,647 units tall, which is
/// enough for text whose heights are whole or half points. If a height doesn't fit in the short tree, all
/// heights are converted to a smaller unit or moved to the long tree. The new unit or tree is kept until all
/// heights are set again, so until then there can be at most 7 conversions.
struct SumTreeIndex<Rows: RowSource, Shape: SumTreeShape>: ~Copyable {
  typealias Short = PooledTree<ShortSums<Shape>>
  typealias Long = PooledTree<Shape>

  let rows: Rows
  var short: Short
  var long: Long
  private(set) var isShort = true
  /// Exponent of the short tree's unit: one unit is 2^unit/64 pt.
  private(set) var unit = Self.maxUnit
  private let path = SumTreePath(leafLanes: SumTreeLeaf<Shape>.lanes)

  /// 2^47 points in units of 1/64 pt. Up to this height, every offset can be represented exactly as a
  /// `Double` in points.
  private static var maxExactHeight: Int64 { 1 << 53 }

  private static var maxUnit: Int64 { 6 }

  init(rows: Rows) {
    self.rows = rows
    short = Short(path: path)
    long = Long(path: path)
    build()
  }

  deinit { path.deallocate() }

  var count: Int { isShort ? short.count : long.count }
  var leafCount: Int { isShort ? short.leaves.count : long.leaves.count }
  var levels: Int { isShort ? short.levels : long.levels }

  // MARK: Lookup

  @inline(__always)
  mutating func offset(of row: Int) -> LayoutUnit {
    // If the long tree contains the rows, the short tree is empty, so its fast lookups return nil.
    guard let units = short.fastOffset(of: row) else {
      return Self.slowOffset(of: row, in: &self)
    }
    return length(units)
  }

  @inline(__always)
  mutating func findOffset(of row: Int) -> LayoutUnit {
    guard let units = short.findFastOffset(of: row) else {
      return Self.slowOffset(of: row, in: &self)
    }
    return length(units)
  }

  /// Static, because an instance method would keep `self` in registers and slow down even the fast lookups
  /// that never call it.
  @inline(never)
  private static func slowOffset(of row: Int, in tree: inout Self) -> LayoutUnit {
    if tree.isShort { return tree.length(tree.short.slowOffset(of: row)) }
    return LayoutUnit(
      rawValue: tree.long.fastOffset(of: row) ?? tree.long.slowOffset(of: row))
  }

  mutating func row(at offset: LayoutUnit) -> Int {
    _fastPath(isShort) ? short.row(at: offset.rawValue &>> unit) : longRow(at: offset.rawValue)
  }

  @inline(never)
  private mutating func longRow(at point: Int64) -> Int { long.row(at: point) }

  mutating func height(of row: Int) -> LayoutUnit {
    _fastPath(isShort) ? length(short.height(of: row)) : longHeight(of: row)
  }

  @inline(never)
  private mutating func longHeight(of row: Int) -> LayoutUnit {
    LayoutUnit(rawValue: long.height(of: row))
  }

  func total() -> LayoutUnit {
    isShort ? length(short.height) : LayoutUnit(rawValue: long.height)
  }

  @inline(__always)
  private func length<Units: FixedWidthInteger>(_ units: Units) -> LayoutUnit {
    LayoutUnit(rawValue: Int64(truncatingIfNeeded: units) &<< unit)
  }

  // MARK: Lookup by several threads

  // The following functions have no side effects. They don't even record the leaf in which the lookup ended.
  // These functions are inlined, because otherwise the compiler would copy the whole index for each call.

  @inline(__always)
  func read(offsetOf row: Int) -> LayoutUnit {
    isShort ? length(short.slowOffset(of: row)) : LayoutUnit(rawValue: long.slowOffset(of: row))
  }

  @inline(__always)
  func read(rowAt point: Int64) -> Int? {
    _fastPath(isShort) ? short.find(point &>> unit) : long.find(point)
  }

  @inline(__always)
  func read(heightOf row: Int) -> LayoutUnit {
    isShort
      ? length(short.lookup.height(of: row)) : LayoutUnit(rawValue: long.lookup.height(of: row))
  }

  @inline(__always)
  func copyHeights(from row: Int, to heights: UnsafeMutablePointer<Int32>) -> Int {
    guard isShort else { return long.lookup.copyHeights(from: row, to: heights) }
    let copied = short.lookup.copyHeights(from: row, to: heights)
    for index in 0..<copied { heights[index] &<<= Int32(truncatingIfNeeded: unit) }
    return copied
  }

  // MARK: Change

  mutating func heightChanged(of row: Int) { change(row, to: rows.height(of: row).rawValue) }

  /// Sets a row's height.
  ///
  /// - Returns: false if the rows were moved to the other tree or converted to another unit, fast lookups are
  ///   disabled, or the total height is too large for exact `Double` offsets.
  @inline(__always)
  @discardableResult
  mutating func change(_ row: Int, to height: Int64) -> Bool {
    let units = height &>> unit
    guard _fastPath(isShort && fits(units, height)) else { return changeSlowly(row, to: height) }
    short.change(row, to: units)
    return true
  }

  /// Whether a row of the given height fits in the short tree, and whether the list would still fit after
  /// growing by that height.
  @inline(__always)
  private func fits(_ units: Int64, _ height: Int64) -> Bool {
    units &<< unit == height && units <= ShortSums<Shape>.maxRow
      && units &+ short.height <= ShortSums<Shape>.maxList
  }

  @inline(never)
  private mutating func changeSlowly(_ row: Int, to height: Int64) -> Bool {
    if !isShort {
      long.change(row, to: height)
      return long.fastPathBias == 0 && long.height <= Self.maxExactHeight
    }
    rebuild(toHold: Heights(bits: height, maximum: height, total: height))
    change(row, to: height)
    return false
  }

  mutating func heightsChanged() { build() }

  mutating func inserted(_ new: Range<Int>) {
    guard count > 0 else { return build() }
    guard !new.isEmpty else { return }
    if new.count == 1 {
      let height = rows.height(of: new.lowerBound).rawValue
      let units = height &>> unit
      if _fastPath(isShort && fits(units, height)) {
        let isRedistributed = withUnsafePointer(to: Int32(truncatingIfNeeded: units)) {
          short.insert(IncomingHeights(rows: new, heights: $0))
        }
        if isRedistributed { rows.note(.rowsScanned, 1) }
        return
      }
      var raw = Int32(truncatingIfNeeded: height)
      return insert(new, &raw)
    }
    withUnsafeTemporaryAllocation(of: Int32.self, capacity: new.count) { buffer in
      guard let heights = buffer.baseAddress else { return }
      rows.copyHeights(of: new, to: heights)
      insert(new, heights)
    }
  }

  /// Inserts rows. `heights` is converted in place from 1/64 pt to the short tree's units.
  private mutating func insert(_ new: Range<Int>, _ heights: UnsafeMutablePointer<Int32>) {
    if isShort {
      let all = Heights(heights, new.count)
      if !all.fit(unit, beside: short.height) { rebuild(toHold: all) }
    }
    if isShort { convertToUnits(heights, new.count) }
    let incoming = IncomingHeights(rows: new, heights: heights)
    let isRedistributed = isShort ? short.insert(incoming) : long.insert(incoming)
    if isRedistributed { rows.note(.rowsScanned, new.count) }
  }

  mutating func deleted(_ old: Range<Int>) {
    if isShort { short.delete(old) } else { long.delete(old) }
  }

  // MARK: Build

  private struct Heights {
    var bits: Int64 = 0
    var maximum: Int64 = 0
    var total: Int64 = 0

    var unit: Int64 { min(maxUnit, Int64(bits.trailingZeroBitCount)) }

    init(bits: Int64, maximum: Int64, total: Int64) {
      (self.bits, self.maximum, self.total) = (bits, maximum, total)
    }

    init(_ heights: UnsafePointer<Int32>, _ count: Int) {
      var (all, highest): (Int32, Int32) = (0, 0)
      for index in 0..<count {
        all |= heights[index]
        highest = max(highest, heights[index])
        total &+= Int64(heights[index])
      }
      (bits, maximum) = (Int64(all), Int64(highest))
    }

    /// Whether these heights fit in the short tree, in a given unit, alongside other rows with a total height
    /// of `others` units.
    func fit(_ unit: Int64, beside others: Int64 = 0) -> Bool {
      self.unit >= unit && maximum >> unit <= ShortSums<Shape>.maxRow
        && total >> unit + others <= ShortSums<Shape>.maxList
    }
  }

  @inline(never)
  private mutating func build() {
    let count = rows.count
    guard count > 0 else {
      (isShort, unit) = (true, Self.maxUnit)
      long.clear()
      return short.removeAll()
    }
    rows.note(.reloads, 1)
    rows.note(.rowsScanned, count)
    let heights = UnsafeMutablePointer<Int32>.allocate(capacity: count)
    defer { heights.deallocate() }
    rows.copyHeights(of: 0..<count, to: heights)
    build(heights, count, toHold: Heights(heights, count))
  }

  /// Builds a tree from heights in 1/64 pt. The tree can hold all heights described by `all`.
  private mutating func build(
    _ heights: UnsafeMutablePointer<Int32>, _ count: Int, toHold all: Heights
  ) {
    unit = all.unit
    isShort = all.fit(unit)
    if isShort {
      long.clear()
      convertToUnits(heights, count)
      short.build(heights, count: count)
    } else {
      short.clear()
      long.build(heights, count: count)
    }
  }

  @inline(never)
  private mutating func rebuild(toHold new: Heights) {
    let count = count
    rows.note(.reloads, 1)
    rows.note(.rowsScanned, count)
    let heights = UnsafeMutablePointer<Int32>.allocate(capacity: count)
    defer { heights.deallocate() }
    var row = 0
    while row < count { row += copyHeights(from: row, to: heights + row) }
    var all = Heights(heights, count)
    // The unit never becomes larger, even if the rows that required a smaller unit have been deleted.
    // Otherwise, alternating insertions and deletions might rebuild the tree every time.
    all.bits |= new.bits | 1 << unit
    all.maximum = max(all.maximum, new.maximum)
    all.total += new.total
    build(heights, count, toHold: all)
  }

  private func convertToUnits(_ heights: UnsafeMutablePointer<Int32>, _ count: Int) {
    let unit = Int32(truncatingIfNeeded: unit)
    for index in 0..<count { heights[index] &>>= unit }
  }
}
