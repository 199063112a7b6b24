import ListLayout

extension CodedSumsIndex {
  mutating func heightChanged(of row: Int) {
    guard _fastPath(form.isTree) else { return changeFallback(row) }
    let height = Int32(truncatingIfNeeded: rows.height(of: row).rawValue)
    guard let code = heights.code(for: height) else { return fallBack() }
    let difference = Int64(height) &- Int64(heights.heights[Int(codes[row])])
    guard levels.makeRoom(for: difference) else { return form = .stale }
    codes[row] = code
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
