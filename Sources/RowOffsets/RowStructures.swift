import ListLayout

/// Storage for a `RowHeights`, using whichever structure is fastest for the changes made so far.
///
///     sums, longSums   all heights are known, no rows were inserted   `BlockedIndex`
///                      or deleted
///     tree             rows are inserted and deleted                  `SumTreeIndex`
///     growing          as `tree`, but rows are appended one by one    `SumTreeIndex`, `tail`
///     estimates        some rows are unmeasured                       `MeasuredRows`
///
/// Lookups are pure reads that don't even cache the last position, so values sharing this object can be read
/// from several threads. The `Sendable` conformance is `@unchecked` because the compiler can't verify that
/// the object is changed only while it has a unique owner.
@usableFromInline
final class RowStructures: @unchecked Sendable {
  typealias Sums = BlockedSumsIndex<IncomingRows, TunedBlocks>
  typealias Tree = SumTreeIndex<IncomingRows, WideNodes>
  typealias Estimates = MeasuredRows<IncomingRows>

  enum Form { case sums, longSums, tree, growing, estimates }

  /// The arrays from which offsets are computed inline in an app's code. As long as no rows have been
  /// inserted or deleted, nearly all lists use `directOffsets`.
  @usableFromInline @exclusivity(unchecked) private(set) var directOffsets: DirectOffsets
  /// The tree fields that `offset(of:)` uses to compute offsets. After rows have been inserted or deleted,
  /// nearly all lists use `directTree`.
  @exclusivity(unchecked) private var directTree = DirectTree<ShortSums<WideNodes>>()
  /// Counterpart of `directTree` for lists whose heights don't fit in two bytes.
  @exclusivity(unchecked) private var directLongTree = DirectTree<WideNodes>()

  @usableFromInline let incoming: IncomingRows
  @exclusivity(unchecked) var form = Form.sums {
    didSet {
      directOffsets = DirectOffsets(sums, isUsed: form == .sums)
      updateDirectTrees()
      if form != .growing { tailCount = 0 }
    }
  }
  @exclusivity(unchecked) var sums: Sums
  @exclusivity(unchecked) var treeStorage = InPlaceOptional<Tree>()
  @exclusivity(unchecked) var estimatesStorage = InPlaceOptional<Estimates>()
  /// Bottoms of the last rows, which were appended one by one and aren't in the tree yet, in 1/64 pt from the
  /// top of the list. The memory has room for `maxTail` rows.
  @usableFromInline @exclusivity(unchecked) var tail: UnsafeMutablePointer<Int64>?
  /// Number of rows in `tail`, which is above 0 only if `form` is `growing`.
  @usableFromInline @exclusivity(unchecked) var tailCount = 0
  /// Number of rows at which the tail is considered full. This is at most `maxTail`, the number of rows in a
  /// leaf.
  @usableFromInline @exclusivity(unchecked) var tailLimit = 0
  static var maxTail: Int { WideNodes.leafRows }
  @exclusivity(unchecked) var estimate = LayoutUnit(points: 44)

  init(_ heights: HeightSource?, count: Int) {
    incoming = IncomingRows()
    sums = Sums(unread: incoming)
    directOffsets = DirectOffsets(sums, isUsed: false)
    build(heights, count: count)
  }

  init(unmeasured count: Int, estimate: LayoutUnit) {
    Self.check(0, and: count, of: estimate.rawValue)
    incoming = IncomingRows()
    incoming.state.pointee.count = count
    sums = Sums(unread: incoming)
    directOffsets = DirectOffsets(sums, isUsed: false)
    form = .estimates
    estimatesStorage.store(Estimates(rows: incoming))
    estimates.pointee.estimate = estimate
    self.estimate = estimate
  }

  // With the thread sanitizer enabled, the Swift 6.3 compiler crashes on mutating calls through a stored
  // noncopyable value, such as `treeStorage.pointer.pointee.change(…)`. Mutating calls through a pointer
  // avoid the crash, so the properties below return pointers.

  @inline(__always)
  var tree: UnsafeMutablePointer<Tree> { treeStorage.pointer }
  @inline(__always)
  var estimates: UnsafeMutablePointer<Estimates> { estimatesStorage.pointer }

  private init(copying other: RowStructures) {
    incoming = IncomingRows()
    incoming.state.pointee.count = other.count
    sums = Sums(unread: incoming)
    directOffsets = DirectOffsets(sums, isUsed: false)
    form = other.form
    estimate = other.estimate
    if form == .estimates { estimatesStorage.store(other.estimates.pointee.copy(for: incoming)) }
  }

  deinit {
    incoming.state.deallocate()
    tail?.deallocate()
  }

  func copy() -> RowStructures {
    let copy = RowStructures(copying: self)
    if form != .estimates {
      let heights = heights()
      heights.withUnsafeBufferPointer {
        if form == .sums || form == .longSums { copy.build($0) } else { copy.buildTree($0) }
      }
    }
    return copy
  }

  var count: Int { incoming.count }

  // MARK: Lookup

  /// Returns the offset of a row in `0...count`, in points. Used when `directOffsets` can't compute the
  /// offset.
  ///
  /// The function has no side effects and is declared `readonly`, so the compiler can load the fields of
  /// `directOffsets` once for an entire loop.
  @inline(never)
  @_effects(readonly)
  @usableFromInline
  func offset(of row: Int) -> Double {
    if UInt(bitPattern: row) < directTree.end, let offset = directTree.offset(of: row) {
      return LayoutUnit(rawValue: offset).points
    }
    if UInt(bitPattern: row) < directLongTree.end, let offset = directLongTree.offset(of: row) {
      return LayoutUnit(rawValue: offset).points
    }
    if form == .estimates { return estimatedOffset(of: row) }
    let isLong = form == .longSums && sums.fallback.form == .direct
    guard isLong, UInt(bitPattern: row) <= UInt(bitPattern: count) else {
      return slowOffset(of: row)
    }
    return sums.fallback.directOffset(of: row).points
  }

  @inline(never)
  private func slowOffset(of row: Int) -> Double {
    guard UInt(bitPattern: row) <= UInt(bitPattern: count) else { trapRow(row, count) }
    let offset =
      switch form {
      case .sums: sums.fastOffset(of: row) ?? sums.treeOffset(of: row)
      case .longSums: sums.fallback.fastOffset(of: row) ?? sums.fallback.treeOffset(of: row)
      case .tree: tree.pointee.read(offsetOf: row)
      case .growing: row > 0 ? bottomWhileGrowing(of: row - 1) : .zero
      case .estimates: estimates.pointee.offset(of: row)
      }
    return offset.points
  }

  @inline(never)
  private func estimatedOffset(of row: Int) -> Double {
    guard UInt(bitPattern: row) <= UInt(bitPattern: count) else { trapRow(row, count) }
    return estimates.pointee.offset(of: row).points
  }

  /// Updates `directTree` and `directLongTree` after a tree edit, or after a change that made a leaf too tall
  /// for fast lookups.
  func updateDirectTrees() {
    directTree = DirectTree()
    directLongTree = DirectTree()
    guard form == .tree || form == .growing else { return }
    directTree = DirectTree(tree.pointee.short, unit: tree.pointee.unit)
    directLongTree = DirectTree(tree.pointee.long, unit: 0)
  }

  /// Returns the row at a point given in 1/64 pt, or -1 if the point is above or below all rows.
  @inline(never)
  @usableFromInline
  func row(at point: Int64) -> Int {
    guard _fastPath(form == .sums) else { return slowRow(at: point) }
    return sums.rowIfInside(at: point) ?? -1
  }

  @inline(never)
  private func slowRow(at point: Int64) -> Int {
    if _fastPath(form == .tree) { return tree.pointee.read(rowAt: point) ?? -1 }
    if form == .estimates { return estimatedRow(at: point) }
    if form == .longSums { return sums.fallback.rowIfInside(at: point) ?? -1 }
    if let row = tree.pointee.read(rowAt: point) { return row }
    guard point >= 0, point < total.rawValue else { return -1 }
    let tail = tail.unsafelyUnwrapped
    let isFirst = point < tail[0]
    return count - tailCount + (isFirst ? 0 : tail.lastIndex(notAbove: point, of: tailCount) + 1)
  }

  @inline(never)
  private func estimatedRow(at point: Int64) -> Int {
    guard UInt64(bitPattern: point) < UInt64(bitPattern: total.rawValue) else { return -1 }
    return estimates.pointee.row(at: LayoutUnit(rawValue: point))
  }

  @inline(__always)
  func height(of row: Int) -> LayoutUnit {
    _fastPath(form == .sums) ? sums.fastHeight(of: row) ?? .zero : slowHeight(of: row)
  }

  @inline(never)
  private func slowHeight(of row: Int) -> LayoutUnit {
    switch form {
    case .sums, .longSums: sums.fastHeight(of: row) ?? .zero
    case .tree: tree.pointee.read(heightOf: row)
    case .growing: heightWhileGrowing(of: row)
    case .estimates: estimates.pointee.knownHeight(of: row) ?? estimate
    }
  }

  private func bottomWhileGrowing(of row: Int) -> LayoutUnit {
    let index = row - (count - tailCount)
    return index < 0
      ? tree.pointee.read(offsetOf: row + 1)
      : LayoutUnit(rawValue: tail.unsafelyUnwrapped[index])
  }

  private func heightWhileGrowing(of row: Int) -> LayoutUnit {
    if row < count - tailCount { return tree.pointee.read(heightOf: row) }
    return bottomWhileGrowing(of: row) - (row > 0 ? bottomWhileGrowing(of: row - 1) : .zero)
  }

  @inline(__always)
  var total: LayoutUnit {
    _fastPath(form == .sums) ? sums.treeTotal : slowTotal
  }

  @inline(never)
  private var slowTotal: LayoutUnit {
    switch form {
    case .sums: sums.treeTotal
    case .longSums: sums.fallback.treeTotal
    case .tree: tree.pointee.total()
    case .growing: bottomWhileGrowing(of: count - 1)
    case .estimates: estimates.pointee.total
    }
  }

  // MARK: Heights

  static var maxCopied: Int { WideNodes.leafRows }

  /// Writes row heights in 1/64 pt to `heights`, starting at `row`. Stops where copying more rows would
  /// require another lookup.
  ///
  /// - Parameter unmeasured: the value to write for an unmeasured row.
  /// - Returns: the number of heights written, between 1 and `maxCopied`.
  func copyHeights(
    from row: Int, unmeasured: Int32, to heights: UnsafeMutablePointer<Int32>
  ) -> Int {
    switch form {
    case .tree: return tree.pointee.copyHeights(from: row, to: heights)
    case .growing where row < count - tailCount:
      return tree.pointee.copyHeights(from: row, to: heights)
    case .estimates:
      return estimates.pointee.copyHeights(from: row, unmeasured: unmeasured, to: heights)
    case .sums, .longSums, .growing: break
    }
    let rows = row..<Swift.min(count, row + Self.maxCopied)
    if form == .sums {
      sums.copyHeights(of: rows, to: heights)
    } else if form == .longSums {
      sums.fallback.copyHeights(of: rows, to: heights)
    } else {
      for row in rows {
        heights[row - rows.lowerBound] = Int32(truncatingIfNeeded: height(of: row).rawValue)
      }
    }
    return rows.count
  }

  /// Returns the heights of all rows in 1/64 pt, with -1 for each unmeasured row.
  func heights() -> ContiguousArray<Int32> { heights(from: 0, atLeast: count, unmeasured: -1) }

  /// Returns the heights of several consecutive rows in 1/64 pt, or an empty array if `row` doesn't exist.
  @inline(never)
  @usableFromInline
  func heights(from row: Int) -> ContiguousArray<Int32> {
    let unmeasured = Int32(truncatingIfNeeded: estimate.rawValue)
    return heights(from: row, atLeast: 3 * Self.maxCopied, unmeasured: unmeasured)
  }

  /// Returns the heights of the rows from `row` onwards: either all of them or at least the first `minimum`
  /// rows.
  private func heights(
    from row: Int, atLeast minimum: Int, unmeasured: Int32
  ) -> ContiguousArray<Int32> {
    let left = count - row
    // If the list is empty, the array initialiser below would write a count of 0 to the storage shared by all
    // empty arrays, which the thread sanitizer reports as a race.
    guard left > 0 else { return [] }
    let capacity = min(left, minimum + Self.maxCopied)
    return ContiguousArray(unsafeUninitializedCapacity: capacity) { buffer, filled in
      guard let base = buffer.baseAddress else { return }
      while filled < min(left, minimum) {
        filled += copyHeights(from: row + filled, unmeasured: unmeasured, to: base + filled)
      }
    }
  }

  // MARK: Estimates

  var measuredCount: Int { form == .estimates ? estimates.pointee.measured : count }

  var measuredTotal: LayoutUnit {
    form == .estimates ? estimates.pointee.measuredHeight : total
  }

  func isMeasured(_ row: Int) -> Bool {
    form != .estimates || estimates.pointee.knownHeight(of: row) != nil
  }

  /// Calls `body` for each run of rows that are all measured or all unmeasured, from top to bottom.
  func visitRuns(_ body: (_ rows: Range<Int>, _ isMeasured: Bool) -> Void) {
    guard form == .estimates else { return body(0..<count, true) }
    estimates.pointee.visitRuns(body)
  }

  // MARK: Limits

  /// Maximum total height of all rows, in points. Up to this height, every offset can be represented exactly
  /// as a `Double`.
  @inlinable static var maxPoints: Int { 1 << 47 }

  /// Whether the total height of the rows is within `maxPoints`.
  ///
  /// - Parameters:
  ///   - measured: the total height of the measured rows in 1/64 pt.
  ///   - unmeasured: the number of unmeasured rows.
  ///   - estimate: the height of an unmeasured row in 1/64 pt.
  static func fits(_ measured: Int64, and unmeasured: Int, of estimate: Int64) -> Bool {
    let estimated = Int64(unmeasured).multipliedReportingOverflow(by: estimate)
    let total = measured.addingReportingOverflow(estimated.partialValue)
    return !estimated.overflow && !total.overflow
      && total.partialValue <= Int64(maxPoints) * LayoutUnit.perPoint
  }

  private static func check(_ measured: Int64, and unmeasured: Int, of estimate: Int64) {
    guard fits(measured, and: unmeasured, of: estimate) else {
      trap("The total height of the rows exceeds \(maxPoints) points")
    }
  }

  /// Traps if the total height exceeds `maxPoints`, which is possible only with 2^22 rows or more.
  @inline(__always)
  func checkTotal() {
    if !_fastPath(UInt(bitPattern: count) &>> 22 == 0) { checkLongTotal() }
  }

  @inline(never)
  private func checkLongTotal() {
    Self.check(measuredTotal.rawValue, and: count - measuredCount, of: estimate.rawValue)
  }

  @inline(__always)
  func checkCount(adding new: Int) {
    if count.addingReportingOverflow(new).overflow { trapCount(adding: new) }
  }

  @inline(never)
  private func trapCount(adding new: Int) -> Never {
    trap("Adding \(new) rows to \(count) exceeds the maximum number of rows")
  }
}

/// An optional value at a fixed address. If a tree were stored in an ordinary `Optional`, the compiler would
/// copy the whole tree on every access.
struct InPlaceOptional<Value: ~Copyable>: ~Copyable {
  private var memory: UnsafeMutablePointer<Value>?
  private var hasValue = false

  @inline(__always)
  var pointer: UnsafeMutablePointer<Value> { memory.unsafelyUnwrapped }

  mutating func store(_ value: consuming Value) {
    remove()
    let memory = memory ?? .allocate(capacity: 1)
    memory.initialize(to: value)
    self.memory = memory
    hasValue = true
  }

  mutating func remove() {
    if hasValue { memory?.deinitialize(count: 1) }
    hasValue = false
  }

  deinit {
    if hasValue { memory?.deinitialize(count: 1) }
    memory?.deallocate()
  }
}
