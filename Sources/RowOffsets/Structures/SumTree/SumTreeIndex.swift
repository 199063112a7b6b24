import ListLayout

/// The heights of a list whose rows come and go, in a tree of sums (`PooledTree`).
///
/// There are two such trees, of which one has the rows:
///
///     short    2 bytes a row, 4 a sum    units of a point, or as large as all heights allow
///     long     4 bytes a row, 8 a sum    1/64 pt
///
/// The short one holds rows of up to 2,047 units and lists of up to 2,147,483,647: text, in whole or half points.
/// A height that does not fit moves all rows, to smaller units or to the long tree, where they stay until all
/// heights are given anew: 7 times at most.
///
/// Invariants: `checkInvariants()` lists them.
struct SumTreeIndex<Rows: RowSource, Shape: SumTreeShape>: ~Copyable {
  typealias Short = PooledTree<ShortSums<Shape>>
  typealias Long = PooledTree<Shape>

  let rows: Rows
  var short: Short
  var long: Long
  /// Which of them has the rows.
  private(set) var isShort = true
  /// The short tree counts 2^unit of 1/64 pt.
  private(set) var unit = Self.maxUnit
  private let path = SumTreePath(leafLanes: SumTreeLeaf<Shape>.lanes)

  /// The height in 1/64 pt up to which every offset is exact as a `Double` in points: 2^47 points.
  private static var highestExact: Int64 { 1 << 53 }

  /// A point.
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

  /// The bytes that the trees take from the heap.
  var byteCount: Int { short.byteCount + long.byteCount }

  // MARK: Find

  @inline(__always)
  mutating func offset(of row: Int) -> LayoutUnit {
    // The short tree has no prompt row and no leaf remembered where the long one answers.
    guard let units = short.promptOffset(of: row) else {
      return Self.otherOffset(of: row, in: &self)
    }
    return length(units)
  }

  /// `offset(of:)` that looks at no leaf remembered.
  @inline(__always)
  mutating func findOffset(of row: Int) -> LayoutUnit {
    guard let units = short.findPromptOffset(of: row) else {
      return Self.otherOffset(of: row, in: &self)
    }
    return length(units)
  }

  /// No method: to have one's `self` at hand costs the questions that do not call it.
  @inline(never)
  private static func otherOffset(of row: Int, in tree: inout Self) -> LayoutUnit {
    if tree.isShort { return tree.length(tree.short.otherOffset(of: row)) }
    return LayoutUnit(
      rawValue: tree.long.promptOffset(of: row) ?? tree.long.otherOffset(of: row))
  }

  mutating func row(at offset: LayoutUnit) -> Int {
    _fastPath(isShort) ? short.row(at: offset.rawValue &>> unit) : longRow(at: offset.rawValue)
  }

  @inline(never)
  private mutating func longRow(at point: Int64) -> Int { long.row(at: point) }

  /// `row(at:)` that remembers no leaf; nil for a point above or below all rows.
  @inline(__always)
  mutating func ownRow(at point: Int64) -> Int? {
    if _fastPath(isShort) {
      let units = point &>> unit
      return UInt64(bitPattern: units) < UInt64(bitPattern: short.height) ? short.find(units) : nil
    }
    return UInt64(bitPattern: point) < UInt64(bitPattern: long.height) ? long.find(point) : nil
  }

  mutating func height(of row: Int) -> LayoutUnit {
    _fastPath(isShort) ? length(short.height(of: row)) : longHeight(of: row)
  }

  @inline(never)
  private mutating func longHeight(of row: Int) -> LayoutUnit {
    LayoutUnit(rawValue: long.height(of: row))
  }

  /// `height(of:)` that remembers no leaf.
  mutating func findHeight(of row: Int) -> LayoutUnit {
    isShort ? length(short.findHeight(of: row)) : LayoutUnit(rawValue: long.findHeight(of: row))
  }

  func total() -> LayoutUnit {
    isShort ? length(short.height) : LayoutUnit(rawValue: long.height)
  }

  /// A number of units of the short tree.
  @inline(__always)
  private func length<Units: FixedWidthInteger>(_ units: Units) -> LayoutUnit {
    LayoutUnit(rawValue: Int64(truncatingIfNeeded: units) &<< unit)
  }

  /// Writes the heights of all rows.
  mutating func copyHeights(to heights: UnsafeMutablePointer<Int32>) {
    guard isShort else { return long.copyHeights(to: heights) }
    short.copyHeights(to: heights)
    for row in 0..<short.count { heights[row] &<<= Int32(truncatingIfNeeded: unit) }
  }

  // MARK: Change

  mutating func heightChanged(of row: Int) { change(row, to: rows.height(of: row).rawValue) }

  /// Gives a row another height.
  ///
  /// - Returns: whether the tree answers from where it did, and is not too high for `Double` offsets.
  @inline(__always)
  @discardableResult
  mutating func change(_ row: Int, to height: Int64) -> Bool {
    let units = height &>> unit
    guard _fastPath(isShort && fits(units, height)) else { return changeOtherwise(row, to: height) }
    short.change(row, to: units)
    return true
  }

  /// Whether the short tree holds a row, and with it a list that may become higher by it.
  @inline(__always)
  private func fits(_ units: Int64, _ height: Int64) -> Bool {
    units &<< unit == height && units <= ShortSums<Shape>.highestRow
      && units &+ short.height <= ShortSums<Shape>.highestList
  }

  @inline(never)
  private mutating func changeOtherwise(_ row: Int, to height: Int64) -> Bool {
    if !isShort {
      long.change(row, to: height)
      return long.withheld == 0 && long.height <= Self.highestExact
    }
    refit(for: Heights(bits: height, greatest: height, total: height))
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
        let isDealtOut = withUnsafePointer(to: Int32(truncatingIfNeeded: units)) {
          short.insert(IncomingHeights(rows: new, heights: $0))
        }
        if isDealtOut { rows.note(.rowsScanned, 1) }
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

  /// Puts rows in, whose heights in 1/64 pt become units here.
  private mutating func insert(_ new: Range<Int>, _ heights: UnsafeMutablePointer<Int32>) {
    if isShort {
      let all = Heights(heights, new.count)
      if !all.fit(unit, beside: short.height) { refit(for: all) }
    }
    if isShort { shorten(heights, new.count) }
    let incoming = IncomingHeights(rows: new, heights: heights)
    let isDealtOut = isShort ? short.insert(incoming) : long.insert(incoming)
    if isDealtOut { rows.note(.rowsScanned, new.count) }
  }

  mutating func deleted(_ old: Range<Int>) {
    if isShort { short.delete(old) } else { long.delete(old) }
  }

  // MARK: Build

  /// What decides which tree can hold some rows.
  private struct Heights {
    /// All bits that a height has.
    var bits: Int64 = 0
    var greatest: Int64 = 0
    var total: Int64 = 0

    /// The largest unit that all are multiples of.
    var unit: Int64 { min(maxUnit, Int64(bits.trailingZeroBitCount)) }

    init(bits: Int64, greatest: Int64, total: Int64) {
      (self.bits, self.greatest, self.total) = (bits, greatest, total)
    }

    init(_ heights: UnsafePointer<Int32>, _ count: Int) {
      var (all, most): (Int32, Int32) = (0, 0)
      for index in 0..<count {
        all |= heights[index]
        most = max(most, heights[index])
        total &+= Int64(heights[index])
      }
      (bits, greatest) = (Int64(all), Int64(most))
    }

    /// Whether the short tree can hold them in a unit, and so many units of other rows.
    func fit(_ unit: Int64, beside others: Int64 = 0) -> Bool {
      self.unit >= unit && greatest >> unit <= ShortSums<Shape>.highestRow
        && total >> unit + others <= ShortSums<Shape>.highestList
    }
  }

  /// Builds a tree from all rows of the source.
  ///
  /// - Complexity: O(n).
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
    build(heights, count, for: Heights(heights, count))
  }

  /// Builds a tree that can hold all that is said, from heights in 1/64 pt.
  private mutating func build(
    _ heights: UnsafeMutablePointer<Int32>, _ count: Int, for all: Heights
  ) {
    unit = all.unit
    isShort = all.fit(unit)
    if isShort {
      long.clear()
      shorten(heights, count)
      short.build(heights, count: count)
    } else {
      short.clear()
      long.build(heights, count: count)
    }
  }

  /// Builds a tree of the same rows that can hold others, too.
  ///
  /// - Complexity: O(n).
  @inline(never)
  private mutating func refit(for new: Heights) {
    let count = count
    rows.note(.reloads, 1)
    rows.note(.rowsScanned, count)
    let heights = UnsafeMutablePointer<Int32>.allocate(capacity: count)
    defer { heights.deallocate() }
    copyHeights(to: heights)
    var all = Heights(heights, count)
    // Units only become smaller, whatever is gone by now: else rows could come and go that move all each time.
    all.bits |= new.bits | 1 << unit
    all.greatest = max(all.greatest, new.greatest)
    all.total += new.total
    build(heights, count, for: all)
  }

  /// Makes units of 1/64 pt.
  private func shorten(_ heights: UnsafeMutablePointer<Int32>, _ count: Int) {
    let unit = Int32(truncatingIfNeeded: unit)
    for index in 0..<count { heights[index] &>>= unit }
  }

  // MARK: Invariants

  /// What is wrong: with the tree that has the rows (`PooledTree.checkInvariants()`), or that the other one has
  /// some, too. For tests: no timed path calls this.
  ///
  /// - Complexity: O(n).
  func checkInvariants() -> [String] {
    if isShort { return short.checkInvariants() + (long.count > 0 ? ["two trees have rows"] : []) }
    return long.checkInvariants() + (short.count > 0 ? ["two trees have rows"] : [])
  }
}
