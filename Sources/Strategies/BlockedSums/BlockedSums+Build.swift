import ListLayout

extension BlockedSumsIndex {
  /// Takes in what has changed since the last question.
  mutating func refresh() {
    if form == .stale { rebuild() }
  }

  /// Reads all heights and sums them up.
  mutating func rebuild() {
    let count = rows.count
    rows.note(.reloads, 1)
    rows.note(.rowsScanned, count)
    let blocks = max(1, (count + Shape.leaf - 1) >> Shape.leafBits)
    makeRoom(for: blocks)
    let totals = UnsafeMutablePointer<Int64>.allocate(capacity: blocks)
    defer { totals.deallocate() }
    guard fillLeaves(count, totals, blocks) <= BlockLevels<Shape>.narrowLimit else {
      fallback = FenwickIndex(rows: rows)
      return form = .fallback
    }
    fallback = nil
    levels.build(totals, count: blocks)
    form = levels.form
  }

  /// Sees that there is memory for the leaves, and after the first time for a few more: rows are
  /// inserted again and again.
  private mutating func makeRoom(for blocks: Int) {
    let blockBytes = Shape.leaf * 4
    guard memory.byteCount < BlockMemory.line + blocks * blockBytes else { return }
    let room = levels.blocks == 0 ? blocks : blocks + blocks / 32
    memory = BlockMemory(byteCount: BlockMemory.line + room * blockBytes)
    memory.base.initializeMemory(as: UInt8.self, repeating: 0, count: BlockMemory.line)
    leaves = (memory.base + BlockMemory.line).assumingMemoryBound(to: Int32.self)
  }

  /// Copies the heights and makes them sums, some thousand rows at a time, while those just copied
  /// are still in the nearest cache. What a last block lacks is rows of height 0.
  ///
  /// - Parameter totals: becomes the heights of the blocks.
  /// - Returns: the greatest of them.
  private func fillLeaves(
    _ count: Int, _ totals: UnsafeMutablePointer<Int64>, _ blocks: Int
  ) -> Int64 {
    let leaves = leaves
    var greatest: Int64 = 0
    for first in stride(from: 0, to: blocks, by: max(1, 8192 >> Shape.leafBits)) {
      let end = min(blocks, first + max(1, 8192 >> Shape.leafBits))
      let start = first << Shape.leafBits
      let copied = min(count, end << Shape.leafBits)
      rows.copyHeights(of: start..<copied, to: leaves + start)
      (leaves + copied).update(repeating: 0, count: end << Shape.leafBits - copied)
      for block in first..<end {
        let total = Self.sumUp(leaves + block << Shape.leafBits)
        totals[block] = total
        greatest = max(greatest, total)
      }
    }
    return greatest
  }

  /// Makes the heights of a block sums.
  @inline(__always)
  private static func sumUp(_ leaf: UnsafeMutablePointer<Int32>) -> Int64 {
    var sum: Int64 = 0
    for lane in 0..<Shape.leaf {
      sum &+= Int64(leaf[lane])
      leaf[lane] = Int32(truncatingIfNeeded: sum)
    }
    return sum
  }
}
