import ListLayout

extension RowStructures {
  // MARK: Heights

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
    switch form {
    case .estimates: estimates.pointee.setHeight(of: row, to: height)
    case .growing:
      addTailToTree()
      if !tree.pointee.change(row, to: Int64(height)) { treeFormChanged() }
    default: if !sums.fallback.change(row, to: Int64(height)) { rebuild(with: height, at: row) }
    }
    checkTotal()
  }

  /// Updates `directTree` and `directLongTree`, and checks the total height. Called after any change that may
  /// have replaced the tree's root or moved the rows to four-byte leaves.
  @inline(never)
  private func treeFormChanged() {
    updateDirectTrees()
    checkTotal()
  }

  // MARK: Rows

  func insert(_ height: Int32, at row: Int) {
    if row == count { return append(height) }
    withUnsafePointer(to: height) {
      replace(row..<row, with: UnsafeBufferPointer(start: $0, count: 1))
    }
  }

  /// Appends a row to a tail that is neither empty nor full.
  ///
  /// - Returns: false if the tail is empty or full, or if the list would become too tall.
  @inlinable
  @inline(__always)
  func appendToTail(_ height: Int32) -> Bool {
    let rows = tailCount
    guard UInt(bitPattern: rows &- 1) < UInt(bitPattern: tailLimit &- 1) else { return false }
    let tail = tail.unsafelyUnwrapped
    let bottom = tail[rows &- 1] &+ Int64(height)
    guard bottom <= Int64(Self.maxPoints) &* LayoutUnit.perPoint else { return false }
    tail[rows] = bottom
    tailCount = rows &+ 1
    incoming.state.pointee.count &+= 1
    return true
  }

  @inline(never)
  func append(_ height: Int32) {
    if appendToTail(height) { return }
    if form == .growing { addTailToTree() }
    guard form == .tree else {
      let count = count
      return withUnsafePointer(to: height) {
        replace(count..<count, with: UnsafeBufferPointer(start: $0, count: 1))
      }
    }
    let tail = tail ?? .allocate(capacity: Self.maxTail)
    tail[0] = total.rawValue &+ Int64(height)
    self.tail = tail
    // In a list built by appending rows, a full tail fills up the last leaf or starts a new one.
    tailLimit = Self.maxTail - count % Self.maxTail
    tailCount = 1
    incoming.state.pointee.count &+= 1
    form = .growing
    checkTotal()
  }

  /// Replaces a range of rows with new rows of the given heights.
  ///
  /// - Complexity: O(log rows + rows deleted and inserted). The first insertion or deletion after all heights
  ///   were set in one call costs O(rows).
  func replace(_ old: Range<Int>, with new: UnsafeBufferPointer<Int32>) {
    let kept = count - old.count
    if kept == 0 {
      build(new)
    } else if form == .estimates {
      replaceMeasured(old, with: new)
      checkTotal()
    } else if kept <= new.count || (new.count == old.count && new.count > kept / 8) {
      // If there are many new heights compared to the number of kept rows, rebuilding all sums is cheaper
      // than editing the structure.
      var heights = heights()
      heights.replaceSubrange(old, with: new)
      heights.withUnsafeBufferPointer(build)
    } else if new.count == old.count {
      for (row, height) in zip(old, new) { setHeight(of: row, to: height) }
    } else {
      if form == .growing { addTailToTree() }
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
    for (row, height) in zip(rows, new) { estimates.pointee.setHeight(of: row, to: height) }
  }

  /// Deletes the rows at the given indices. If many rows are deleted, rebuilding the structure from the
  /// remaining rows is cheaper than deleting the runs of consecutive rows one by one.
  ///
  /// - Complexity: at most O(rows + offsets log offsets).
  func remove(_ offsets: [Int]) {
    guard offsets.count > count / 64 + 8 else {
      let none = UnsafeBufferPointer<Int32>(start: nil, count: 0)
      for run in runs(of: offsets, count: count).reversed() { replace(run, with: none) }
      return
    }
    var heights = heights()
    for row in offsets {
      guard UInt(bitPattern: row) < UInt(bitPattern: count) else { trapRow(row, count) }
      heights[row] = .min
    }
    heights.withUnsafeMutableBufferPointer { all in
      var kept = 0
      for row in all.indices {
        let height = all[row]
        all[kept] = height
        kept &+= height == .min ? 0 : 1
      }
      let heights = UnsafeBufferPointer(rebasing: all[..<kept])
      switch form {
      case .estimates where kept > 0:
        incoming.state.pointee.count = kept
        estimatesStorage.store(Estimates(rows: incoming, heights: heights, estimate: estimate))
      case .tree where kept > 0, .growing where kept > 0: buildTree(heights)
      default: build(heights)
      }
    }
  }

  /// Moves a range of rows so that it starts at index `row` after the move. Unmeasured rows stay unmeasured.
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

  private func setIncoming(_ heights: UnsafeBufferPointer<Int32>, at row: Int) {
    incoming.state.pointee.first = row
    incoming.state.pointee.heights = heights.baseAddress.map { .units($0) }
  }

  private func addTailToTree() {
    let rows = count - tailCount..<count
    withUnsafeTemporaryAllocation(of: Int32.self, capacity: rows.count) { heights in
      var top = tree.pointee.total().rawValue
      for index in 0..<rows.count {
        let bottom = tail.unsafelyUnwrapped[index]
        heights[index] = Int32(truncatingIfNeeded: bottom &- top)
        top = bottom
      }
      setIncoming(UnsafeBufferPointer(heights), at: rows.lowerBound)
      tree.pointee.inserted(rows)
    }
    form = .tree
  }

  // MARK: Estimates

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

  func forget(_ rows: Range<Int>) {
    beginEstimates()
    if rows.count == count {
      estimates.pointee.forgetAll()
    } else {
      for row in rows { estimates.pointee.forget(row) }
    }
    checkTotal()
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

  // MARK: Build

  @inline(never)
  private func rebuild(with height: Int32, at row: Int) {
    var heights = heights()
    heights[row] = height
    heights.withUnsafeBufferPointer(build)
  }

  func build(_ heights: HeightSource?, count: Int) {
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

  func build(_ heights: UnsafeBufferPointer<Int32>) {
    build(heights.baseAddress.map { .units($0) }, count: heights.count)
  }

  func buildTree(_ heights: UnsafeBufferPointer<Int32>) {
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
}
