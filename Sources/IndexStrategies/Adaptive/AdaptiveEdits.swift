import ListLayout

extension AdaptiveIndex {
  mutating func heightChanged(of row: Int) {
    let height = rows.height(of: row).rawValue
    switch form {
    case .blocked:
      finger.height = 0
      // If the two-byte leaves cannot hold the new height, the next lookup either refills the leaves or
      // replaces them with four-byte leaves.
      if !_fastPath(blocks.change(row, to: height)) { form = .stale }
    case .longBlocked:
      finger.height = 0
      guard !_fastPath(changeBlocks(row, to: height)) else { return }
      beginPatch(count)
      resize(row, to: height)
    case .tree: tree.heightChanged(of: row)
    case .patched: resize(row, to: height)
    case .stale: break
    }
  }

  mutating func inserted(_ new: Range<Int>) {
    switch form {
    case .blocked, .longBlocked: beginPatch(count - new.count)
    case .tree: return tree.inserted(new)
    case .patched: break
    case .stale: return
    }
    insert(new)
  }

  mutating func deleted(_ old: Range<Int>) {
    switch form {
    case .blocked, .longBlocked: beginPatch(count + old.count)
    case .tree: return tree.deleted(old)
    case .patched: break
    case .stale: return
    }
    delete(old)
  }

  @inline(never)
  private mutating func beginPatch(_ count: Int) {
    form = .patched
    patch.reset(count: count, height: blocks.total().rawValue)
  }

  /// Sets a row's height in the blocked sums. If the leaves cannot hold the new height, returns false without
  /// changing anything.
  @inline(__always)
  private mutating func changeBlocks(_ row: Int, to height: Int64) -> Bool {
    guard !_fastPath(blocks.form.isTree) else { return blocks.change(row, to: height) }
    return blocks.fallback.change(row, to: height)
  }

  @inline(never)
  private mutating func resize(_ row: Int, to height: Int64) {
    let place = patch.place(of: row)
    let piece = patch.pieces[place.index]
    let old = piece.old + row - place.row
    let before = piece.isNew ? piece.height : blocks.height(of: old).rawValue
    if piece.isNew || changeBlocks(old, to: height) {
      patch.grow(place.index, by: height - before)
    } else {
      // The leaves of the blocked sums cannot hold the new height, so replace the old row in the patch with a
      // new row.
      delete(patchOf: row..<row + 1)
      insert(patchOf: row..<row + 1)
    }
    if row < tree.count { tree.heightChanged(of: row) }
  }

  @inline(never)
  private mutating func insert(_ new: Range<Int>) {
    insert(patchOf: new)
    if new.lowerBound < tree.count {
      copying.state.pointee.limit += new.count
      tree.inserted(new)
    }
  }

  @inline(never)
  private mutating func delete(_ old: Range<Int>) {
    delete(patchOf: old)
    let copied = old.clamped(to: 0..<tree.count)
    guard !copied.isEmpty else { return }
    copying.state.pointee.limit -= copied.count
    tree.deleted(copied)
  }

  private mutating func insert(patchOf new: Range<Int>) {
    let index = splitPatch(before: new.lowerBound)
    withUnsafeTemporaryAllocation(of: Int32.self, capacity: new.count) { heights in
      guard let base = heights.baseAddress, !new.isEmpty else { return }
      rows.copyHeights(of: new, to: base)
      patch.insert(UnsafeBufferPointer(heights), before: index)
    }
  }

  private mutating func delete(patchOf old: Range<Int>) {
    let first = splitPatch(before: old.lowerBound)
    patch.remove(first..<splitPatch(before: old.upperBound))
  }

  /// Splits the patch piece that contains `row` so that `row` becomes the first row of a piece.
  ///
  /// - Returns: the index of the piece whose first row is `row`, or the number of pieces if `row` is the
  ///   number of rows.
  private mutating func splitPatch(before row: Int) -> Int {
    let place = patch.place(of: row)
    guard row > place.row, place.index < patch.pieces.count else { return place.index }
    let rows = row - place.row
    patch.split(place.index, after: rows, height: height(before: rows, in: place.index))
    return place.index + 1
  }

  // MARK: The tree

  /// Copies up to `limit` more rows to the tree. Once the last row has been copied, the index switches to the
  /// tree.
  @inline(never)
  mutating func copyRows(_ limit: Int) {
    let first = tree.count
    let count = min(limit, patch.count - first)
    if count > 0 {
      let heights = UnsafeMutablePointer<Int32>.allocate(capacity: count)
      defer { heights.deallocate() }
      copyHeights(of: first..<first + count, to: heights)
      copying.state.pointee = GrowingRowsState.State(
        limit: first + count, first: first, count: count, heights: heights)
      tree.inserted(first..<first + count)
      copying.state.pointee = GrowingRowsState.State(limit: first + count)
    }
    guard tree.count == patch.count else { return }
    form = .tree
    patch.reset(count: 0, height: 0)
    copying.state.pointee = GrowingRowsState.State(limit: .max)
  }

  private func copyHeights(
    of range: Range<Int>, to destination: UnsafeMutablePointer<Int32>
  ) {
    var place = patch.place(of: range.lowerBound)
    var row = range.lowerBound
    while row < range.upperBound {
      let piece = patch.pieces[place.index]
      let end = min(range.upperBound, place.row + piece.count)
      let heights = destination + (row - range.lowerBound)
      if piece.isNew {
        heights[0] = Int32(truncatingIfNeeded: piece.height)
      } else {
        let old = piece.old - place.row
        copyBlocks(old + row..<old + end, to: heights)
      }
      row = end
      place.row = end
      place.index += 1
    }
  }

  private func copyBlocks(_ rows: Range<Int>, to heights: UnsafeMutablePointer<Int32>) {
    if blocks.form.isTree {
      blocks.copyHeights(of: rows, to: heights)
    } else {
      blocks.fallback.copyHeights(of: rows, to: heights)
    }
  }
}
