import ListLayout

/// The memory of a `RowHeights`: the structure that is best for what has been done to the rows.
///
///     sums, longSums   every height is known, no row came or went     `BlockedIndex`
///     tree             rows come and go                               `SumTreeIndex`
///     estimates        some heights are not known                     `MeasuredRows`
///
/// Questions change nothing, not even a place remembered for the next one: values that share this
/// may be asked from several threads at once. Only its one owner changes it, hence `@unchecked`.
@usableFromInline
final class RowStructures: @unchecked Sendable {
  typealias Sums = BlockedSumsIndex<IncomingRows, TunedBlocks>
  typealias Tree = SumTreeIndex<IncomingRows, WideNodes>
  typealias Estimates = MeasuredRows<IncomingRows>

  enum Form { case sums, longSums, tree, estimates }

  /// Where an app's code finds an offset without a call, in nearly every list whose rows stay.
  @usableFromInline @exclusivity(unchecked) private(set) var prompt: PromptOffsets
  /// The same, with a call, in nearly every list whose rows come and go.
  @exclusivity(unchecked) private var promptTree = PromptTree<ShortSums<WideNodes>>()
  /// The same where its heights do not fit two bytes.
  @exclusivity(unchecked) private var promptLongTree = PromptTree<WideNodes>()

  let incoming: IncomingRows
  @exclusivity(unchecked) private(set) var form = Form.sums {
    didSet {
      prompt = PromptOffsets(sums, answers: form == .sums)
      noteTree()
    }
  }
  @exclusivity(unchecked) private var sums: Sums
  @exclusivity(unchecked) private var placedTree = Placed<Tree>()
  @exclusivity(unchecked) private var placedEstimates = Placed<Estimates>()
  /// The height that an unmeasured row counts.
  @exclusivity(unchecked) private(set) var estimate = LayoutUnit(points: 44)

  /// Rows of known heights, as many as are said.
  init(_ heights: HeightSource?, count: Int) {
    incoming = IncomingRows()
    sums = Sums(unread: incoming)
    prompt = PromptOffsets(sums, answers: false)
    build(heights, count: count)
  }

  /// Rows that nobody measured.
  init(unmeasured count: Int, estimate: LayoutUnit) {
    Self.check(0, and: count, of: estimate.rawValue)
    incoming = IncomingRows()
    incoming.state.pointee.count = count
    sums = Sums(unread: incoming)
    prompt = PromptOffsets(sums, answers: false)
    form = .estimates
    placedEstimates.put(Estimates(rows: incoming))
    estimates.pointee.estimate = estimate
    self.estimate = estimate
  }

  // The compiler (Swift 6.3) crashes with the thread sanitizer where a mutation begins at a stored value that
  // cannot be copied, as in `placedTree.pointer.pointee.change(…)`; it does not where it begins at a pointer.

  /// The tree; present in the form `tree`.
  @inline(__always)
  private var tree: UnsafeMutablePointer<Tree> { placedTree.pointer }
  /// The estimates; present in the form `estimates`.
  @inline(__always)
  private var estimates: UnsafeMutablePointer<Estimates> { placedEstimates.pointer }

  private init(copying other: RowStructures) {
    incoming = IncomingRows()
    incoming.state.pointee.count = other.count
    sums = Sums(unread: incoming)
    prompt = PromptOffsets(sums, answers: false)
    form = other.form
    estimate = other.estimate
    if form == .estimates { placedEstimates.put(other.estimates.pointee.copy(for: incoming)) }
  }

  deinit { incoming.state.deallocate() }

  /// The same rows in other memory.
  ///
  /// - Complexity: O(rows), with estimates O(rows measured).
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

  // MARK: Find

  /// The height of the rows before one, in `0...count`, in points, where `prompt` does not say.
  ///
  /// It writes nothing; the compiler, told so, loads the parts of `prompt` once for a loop that asks.
  @inline(never)
  @_effects(readonly)
  @usableFromInline
  func offset(of row: Int) -> Double {
    if UInt(bitPattern: row) < promptTree.end, let offset = promptTree.offset(of: row) {
      return LayoutUnit(rawValue: offset).points
    }
    if UInt(bitPattern: row) < promptLongTree.end, let offset = promptLongTree.offset(of: row) {
      return LayoutUnit(rawValue: offset).points
    }
    let isLong = form == .longSums && sums.fallback.form == .direct
    guard isLong, UInt(bitPattern: row) <= UInt(bitPattern: count) else {
      return otherOffset(of: row)
    }
    return sums.fallback.directOffset(of: row).points
  }

  @inline(never)
  private func otherOffset(of row: Int) -> Double {
    guard UInt(bitPattern: row) <= UInt(bitPattern: count) else { trapRow(row, count) }
    let offset =
      switch form {
      case .sums: sums.promptOffset(of: row) ?? sums.treeOffset(of: row)
      case .longSums: sums.fallback.promptOffset(of: row) ?? sums.fallback.treeOffset(of: row)
      case .tree: tree.pointee.findOffset(of: row)
      case .estimates: estimates.pointee.offset(of: row)
      }
    return offset.points
  }

  /// To be told after each edit of the tree, and after a change that made a leaf too high for prompt answers.
  private func noteTree() {
    promptTree = PromptTree()
    promptLongTree = PromptTree()
    guard form == .tree else { return }
    // The tree that has no rows has no prompt ones.
    promptTree = PromptTree(tree.pointee.short, unit: tree.pointee.unit)
    promptLongTree = PromptTree(tree.pointee.long, unit: 0)
  }

  /// The row that owns a point in 1/64 points; -1 for a point above or below all rows.
  @inline(never)
  @usableFromInline
  func row(at point: Int64) -> Int {
    guard _fastPath(form == .sums) else { return otherRow(at: point) }
    return sums.ownRow(at: point) ?? -1
  }

  @inline(never)
  private func otherRow(at point: Int64) -> Int {
    if _fastPath(form == .tree) { return tree.pointee.ownRow(at: point) ?? -1 }
    guard form == .longSums else { return rareRow(at: point) }
    return sums.fallback.ownRow(at: point) ?? -1
  }

  @inline(never)
  private func rareRow(at point: Int64) -> Int {
    guard UInt64(bitPattern: point) < UInt64(bitPattern: total.rawValue) else { return -1 }
    return estimates.pointee.row(at: LayoutUnit(rawValue: point))
  }

  func height(of row: Int) -> LayoutUnit {
    switch form {
    case .sums, .longSums: sums.promptHeight(of: row) ?? .zero
    case .tree: tree.pointee.findHeight(of: row)
    case .estimates: estimates.pointee.knownHeight(of: row) ?? estimate
    }
  }

  @inline(__always)
  var total: LayoutUnit {
    _fastPath(form == .sums) ? sums.treeTotal : otherTotal
  }

  @inline(never)
  private var otherTotal: LayoutUnit {
    switch form {
    case .sums: sums.treeTotal
    case .longSums: sums.fallback.treeTotal
    case .tree: tree.pointee.total()
    case .estimates: estimates.pointee.total
    }
  }

  /// All heights; of rows that were not measured the estimate.
  private func heights() -> ContiguousArray<Int32> {
    ContiguousArray(unsafeUninitializedCapacity: count) { buffer, filled in
      filled = count
      guard let base = buffer.baseAddress, count > 0 else { return }
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
      if !_fastPath(tree.pointee.change(row, to: Int64(height))) { noteOtherTree() }
    } else {
      setOtherHeight(of: row, to: height)
    }
  }

  @inline(never)
  private func setOtherHeight(of row: Int, to height: Int32) {
    if form == .estimates {
      setMeasuredHeight(of: row, to: height)
    } else if !sums.fallback.change(row, to: Int64(height)) {
      rebuild(with: height, at: row)
    }
    checkTotal()
  }

  /// The tree changed its form, or has four bytes a row.
  @inline(never)
  private func noteOtherTree() {
    noteTree()
    checkTotal()
  }

  private func setMeasuredHeight(of row: Int, to height: Int32) {
    withUnsafePointer(to: height) {
      give(UnsafeBufferPointer(start: $0, count: 1), at: row)
      estimates.pointee.forget(row)
      _ = estimates.pointee.height(of: row)
    }
  }

  /// Puts rows of given heights in the place of others.
  ///
  /// - Complexity: O(log rows + rows that come and go); O(rows) for the first edit after all heights
  ///   were given at once.
  func replace(_ old: Range<Int>, with new: UnsafeBufferPointer<Int32>) {
    let kept = count - old.count
    if kept == 0 {
      build(new)
    } else if form == .estimates {
      replaceMeasured(old, with: new)
      checkTotal()
    } else if kept <= new.count || (new.count == old.count && new.count > kept / 8) {
      // As many rows as are left pay for summing up all of them.
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
      defer { noteOtherTree() }
      guard !new.isEmpty else { return }
      incoming.state.pointee.count += new.count
      give(new, at: old.lowerBound)
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
    give(new, at: old.lowerBound)
    for row in rows {
      estimates.pointee.forget(row)
      _ = estimates.pointee.height(of: row)
    }
  }

  /// What the structures are told next is about these heights.
  private func give(_ heights: UnsafeBufferPointer<Int32>, at row: Int) {
    incoming.state.pointee.first = row
    incoming.state.pointee.heights = heights.baseAddress.map { .units($0) }
  }

  /// Takes rows out and puts them in before a row of those that are left; what was not measured stays so.
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
    for (place, height) in known.enumerated() {
      if let height { setHeight(of: row + place, to: height) }
    }
  }

  // MARK: Estimates

  var measuredCount: Int { form == .estimates ? estimates.pointee.measured : count }

  /// The height of all measured rows.
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

  func takeEstimate(_ height: LayoutUnit) {
    estimate = height
    guard form == .estimates else { return }
    estimates.pointee.estimate = height
    checkTotal()
  }

  /// Visits runs of rows that are all measured or all unmeasured, from the first row on.
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

  // MARK: Range

  /// The height that all rows together may have, in points: below, a `Double` holds every offset exactly.
  static var highestPoints: Int { 1 << 47 }

  /// Whether measured rows and unmeasured ones together are not too high.
  ///
  /// - Parameters:
  ///   - measured: the height of the measured rows in 1/64 pt.
  ///   - unmeasured: the number of other rows.
  ///   - estimate: the height of each of these in 1/64 pt.
  static func fits(_ measured: Int64, and unmeasured: Int, of estimate: Int64) -> Bool {
    let estimated = Int64(unmeasured).multipliedReportingOverflow(by: estimate)
    let total = measured.addingReportingOverflow(estimated.partialValue)
    return !estimated.overflow && !total.overflow
      && total.partialValue <= Int64(highestPoints) * LayoutUnit.perPoint
  }

  private static func check(_ measured: Int64, and unmeasured: Int, of estimate: Int64) {
    guard fits(measured, and: unmeasured, of: estimate) else {
      trap("The rows are more than \(highestPoints) points high together")
    }
  }

  /// Traps for rows that are too high together.
  private func checkTotal() {
    Self.check(
      measuredTotal.rawValue, and: count - measuredCount, of: estimate.rawValue)
  }

  private func checkCount(adding new: Int) {
    guard !count.addingReportingOverflow(new).overflow else {
      trap("\(count) rows and \(new) more are too many")
    }
  }

  // MARK: Build

  /// Heights that the leaves cannot hold: all are summed up anew, in another form if need be.
  @inline(never)
  private func rebuild(with height: Int32, at row: Int) {
    var heights = heights()
    heights[row] = height
    heights.withUnsafeBufferPointer(build)
  }

  /// Sums known heights up; rows too high for any sums are a tree's at once.
  private func build(_ heights: HeightSource?, count: Int) {
    incoming.state.pointee = IncomingRows.State(count: count, heights: heights)
    placedTree.remove()
    placedEstimates.remove()
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
    give(heights, at: 0)
    buildTree()
  }

  private func buildTree() {
    sums = Sums(unread: incoming)
    placedEstimates.remove()
    placedTree.put(Tree(rows: incoming))
    form = .tree
  }

  private func beginEstimates() {
    guard form != .estimates else { return }
    heights().withUnsafeBufferPointer {
      placedEstimates.put(Estimates(rows: incoming, heights: $0, estimate: estimate))
    }
    sums = Sums(unread: incoming)
    placedTree.remove()
    form = .estimates
  }
}

/// Memory for a value that may be absent, which is asked and changed where it lies: an optional of the
/// size of a tree would be copied for each question.
private struct Placed<Value: ~Copyable>: ~Copyable {
  private var memory: UnsafeMutablePointer<Value>?
  private var isThere = false

  /// The value, while there is one.
  @inline(__always)
  var pointer: UnsafeMutablePointer<Value> { memory.unsafelyUnwrapped }

  mutating func put(_ value: consuming Value) {
    remove()
    let place = memory ?? .allocate(capacity: 1)
    place.initialize(to: value)
    memory = place
    isThere = true
  }

  mutating func remove() {
    if isThere { memory?.deinitialize(count: 1) }
    isThere = false
  }

  deinit {
    if isThere { memory?.deinitialize(count: 1) }
    memory?.deallocate()
  }
}
