import ListLayout

extension BlockedSumsIndex {
  @inline(__always)
  mutating func refresh() {
    if _slowPath(form == .stale) { rebuild() }
  }

  /// Reads all heights and sums them up.
  @inline(never)
  mutating func rebuild() {
    let count = rows.count
    rows.note(.reloads, 1)
    rows.note(.rowsScanned, count)
    makeRoom(for: max(1, (count + Shape.leaf - 1) >> Shape.leafBits))
    let totals = UnsafeMutablePointer<Int64>.allocate(capacity: blocks)
    defer { totals.deallocate() }
    guard sumBlocks(of: count, totals) <= BlockLevels<Shape>.narrowLimit else {
      return fallBack()
    }
    sum = 0
    for block in 0..<blocks { sum &+= totals[block] }
    levels.build(totals, count: blocks)
    headroom = Int64(Int32.max) - levels.greatestNarrowTotal(blocks: blocks, all: sum)
    fallback = nil
    form = levels.isDirect ? .direct : .general
  }

  private mutating func fallBack() {
    fallback = FenwickIndex(rows: rows)
    sum = fallback?.total().rawValue ?? 0
    form = .fallback
  }

  /// Sees that there is memory for `blocks`, and after the first time for a few more: rows are
  /// inserted often.
  private mutating func makeRoom(for blocks: Int) {
    let blockBytes = Shape.leaf * 4
    if memory.byteCount < BlockMemory.line + blocks * blockBytes {
      let room = self.blocks == 0 ? blocks : blocks + blocks / 32
      memory = BlockMemory(byteCount: BlockMemory.line + room * blockBytes)
      memory.base.initializeMemory(as: UInt8.self, repeating: 0, count: BlockMemory.line)
      leaves = (memory.base + BlockMemory.line).assumingMemoryBound(to: Int32.self)
    }
    self.blocks = blocks
  }

  /// Fills the leaves, some thousand rows at a time: the heights just copied are still in the
  /// nearest cache when they are summed up.
  ///
  /// - Parameter totals: becomes the heights of the blocks.
  /// - Returns: the greatest of them.
  private func sumBlocks(of count: Int, _ totals: UnsafeMutablePointer<Int64>) -> Int64 {
    let leaves = leaves
    let portion = max(1, 8192 >> Shape.leafBits)
    var greatest: Int64 = 0
    for first in stride(from: 0, to: blocks, by: portion) {
      let end = min(blocks, first + portion)
      let copied = min(count, end << Shape.leafBits)
      let start = first << Shape.leafBits
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

  /// Makes heights of a block sums.
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
