import ListLayout

/// The storage of a `RowHeights`, which uses the structure that is fastest for the changes made so far.
///
///     sums, longSums   all heights are known, no row was inserted     `BlockedIndex`
///                      or deleted
///     tree             rows are inserted and deleted                  `SumTreeIndex`
///     estimates        some rows are unmeasured                       `MeasuredRows`
///
/// Lookups write nothing, not even the position of the last lookup, so values that share this object may be
/// read from several threads. The conformance to `Sendable` is `@unchecked`, because the compiler cannot
/// verify that only a unique owner changes the object.
@usableFromInline
final class RowStructures: @unchecked Sendable {
  typealias Sums = BlockedSumsIndex<IncomingRows, TunedBlocks>
  typealias Tree = SumTreeIndex<IncomingRows, WideNodes>
  typealias Estimates = MeasuredRows<IncomingRows>

  enum Form { case sums, longSums, tree, estimates }

  /// The arrays from which offsets are computed inline in an app's code. Nearly all lists without insertions
  /// and deletions use `directOffsets`.
  @usableFromInline @exclusivity(unchecked) private(set) var directOffsets: DirectOffsets
  /// The tree fields from which `offset(of:)` computes offsets. Nearly all lists with insertions or deletions
  /// use `directTree`.
  @exclusivity(unchecked) private var directTree = DirectTree<ShortSums<WideNodes>>()
  /// The counterpart of `directTree` for lists whose heights need more than two bytes.
  @exclusivity(unchecked) private var directLongTree = DirectTree<WideNodes>()

  let incoming: IncomingRows
  @exclusivity(unchecked) private(set) var form = Form.sums {
    didSet {
      directOffsets = DirectOffsets(sums, isUsed: form == .sums)
      updateDirectTrees()
    }
  }
  @exclusivity(unchecked) private var sums: Sums
  @exclusivity(unchecked) private var treeStorage = InPlaceOptional<Tree>()
  @exclusivity(unchecked) private var estimatesStorage = InPlaceOptional<Estimates>()
  /// The assumed height of an unmeasured row.
  @exclusivity(unchecked) private(set) var estimate = LayoutUnit(points: 44)

  /// Creates `count` rows of known heights.
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

  // With the thread sanitizer, the compiler (Swift 6.3) crashes on mutating calls through a stored
  // noncopyable value, such as `treeStorage.pointer.pointee.change(…)`. Mutating calls through a pointer do
  // not crash the compiler, so the properties below return pointers.

  /// The tree, which exists only if `form` is `tree`.
  @inline(__always)
  private var tree: UnsafeMutablePointer<Tree> { treeStorage.pointer }
  /// The measured and estimated heights, which exist only if `form` is `estimates`.
  @inline(__always)
  private var estimates: UnsafeMutablePointer<Estimates> { estimatesStorage.pointer }

  private init(copying other: RowStructures) {
    incoming = IncomingRows()
    incoming.state.pointee.count = other.count
    sums = Sums(unread: incoming)
    directOffsets = DirectOffsets(sums, isUsed: false)
    form = other.form
    estimate = other.estimate
    if form == .estimates { estimatesStorage.store(other.estimates.pointee.copy(for: incoming)) }
  }

  deinit { incoming.state.deallocate() }

  /// Copies all rows to a new object.
  ///
  /// - Complexity: O(rows), or O(measured rows) if `form` is `estimates`.
  func copy() -> RowStructures {
    let copy = RowStructures(copying: self)
    if form != .estimates {
      let heights = heights()
      heights.withUnsafeBufferPointer {
        if form == .tree { copy.buildTree($0) } else { copy.build($0) }
      }
    }
    return copy
  }

  var count: Int { incoming.count }

  // MARK: Lookup

  /// The offset of a row in `0...count`, in points. Callers use this function if `directOffsets` cannot
  /// compute the offset.
  ///
  /// The function writes nothing and is declared `readonly`, so the compiler can load the fields of
  /// `directOffsets` once for a whole loop.
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
      case .tree: tree.pointee.findOffset(of: row)
      case .estimates: estimates.pointee.offset(of: row)
      }
    return offset.points
  }

  /// Updates `directTree` and `directLongTree` after an edit of the tree, or after a change that made a leaf
  /// too tall for fast lookups.
  private func updateDirectTrees() {
    directTree = DirectTree()
    directLongTree = DirectTree()
    guard form == .tree else { return }
    // Only one of the two trees contains the rows; the `fastCount` of the other tree is 0.
    directTree = DirectTree(tree.pointee.short, unit: tree.pointee.unit)
    directLongTree = DirectTree(tree.pointee.long, unit: 0)
  }

  /// The row at a point given in 1/64 pt, or -1 if the point is above or below all rows.
  @inline(never)
  @usableFromInline
  func row(at point: Int64) -> Int {
    guard _fastPath(form == .sums) else { return slowRow(at: point) }
    return sums.rowIfInside(at: point) ?? -1
  }

  @inline(never)
  private func slowRow(at point: Int64) -> Int {
    if _fastPath(form == .tree) { return tree.pointee.rowIfInside(at: point) ?? -1 }
    guard form == .longSums else { return estimatedRow(at: point) }
    return sums.fallback.rowIfInside(at: point) ?? -1
  }

  @inline(never)
  private func estimatedRow(at point: Int64) -> Int {
    guard UInt64(bitPattern: point) < UInt64(bitPattern: total.rawValue) else { return -1 }
    return estimates.pointee.row(at: LayoutUnit(rawValue: point))
  }

  func height(of row: Int) -> LayoutUnit {
    switch form {
    case .sums, .longSums: sums.fastHeight(of: row) ?? .zero
    case .tree: tree.pointee.findHeight(of: row)
    case .estimates: estimates.pointee.knownHeight(of: row) ?? estimate
    }
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
    case .estimates: estimates.pointee.total
    }
  }

  /// The heights of all rows, with the estimated height for each unmeasured row.
  private func heights() -> ContiguousArray<Int32> {
    // For an empty list, the array initialiser below would write the count 0 to the storage that all empty
    // arrays share, which the thread sanitizer reports as a race.
    guard count > 0 else { return [] }
    return ContiguousArray(unsafeUninitializedCapacity: count) { buffer, filled in
      filled = count
      guard let base = buffer.baseAddress else { return }
      switch form {
      case .sums: sums.copyHeights(of: 0..<count, to: base)
      case .longSums: sums.fallback.copyHeights(of: 0..<count, to: base)
      case .tree: tree.pointee.copyHeights(to: base)
      case .estimates:
        for row in 0..<count { base[row] = Int32(truncatingIfNeeded: height(of: row).rawValue) }
      }
    }
  }

  // MARK: Change

  @inline(__always)
  func setHeight(of row: Int, to height: Int32) {
    if _fastPath(form == .sums) {
      if !_fastPath(sums.change(row, to: Int64(height))) { rebuild(with: height, at: row) }
    } else if _fastPath(form == .tree) {
      if !_fastPath(tree.pointee.change(row, to: Int64(height))) { treeFormChanged() }
    } else {
      setHeightSlowly(of: row, to: height)
    }
  }

  @inline(never)
  private func setHeightSlowly(of row: Int, to height: Int32) {
    if form == .estimates {
      setMeasuredHeight(of: row, to: height)
    } else if !sums.fallback.change(row, to: Int64(height)) {
      rebuild(with: height, at: row)
    }
    checkTotal()
  }

  /// Updates `directTree` and `directLongTree`, and checks the total height. The function is called after a
  /// change that may have replaced the root of the tree, or moved the rows to four-byte leaves.
  @inline(never)
  private func treeFormChanged() {
    updateDirectTrees()
    checkTotal()
  }

  private func setMeasuredHeight(of row: Int, to height: Int32) {
    withUnsafePointer(to: height) {
      setIncoming(UnsafeBufferPointer(start: $0, count: 1), at: row)
      estimates.pointee.forget(row)
      _ = estimates.pointee.height(of: row)
    }
  }

  /// Replaces a range of rows with new rows of the given heights.
  ///
  /// - Complexity: O(log rows + rows deleted and inserted). The first insertion or deletion after all heights
  ///   were given in one call is O(rows).
  func replace(_ old: Range<Int>, with new: UnsafeBufferPointer<Int32>) {
    let kept = count - old.count
    if kept == 0 {
      build(new)
    } else if form == .estimates {
      replaceMeasured(old, with: new)
      checkTotal()
    } else if kept <= new.count || (new.count == old.count && new.count > kept / 8) {
      // If there are many new heights compared with the kept rows, summing up all rows again is cheaper than
      // editing the structure.
      var heights = heights()
      heights.replaceSubrange(old, with: new)
      heights.withUnsafeBufferPointer(build)
    } else if new.count == old.count {
      for (row, height) in zip(old, new) { setHeight(of: row, to: height) }
    } else {
      if form != .tree { heights().withUnsafeBufferPointer(buildTree) }
      if !old.isEmpty {
        incoming.state.pointee.count -= old.count
        tree.pointee.deleted(old)
      }
      defer { treeFormChanged() }
      guard !new.isEmpty else { return }
      incoming.state.pointee.count += new.count
      setIncoming(new, at: old.lowerBound)
      tree.pointee.inserted(old.lowerBound..<old.lowerBound + new.count)
    }
  }

  private func replaceMeasured(_ old: Range<Int>, with new: UnsafeBufferPointer<Int32>) {
    let rows = old.lowerBound..<old.lowerBound + new.count
    if old.count != new.count {
      checkCount(adding: new.count - old.count)
      incoming.state.pointee.count += new.count - old.count
      estimates.pointee.deleted(old)
      if !rows.isEmpty { estimates.pointee.inserted(rows) }
    }
    setIncoming(new, at: old.lowerBound)
    for row in rows {
      estimates.pointee.forget(row)
      _ = estimates.pointee.height(of: row)
    }
  }

  /// Gives the structures access to the heights of the rows that are about to be inserted or changed. `row`
  /// is the first row to be inserted or changed.
  private func setIncoming(_ heights: UnsafeBufferPointer<Int32>, at row: Int) {
    incoming.state.pointee.first = row
    incoming.state.pointee.heights = heights.baseAddress.map { .units($0) }
  }

  /// Moves a range of rows so that it begins at index `row` of the final list. Unmeasured rows stay
  /// unmeasured.
  func move(_ rows: Range<Int>, before row: Int) {
    let known = rows.map {
      isMeasured($0) ? Int32(truncatingIfNeeded: height(of: $0).rawValue) : nil
    }
    let heights = ContiguousArray(known.lazy.map { $0 ?? 0 })
    replace(rows, with: UnsafeBufferPointer(start: nil, count: 0))
    guard form == .estimates else {
      return heights.withUnsafeBufferPointer { replace(row..<row, with: $0) }
    }
    insertUnmeasured(known.count, at: row)
    for (index, height) in known.enumerated() {
      if let height { setHeight(of: row + index, to: height) }
    }
  }

  // MARK: Estimates

  var measuredCount: Int { form == .estimates ? estimates.pointee.measured : count }

  /// The total height of the measured rows.
  var measuredTotal: LayoutUnit {
    form == .estimates ? estimates.pointee.measuredHeight : total
  }

  func isMeasured(_ row: Int) -> Bool {
    form != .estimates || estimates.pointee.knownHeight(of: row) != nil
  }

  func insertUnmeasured(_ new: Int, at row: Int) {
    beginEstimates()
    checkCount(adding: new)
    incoming.state.pointee.count += new
    estimates.pointee.inserted(row..<row + new)
    checkTotal()
  }

  func setEstimate(_ height: LayoutUnit) {
    estimate = height
    guard form == .estimates else { return }
    estimates.pointee.estimate = height
    checkTotal()
  }

  /// Calls `body` for one run of rows after another, from the top of the list to the bottom. The rows of a
  /// run are either all measured or all unmeasured.
  func visitRuns(_ body: (_ rows: Range<Int>, _ isMeasured: Bool) -> Void) {
    guard form == .estimates else { return body(0..<count, true) }
    estimates.pointee.visitRuns(body)
  }

  func forget(_ rows: Range<Int>) {
    beginEstimates()
    if rows.count == count {
      estimates.pointee.forgetAll()
    } else {
      for row in rows { estimates.pointee.forget(row) }
    }
    checkTotal()
  }

  // MARK: Limits

  /// The maximum total height of all rows, in points. Up to `maxPoints`, a `Double` represents every offset
  /// exactly.
  static var maxPoints: Int { 1 << 47 }

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
      trap("The rows are more than \(maxPoints) points high together")
    }
  }

  /// Traps if the total height of the rows exceeds `maxPoints`, which is possible only with 2^22 rows or
  /// more.
  @inline(__always)
  private func checkTotal() {
    if !_fastPath(UInt(bitPattern: count) &>> 22 == 0) { checkLongTotal() }
  }

  @inline(never)
  private func checkLongTotal() {
    Self.check(measuredTotal.rawValue, and: count - measuredCount, of: estimate.rawValue)
  }

  @inline(__always)
  private func checkCount(adding new: Int) {
    if count.addingReportingOverflow(new).overflow { trapCount(adding: new) }
  }

  @inline(never)
  private func trapCount(adding new: Int) -> Never {
    trap("\(count) rows and \(new) more are too many")
  }

  // MARK: Build

  /// Sums up all heights again after the height of a row has changed to a value that the leaves cannot hold.
  @inline(never)
  private func rebuild(with height: Int32, at row: Int) {
    var heights = heights()
    heights[row] = height
    heights.withUnsafeBufferPointer(build)
  }

  /// Builds a structure from known heights: blocked sums, or a tree if the rows are too tall for blocked
  /// sums.
  private func build(_ heights: HeightSource?, count: Int) {
    incoming.state.pointee = IncomingRows.State(count: count, heights: heights)
    treeStorage.remove()
    estimatesStorage.remove()
    sums.heightsChanged()
    sums.refresh()
    if sums.form.isTree {
      form = .sums
    } else if sums.fallback.form.isTree {
      form = .longSums
    } else {
      buildTree()
    }
    checkTotal()
  }

  private func build(_ heights: UnsafeBufferPointer<Int32>) {
    build(heights.baseAddress.map { .units($0) }, count: heights.count)
  }

  private func buildTree(_ heights: UnsafeBufferPointer<Int32>) {
    incoming.state.pointee.count = heights.count
    setIncoming(heights, at: 0)
    buildTree()
  }

  private func buildTree() {
    sums = Sums(unread: incoming)
    estimatesStorage.remove()
    treeStorage.store(Tree(rows: incoming))
    form = .tree
  }

  private func beginEstimates() {
    guard form != .estimates else { return }
    heights().withUnsafeBufferPointer {
      estimatesStorage.store(Estimates(rows: incoming, heights: $0, estimate: estimate))
    }
    sums = Sums(unread: incoming)
    treeStorage.remove()
    form = .estimates
  }
}

/// An optional value at a fixed address. With an ordinary `Optional` as large as a tree, the compiler would
/// copy the whole value at each access.
private struct InPlaceOptional<Value: ~Copyable>: ~Copyable {
  private var memory: UnsafeMutablePointer<Value>?
  private var hasValue = false

  /// The address of the value, which must be present.
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
