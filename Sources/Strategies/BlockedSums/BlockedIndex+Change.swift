import ListLayout

extension BlockedIndex where Leaves: ~Copyable, Fallback: ~Copyable {
  mutating func heightChanged(of row: Int) {
    guard _fastPath(form.isTree) else { return changeFallback(row) }
    let height = Int32(truncatingIfNeeded: rows.height(of: row).rawValue)
    guard
      let difference = leaves.change(row, to: height, levels.masks),
      levels.makeRoom(for: difference)
    else { return form = .stale }
    let block = row &>> Shape.leafBits
    // Where a level is absent, writing it would cost more than counting levels.
    if form == .direct, levels.wideCount == Shape.wideLevels {
      levels.directAdd(difference, after: block)
    } else {
      levels.add(difference, after: block)
    }
  }

  @inline(never)
  private mutating func changeFallback(_ row: Int) {
    if form == .fallback { fallback?.heightChanged(of: row) }
  }

  mutating func heightsChanged() { form = .stale }
  mutating func inserted(_ new: Range<Int>) { form = .stale }
  mutating func deleted(_ old: Range<Int>) { form = .stale }
}
