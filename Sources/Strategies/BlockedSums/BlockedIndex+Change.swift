import ListLayout

extension BlockedIndex where Leaves: ~Copyable, Fallback: ~Copyable {
  mutating func heightChanged(of row: Int) { takeChange(of: row) }

  @inline(__always)
  mutating func takeChange(of row: Int) {
    guard _fastPath(form.isTree) else { return changeFallback(row) }
    if !change(row, to: rows.height(of: row).rawValue) { form = .stale }
  }

  /// Gives a row of the tree another height.
  ///
  /// - Returns: whether the tree can hold it; nothing changes when it cannot.
  @inline(__always)
  mutating func change(_ row: Int, to height: Int64) -> Bool {
    let height = Int32(truncatingIfNeeded: height)
    guard let difference = leaves.change(row, to: height, levels.masks) else { return false }
    guard levels.makeRoom(for: difference) else {
      restore(row, to: Int32(truncatingIfNeeded: Int64(height) &- difference))
      return false
    }
    let block = row &>> Shape.leafBits
    // Where a level is absent, writing it would cost more than counting levels.
    if form == .direct, levels.wideCount == Shape.wideLevels {
      levels.directAdd(difference, after: block)
    } else {
      levels.add(difference, after: block)
    }
    return true
  }

  /// What the leaves held before, they can hold again.
  @inline(never)
  private mutating func restore(_ row: Int, to height: Int32) {
    _ = leaves.change(row, to: height, levels.masks)
  }

  @inline(never)
  private mutating func changeFallback(_ row: Int) {
    if form == .fallback { fallback.takeChange(of: row) }
  }

  mutating func heightsChanged() { form = .stale }
  mutating func inserted(_ new: Range<Int>) { form = .stale }
  mutating func deleted(_ old: Range<Int>) { form = .stale }
}
