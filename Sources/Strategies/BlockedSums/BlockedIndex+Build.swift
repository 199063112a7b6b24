import ListLayout

extension BlockedIndex where Leaves: ~Copyable, Fallback: ~Copyable {
  /// Takes in what has changed since the last question.
  mutating func refresh() {
    if form == .stale { rebuild() }
  }

  /// Reads all heights and sums them up.
  @inline(never)
  mutating func rebuild() {
    let count = rows.count
    rows.note(.reloads, 1)
    rows.note(.rowsScanned, count)
    let blocks = max(1, (count + Shape.leaf - 1) >> Shape.leafBits)
    let totals = UnsafeMutablePointer<Int64>.allocate(capacity: blocks)
    defer { totals.deallocate() }
    leaves.reserve(blocks, isFirst: levels.blocks == 0)
    for _ in 0..<Leaves.attempts where fillLeaves(count, blocks, totals) {
      if fallbackIsRead {
        fallback = Fallback(unread: rows)
        fallbackIsRead = false
      }
      levels.build(totals, count: blocks)
      return form = levels.form
    }
    form = .fallback
    fallbackIsRead = true
    // Its memory serves again.
    fallback.heightsChanged()
    _ = fallback.total()
  }

  /// Fills the leaves some thousand rows at a time, while the heights just copied are still in the
  /// nearest cache. What a last block lacks is rows of height 0.
  ///
  /// - Parameter totals: becomes the heights of the blocks.
  /// - Returns: false when the leaves cannot hold such heights.
  private mutating func fillLeaves(
    _ count: Int, _ blocks: Int, _ totals: UnsafeMutablePointer<Int64>
  ) -> Bool {
    let step = max(1, 4096 >> Shape.leafBits)
    let heights = UnsafeMutablePointer<Int32>.allocate(capacity: step << Shape.leafBits)
    defer { heights.deallocate() }
    for first in stride(from: 0, to: blocks, by: step) {
      let end = min(blocks, first + step)
      let start = first << Shape.leafBits
      let copied = min(count, end << Shape.leafBits) - start
      rows.copyHeights(of: start..<start + copied, to: heights)
      (heights + copied).update(
        repeating: 0, count: (end - first) << Shape.leafBits - copied)
      guard leaves.fill(first..<end, with: heights, totals: totals) else { return false }
    }
    return true
  }
}
