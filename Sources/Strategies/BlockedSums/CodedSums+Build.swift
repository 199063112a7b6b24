import ListLayout

extension CodedSumsIndex {
  /// Takes in what has changed since the last question.
  mutating func refresh() {
    if form == .stale { rebuild() }
  }

  /// Reads all heights, codes them and sums them up.
  mutating func rebuild() {
    let count = rows.count
    rows.note(.reloads, 1)
    rows.note(.rowsScanned, count)
    let blocks = max(1, (count + Shape.leaf - 1) >> Shape.leafBits)
    makeRoom(for: blocks)
    heights.removeAll()
    let totals = UnsafeMutablePointer<Int64>.allocate(capacity: blocks)
    defer { totals.deallocate() }
    guard encode(count, totals, blocks) else { return fallBack() }
    fallback = nil
    levels.build(totals, count: blocks)
    form = levels.form
  }

  /// Goes over to four bytes a row.
  @inline(never)
  mutating func fallBack() {
    fallback = BlockedSumsIndex(rows: rows)
    form = .fallback
  }

  /// Sees that there is memory for the codes, and after the first time for a few more: rows are
  /// inserted again and again.
  private mutating func makeRoom(for blocks: Int) {
    // The ones and zeros of `sumInBlock`, and the zeros before row 0.
    let head = BlockMemory.lines(2 * Shape.leaf) + BlockMemory.lines(Shape.leaf)
    guard memory.byteCount < head + blocks * Shape.leaf else { return }
    let room = levels.blocks == 0 ? blocks : blocks + blocks / 32
    memory = BlockMemory(byteCount: head + room * Shape.leaf)
    let base = memory.base.bindMemory(to: UInt8.self, capacity: memory.byteCount)
    base.initialize(repeating: 0, count: head)
    base.initialize(repeating: 0xff, count: Shape.leaf)
    codes = base + head
  }

  /// Fills the leaves. What a last block lacks is rows of height 0.
  ///
  /// - Parameter totals: becomes the heights of the blocks.
  /// - Returns: false when there are more heights than codes, or a block is too high for Int32.
  private mutating func encode(
    _ count: Int, _ totals: UnsafeMutablePointer<Int64>, _ blocks: Int
  ) -> Bool {
    let portion = UnsafeMutablePointer<Int32>.allocate(capacity: 4096 + Shape.leaf)
    defer { portion.deallocate() }
    let step = max(1, 4096 >> Shape.leafBits)
    var block = 0
    while block < blocks {
      let end = min(blocks, block + step)
      let start = block << Shape.leafBits
      let copied = min(count, end << Shape.leafBits) - start
      rows.copyHeights(of: start..<start + copied, to: portion)
      (portion + copied).update(repeating: 0, count: (end - block) << Shape.leafBits - copied)
      while block < end {
        let first = block << Shape.leafBits
        var total: Int64 = 0
        for lane in 0..<Shape.leaf {
          let height = portion[first - start + lane]
          guard let code = heights.code(for: height) else { return false }
          codes[first &+ lane] = code
          total &+= Int64(height)
        }
        guard total <= BlockLevels<Shape>.narrowLimit else { return false }
        totals[block] = total
        block += 1
      }
    }
    return true
  }
}
