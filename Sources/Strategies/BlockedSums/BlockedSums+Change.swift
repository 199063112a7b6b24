import ListLayout

extension BlockedSumsIndex {
  mutating func heightChanged(of row: Int) {
    guard _fastPath(form.isTree) else { return changeFallback(row) }
    let difference = rows.height(of: row).rawValue &- Int64(heightInLeaf(of: row))
    // As if every node grew by it: no node grows by more.
    headroom &-= max(0, difference)
    if _slowPath(headroom < 0), !findHeadroom(for: difference) { return }
    sum &+= difference
    let lane = row & (Shape.leaf &- 1)
    BlockNode.add(
      Int32(truncatingIfNeeded: difference), leaves + (row &- lane), Shape.leaf,
      levels.masks.from(lane))
    levels.add(difference, after: row &>> Shape.leafBits)
  }

  @inline(never)
  private mutating func changeFallback(_ row: Int) {
    guard form == .fallback else { return }
    fallback?.heightChanged(of: row)
    sum = fallback?.total().rawValue ?? 0
  }

  /// Looks how much the nodes have really grown. When one is nearly full, the next question builds
  /// the tree anew, with smaller nodes.
  ///
  /// - Complexity: O(rows / rows of the largest node of Int32 sums), once in 2^29 units of growth.
  /// - Returns: whether there is room for `difference`.
  @inline(never)
  private mutating func findHeadroom(for difference: Int64) -> Bool {
    let greatest = levels.greatestNarrowTotal(blocks: blocks, all: sum)
    headroom = Int64(Int32.max) - greatest - difference
    if headroom < Int64(Int32.max) - BlockLevels<Shape>.narrowLimit { form = .stale }
    return form != .stale
  }

  mutating func heightsChanged() { form = .stale }
  mutating func inserted(_ new: Range<Int>) { form = .stale }
  mutating func deleted(_ old: Range<Int>) { form = .stale }
}
