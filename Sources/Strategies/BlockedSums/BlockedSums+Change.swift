import ListLayout

extension BlockedSumsIndex {
  mutating func heightChanged(of row: Int) {
    guard _fastPath(form.isTree) else { return changeFallback(row) }
    if !change(row, to: rows.height(of: row).rawValue) { form = .stale }
  }

  /// Gives a row of the tree another height.
  ///
  /// - Returns: whether it fits; nothing changes when it does not.
  @inline(__always)
  mutating func change(_ row: Int, to height: Int64) -> Bool {
    let difference = height &- Int64(heightInLeaf(of: row))
    guard levels.makeRoom(for: difference) else { return false }
    let lane = row & (Shape.leaf &- 1)
    BlockNode.add(
      Int32(truncatingIfNeeded: difference), leaves + (row &- lane), Shape.leaf,
      levels.masks.from(lane))
    levels.add(difference, after: row &>> Shape.leafBits)
    return true
  }

  @inline(never)
  private mutating func changeFallback(_ row: Int) {
    if form == .fallback { fallback?.heightChanged(of: row) }
  }

  mutating func heightsChanged() { form = .stale }
  mutating func inserted(_ new: Range<Int>) { form = .stale }
  mutating func deleted(_ old: Range<Int>) { form = .stale }
}
