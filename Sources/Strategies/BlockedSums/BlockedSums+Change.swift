import ListLayout

extension BlockedSumsIndex {
  mutating func heightChanged(of row: Int) {
    guard _fastPath(form.isTree) else { return changeFallback(row) }
    let difference = rows.height(of: row).rawValue &- Int64(heightInLeaf(of: row))
    guard levels.makeRoom(for: difference) else { return form = .stale }
    let lane = row & (Shape.leaf &- 1)
    BlockNode.add(
      Int32(truncatingIfNeeded: difference), leaves + (row &- lane), Shape.leaf,
      levels.masks.from(lane))
    levels.add(difference, after: row &>> Shape.leafBits)
  }

  @inline(never)
  private mutating func changeFallback(_ row: Int) {
    if form == .fallback { fallback?.heightChanged(of: row) }
  }

  mutating func heightsChanged() { form = .stale }
  mutating func inserted(_ new: Range<Int>) { form = .stale }
  mutating func deleted(_ old: Range<Int>) { form = .stale }
}
